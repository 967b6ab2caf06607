// The files of the container that were written last.

#ifndef RL_CAPTURE_KNOWN_FILES_H
#define RL_CAPTURE_KNOWN_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "rl_supervisor.h"

// As rl_is_inside, of a file with this key.
bool rl_is_file_inside(
    int descriptor, rl_file_key key, char path[PATH_MAX], size_t *size, bool *deleted);

// A descriptor to read the file with, which is not to be closed. -1 with errno.
int rl_reader_of(rl_file_key key, int descriptor);

// Names may have changed.
void rl_forget_paths(void);

// Lets go of all.
void rl_forget_files(void);

#endif
