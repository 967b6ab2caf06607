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
#include <linux/seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "recording/counting.h"

#include "capture/capture.h"
#include "capture/known_files.h"
#include "capture/places.h"
#include "processes/termination.h"
#include "system/proc.h"
#include "tracing/calls.h"
#include "tracing/registers.h"
#include "tracing/tracees.h"

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

// MARK: - Listeners

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

bool rl_has_listener_room(void) {
    sweep_listeners();
    return listener_count < RL_LISTENERS;
}

void rl_add_listener(int listener) {
    listeners[listener_count++] = listener;
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
