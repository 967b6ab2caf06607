// The stops and deaths of traced threads, as waitpid announces them: what an rl_tracer has.

#ifndef RL_RECORDING_STOPS_H
#define RL_RECORDING_STOPS_H

#include <stdbool.h>
#include <sys/types.h>

#include "processes/state.h"

// Serves what waitpid says of a thread that is traced: that it has stopped.
void rl_serve_stop(rl_state *state, pid_t thread, int status);

// Serves the death of a thread. Returns whether a process has come to its end with it, for who
// counts.
bool rl_serve_death(rl_state *state, pid_t thread);

#endif
