// Letting stopped threads go on, until everything has been killed and nobody is to go on.

#if defined(__linux__)

#define _GNU_SOURCE
#include <signal.h>
#include <sys/ptrace.h>

#include "recording/resume.h"

#include "processes/termination.h"

static bool is_doomed;

void rl_resume(rl_tracee *tracee, int signal, bool to_exit) {
    if (rl_is_doomed()) {
        kill(tracee->process, SIGKILL);  // it may have been born since
        return;
    }
    ptrace(to_exit ? PTRACE_SYSCALL : PTRACE_CONT, tracee->thread, NULL, (void *)(long)signal);
}

void rl_doom(rl_state *state) {
    is_doomed = true;
    rl_kill_all(state);
}

bool rl_is_doomed(void) {
    return is_doomed;
}

void rl_end_doom(void) {
    is_doomed = false;
}

#endif
