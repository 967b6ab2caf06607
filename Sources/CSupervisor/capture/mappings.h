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

// What is mapped at an address of a process.
typedef struct rl_mapped_place {
    uint64_t address;
    rl_file_key key;
    size_t path_size;
    uint64_t offset;  // in the file
    uint64_t size;    // from there to the end of the mapping
} rl_mapped_place;

// Finds the file that a thread has mapped at the place's address, and its path in the container.
bool rl_find_mapped_file(rl_tracee *tracee, rl_mapped_place *place, char path[PATH_MAX]);

// Records what has been stored since the last look, before a call and at the end.
void rl_record_stores(void);

// Takes what a call has written for what is there.
void rl_accept_write(const rl_record *record);

// Forgets all of them.
void rl_forget_mappings(void);

#endif
