// What is done to one call of a recording.

#ifndef RL_RECORDING_PLAN_H
#define RL_RECORDING_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "capture/captured_call.h"
#include "processes/state.h"

// Sets what is to be done, once.
void rl_set_plan(const rl_plan *plan);

// Does what the plan says at the entry of a call, which has this number. False where everything has
// been killed: then the thread is not to go on, and the capture is not needed any more.
bool rl_plan_entry(rl_state *state, rl_tracee *tracee, rl_capture *capture, uint32_t number);

// The same at its exit, when the record has been appended; puts back what was changed.
bool rl_plan_exit(rl_state *state, rl_tracee *tracee, rl_capture *capture, uint32_t number);

// The call at which the plan was carried out, or 0.
uint32_t rl_planned_call(void);

#endif
