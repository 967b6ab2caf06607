// Exits: who was spawned and still lives, and the events that tell the harness who died.

#ifndef RL_PROCESSES_REAPING_H
#define RL_PROCESSES_REAPING_H

#include <stdbool.h>
#include <sys/types.h>

#include "processes/state.h"

// Reaps every dead child and sends the exit events of spawned ones, and serves the stops of those
// that are traced; of very many a part, and `has_more` says so. Returns whether any child is left.
bool rl_reap(rl_state *state);

// Waits for stops of traced threads and serves them, for as long as they come one after the other
// and nothing else happens.
void rl_follow(rl_state *state);

// Notes a process that was spawned. There has to be room for it.
void rl_add_live(rl_state *state, pid_t pid);

// Whether there is room for another spawned process and its exit event.
bool rl_has_room(const rl_state *state);

// Whether `pid` is a spawned process that has not been reaped.
bool rl_is_live(const rl_state *state, pid_t pid);

// Sends pending exit events as far as the socket takes them.
void rl_send_pending(rl_state *state);

#endif
