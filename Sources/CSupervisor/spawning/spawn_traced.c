// Spawning a process that is traced from its birth.
//
// The supervisor has to attach to it before it execs, and cannot stand still as after a vfork. The
// child has a stack of its own and shares all other memory with the supervisor: a copy would
// cost more than all else here. It waits until it is traced, and then sets its own filter. What
// fails in it is left in `rl_birth`.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
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

enum { RL_CHILD_STACK_SIZE = 64 * 1024 };

// What the child is to do, and where it failed.
typedef struct rl_birth {
    const rl_spawn_request *request;
    pid_t supervisor;
    int end;  // of the pipe that it waits at
    volatile int32_t step;
    volatile int32_t error;
} rl_birth;

// One spawn at a time: its child has exec'ed or is dead when the next one begins.
static _Alignas(16) char child_stack[RL_CHILD_STACK_SIZE];

// Sets the filter, which the process can then not put off any more, nor can any that comes from it.
static bool set_filter(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, rl_filter(), 0, 0) == 0;
}

// The life of the child up to its exec. Its `errno` is the supervisor's too, which looks at that
// only while the child stands still.
static int run_child(void *context) {
    rl_birth *birth = context;
    char leave;
    if (read(birth->end, &leave, 1) == 1) {
        const rl_filter_hook hook = {.set = set_filter, .failure = RL_SPAWN_TRACE};
        int32_t step = rl_become_target(birth->request, birth->supervisor, &hook);
        birth->error = errno;
        birth->step = step;
    }
    _exit(127);
}

// Attaches to the child, so that all that come from it are attached too.
static bool attach(pid_t pid) {
    const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK
        | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_TRACESECCOMP | PTRACE_O_EXITKILL;
    return ptrace(PTRACE_SEIZE, pid, NULL, (void *)options) == 0;
}

// Serves the child until it has exec'ed. False where it has ended before, and is reaped. Until then
// there is a child to wait for, so that a wait fails only of a signal.
static bool serve_until_exec(rl_state *state, pid_t pid) {
    for (;;) {
        int status;
        if (waitpid(pid, &status, __WALL) < 0) {
            continue;
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

// Lets the child become the target.
static rl_spawn_result raise_child(rl_state *state, pid_t pid, int end, const rl_birth *birth) {
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
    return (rl_spawn_result){.pid = -1, .step = birth->step, .error = birth->error};
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
    rl_birth birth = {
        .request = request,
        .supervisor = state->self,
        .end = ends[0],
        .step = RL_SPAWN_TRACE,  // what it is where the child dies without a word
        .error = ECHILD,
    };
    pid_t pid = clone(run_child, child_stack + sizeof child_stack, CLONE_VM | SIGCHLD, &birth);
    error = errno;
    close(ends[0]);
    rl_spawn_result result = {.pid = -1, .step = RL_SPAWN_FORK, .error = error};
    if (pid > 0) {
        result = raise_child(state, pid, ends[1], &birth);
    }
    close(ends[1]);
    return result;
}

#endif
