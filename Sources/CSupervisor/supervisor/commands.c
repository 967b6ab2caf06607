// What the harness asks for: each request is served when it comes, and answered when it is done.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "supervisor/commands.h"

#include "processes/freeze.h"
#include "processes/reaping.h"
#include "processes/termination.h"
#include "processes/tree.h"
#include "recording/counting.h"
#include "recording/recording.h"
#include "spawning/spawn.h"
#include "spawning/spawn_counted.h"
#include "spawning/spawn_traced.h"
#include "supervisor/messages.h"

// MARK: - The list of processes

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

// MARK: - Answers

// Spawns in the way that a request asks for.
static rl_spawn_result spawn(
    rl_state *state, const rl_request *request, const int descriptors[RL_DESCRIPTORS]) {
    rl_spawn_request asked = request->spawn;
    asked.input = descriptors[0];
    asked.output = descriptors[1];
    asked.error = descriptors[2];
    asked.channel = descriptors[3];
    if (asked.recorded == NULL) {
        return rl_spawn_process(state, &asked);
    }
    return asked.counted ? rl_spawn_counted(state, &asked) : rl_spawn_traced(state, &asked);
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

// MARK: - Requests

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

void rl_serve_command(rl_state *state) {
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

#endif
