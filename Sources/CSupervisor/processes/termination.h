// Killing everything below the supervisor, until there is proof.

#ifndef RL_PROCESSES_TERMINATION_H
#define RL_PROCESSES_TERMINATION_H

#include "processes/state.h"

// Kills everything below the supervisor, once.
void rl_kill_all(rl_state *state);

// As rl_terminate_and_reap.
int rl_terminate_and_reap_all(rl_state *state, int timeout_ms, rl_termination *termination);

#endif
