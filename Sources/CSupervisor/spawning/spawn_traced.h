// Spawning a process that is traced from its birth.

#ifndef RL_SPAWNING_SPAWN_TRACED_H
#define RL_SPAWNING_SPAWN_TRACED_H

#include "processes/state.h"
#include "rl_supervisor.h"

// As rl_spawn_process, for a process that is traced.
rl_spawn_result rl_spawn_traced(rl_state *state, const rl_spawn_request *request);

// Whether what is spawned could be traced: 0 or an errno value.
int rl_try_trace(void);

#endif
