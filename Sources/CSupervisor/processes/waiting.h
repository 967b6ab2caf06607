// Waiting for signals, with an eye on the harness.

#ifndef RL_PROCESSES_WAITING_H
#define RL_PROCESSES_WAITING_H

#include <stdbool.h>
#include <stdint.h>

#include "processes/state.h"

// Takes what lies in the signalfd. Sets `ending` where one of the signals asks for it.
void rl_take_signals(rl_state *state);

// Waits until a signal is there, the harness is gone or the time is over, and takes the signals
// from the signalfd. Sets `ending` where the harness is gone.
void rl_wait(rl_state *state, int64_t timeout_us);

// Whether the harness asks for something, or is gone. Takes the signals from the signalfd: who
// calls it reaps afterwards. Does not wait.
bool rl_is_called(rl_state *state);

#endif
