// Appending records to the file of the harness.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "capture/record.h"

#include "system/clock.h"

enum { RL_BUFFER_SIZE = 1 << 16 };

static struct {
    int file;
    bool is_open;    // a file is there
    bool is_full;    // it takes no more but the last record
    uint64_t size;   // what has been written
    uint64_t limit;
} recorded = {.file = -1};

static _Alignas(rl_record) char buffer[RL_BUFFER_SIZE];
static size_t filled;

void rl_open_record(int file, uint64_t byte_limit) {
    recorded.file = file;
    recorded.is_open = true;
    recorded.is_full = false;
    recorded.size = 0;
    recorded.limit = byte_limit;
}

bool rl_is_recording(void) {
    return recorded.is_open;
}

bool rl_record_is_open(void) {
    return recorded.is_open && !recorded.is_full;
}

// Writes what is in the buffer. Returns 0 or an errno value.
static int flush(void) {
    size_t done = 0;
    while (done < filled) {
        ssize_t count = write(recorded.file, buffer + done, filled - done);
        if (count < 0 && errno != EINTR) {
            return errno;
        }
        done += count > 0 ? (size_t)count : 0;
    }
    recorded.size += filled;
    filled = 0;
    return 0;
}

// Puts bytes into the buffer, flushing it as it fills.
static int put(const void *bytes, size_t size) {
    const char *next = bytes;
    while (size > 0) {
        size_t part = size < sizeof buffer - filled ? size : sizeof buffer - filled;
        memcpy(buffer + filled, next, part);
        filled += part;
        next += part;
        size -= part;
        int error = filled == sizeof buffer ? flush() : 0;
        if (error != 0) {
            return error;
        }
    }
    return 0;
}

// Puts what a file holds into the buffer; zeros where it ends early.
static int put_file(int file, uint64_t offset, uint64_t size) {
    while (size > 0) {
        size_t room = sizeof buffer - filled;
        size_t part = size < room ? (size_t)size : room;
        ssize_t count = pread(file, buffer + filled, part, (off_t)offset);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            memset(buffer + filled, 0, part);
            count = (ssize_t)part;
        }
        filled += (size_t)count;
        offset += (uint64_t)count;
        size -= (uint64_t)count;
        int error = filled == sizeof buffer ? flush() : 0;
        if (error != 0) {
            return error;
        }
    }
    return 0;
}

// Writes a record, whatever its size.
static int put_record(rl_record *record, const rl_parts *parts) {
    static const char zeros[8];
    uint64_t size = sizeof *record + record->path_size + record->other_path_size
        + record->extra_size + record->data_size;
    record->size = (size + 7) / 8 * 8;
    record->time_us = rl_now_us();
    int error = put(record, sizeof *record);
    if (error == 0) error = put(parts->path, record->path_size);
    if (error == 0) error = put(parts->other_path, record->other_path_size);
    if (error == 0) error = put(parts->extra, record->extra_size);
    if (error == 0) {
        error = parts->data != NULL ? put(parts->data, (size_t)record->data_size)
                                    : put_file(parts->file, record->offset, record->data_size);
    }
    if (error == 0) error = put(zeros, (size_t)(record->size - size));
    return error;
}

// How long the recording is, with what waits in the buffer.
static uint64_t total_size(void) {
    return recorded.size + filled;
}

// Ends the recording early and says why. What there is of the record that did not fit, behind
// `size`, is taken back.
static void fill_up(int32_t note, uint64_t size, int64_t result) {
    recorded.is_full = true;
    filled = size > recorded.size ? (size_t)(size - recorded.size) : 0;
    if (size < recorded.size && ftruncate(recorded.file, (off_t)size) == 0) {
        recorded.size = size;
        lseek(recorded.file, (off_t)size, SEEK_SET);
    }
    const rl_parts none = {.file = -1};
    rl_record record = {
        .kind = RL_RECORD_NOTE, .system_call = -1, .arguments = (uint32_t)note, .result = result};
    put_record(&record, &none);
}

void rl_append_record(rl_record *record, const rl_parts *parts) {
    if (!rl_record_is_open()) {
        return;
    }
    uint64_t before = total_size();
    if (before + sizeof *record + record->data_size > recorded.limit) {
        fill_up(RL_NOTE_BYTE_LIMIT, before, 0);
        return;
    }
    int error = put_record(record, parts);
    if (error != 0) {
        fill_up(RL_NOTE_FILE_FAILED, before, -error);
    }
}

void rl_append_note(int32_t note, rl_tracee *tracee, int64_t result) {
    const rl_parts none = {.file = -1};
    rl_record record = {
        .kind = RL_RECORD_NOTE,
        .system_call = -1,
        .process = tracee != NULL ? tracee->process : 0,
        .thread = tracee != NULL ? tracee->thread : 0,
        .arguments = (uint32_t)note,
        .result = result,
    };
    if (note == RL_NOTE_CALL_LIMIT) {
        if (rl_record_is_open()) {
            fill_up(note, total_size(), 0);
        }
        return;
    }
    rl_append_record(&record, &none);
}

uint64_t rl_close_record(void) {
    const rl_parts none = {.file = -1};
    rl_record record = {.kind = RL_RECORD_END, .system_call = -1};
    put_record(&record, &none);
    flush();
    close(recorded.file);
    recorded.file = -1;
    recorded.is_open = false;
    return recorded.size;
}

#endif
