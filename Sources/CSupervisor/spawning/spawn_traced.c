// Spawning a process that is traced from its birth.
//
// It is forked, not vforked: the supervisor has to attach to it before it execs. It waits for that,
// and then sets its own filter. What fails in it is left at the end of the memory that is shared
// with the harness.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "spawning/spawn_traced.h"

#include "capture/places.h"
#include "capture/streams.h"
#include "processes/reaping.h"
#include "recording/stops.h"
#include "spawning/spawn.h"
#include "tracing/filter.h"
#include "tracing/tracees.h"

// Where the running spawn failed.
typedef struct rl_failure {
    int32_t step;
    int32_t error;
} rl_failure;

_Static_assert(sizeof(rl_failure) <= RL_SHARED_TAIL, "it has to fit behind the arguments");

// The end of the pipe that the child waits at. One spawn at a time.
static int child_end = -1;

// Sets the filter, which the process can then not put off any more, nor can any that comes from it.
static bool set_filter(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, rl_filter(), 0, 0) == 0;
}

// The life of the child up to its exec.
_Noreturn static void run_child(
    const rl_spawn_request *request, pid_t supervisor, volatile rl_failure *failure) {
    char leave;
    if (read(child_end, &leave, 1) == 1) {
        const rl_filter_hook hook = {.set = set_filter, .failure = RL_SPAWN_TRACE};
        int32_t step = rl_become_target(request, supervisor, &hook);
        failure->error = errno;
        failure->step = step;
    }
    _exit(127);
}

// Attaches to the child, so that all that come from it are attached too.
static bool attach(pid_t pid) {
    const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK
        | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_TRACESECCOMP | PTRACE_O_EXITKILL;
    return ptrace(PTRACE_SEIZE, pid, NULL, (void *)options) == 0;
}

// Serves the child until it has exec'ed. False where it has ended before, and is reaped.
static bool serve_until_exec(rl_state *state, pid_t pid) {
    for (;;) {
        int status;
        if (waitpid(pid, &status, __WALL) < 0) {
            if (errno == EINTR) {
                continue;
            }
            return false;
        }
        if (!WIFSTOPPED(status)) {
            rl_serve_death(state, pid);
            return false;
        }
        rl_serve_stop(state, pid, status);
        if (status >> 16 == PTRACE_EVENT_EXEC) {
            return true;
        }
    }
}

// Ends a child that cannot be traced.
static rl_spawn_result refuse(pid_t pid, int error) {
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, __WALL) < 0 && errno == EINTR) {
    }
    return (rl_spawn_result){.pid = -1, .step = RL_SPAWN_TRACE, .error = error};
}

// Lets a forked child become the target.
static rl_spawn_result raise_child(
    rl_state *state, pid_t pid, int end, const volatile rl_failure *failure) {
    if (!attach(pid)) {
        return refuse(pid, errno);
    }
    rl_add_tracee(pid);
    char leave = 0;
    while (write(end, &leave, 1) < 0 && errno == EINTR) {
    }
    if (serve_until_exec(state, pid)) {
        rl_add_live(state, pid);
        return (rl_spawn_result){.pid = pid, .step = RL_SPAWN_OK, .error = 0};
    }
    return (rl_spawn_result){.pid = -1, .step = failure->step, .error = failure->error};
}

int rl_try_trace(void) {
    pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) {
            pause();
        }
    }
    if (pid < 0) {
        return errno;
    }
    int error = attach(pid) ? 0 : errno;
    refuse(pid, 0);
    return error;
}

rl_spawn_result rl_spawn_traced(rl_state *state, const rl_spawn_request *request) {
    if (!rl_has_room(state)) {
        return (rl_spawn_result){.pid = -1, .step = RL_SPAWN_FORK, .error = ENOSPC};
    }
    int error = rl_set_container(request->recorded);
    int ends[2];
    if (error != 0 || pipe2(ends, O_CLOEXEC) < 0) {
        error = error != 0 ? error : errno;
        return (rl_spawn_result){.pid = -1, .step = RL_SPAWN_SETUP, .error = error};
    }
    rl_note_streams(request);
    rl_filter();
    child_end = ends[0];
    volatile rl_failure *failure = (void *)(state->shared + RL_SHARED_SIZE - RL_SHARED_TAIL);
    failure->step = RL_SPAWN_TRACE;  // what it is where the child dies without a word
    failure->error = ECHILD;
    // By system call: nothing that the harness has asked for at a fork is to be done here.
    pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) {
        run_child(request, state->self, failure);
    }
    error = errno;
    close(ends[0]);
    rl_spawn_result result = {.pid = -1, .step = RL_SPAWN_FORK, .error = error};
    if (pid > 0) {
        result = raise_child(state, pid, ends[1], failure);
    }
    close(ends[1]);
    return result;
}

#endif
