// What a call on files of the container has done.

#ifndef RL_CAPTURE_FINISH_H
#define RL_CAPTURE_FINISH_H

#include <stdint.h>

#include "capture/captured_call.h"

// Completes the record by what the call has left, and appends it.
void rl_finish_capture(rl_capture *capture, rl_tracee *tracee, int64_t result);

#endif
