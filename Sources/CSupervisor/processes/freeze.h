// Stopping and continuing everything below the supervisor.

#ifndef RL_PROCESSES_FREEZE_H
#define RL_PROCESSES_FREEZE_H

#include <stdint.h>

#include "processes/state.h"

// As rl_freeze. EPIPE where the harness went away meanwhile.
int rl_freeze_all(rl_state *state, int timeout_ms, int32_t *count);

// As rl_thaw.
void rl_thaw_all(rl_state *state);

#endif
