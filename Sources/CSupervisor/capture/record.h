// The file of records that the harness has given.

#ifndef RL_CAPTURE_RECORD_H
#define RL_CAPTURE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "rl_supervisor.h"
#include "tracing/tracees.h"

// The parts of a record besides its fixed one.
typedef struct rl_parts {
    const char *path, *other_path, *extra;
    const void *data;     // of `data_size` bytes; NULL: they are read from `file`
    int file;             // the descriptor to read them from, at `offset` of the record
} rl_parts;

// Appends a record; its sizes say how long the parts are.
void rl_append_record(rl_record *record, const rl_parts *parts);

// Appends a note.
void rl_append_note(int32_t note, rl_tracee *tracee, int64_t result);

// Begins and ends the file. `file` stays the supervisor's from now on.
void rl_open_record(int file, uint64_t byte_limit);
uint64_t rl_close_record(void);

// Whether a recording is under way: its file has been opened and not been closed.
bool rl_is_recording(void);

// Whether records are still taken.
bool rl_record_is_open(void);

#endif
