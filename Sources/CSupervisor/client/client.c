// The harness's side: starting and stopping a supervisor, and one request and reply for each
// operation.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client/client.h"

#include "processes/state.h"
#include "supervisor/supervisor.h"
#include "system/clock.h"

// MARK: - Request and reply

int rl_receive_reply(rl_supervisor *s, rl_reply *reply, int timeout_ms) {
    int64_t deadline = rl_now_us() + (int64_t)timeout_ms * 1000;
    // It is never there at once, so it is waited for before it is looked for.
    struct pollfd file = {.fd = s->commands, .events = POLLIN};
    poll(&file, 1, timeout_ms);
    for (;;) {
        ssize_t size = recv(s->commands, reply, sizeof *reply, MSG_DONTWAIT);
        if (size == (ssize_t)sizeof *reply) {
            return 0;
        }
        if (size >= 0 || (errno != EAGAIN && errno != EINTR)) {
            return EPIPE;
        }
        int64_t left_us = deadline - rl_now_us();
        if (left_us <= 0) {
            shutdown(s->commands, SHUT_RDWR);
            return ETIMEDOUT;
        }
        poll(&file, 1, (int)(left_us / 1000) + 1);
    }
}

int rl_send_request(
    rl_supervisor *s, const rl_request *request, const int *descriptors, size_t count) {
    struct iovec part = {.iov_base = (void *)request, .iov_len = sizeof *request};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int) * RL_DESCRIPTORS)] = {0};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > 0) {
        message.msg_control = control;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * count);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * count);
    }
    while (sendmsg(s->commands, &message, MSG_NOSIGNAL) < 0) {
        if (errno != EINTR) {
            return errno == ECONNRESET ? EPIPE : errno;
        }
    }
    return 0;
}

// One operation that passes no descriptors. `timeout_ms` is the operation's own.
static int call(rl_supervisor *s, const rl_request *request, rl_reply *reply, int timeout_ms) {
    int error = rl_send_request(s, request, NULL, 0);
    if (error == 0) {
        error = rl_receive_reply(s, reply, timeout_ms + RL_GRACE_MS);
    }
    return error != 0 ? error : reply->error;
}

// MARK: - Start and stop

// Forks with all signals blocked, so that no handler of the harness runs in the supervisor.
static pid_t fork_supervisor(rl_supervisor *s, int commands, int events) {
    sigset_t all, previous;
    sigfillset(&all);
    pid_t harness = getpid();
    pthread_sigmask(SIG_SETMASK, &all, &previous);
    pid_t pid = fork();
    if (pid == 0) {
        rl_supervise(commands, events, s->shared, harness);
    }
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    errno = error;
    return pid;
}

// Closes a descriptor once.
static void close_if_open(int *file) {
    if (*file >= 0) {
        close(*file);
        *file = -1;
    }
}

// Gives back what the harness holds of a supervisor. Safe at every stage of a start.
static void release(rl_supervisor *s) {
    close_if_open(&s->commands);
    close_if_open(&s->events);
    if (s->shared != NULL) {
        munmap(s->shared, s->shared_size);
        s->shared = NULL;
    }
}

// Does all of a start that may fail half-way. Who calls it closes what is left open.
static int start_with_sockets(rl_supervisor *s, int commands[2], int events[2]) {
    const int type = SOCK_SEQPACKET | SOCK_CLOEXEC;
    if (socketpair(AF_UNIX, type, 0, commands) < 0 || socketpair(AF_UNIX, type, 0, events) < 0) {
        return errno;
    }
    s->commands = commands[0];
    s->events = events[0];
    void *shared = mmap(
        NULL, RL_SHARED_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        return errno;
    }
    s->shared = shared;
    s->shared_size = RL_SHARED_SIZE;
    s->pid = fork_supervisor(s, commands[1], events[1]);
    return s->pid < 0 ? errno : 0;
}

int rl_supervisor_start(rl_supervisor *s) {
    *s = (rl_supervisor){.pid = -1, .commands = -1, .events = -1};
    int commands[2] = {-1, -1};
    int events[2] = {-1, -1};
    int error = start_with_sockets(s, commands, events);
    if (s->commands < 0) {
        close_if_open(&commands[0]);
    }
    close_if_open(&commands[1]);
    close_if_open(&events[1]);
    rl_reply ready;
    if (error == 0) {
        error = rl_receive_reply(s, &ready, RL_GRACE_MS);
    }
    if (error == 0) {
        error = ready.error;
    }
    if (error != 0) {
        rl_supervisor_stop(s);
    }
    return error;
}

// The supervisor holds the only other end of `events`: it hangs up when the supervisor is dead.
static bool wait_until_ended(const rl_supervisor *s) {
    int64_t deadline = rl_now_us() + (int64_t)RL_STOP_TIMEOUT_MS * 1000;
    for (;;) {
        struct pollfd file = {.fd = s->events, .events = 0};
        if (poll(&file, 1, RL_STOP_TIMEOUT_MS) > 0) {
            return true;
        }
        if (rl_now_us() > deadline) {
            return false;
        }
    }
}

void rl_supervisor_stop(rl_supervisor *s) {
    close_if_open(&s->commands);
    if (s->pid > 0) {
        // Its death kills its children; only what cannot be killed at all comes to this.
        if (!wait_until_ended(s)) {
            kill(s->pid, SIGKILL);
        }
        while (waitpid(s->pid, NULL, 0) < 0 && errno == EINTR) {
        }
        s->pid = -1;
    }
    release(s);
}

// MARK: - Operations

int rl_signal(rl_supervisor *s, pid_t pid, int signal) {
    rl_reply reply;
    rl_request request = {.operation = RL_OPERATION_SIGNAL, .pid = pid, .number = signal};
    return call(s, &request, &reply, 0);
}

int rl_freeze(rl_supervisor *s, int timeout_ms, int *count) {
    rl_reply reply = {0};
    rl_request request = {.operation = RL_OPERATION_FREEZE, .number = timeout_ms};
    int error = call(s, &request, &reply, timeout_ms);
    *count = reply.count;
    return error;
}

int rl_thaw(rl_supervisor *s) {
    rl_reply reply;
    rl_request request = {.operation = RL_OPERATION_THAW};
    return call(s, &request, &reply, 0);
}

int rl_terminate_and_reap(rl_supervisor *s, int timeout_ms, rl_termination *termination) {
    rl_reply reply = {0};
    rl_request request = {.operation = RL_OPERATION_TERMINATE, .number = timeout_ms};
    int error = call(s, &request, &reply, timeout_ms);
    *termination = reply.termination;
    return error;
}

int rl_processes(rl_supervisor *s, pid_t *pids, int capacity, int *count) {
    int limit = (int)(s->shared_size / sizeof(pid_t));
    rl_reply reply = {0};
    rl_request request = {
        .operation = RL_OPERATION_PROCESSES, .number = capacity < limit ? capacity : limit};
    int error = call(s, &request, &reply, 0);
    *count = reply.count;
    if (error == 0 && request.number > 0) {
        int filled = reply.count < request.number ? reply.count : request.number;
        memcpy(pids, s->shared, (size_t)filled * sizeof(pid_t));
    }
    return error;
}

int rl_wait_status_exit_code(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int rl_wait_status_signal(int status) {
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

#endif
