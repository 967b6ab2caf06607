// The life of a supervisor: from the fork, through its loop, to the termination of everything at
// its end.
//
// The loop waits for commands of the harness and for signals, and does one thing at a time.
// Whatever waits inside an operation (rl_wait) watches for the harness's death too.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

static rl_state the_state;

int64_t rl_now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

// MARK: - Waiting

// Takes what lies in the signalfd. Sets `ending` where one of the signals asks for it.
static void drain_signals(rl_state *state) {
    struct signalfd_siginfo signals[8];
    ssize_t size;
    do {
        size = read(RL_SIGNALS, signals, sizeof signals);
        for (size_t index = 0; size > 0 && index < (size_t)size / sizeof *signals; index += 1) {
            state->ending |= signals[index].ssi_signo != SIGCHLD;
        }
    } while (size == (ssize_t)sizeof signals);
}

void rl_wait(rl_state *state, int64_t timeout_us) {
    struct pollfd files[] = {
        {.fd = RL_SIGNALS, .events = POLLIN},
        {.fd = state->ending ? -1 : RL_COMMANDS, .events = 0},  // POLLHUP comes unasked
        {.fd = state->ending || !state->has_harness ? -1 : RL_HARNESS, .events = POLLIN},
    };
    struct timespec timeout = {
        .tv_sec = timeout_us / 1000000, .tv_nsec = timeout_us % 1000000 * 1000};
    if (ppoll(files, 3, &timeout, NULL) <= 0) {
        return;
    }
    if (files[0].revents != 0) {
        drain_signals(state);
    }
    state->ending |= files[1].revents != 0 || files[2].revents != 0;
}

bool rl_is_called(rl_state *state) {
    drain_signals(state);
    struct pollfd files[] = {
        {.fd = RL_COMMANDS, .events = POLLIN},
        {.fd = state->has_harness ? RL_HARNESS : -1, .events = POLLIN},
    };
    return state->ending || poll(files, 2, 0) != 0;
}

// MARK: - Commands

typedef struct rl_list {
    pid_t *pids;
    int32_t capacity;
    int32_t count;
} rl_list;

// Adds a process to the list, or only counts it where the list is full.
static void list_process(rl_state *state, rl_tree *tree, rl_process *process, void *context) {
    (void)state;
    (void)tree;
    rl_list *list = context;
    if (process->condition != RL_DEAD) {
        if (list->count < list->capacity) {
            list->pids[list->count] = process->pid;
        }
        list->count += 1;
    }
}

// Writes living processes into the shared memory, and returns how many there are.
static int32_t list_processes(rl_state *state, int32_t capacity) {
    rl_list list = {.pids = (pid_t *)(void *)state->shared, .capacity = capacity};
    rl_walk(state, list_process, &list);
    return list.count;
}

// Spawns in the way that a request asks for.
static rl_spawn_result spawn(
    rl_state *state, const rl_request *request, const int descriptors[RL_DESCRIPTORS]) {
    if (request->recorded == NULL) {
        return rl_spawn_process(state, request, descriptors);
    }
    return request->counted ? rl_spawn_counted(state, request, descriptors)
                            : rl_spawn_traced(state, request, descriptors);
}

// Does what a request says.
static rl_reply answer(rl_state *state, const rl_request *request, const int *descriptors) {
    rl_reply reply = {0};
    rl_reap(state);
    switch (request->operation) {
    case RL_OPERATION_SPAWN:
        reply.spawn = spawn(state, request, descriptors);
        break;
    case RL_OPERATION_SIGNAL:
        if (!rl_is_live(state, request->pid)) {
            reply.error = ESRCH;
        } else if (kill(request->pid, request->number) < 0) {
            reply.error = errno;
        }
        break;
    case RL_OPERATION_FREEZE:
        reply.error = rl_freeze_all(state, request->number, &reply.count);
        break;
    case RL_OPERATION_THAW:
        rl_thaw_all(state);
        break;
    case RL_OPERATION_TERMINATE:
        reply.error = rl_terminate_and_reap_all(state, request->number, &reply.termination);
        break;
    case RL_OPERATION_PROCESSES:
        reply.count = list_processes(state, request->number);
        break;
    case RL_OPERATION_RECORD_START:
        reply.error = rl_start_recording(state, &request->options, descriptors[0]);
        break;
    case RL_OPERATION_RECORD_STOP:
        reply.error = rl_stop_recording(state, &reply.record);
        break;
    case RL_OPERATION_CAN_TRACE:
        reply.error = rl_try_trace();
        break;
    case RL_OPERATION_COUNT_START:
        reply.error = rl_start_counting((uint32_t)request->number);
        break;
    case RL_OPERATION_COUNT_STOP:
        reply.error = rl_stop_counting(&reply.count_result);
        break;
    default:
        reply.error = EINVAL;
    }
    return reply;
}

