// Writes outside the container: they are none of the recording's business but for a note of where.

#if defined(__linux__)

#define _GNU_SOURCE
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "capture/outside.h"

#include "capture/record.h"
#include "system/proc.h"

// What was noted last: a program that writes a log does so again and again.
static char noted[PATH_MAX + NAME_MAX + 2];

void rl_note_outside(rl_tracee *tracee, int descriptor, const char *name) {
    static char path[PATH_MAX + NAME_MAX + 2];
    char link[32];
    rl_append_number(rl_append(link, "/proc/self/fd/"), descriptor);
    ssize_t count = readlink(link, path, PATH_MAX);
    if (count <= 0 || *path != '/') {
        return;
    }
    path[count] = 0;
    if (name != NULL) {
        char *end = path + count;
        if (end[-1] != '/') {
            *end++ = '/';
        }
        rl_append(end, name);
    }
    if (strcmp(path, noted) == 0) {
        return;
    }
    rl_append(noted, path);
    const rl_parts parts = {.path = path, .file = -1};
    rl_record record = {
        .kind = RL_RECORD_NOTE,
        .system_call = -1,
        .process = tracee->process,
        .thread = tracee->thread,
        .arguments = RL_NOTE_OUTSIDE,
        .path_size = (uint32_t)strlen(path),
    };
    rl_append_record(&record, &parts);
}

void rl_forget_outside(void) {
    *noted = 0;
}

#endif
