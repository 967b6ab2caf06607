// Letting stopped threads go on, until everything has been killed and nobody is to go on.

#ifndef RL_RECORDING_RESUME_H
#define RL_RECORDING_RESUME_H

#include <stdbool.h>

#include "processes/state.h"
#include "tracing/tracees.h"

// Lets a thread go on, with a signal or 0, up to the exit of its call where `to_exit` is set. Where
// everything has been killed, it is killed too.
void rl_resume(rl_tracee *tracee, int signal, bool to_exit);

// Kills everything below the supervisor: from now on nobody goes on.
void rl_doom(rl_state *state);

// Whether everything has been killed; and when all are gone.
bool rl_is_doomed(void);
void rl_end_doom(void);

#endif
