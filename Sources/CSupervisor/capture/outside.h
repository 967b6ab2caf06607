// Writes outside the container.

#ifndef RL_CAPTURE_OUTSIDE_H
#define RL_CAPTURE_OUTSIDE_H

#include "tracing/tracees.h"

// Notes that a file outside the container is about to be changed: what a descriptor of the
// supervisor is of, or a name in it.
void rl_note_outside(rl_tracee *tracee, int descriptor, const char *name);

// Has the same path noted again.
void rl_forget_outside(void);

#endif
