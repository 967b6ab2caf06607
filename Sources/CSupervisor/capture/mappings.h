// Files of the container that are mapped shared.

#ifndef RL_CAPTURE_MAPPINGS_H
#define RL_CAPTURE_MAPPINGS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rl_supervisor.h"
#include "tracing/tracees.h"

// Notes a file of the container that can be stored to through memory. `descriptor` is one of the
// supervisor.
void rl_note_mapping(rl_tracee *tracee, int descriptor);

// Writes the notes of mappings that were made before the recording, and looks at them.
void rl_start_mappings(void);

// The file that a thread has mapped at an address, and its path in the container.
bool rl_find_mapped_file(
    rl_tracee *tracee, uint64_t address, rl_file_key *key, char path[PATH_MAX], size_t *size);

// Records what has been stored since the last look, before a call and at the end.
void rl_record_stores(void);

// Takes what a call has written for what is there.
void rl_accept_write(const rl_record *record);

// Forgets all of them.
void rl_forget_mappings(void);

#endif
