// Killing everything below the supervisor, until there is proof.
//
// SIGKILL makes a fork in progress fail, so a process that was killed has no further children.
// Those it had become children of the supervisor, their subreaper, before its death is announced.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>

#include "processes/termination.h"

#include "processes/freeze.h"
#include "processes/reaping.h"
#include "processes/tree.h"
#include "processes/waiting.h"
#include "system/clock.h"

enum {
    // A death ends a wait at once. The first one is for a processor: others may run before who is
    // to die; only what does not die by then is looked for below.
    RL_FIRST_WAIT_US = 5000,
    RL_TERMINATION_WAIT_US = 1000,
    RL_ROUNDS_TO_FREEZE = 32,  // so many rounds without an end, and it is a runaway forker
    RL_FREEZE_MS = 20,
};

// Kills a child of the supervisor.
static void kill_child(pid_t pid, void *context) {
    (void)context;
    kill(pid, SIGKILL);
}

// Kills a process on its visit.
static void kill_process(rl_state *state, rl_tree *tree, rl_process *process, void *context) {
    (void)tree;
    (void)context;
    if (process->condition != RL_DEAD) {
        rl_signal_process(state, process, SIGKILL);
    }
}

// The first round is for the common case: what was spawned has nobody below it. Runaway forkers are
// stopped before they are killed: while they are all there, none can take the place of another.
static void kill_round(rl_state *state, int32_t round) {
    if (round == 0) {
        for (int32_t index = 0; index < state->live_count; index += 1) {
            kill(state->live[index], SIGKILL);
        }
        return;
    }
    rl_each_child(state, kill_child, NULL);
    if (round % RL_ROUNDS_TO_FREEZE == 0) {
        int32_t count;
        rl_freeze_all(state, RL_FREEZE_MS, &count);
    }
    rl_walk(state, kill_process, NULL);
}

void rl_kill_all(rl_state *state) {
    kill_round(state, 1);
}

// Counts a child that is left.
static void count_child(pid_t pid, void *context) {
    rl_termination *termination = context;
    termination->remaining += 1;
    if (termination->survivor == 0) {
        termination->survivor = pid;
    }
}

int rl_terminate_and_reap_all(rl_state *state, int timeout_ms, rl_termination *termination) {
    int64_t deadline = rl_now_us() + (int64_t)timeout_ms * 1000;
    *termination = (rl_termination){0};
    bool any_left = rl_reap(state);
    int32_t killed_before = state->killed;
    for (int32_t round = state->live_count > 0 ? 0 : 1; any_left; round += 1) {
        kill_round(state, round);
        rl_wait(state, round == 0 ? RL_FIRST_WAIT_US : RL_TERMINATION_WAIT_US);
        any_left = rl_reap(state);
        termination->killed = state->killed - killed_before;
        if (any_left && rl_now_us() > deadline) {
            rl_each_child(state, count_child, termination);
            return ETIMEDOUT;
        }
    }
    return 0;
}

#endif
