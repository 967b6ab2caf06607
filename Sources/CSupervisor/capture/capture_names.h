// What a call on names in the container is about to do, as rl_begin_capture says it.

#ifndef RL_CAPTURE_CAPTURE_NAMES_H
#define RL_CAPTURE_CAPTURE_NAMES_H

#include "capture/captured_call.h"

// An open that may make a file, or empty it.
rl_concern rl_begin_open(rl_capture *capture, rl_tracee *tracee);

// A call that makes or removes one name.
rl_concern rl_begin_name(rl_capture *capture, rl_tracee *tracee);

// A rename into, in or out of the container.
rl_concern rl_begin_rename(rl_capture *capture, rl_tracee *tracee);

// A new name for a file, wherever it is.
rl_concern rl_begin_link(rl_capture *capture, rl_tracee *tracee);

#endif
