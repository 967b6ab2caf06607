// One call on files of the container: what it was given, and what is known of it.

#ifndef RL_CAPTURE_CAPTURED_CALL_H
#define RL_CAPTURE_CAPTURED_CALL_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "capture/places.h"
#include "rl_supervisor.h"
#include "tracing/calls.h"
#include "tracing/tracees.h"

// One call on files of the container, from its entry to its exit.
typedef struct rl_capture {
    const rl_call *call;
    uint64_t arguments[6];
    rl_record record;
    rl_place place;
    rl_place other;
    int file;              // what it works on, or what was opened of it; or -1
    int32_t file_flags;    // of the descriptor
    char path[PATH_MAX];   // of `file`
    char extra[PATH_MAX];
} rl_capture;

typedef enum rl_concern {
    RL_CONCERN_NONE,      // the call is none of the recording's business
    RL_CONCERN_CONTAINER,
    RL_CONCERN_STREAM,    // it acknowledges; `stream` of the tracee is set
} rl_concern;

// An argument of the call counted from 1, or 0 where it has none such.
uint64_t rl_argument(const rl_capture *capture, int place);

// The descriptor of the directory that a path starts from.
int rl_start_of(const rl_capture *capture, int at);

// Reads the path that an argument leads to.
bool rl_read_path(rl_capture *capture, rl_tracee *tracee, int place, char *path);

// Takes the identity of `file`, which has this status. False where it is outside.
bool rl_take_file(rl_capture *capture, const struct stat *status);

// Lets go of what it holds.
void rl_end_capture(rl_capture *capture);

#endif
