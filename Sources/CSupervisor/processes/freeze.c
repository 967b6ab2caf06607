// Stopping and continuing everything below the supervisor.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>

#include "processes/freeze.h"

#include "processes/reaping.h"
#include "processes/tree.h"
#include "processes/waiting.h"
#include "system/clock.h"
#include "tracing/tracees.h"

// How long a wait lasts at most: only the supervisor's own children announce that they have
// stopped.
enum { RL_FREEZE_WAIT_US = 200 };

// What one walk over the tree has seen.
typedef struct rl_pass {
    int32_t stopped;
    int32_t moving;
    uint64_t dead;  // a digest of who was dead or gone; 0 where nobody was
    pid_t alone;    // the only process that there is; 0 where there are more, or none
} rl_pass;

// Stops a process that is not stopped, on its visit.
static void stop_process(rl_state *state, rl_tree *tree, rl_process *process, void *context) {
    rl_pass *pass = context;
    // The parent of a vfork cannot stop before its child has called exec or exited, so such a child
    // has to go on for as long as its parent is blocked.
    bool parent_blocked = tree->list[process->parent_index].condition == RL_BLOCKED;
    switch (process->condition) {
    case RL_DEAD:
        break;
    case RL_STOPPED:
        if (parent_blocked) {
            rl_signal_process(state, process, SIGCONT);
        }
        break;
    case RL_RUNNING:
    case RL_BLOCKED:
        if (!parent_blocked) {
            rl_signal_process(state, process, SIGSTOP);
        }
        break;
    }
    pass->moving += parent_blocked && process->condition != RL_DEAD;
}

// Stops everything that is not stopped, and counts what was seen.
static rl_pass run_pass(rl_state *state) {
    rl_pass pass = {0};
    rl_tree *tree = rl_walk(state, stop_process, &pass);
    for (int32_t index = 1; index < tree->count; index += 1) {
        switch (tree->list[index].condition) {
        case RL_STOPPED: pass.stopped += 1; break;
        case RL_DEAD: pass.dead = pass.dead * 31 + (uint64_t)tree->list[index].pid; break;
        case RL_RUNNING: case RL_BLOCKED: pass.moving += 1; break;
        }
    }
    pass.moving += !tree->complete;
    pass.alone = tree->count == 2 ? tree->list[1].pid : 0;
    return pass;
}

// Whether a child of the supervisor is somebody else.
typedef struct rl_others {
    pid_t known;
    bool any;
} rl_others;

// For rl_each_child.
static void look_for_other(pid_t pid, void *context) {
    rl_others *others = context;
    others->any |= pid != others->known;
}

// Who stood still before its children were looked for, and had none, gets none: others can only be
// children of the supervisor by then, as orphans, alive or dead.
static bool is_still_alone(rl_state *state, pid_t pid) {
    rl_others others = {.known = pid};
    rl_each_child(state, look_for_other, &others);
    return !others.any;
}

// A traced process that has been told to stop is on its way as long as its first thread does not
// stand still. A walk would tell no more.
static bool is_on_its_way(const rl_state *state) {
    return state->live_count == 1 && rl_is_traced_and_running(state->live[0]);
}

// A traced thread that has been continued by a signal looks stopped until its stop is served.
static bool has_more_stops(rl_state *state) {
    int64_t before = state->stops;
    rl_reap(state);
    return state->has_more || state->stops != before;
}

// A pass that sees nothing move is no proof yet: the children of one that died meanwhile may have
// gone where the pass had been before. It is one after a pass that saw the same, down to the dead:
// of the children that the first has missed, those that live are seen to move, and those that have
// died since are dead anew. Of one process alone, a look at the supervisor's children is enough.
int rl_freeze_all(rl_state *state, int timeout_ms, int32_t *count) {
    int64_t deadline = rl_now_us() + (int64_t)timeout_ms * 1000;
    bool was_still = false;
    uint64_t were_dead = 0;
    for (;;) {
        rl_reap(state);
        rl_pass pass = run_pass(state);
        *count = pass.stopped;
        bool still = pass.moving == 0 && !has_more_stops(state);
        bool is_proved = was_still && pass.dead == were_dead;
        if (still && (is_proved || (pass.alone != 0 && is_still_alone(state, pass.alone)))) {
            return 0;
        }
        was_still = still;
        were_dead = pass.dead;
        if (state->ending) {
            return EPIPE;
        }
        if (rl_now_us() > deadline) {
            return ETIMEDOUT;
        }
        if (!still) {
            rl_wait(state, RL_FREEZE_WAIT_US);
            rl_reap(state);
            if (is_on_its_way(state)) {
                rl_wait(state, RL_FREEZE_WAIT_US);
            }
        }
    }
}

// Children go on before their parents, so that a shell with job control does not find a stopped
// child.
void rl_thaw_all(rl_state *state) {
    rl_tree *tree = rl_walk(state, NULL, NULL);
    rl_expect_continues();
    for (int32_t index = tree->count - 1; index > 0; index -= 1) {
        if (tree->list[index].condition != RL_DEAD) {
            rl_signal_process(state, &tree->list[index], SIGCONT);
        }
    }
}

#endif
