// Spawning a process whose calls are counted: it sets a filter, and hands over who listens to it.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "spawning/spawn_counted.h"

#include "capture/places.h"
#include "recording/counting.h"
#include "spawning/spawn.h"
#include "tracing/filter.h"

// The end of the socket that the child sends its listener through. One spawn at a time.
static int child_end = -1;

// Sends a descriptor.
static bool send_descriptor(int through, int descriptor) {
    char byte = 0;
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {0};
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = control,
        .msg_controllen = sizeof control,
    };
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    return sendmsg(through, &message, MSG_NOSIGNAL) == 1;
}

// Receives one that has been sent. -1 where none was.
static int receive_descriptor(int from) {
    char byte;
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))];
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = control,
        .msg_controllen = sizeof control,
    };
    int descriptor = -1;
    if (recvmsg(from, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) == 1) {
        const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        if (header != NULL && header->cmsg_type == SCM_RIGHTS) {
            memcpy(&descriptor, CMSG_DATA(header), sizeof(int));
        }
    }
    return descriptor;
}

// In the child: sets the filter, which it can then not put off any more, nor can any that comes
// from it, and hands over who listens to it. None of the calls from here to exec is notified.
static bool set_filter(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) {
        return false;
    }
    int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
        SECCOMP_FILTER_FLAG_NEW_LISTENER, rl_notifying_filter());
    return listener >= 0 && send_descriptor(child_end, listener);
}

rl_spawn_result rl_spawn_counted(rl_state *state, const rl_spawn_request *request) {
    if (!rl_has_listener_room()) {
        return (rl_spawn_result){.pid = -1, .step = RL_SPAWN_COUNT, .error = ENOSPC};
    }
    int error = rl_set_container(request->recorded);
    int ends[2];
    if (error != 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
        error = error != 0 ? error : errno;
        return (rl_spawn_result){.pid = -1, .step = RL_SPAWN_SETUP, .error = error};
    }
    rl_notifying_filter();
    child_end = ends[1];
    const rl_filter_hook hook = {.set = set_filter, .failure = RL_SPAWN_COUNT};
    rl_spawn_result result = rl_spawn_filtered(state, request, &hook);
    int listener = receive_descriptor(ends[0]);
    if (listener >= 0) {
        rl_add_listener(listener);
    }
    close(ends[0]);
    close(ends[1]);
    return result;
}

#endif
