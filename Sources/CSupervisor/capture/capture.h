// What a call on files of the container is about to do.

#ifndef RL_CAPTURE_CAPTURE_H
#define RL_CAPTURE_CAPTURE_H

#include <stdint.h>

#include "capture/captured_call.h"

// Looks at what a call would do, and keeps what has to be known of the time before it. Only where
// it answers RL_CONCERN_CONTAINER has the capture to be ended.
rl_concern rl_begin_capture(
    rl_capture *capture, rl_tracee *tracee, const rl_call *call, const uint64_t arguments[6]);

#endif
