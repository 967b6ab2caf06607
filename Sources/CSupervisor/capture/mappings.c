// Files of the container that are mapped shared: stores to them make no call. They are found by
// comparing: each has a copy of what it held at the last look.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "capture/mappings.h"

#include "capture/places.h"
#include "capture/record.h"
#include "system/proc.h"

enum {
    RL_MAPPINGS = 64,
    RL_WATCHED_SIZE = 64 << 20,  // a larger file is not compared, and a note says so
    RL_CHUNK = 1 << 14,
};

typedef struct rl_mapping {
    rl_file_key key;
    int file;            // to read it
    char *copy;          // of `copied` bytes, or NULL
    uint64_t copied;
    uint64_t capacity;
    pid_t process;
    size_t path_size;
    char path[PATH_MAX];
} rl_mapping;

static rl_mapping mappings[RL_MAPPINGS];
static int32_t mapping_count;
static char chunk[RL_CHUNK];

// The entry of a file, or NULL.
static rl_mapping *find_mapping(rl_file_key key) {
    for (int32_t index = 0; index < mapping_count; index += 1) {
        if (mappings[index].key.inode == key.inode && mappings[index].key.device == key.device) {
            return &mappings[index];
        }
    }
    return NULL;
}

// Writes a record about a mapping, with data from the file.
static void append(const rl_mapping *mapping, uint16_t kind, uint64_t offset, uint64_t size) {
    rl_record record = {
        .kind = kind,
        .system_call = -1,
        .process = mapping->process,
        .file = mapping->key,
        .path_size = (uint32_t)mapping->path_size,
        .offset = offset,
        .length = size,
        .data_size = size,
    };
    const rl_parts parts = {
        .path = mapping->path, .data = size > 0 ? mapping->copy + offset : NULL, .file = -1};
    rl_append_record(&record, &parts);
}