// Puts the descriptors of a message where the request says that they belong. Returns how many came.
static int take_descriptors(
    struct msghdr *message, uint32_t wanted, int descriptors[RL_DESCRIPTORS]) {
    int received[RL_DESCRIPTORS];
    int count = 0;
    struct cmsghdr *header = CMSG_FIRSTHDR(message);
    if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        count = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        memcpy(received, CMSG_DATA(header), (size_t)count * sizeof(int));
    }
    int next = 0;
    for (int number = 0; number < RL_DESCRIPTORS; number += 1) {
        bool is_wanted = (wanted >> number & 1) != 0;
        descriptors[number] = is_wanted && next < count ? received[next++] : -1;
    }
    return count;
}

// Serves one command. Sets `ending` where the harness has closed its end.
static void serve(rl_state *state) {
    rl_request request = {0};
    struct iovec part = {.iov_base = &request, .iov_len = sizeof request};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int) * RL_DESCRIPTORS)];
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = control,
        .msg_controllen = sizeof control,
    };
    ssize_t size = recvmsg(RL_COMMANDS, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) {
        return;
    }
    if (size <= 0) {
        state->ending = true;
        return;
    }
    int descriptors[RL_DESCRIPTORS];
    int count = take_descriptors(&message, request.descriptors, descriptors);
    rl_reply reply = {0};
    if (count == __builtin_popcount(request.descriptors)) {
        reply = answer(state, &request, descriptors);
    } else {
        reply.spawn = (rl_spawn_result){.pid = -1, .step = RL_SPAWN_SETUP, .error = EMFILE};
    }
    send(RL_COMMANDS, &reply, sizeof reply, MSG_NOSIGNAL);
    for (int number = 0; number < RL_DESCRIPTORS; number += 1) {
        if (descriptors[number] >= 0) {
            close(descriptors[number]);
        }
    }
}

// MARK: - The loop

// Serves until the harness is gone or a signal asks for the end.
static void run(rl_state *state) {
    while (!state->ending) {
        struct pollfd files[4 + RL_LISTENERS] = {
            {.fd = RL_COMMANDS, .events = POLLIN},
            {.fd = RL_SIGNALS, .events = POLLIN},
            {.fd = state->has_harness ? RL_HARNESS : -1, .events = POLLIN},
            {.fd = state->pending_count > 0 ? RL_EVENTS : -1, .events = POLLOUT},
        };
        int listeners = rl_list_listeners(files + 4);
        if (poll(files, 4 + (nfds_t)listeners, rl_watch_held_calls(state)) < 0) {
            continue;
        }
        state->ending |= files[2].revents != 0;
        if (files[1].revents != 0) {
            drain_signals(state);
            if (rl_reap(state) && rl_is_recording()) {
                rl_follow(state);
            }
        }
        if (files[3].revents != 0) {
            rl_send_pending(state);
        }
        rl_serve_listeners(state, files + 4, listeners);
        if (files[0].revents != 0) {
            serve(state);
        }
    }
}

_Noreturn void rl_supervise(int commands, int events, char *shared, pid_t harness) {
    rl_state *state = &the_state;
    state->self = getpid();
    state->shared = shared;
    rl_reply ready = {.error = rl_set_up(state, commands, events, harness)};
    if (send(RL_COMMANDS, &ready, sizeof ready, MSG_NOSIGNAL) < 0 || ready.error != 0) {
        _exit(1);
    }
    run(state);
    rl_termination termination;
    while (rl_terminate_and_reap_all(state, RL_STOP_TIMEOUT_MS, &termination) != 0) {
    }
    _exit(0);
}

#endif
