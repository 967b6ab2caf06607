// What the harness asks for, and the answers.

#ifndef RL_SUPERVISOR_COMMANDS_H
#define RL_SUPERVISOR_COMMANDS_H

#include "processes/state.h"

// Serves one command. Sets `ending` where the harness has closed its end.
void rl_serve_command(rl_state *state);

#endif