// Makes the copy as long as the file. False where it is too long, or gone.
static bool fit_copy(rl_mapping *mapping) {
    struct stat status;
    if (!rl_read_status(mapping->file, &status) || status.st_size > RL_WATCHED_SIZE) {
        return false;
    }
    uint64_t size = (uint64_t)status.st_size;
    if (mapping->copy == NULL && size > 0) {
        // Address space alone: pages come with what is copied.
        void *copy = mmap(NULL, RL_WATCHED_SIZE, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (copy == MAP_FAILED) {
            return false;
        }
        mapping->copy = copy;
    }
    if (size > mapping->copied) {
        memset(mapping->copy + mapping->copied, 0, size - mapping->copied);
    }
    mapping->copied = size;
    return true;
}

// Compares a chunk with the copy, brings the copy up to date, and records what is different, from
// the first to the last byte.
static void compare_chunk(rl_mapping *mapping, uint64_t offset, size_t size, bool is_recorded) {
    char *old = mapping->copy + offset;
    if (memcmp(old, chunk, size) == 0) {
        return;
    }
    size_t first = 0;
    size_t end = size;
    while (old[first] == chunk[first]) {
        first += 1;
    }
    while (old[end - 1] == chunk[end - 1]) {
        end -= 1;
    }
    memcpy(old + first, chunk + first, end - first);
    if (is_recorded) {
        append(mapping, RL_RECORD_STORED, offset + first, end - first);
    }
}

// Looks at a range of a file.
static void look(rl_mapping *mapping, uint64_t offset, uint64_t end, bool is_recorded) {
    if (mapping->file < 0 || !fit_copy(mapping)) {
        return;
    }
    end = end < mapping->copied ? end : mapping->copied;
    while (offset < end) {
        size_t size = end - offset < sizeof chunk ? (size_t)(end - offset) : sizeof chunk;
        ssize_t count = pread(mapping->file, chunk, size, (off_t)offset);
        if (count <= 0) {
            return;
        }
        compare_chunk(mapping, offset, (size_t)count, is_recorded);
        offset += (uint64_t)count;
    }
}

// Says that a file is mapped, and takes what it holds.
static void announce(rl_mapping *mapping) {
    append(mapping, RL_RECORD_MAPPING, 0, 0);
    struct stat status;
    if (!rl_read_status(mapping->file, &status) || status.st_size > RL_WATCHED_SIZE) {
        rl_append_note(RL_NOTE_STORES_UNSEEN, NULL, 0);
    }
    look(mapping, 0, UINT64_MAX, false);
}

void rl_note_mapping(rl_tracee *tracee, int descriptor) {
    struct stat status;
    int flags = fcntl(descriptor, F_GETFL);
    if (!rl_read_status(descriptor, &status) || !S_ISREG(status.st_mode)
        || (flags & O_ACCMODE) != O_RDWR || find_mapping(rl_key(&status)) != NULL
        || mapping_count == RL_MAPPINGS) {
        return;
    }
    rl_mapping *mapping = &mappings[mapping_count];
    bool deleted;
    if (!rl_is_inside(descriptor, mapping->path, &mapping->path_size, &deleted)) {
        return;
    }
    char link[32];
    rl_append_number(rl_append(link, "/proc/self/fd/"), descriptor);
    mapping->key = rl_key(&status);
    mapping->file = open(link, O_RDONLY | O_CLOEXEC);
    mapping->copy = NULL;
    mapping->copied = 0;
    mapping->process = tracee->process;
    mapping_count += 1;
    if (rl_is_recording()) {
        announce(mapping);
    }
}

void rl_start_mappings(void) {
    for (int32_t index = 0; index < mapping_count; index += 1) {
        announce(&mappings[index]);
    }
}

void rl_record_stores(void) {
    for (int32_t index = 0; index < mapping_count; index += 1) {
        look(&mappings[index], 0, UINT64_MAX, true);
    }
}

void rl_accept_write(const rl_record *record) {
    rl_mapping *mapping = mapping_count > 0 ? find_mapping(record->file) : NULL;
    if (mapping != NULL && record->kind == RL_RECORD_WRITE) {
        look(mapping, record->offset, record->offset + record->length, false);
    } else if (mapping != NULL) {
        look(mapping, 0, UINT64_MAX, false);
    }
}

void rl_forget_mappings(void) {
    for (int32_t index = 0; index < mapping_count; index += 1) {
        rl_mapping *mapping = &mappings[index];
        if (mapping->file >= 0) {
            close(mapping->file);
        }
        if (mapping->copy != NULL) {
            munmap(mapping->copy, RL_WATCHED_SIZE);
        }
    }
    mapping_count = 0;
}

// MARK: - What is mapped at an address

// Takes a hexadecimal number and the character behind it.
static uint64_t take_hexadecimal(const char **text) {
    uint64_t number = 0;
    for (;; *text += 1) {
        char digit = **text;
        if (digit >= '0' && digit <= '9') {
            number = number * 16 + (uint64_t)(digit - '0');
        } else if (digit >= 'a' && digit <= 'f') {
            number = number * 16 + (uint64_t)(digit - 'a' + 10);
        } else {
            *text += digit != 0;
            return number;
        }
    }
}

// The file that a line of a maps file says is mapped at the place's address, or NULL.
static const rl_mapping *mapping_of_line(const char *line, rl_mapped_place *place) {
    uint64_t first = take_hexadecimal(&line);
    uint64_t end = take_hexadecimal(&line);
    if (place->address < first || place->address >= end) {
        return NULL;
    }
    line += strlen("rw-s ");
    place->offset = take_hexadecimal(&line) + (place->address - first);
    place->size = end - place->address;
    take_hexadecimal(&line);  // the device, in two halves
    take_hexadecimal(&line);
    uint64_t inode = 0;
    for (; *line >= '0' && *line <= '9'; line += 1) {
        inode = inode * 10 + (uint64_t)(*line - '0');
    }
    for (int32_t index = 0; index < mapping_count; index += 1) {
        if (mappings[index].key.inode == inode) {
            return &mappings[index];
        }
    }
    return NULL;
}

// Looks through the whole lines of a maps file.
static const rl_mapping *find_in_maps(int file, rl_mapped_place *place) {
    size_t filled = 0;
    ssize_t count;
    while ((count = read(file, chunk + filled, sizeof chunk - 1 - filled)) > 0) {
        filled += (size_t)count;
        chunk[filled] = 0;
        const char *line = chunk;
        for (const char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
            const rl_mapping *found = mapping_of_line(line, place);
            if (found != NULL) {
                return found;
            }
        }
        filled -= (size_t)(line - chunk);
        memmove(chunk, line, filled);
    }
    return NULL;
}

bool rl_find_mapped_file(rl_tracee *tracee, rl_mapped_place *place, char path[PATH_MAX]) {
    if (mapping_count == 0) {
        return false;
    }
    char maps[96];
    rl_append(rl_append_number(rl_append(maps, "/proc/"), tracee->process), "/maps");
    int file = open(maps, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    const rl_mapping *found = find_in_maps(file, place);
    close(file);
    if (found != NULL) {
        place->key = found->key;
        place->path_size = found->path_size;
        memcpy(path, found->path, found->path_size);
    }
    return found != NULL;
}

#endif
