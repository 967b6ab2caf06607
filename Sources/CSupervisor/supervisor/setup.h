// What a supervisor does first after the fork.

#ifndef RL_SUPERVISOR_SETUP_H
#define RL_SUPERVISOR_SETUP_H

#include <sys/types.h>

#include "processes/state.h"

// Makes the forked process a supervisor: descriptors, signals, session, name, subreaper. Returns 0
// or an errno value that can be sent on RL_COMMANDS; where there is no such descriptor yet, it
// exits.
int rl_set_up(rl_state *state, int commands, int events, pid_t harness);

#endif
