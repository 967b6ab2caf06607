// One call on files of the container: its arguments, and the file that it works on.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "capture/captured_call.h"

#include "capture/known_files.h"
#include "tracing/registers.h"

uint64_t rl_argument(const rl_capture *capture, int place) {
    return place > 0 ? capture->arguments[place - 1] : 0;
}

int rl_start_of(const rl_capture *capture, int at) {
    return at > 0 ? (int)capture->arguments[at - 1] : AT_FDCWD;
}

// Reads the path in the address of a socket. False for other sockets than local ones, and for names
// that are not of files.
static bool read_address(const rl_capture *capture, const rl_tracee *tracee, char *path) {
    struct sockaddr_un address = {0};
    const size_t start = offsetof(struct sockaddr_un, sun_path);
    size_t size = (uint32_t)rl_argument(capture, capture->call->count);
    size = size < sizeof address ? size : sizeof address;
    uint64_t place = rl_argument(capture, capture->call->path);
    if (size <= start || rl_read_memory(tracee->thread, place, &address, size) < size
        || address.sun_family != AF_UNIX) {
        return false;
    }
    // It need not end with a zero.
    memcpy(path, address.sun_path, sizeof address.sun_path);
    path[sizeof address.sun_path] = 0;
    return *path != 0;
}

bool rl_read_path(rl_capture *capture, rl_tracee *tracee, int place, char *path) {
    if (capture->call->trait == RL_TRAIT_ADDRESS) {
        return read_address(capture, tracee, path);
    }
    return rl_read_string(tracee->thread, rl_argument(capture, place), path, PATH_MAX);
}

bool rl_take_file(rl_capture *capture, const struct stat *status) {
    size_t size;
    bool deleted;
    if (!rl_is_file_inside(capture->file, rl_key(status), capture->path, &size, &deleted)) {
        return false;
    }
    rl_record *record = &capture->record;
    record->file = rl_key(status);
    record->file_size = (uint64_t)status->st_size;
    record->path_size = (uint32_t)size;
    record->flags |= deleted ? RL_RECORD_DELETED : 0;
    return true;
}

void rl_end_capture(rl_capture *capture) {
    if (capture->file >= 0) {
        close(capture->file);
        capture->file = -1;
    }
    rl_leave_place(&capture->place);
    rl_leave_place(&capture->other);
}

#endif
