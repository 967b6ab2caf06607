// Spawning a target from the supervisor.
//
// The child of the vfork shares the supervisor's memory until it calls exec or exits, while the
// supervisor stands still: it may make system calls, and leaves in `failure` where it failed.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "spawning/spawn.h"

#include "processes/reaping.h"
#include "system/descriptors.h"

// Where the running spawn failed. One spawn at a time.
static volatile struct {
    int32_t step;
    int32_t error;
} failure;

// Ends the child and leaves why.
_Noreturn static void fail(int32_t step, int error) {
    failure.step = step;
    failure.error = error;
    _exit(127);
}

// A limit of 1 refuses core files, and where core_pattern is a pipe too: the kernel ignores a limit
// of 0 there, but takes 1 for the mark of the pipe's own crash.
static int refuse_core_files(void) {
    const struct rlimit limit = {.rlim_cur = 1, .rlim_max = 1};
    if (setrlimit(RLIMIT_CORE, &limit) == 0) {
        return 0;
    }
    // A hard limit of 0 may not be raised; it is what there is then.
    const struct rlimit none = {0};
    return setrlimit(RLIMIT_CORE, &none);
}

// The supervisor has all signals at their default but SIGPIPE, and blocks some.
static void reset_signals(void) {
    const struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t none;
    sigaction(SIGPIPE, &standard, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// The descriptors that were passed are above all those of the supervisor, and so above the numbers
// that they are to have. dup2 leaves out close-on-exec.
static int place_descriptors(const rl_spawn_request *request) {
    const int descriptors[] = {
        request->input, request->output, request->error, request->channel};
    const int count = request->channel >= 0 ? 4 : 3;
    for (int number = 0; number < count; number += 1) {
        // 0, 1 and 2 of the supervisor are /dev/null.
        if (descriptors[number] >= 0 && dup2(descriptors[number], number) < 0) {
            return -1;
        }
    }
    rl_close_from(count);
    return 0;
}

// A program that was written a moment ago may still be open for writing in a process that another
// thread has forked meanwhile, until that executes something itself.
static void execute(const rl_spawn_request *request) {
    const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    for (int attempt = 0; attempt < 100; attempt += 1) {
        execve(request->path, request->arguments, request->environment);
        if (errno != ETXTBSY) {
            return;
        }
        nanosleep(&pause, NULL);
        errno = ETXTBSY;
    }
}

int32_t rl_become_target(
    const rl_spawn_request *request, pid_t supervisor, const rl_filter_hook *hook) {
    if (setsid() < 0 || refuse_core_files() < 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) {
        return RL_SPAWN_SETUP;
    }
    if (getppid() != supervisor) {
        _exit(127);
    }
    // Any debugger of this user may attach, also where only parents may. It fails where all may.
    (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    // Before the descriptors are closed, for a hook has one of its own.
    if (hook != NULL && !hook->set()) {
        return hook->failure;
    }
    if (place_descriptors(request) < 0) {
        return RL_SPAWN_SETUP;
    }
    // Without force: a terminal that is another session's already stays so.
    if (request->terminal && ioctl(STDIN_FILENO, TIOCSCTTY, 0) < 0) {
        return RL_SPAWN_TERMINAL;
    }
    if (request->directory != NULL && chdir(request->directory) < 0) {
        return RL_SPAWN_DIRECTORY;
    }
    reset_signals();
    execute(request);
    return RL_SPAWN_EXEC;
}

// A function of its own, so that nothing else lives in the frame that the child shares.
__attribute__((noinline)) static pid_t fork_target(
    const rl_spawn_request *request, pid_t supervisor, const rl_filter_hook *hook) {
    pid_t pid = vfork();
    if (pid == 0) {
        fail(rl_become_target(request, supervisor, hook), errno);
    }
    return pid;
}

rl_spawn_result rl_spawn_process(rl_state *state, const rl_spawn_request *request) {
    return rl_spawn_filtered(state, request, NULL);
}

rl_spawn_result rl_spawn_filtered(
    rl_state *state, const rl_spawn_request *request, const rl_filter_hook *hook) {
    if (!rl_has_room(state)) {
        return (rl_spawn_result){.pid = -1, .step = RL_SPAWN_FORK, .error = ENOSPC};
    }
    failure.step = RL_SPAWN_OK;
    failure.error = 0;
    pid_t pid = fork_target(request, state->self, hook);
    if (pid < 0) {
        return (rl_spawn_result){.pid = -1, .step = RL_SPAWN_FORK, .error = errno};
    }
    if (failure.step != RL_SPAWN_OK) {
        while (waitpid(pid, NULL, __WALL) < 0 && errno == EINTR) {
        }
        return (rl_spawn_result){.pid = -1, .step = failure.step, .error = failure.error};
    }
    rl_add_live(state, pid);
    return (rl_spawn_result){.pid = pid, .step = RL_SPAWN_OK, .error = 0};
}

#endif
