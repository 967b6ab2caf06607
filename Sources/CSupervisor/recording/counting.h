// Counting calls without a tracer.

#ifndef RL_RECORDING_COUNTING_H
#define RL_RECORDING_COUNTING_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "processes/state.h"

// The most listeners that there are at a time.
enum { RL_LISTENERS = 64 };

// Whether there is room for another listener.
bool rl_has_listener_room(void);

// Takes the descriptor through which the kernel tells of the calls of a process. There has to be
// room.
void rl_add_listener(int listener);

// As rl_count_start and rl_count_stop.
int rl_start_counting(uint32_t kill_before);
int rl_stop_counting(rl_count_result *result);

// Fills in what is to be polled, and returns how many that are; serves those that are ready.
int rl_list_listeners(struct pollfd files[RL_LISTENERS]);
void rl_serve_listeners(rl_state *state, const struct pollfd *files, int count);

#endif
