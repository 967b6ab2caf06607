// Where paths of a tracee lead, and what belongs to the container.

#ifndef RL_CAPTURE_PLACES_H
#define RL_CAPTURE_PLACES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "rl_supervisor.h"
#include "tracing/tracees.h"

// Where a path leads: a name in a directory, and what is there.
typedef struct rl_place {
    bool given;
    bool inside;          // the directory is in the container
    bool exists;
    int directory;        // O_PATH, or -1
    rl_file_key directory_key;
    struct stat status;   // of what is there
    size_t path_size;
    char path[PATH_MAX];  // in the container
    char name[NAME_MAX + 1];
} rl_place;

// Sets the container. Returns 0 or an errno value.
int rl_set_container(const char *path);

// Whether a descriptor of the supervisor is of a file in the container, and its path there.
// `deleted` says that it has no name any more.
bool rl_is_inside(int descriptor, char path[PATH_MAX], size_t *size, bool *deleted);

// Whether a file is on the device of the container.
bool rl_is_on_container_device(const struct stat *status);

// Finds the place of a path. `follow`: where the last name is a symbolic link, the place is where
// it leads. False where there is no such directory.
bool rl_find_place(
    rl_tracee *tracee, int at, const char *path, bool follow, rl_place *place);

// Opens what a path names, with O_PATH. -1 where there is nothing.
int rl_open_object(rl_tracee *tracee, int at, const char *path, bool follow);

// Closes what a place holds.
void rl_leave_place(rl_place *place);

// Reads the status of a descriptor, but for its times: a file whose times have been read has to get
// new ones from the clock at its next write. False where it is none.
bool rl_read_status(int descriptor, struct stat *status);

// Which file a status is of.
rl_file_key rl_key(const struct stat *status);

#endif
