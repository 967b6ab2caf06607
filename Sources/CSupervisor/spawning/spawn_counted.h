// Spawning a process whose calls are counted.

#ifndef RL_SPAWNING_SPAWN_COUNTED_H
#define RL_SPAWNING_SPAWN_COUNTED_H

#include "processes/state.h"
#include "rl_supervisor.h"

// As rl_spawn_process, for a process whose calls are counted.
rl_spawn_result rl_spawn_counted(rl_state *state, const rl_spawn_request *request);

#endif
