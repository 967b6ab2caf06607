// Pseudo-terminals. The harness makes them; the supervisor only hands their ends over.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "rl_supervisor.h"

#ifndef TIOCGPTPEER
#define TIOCGPTPEER _IO('T', 0x41)
#endif

enum { RL_SIZE_LIMIT = 65535 };

// Opens the end of the target. It is asked of the harness's end, so that it is the right one
// whatever is mounted at /dev/pts; kernels before 4.13 know a name only. -1 with errno.
static int open_target_end(int harness_end) {
    const int flags = O_RDWR | O_NOCTTY | O_CLOEXEC;
    int file = ioctl(harness_end, TIOCGPTPEER, flags);
    if (file >= 0 || (errno != EINVAL && errno != ENOTTY)) {
        return file;
    }
    char path[64];
    int error = ptsname_r(harness_end, path, sizeof path);
    if (error != 0) {
        errno = error;
        return -1;
    }
    return open(path, flags);
}

// Has the erase character take whole characters away, as in any terminal of today. It is no more
// than a convenience.
static void assume_utf8(int end) {
    struct termios settings;
    if (tcgetattr(end, &settings) == 0) {
        settings.c_iflag |= IUTF8;
        tcsetattr(end, TCSANOW, &settings);
    }
}

int rl_terminal_resize(int end, int rows, int columns) {
    if (rows < 1 || rows > RL_SIZE_LIMIT || columns < 1 || columns > RL_SIZE_LIMIT) {
        return EINVAL;
    }
    const struct winsize size = {
        .ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    return ioctl(end, TIOCSWINSZ, &size) < 0 ? errno : 0;
}

// Does all that may fail half-way. Who calls it closes what is left open.
static int open_ends(rl_terminal *terminal, int rows, int columns) {
    terminal->harness_end = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (terminal->harness_end < 0 || unlockpt(terminal->harness_end) < 0) {
        return errno;
    }
    terminal->target_end = open_target_end(terminal->harness_end);
    if (terminal->target_end < 0) {
        return errno;
    }
    assume_utf8(terminal->target_end);
    return rl_terminal_resize(terminal->harness_end, rows, columns);
}

int rl_terminal_open(rl_terminal *terminal, int rows, int columns) {
    *terminal = (rl_terminal){.harness_end = -1, .target_end = -1};
    int error = open_ends(terminal, rows, columns);
    if (error == 0) {
        return 0;
    }
    if (terminal->harness_end >= 0) {
        close(terminal->harness_end);
    }
    if (terminal->target_end >= 0) {
        close(terminal->target_end);
    }
    *terminal = (rl_terminal){.harness_end = -1, .target_end = -1};
    return error;
}

#endif
