// What a supervisor does first after the fork: it lets go of everything that is the harness's.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "supervisor/setup.h"

#include "processes/tree.h"
#include "system/descriptors.h"
#include "system/proc.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

// Puts the two sockets where they belong and closes all else that was the harness's.
static int arrange_descriptors(int commands, int events) {
    // First out of the way of the numbers that are to be used.
    commands = fcntl(commands, F_DUPFD_CLOEXEC, RL_HARNESS + 1);
    events = fcntl(events, F_DUPFD_CLOEXEC, RL_HARNESS + 1);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (commands < 0 || events < 0 || null < 0) {
        return errno;
    }
    for (int number = 0; number <= 2; number += 1) {
        if (null != number && dup2(null, number) < 0) {
            return errno;
        }
        if (null == number) {
            fcntl(number, F_SETFD, 0);
        }
    }
    if (dup3(commands, RL_COMMANDS, O_CLOEXEC) < 0 || dup3(events, RL_EVENTS, O_CLOEXEC) < 0) {
        return errno;
    }
    rl_close_from(RL_EVENTS + 1);
    return 0;
}

// By system call, because the C library keeps two signals to itself, and those may have been
// ignored by whoever started the harness. The kernel's structure is all zero for the default, and
// has no more than four words anywhere; the size of its mask is 8 bytes.
static void reset_dispositions(void) {
    const unsigned long standard[8] = {0};
    for (int number = 1; number <= 64; number += 1) {
        syscall(SYS_rt_sigaction, number, standard, NULL, 8);
    }
}

// For a signal that does no more than to end a wait.
static void interrupt(int signal) {
    (void)signal;
}

// Signals of the harness that ask a process to end make the supervisor end in order; of the others
// only SIGCHLD counts, and none but SIGKILL and SIGSTOP do any harm.
static int arrange_signals(void) {
    reset_dispositions();
    struct sigaction ignored = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignored, NULL);
    struct sigaction interrupting = {.sa_handler = interrupt};
    sigaction(SIGALRM, &interrupting, NULL);
    sigaction(SIGIO, &interrupting, NULL);
    fcntl(RL_COMMANDS, F_SETOWN, getpid());  // who gets SIGIO
    sigset_t blocked;
    sigfillset(&blocked);
    const int open[] = {SIGALRM, SIGIO, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
    for (size_t index = 0; index < sizeof open / sizeof *open; index += 1) {
        sigdelset(&blocked, open[index]);
    }
    sigset_t watched;
    sigemptyset(&watched);
    const int numbers[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT};
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index += 1) {
        sigaddset(&watched, numbers[index]);
    }
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    int file = signalfd(-1, &watched, SFD_NONBLOCK | SFD_CLOEXEC);
    if (file < 0) {
        return errno;
    }
    if (file != RL_SIGNALS) {
        if (dup3(file, RL_SIGNALS, O_CLOEXEC) < 0) {
            return errno;
        }
        close(file);
    }
    return 0;
}

// The pidfd makes sure where the harness's end of the socket has found its way into another
// process.
static void watch_harness(rl_state *state, pid_t harness) {
    state->harness = harness;
    int file = (int)syscall(SYS_pidfd_open, harness, 0);
    if (file >= 0 && file != RL_HARNESS) {
        int placed = dup3(file, RL_HARNESS, O_CLOEXEC);
        close(file);
        file = placed;
    }
    state->has_harness = file == RL_HARNESS;
    state->ending = getppid() != harness;
}

int rl_set_up(rl_state *state, int commands, int events, pid_t harness) {
    if (arrange_descriptors(commands, events) != 0) {
        // There is no telling the harness: what has the number of the socket may be anything of its
        // own.
        _exit(1);
    }
    int error = arrange_signals();
    if (error != 0) {
        return error;
    }
    setsid();
    prctl(PR_SET_NAME, "relaunch-superv");
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) < 0) {
        return errno;
    }
    watch_harness(state, harness);
    rl_stat stat;
    if (!rl_read_stat(state->self, 0, &stat)) {
        return ENOENT;
    }
    state->has_children_file = rl_find_children_file(state->self);
    return 0;
}

#endif
