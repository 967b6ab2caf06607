// A recording: one call on files of the container after the other.

#ifndef RL_RECORDING_RECORDING_H
#define RL_RECORDING_RECORDING_H

#include <stdint.h>

#include "processes/state.h"
#include "tracing/registers.h"
#include "tracing/tracees.h"

// As rl_record_start and rl_record_stop. Where it succeeds, the file is the supervisor's.
int rl_start_recording(rl_state *state, const rl_record_options *options, int file);
int rl_stop_recording(rl_state *state, rl_record_result *result);

// Lets calls go on that have waited too long for one that does not end. Returns in how many
// milliseconds it has to be called again, or -1.
int rl_watch_held_calls(rl_state *state);

// What a stop at the entry of a call comes to: the thread is let go on, held or killed.
void rl_enter_call(rl_state *state, rl_tracee *tracee, const rl_entry *entry);

// What a stop at the exit of a call comes to.
void rl_leave_call(rl_state *state, rl_tracee *tracee);

// A thread is dead or has become another.
void rl_lose_tracee(rl_state *state, rl_tracee *tracee);

// The last thread is gone.
void rl_forget_tracees(void);

#endif
