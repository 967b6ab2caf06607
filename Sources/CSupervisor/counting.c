// Counting calls without a tracer, and killing everything before one of them.
//
// Where ptrace is not permitted, a seccomp filter can still tell the supervisor of a call before it
// is made, and have the thread wait for an answer. Nothing is learned of what the call returns, and
// the memory of the process may be closed: then every call counts that could change a file of the
// container. Where more can be seen, those on other files do not.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "trace.h"

enum { RL_NOTIFICATION_SIZE = 512 };

static struct {
    bool is_active;
    bool has_killed;     // nobody is answered any more
    bool is_blind;       // something could not be looked at
    uint32_t calls;
    uint32_t kill_before;
} counting;

static int listeners[RL_LISTENERS];
static int listener_count;

// MARK: - Spawning

// The end of the socket that the child sends its listener through. One spawn at a time.
static int child_end = -1;

// Sends a descriptor.
static bool send_descriptor(int through, int descriptor) {
    char byte = 0;
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {0};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
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
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
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

// Lets go of listeners whose processes are all gone.
static void sweep_listeners(void) {
    for (int index = listener_count - 1; index >= 0; index -= 1) {
        struct pollfd file = {.fd = listeners[index]};
        if (poll(&file, 1, 0) == 1 && (file.revents & (POLLHUP | POLLNVAL)) != 0) {
            close(listeners[index]);
            listener_count -= 1;
            listeners[index] = listeners[listener_count];
        }
    }
}

rl_spawn_result rl_spawn_counted(
    rl_state *state, const rl_request *request, const int descriptors[RL_DESCRIPTORS]) {
    sweep_listeners();
    if (listener_count == RL_LISTENERS) {
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
    rl_spawn_result result = rl_spawn_filtered(state, request, descriptors, &hook);
    int listener = receive_descriptor(ends[0]);
    if (listener >= 0) {
        listeners[listener_count++] = listener;
    }
    close(ends[0]);
    close(ends[1]);
    return result;
}

// MARK: - Which calls count

// Whether a descriptor of a thread may be of a file in the container.
static bool may_be_inside(pid_t thread, int descriptor) {
    static char path[PATH_MAX];
    char link[64];
    size_t size;
    bool deleted;
    char *end = rl_append(rl_append_number(rl_append(link, "/proc/"), thread), "/fd/");
    rl_append_number(end, descriptor);
    int file = open(link, O_PATH | O_CLOEXEC);
    if (file < 0) {
        counting.is_blind |= errno != ENOENT;
        return errno != ENOENT;
    }
    bool is_inside = rl_is_inside(file, path, &size, &deleted);
    close(file);
    return is_inside;
}

// Whether a call may change a file of the container.
static bool is_counted(const rl_call *call, pid_t thread, const uint64_t arguments[6]) {
    static rl_capture capture;
    if (call->file != 0) {
        return may_be_inside(thread, (int)arguments[call->file - 1]);
    }
    char byte;
    if (call->path == 0 || rl_read_memory(thread, arguments[call->path - 1], &byte, 1) == 0) {
        counting.is_blind = true;
        return true;
    }
    rl_forget_paths();
    rl_tracee tracee = {.thread = thread, .process = rl_process_of_thread(thread), .pidfd = -1};
    bool is_inside = rl_begin_capture(&capture, &tracee, call, arguments) == RL_CONCERN_CONTAINER;
    if (is_inside) {
        rl_end_capture(&capture);
    }
    rl_forget_pidfd(&tracee);
    return is_inside;
}

// MARK: - Serving

// Lets a call be made. False where the thread has died or was interrupted: the call then comes
// again, where it comes at all.
static bool let_go_on(int listener, uint64_t id) {
    static _Alignas(8) char buffer[RL_NOTIFICATION_SIZE];
    struct seccomp_notif_resp *response = (void *)buffer;
    memset(buffer, 0, sizeof buffer);
    response->id = id;
    response->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, response) == 0;
}

// Serves one call of which a listener tells.
static void serve(rl_state *state, int listener) {
    static _Alignas(8) char buffer[RL_NOTIFICATION_SIZE];
    struct seccomp_notif *notification = (void *)buffer;
    memset(buffer, 0, sizeof buffer);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, notification) < 0) {
        return;
    }
    if (counting.has_killed) {
        rl_kill_all(state);  // spawned since
        return;
    }
    const rl_call *call = rl_find_call(notification->data.nr);
    uint64_t arguments[6];
    memcpy(arguments, notification->data.args, sizeof arguments);
    bool counts = counting.is_active && call != NULL
        && is_counted(call, (pid_t)notification->pid, arguments);
    if (counts && counting.calls + 1 == counting.kill_before) {
        counting.has_killed = true;
        rl_kill_all(state);
        return;
    }
    counting.calls += let_go_on(listener, notification->id) && counts;
}

int rl_list_listeners(struct pollfd files[RL_LISTENERS]) {
    for (int index = 0; index < listener_count; index += 1) {
        files[index] = (struct pollfd){.fd = listeners[index], .events = POLLIN};
    }
    return listener_count;
}

void rl_serve_listeners(rl_state *state, const struct pollfd *files, int count) {
    bool is_any_gone = false;
    for (int index = 0; index < count; index += 1) {
        if ((files[index].revents & POLLIN) != 0) {
            serve(state, files[index].fd);
        }
        is_any_gone |= (files[index].revents & (POLLHUP | POLLNVAL)) != 0;
    }
    if (is_any_gone) {
        sweep_listeners();
    }
}

// MARK: - Start and stop

int rl_start_counting(uint32_t kill_before) {
    if (counting.is_active) {
        return EBUSY;
    }
    counting.is_active = true;
    counting.has_killed = false;
    counting.is_blind = false;
    counting.calls = 0;
    counting.kill_before = kill_before;
    return 0;
}

int rl_stop_counting(rl_count_result *result) {
    if (!counting.is_active) {
        return ENOENT;
    }
    *result = (rl_count_result){
        .calls = counting.calls,
        .killed = counting.has_killed,
        .sees_files = !counting.is_blind,
    };
    counting.is_active = false;
    counting.has_killed = false;
    return 0;
}

#endif
