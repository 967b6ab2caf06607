// The files of the container that were written last: where they are, and a descriptor to read them.
// A program that writes to one file again and again is then recorded at a third of the cost.

#if defined(__linux__)

#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "capture/known_files.h"

#include "capture/places.h"
#include "system/proc.h"

enum { RL_KNOWN_FILES = 8 };

typedef struct rl_known_file {
    rl_file_key key;     // all zero where there is none
    int reader;          // plus one; 0 where it has not been opened
    bool has_path;       // no name has changed since it was found
    bool is_deleted;
    size_t path_size;
    char path[PATH_MAX];
} rl_known_file;

static rl_known_file known[RL_KNOWN_FILES];
static int32_t next_known;

// The entry of a file, or NULL.
static rl_known_file *find_known(rl_file_key key) {
    for (int32_t index = 0; index < RL_KNOWN_FILES; index += 1) {
        if (known[index].key.inode == key.inode && known[index].key.device == key.device) {
            return &known[index];
        }
    }
    return NULL;
}

// Closes the descriptor of an entry.
static void close_reader(rl_known_file *file) {
    if (file->reader > 0) {
        close(file->reader - 1);
        file->reader = 0;
    }
}

// The entry of a file, a new one where it has none.
static rl_known_file *make_known(rl_file_key key) {
    rl_known_file *file = find_known(key);
    if (file == NULL) {
        file = &known[next_known];
        next_known = (next_known + 1) % RL_KNOWN_FILES;
        close_reader(file);
        file->has_path = false;
        file->key = key;
    }
    return file;
}

bool rl_is_file_inside(
    int descriptor, rl_file_key key, char path[PATH_MAX], size_t *size, bool *deleted) {
    rl_known_file *file = find_known(key);
    if (file == NULL || !file->has_path) {
        if (!rl_is_inside(descriptor, path, size, deleted)) {
            return false;
        }
        file = make_known(key);
        file->has_path = true;
        file->is_deleted = *deleted;
        file->path_size = *size;
        memcpy(file->path, path, *size + 1);
        return true;
    }
    *size = file->path_size;
    *deleted = file->is_deleted;
    memcpy(path, file->path, file->path_size + 1);
    return true;
}

int rl_reader_of(rl_file_key key, int descriptor) {
    rl_known_file *file = make_known(key);
    if (file->reader == 0) {
        char link[32];
        rl_append_number(rl_append(link, "/proc/self/fd/"), descriptor);
        file->reader = open(link, O_RDONLY | O_CLOEXEC | O_NONBLOCK) + 1;
    }
    return file->reader - 1;
}

void rl_forget_paths(void) {
    for (int32_t index = 0; index < RL_KNOWN_FILES; index += 1) {
        known[index].has_path = false;
    }
}

void rl_forget_files(void) {
    for (int32_t index = 0; index < RL_KNOWN_FILES; index += 1) {
        close_reader(&known[index]);
        known[index].key = (rl_file_key){0};
        known[index].has_path = false;
    }
}

#endif
