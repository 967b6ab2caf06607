// Calls that send something to where the harness listens.

#ifndef RL_CAPTURE_STREAMS_H
#define RL_CAPTURE_STREAMS_H

#include <stdint.h>
#include <sys/stat.h>

#include "rl_supervisor.h"
#include "tracing/tracees.h"

// Notes the descriptors that a recorded process is given for the outside.
void rl_note_streams(const rl_spawn_request *request);

// Which stream a file is, or 0.
int32_t rl_stream_of(const struct stat *status);

// Writes the record of a call that sent `count` bytes.
void rl_record_sent(rl_tracee *tracee, int64_t count);

#endif
