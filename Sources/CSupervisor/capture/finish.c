// What a call on files of the container has done: its record is completed and appended.
//
// No other such call has run in between, so that the files show what this one has left. What was
// written is read from the file: the buffers of the tracee may have been changed by other threads.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/finish.h"

#include "capture/known_files.h"
#include "capture/mappings.h"
#include "capture/places.h"
#include "capture/record.h"
#include "tracing/calls.h"
#include "tracing/registers.h"

enum {
    RL_VALUE_SIZE = 1 << 16,    // the largest value of an attribute
    RL_APPEND = 0x10,           // RWF_APPEND
    RL_NO_APPEND = 0x20,        // RWF_NOAPPEND
    RL_WRITE_DATA_SYNC = 0x2,   // RWF_DSYNC
    RL_WRITE_SYNC = 0x4,        // RWF_SYNC
};

static char value[RL_VALUE_SIZE];

// Takes identity, size, mode and owner as they are now.
static void take_status(rl_record *record, const struct stat *status) {
    record->file = rl_key(status);
    record->file_size = (uint64_t)status->st_size;
    record->mode = status->st_mode;
    record->user = status->st_uid;
    record->group = status->st_gid;
}

// The same from the descriptor of the capture.
static void take_file_status(rl_capture *capture) {
    struct stat status;
    if (capture->file >= 0 && rl_read_status(capture->file, &status)) {
        take_status(&capture->record, &status);
    }
}

// MARK: - Writes

// Where the bytes of a write have gone. A file that is appended to has its end there, whatever
// offset was asked for.
static uint64_t offset_of_write(const rl_capture *capture, rl_tracee *tracee, uint64_t count) {
    const rl_call *call = capture->call;
    uint64_t flags = rl_argument(capture, call->flags);
    uint64_t offset = rl_argument(capture, call->offset);
    uint64_t size_before = capture->record.file_size;
    if (call->trait == RL_TRAIT_CLONE) {
        return capture->record.offset;
    }
    bool is_appending = (capture->file_flags & O_APPEND) != 0 && (flags & RL_NO_APPEND) == 0;
    if (is_appending || (flags & RL_APPEND) != 0) {
        return size_before;
    }
    if (call->trait == RL_TRAIT_OFFSET_POINTER && offset != 0) {
        uint64_t after;
        bool is_read = rl_read_memory(tracee->thread, offset, &after, sizeof after) == sizeof after;
        return is_read && after >= count ? after - count : 0;
    }
    bool is_given = call->offset > 0 && call->trait != RL_TRAIT_OFFSET_POINTER
        && !(call->flags > 0 && offset == UINT64_MAX);
    if (is_given) {
        return offset;
    }
    uint64_t after = (uint64_t)lseek(capture->file, 0, SEEK_CUR);
    return after >= count ? after - count : 0;
}

// Whether the write was a sync too.
static uint16_t sync_flags(const rl_capture *capture) {
    uint64_t flags = rl_argument(capture, capture->call->flags);
    if ((capture->file_flags & O_SYNC) == O_SYNC || (flags & RL_WRITE_SYNC) != 0) {
        return RL_RECORD_SYNCHRONOUS;
    }
    bool data_only = (capture->file_flags & O_DSYNC) != 0 || (flags & RL_WRITE_DATA_SYNC) != 0;
    return data_only ? RL_RECORD_DATA_SYNCHRONOUS : 0;
}

// Appends a record with data from the file: of `size` bytes at its offset.
static void append_with_data(rl_capture *capture, rl_parts *parts, uint64_t size) {
    int access = capture->file_flags & O_ACCMODE;
    // What is open for direct access is read in whole blocks alone.
    bool is_readable = capture->file_flags >= 0
        && (capture->file_flags & (O_PATH | O_DIRECT)) == 0 && access != O_WRONLY;
    parts->file = is_readable ? capture->file
                              : rl_reader_of(capture->record.file, capture->file);
    if (parts->file < 0) {
        rl_append_note(RL_NOTE_UNREADABLE, NULL, -errno);
        size = 0;
    }
    capture->record.data_size = size;
    rl_append_record(&capture->record, parts);
}

// The record of a write, with what the file holds now.
static void finish_write(
    rl_capture *capture, rl_tracee *tracee, rl_parts *parts, int64_t result) {
    rl_record *record = &capture->record;
    uint64_t count = capture->call->trait == RL_TRAIT_CLONE ? record->length : (uint64_t)result;
    if (result < 0 || count == 0) {
        rl_append_record(record, parts);
        return;
    }
    record->offset = offset_of_write(capture, tracee, count);
    record->length = count;
    record->flags |= sync_flags(capture);
    if (record->offset + count > record->file_size) {
        record->file_size = record->offset + count;
    }
    append_with_data(capture, parts, count);
    rl_accept_write(record);
}

// MARK: - Names

// What a new name leads to.
static void take_named(rl_capture *capture, rl_parts *parts) {
    struct stat status;
    rl_place *place = &capture->place;
    if (fstatat(place->directory, place->name, &status, AT_SYMLINK_NOFOLLOW) < 0) {
        return;
    }
    take_status(&capture->record, &status);
    if (!S_ISLNK(status.st_mode)) {
        return;
    }
    ssize_t count = readlinkat(
        place->directory, place->name, capture->extra, sizeof capture->extra);
    capture->record.extra_size = count > 0 ? (uint32_t)count : 0;
    parts->extra = capture->extra;
}

// The file that was opened, or made.
static void take_opened(rl_capture *capture, rl_tracee *tracee, int64_t descriptor) {
    int file = rl_borrow(tracee, (int)descriptor);
    struct stat status;
    if (file >= 0 && rl_read_status(file, &status)) {
        take_status(&capture->record, &status);
    }
    if (file >= 0) {
        close(file);
    }
}

// A file that came from outside the container: its content comes with it.
static void finish_arrival(rl_capture *capture, rl_parts *parts) {
    rl_record *record = &capture->record;
    take_named(capture, parts);
    bool came = (record->flags & RL_RECORD_OTHER_OUTSIDE) != 0
        && (record->flags & RL_RECORD_OUTSIDE) == 0;
    if (!came || !S_ISREG(record->mode) || record->file_size == 0) {
        rl_append_record(record, parts);
        return;
    }
    if (capture->file >= 0) {
        close(capture->file);
    }
    capture->file = openat(
        capture->place.directory, capture->place.name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    capture->file_flags = O_PATH;
    record->offset = 0;
    record->length = record->file_size;
    append_with_data(capture, parts, record->file_size);
}

// MARK: - Attributes

// Reads the value that was set.
static void take_value(rl_capture *capture, rl_tracee *tracee, rl_parts *parts) {
    const rl_call *call = capture->call;
    uint64_t address = rl_argument(capture, call->buffer + 1);
    uint64_t size = rl_argument(capture, call->buffer + 2);
    if (call->trait == RL_TRAIT_ATTRIBUTE_AT) {
        struct {
            uint64_t address;
            uint32_t size, flags;
        } at = {0};
        rl_read_memory(tracee->thread, address, &at, sizeof at);
        address = at.address;
        size = at.size;
    }
    size = size < sizeof value ? size : sizeof value;
    capture->record.data_size = rl_read_memory(tracee->thread, address, value, (size_t)size);
    parts->data = value;
}

// Takes the time that the file has now, and whether it is that of the call.
static void take_time(rl_capture *capture, rl_tracee *tracee) {
    uint64_t address = rl_argument(capture, capture->call->buffer);
    struct timespec times[2] = {0};
    struct stat status;
    bool is_exact = capture->call->trait == RL_TRAIT_NO_PATH
        && rl_read_memory(tracee->thread, address, times, sizeof times) == sizeof times;
    if (fstat(capture->file, &status) < 0
        || (is_exact && times[1].tv_nsec == UTIME_OMIT)) {
        capture->record.kind = RL_RECORD_SYNC_RANGE;  // Nothing that is kept has changed.
        return;
    }
    take_status(&capture->record, &status);
    bool is_now = address == 0 || (is_exact && times[1].tv_nsec == UTIME_NOW);
    capture->record.flags |= is_now ? RL_RECORD_NOW : 0;
    capture->record.offset = (uint64_t)status.st_mtim.tv_sec;
    capture->record.length = (uint64_t)status.st_mtim.tv_nsec;
}

// MARK: - All of them

// Completes the record of a call that succeeded, but for its data.
static void complete(rl_capture *capture, rl_tracee *tracee, rl_parts *parts, int64_t result) {
    rl_record *record = &capture->record;
    switch (record->kind) {
    case RL_RECORD_OPEN:
        take_opened(capture, tracee, result);
        break;
    case RL_RECORD_MKDIR:
    case RL_RECORD_SYMLINK:
    case RL_RECORD_MKNOD:
        take_named(capture, parts);
        break;
    case RL_RECORD_TRUNCATE:
        record->length = capture->call->trait == RL_TRAIT_HANDLE ? 0 : capture->arguments[1];
        take_file_status(capture);
        break;
    case RL_RECORD_ALLOCATE:
        record->arguments = (uint32_t)capture->arguments[1];
        record->offset = capture->arguments[2];
        record->length = capture->arguments[3];
        take_file_status(capture);
        break;
    case RL_RECORD_SET_ATTRIBUTE:
        take_value(capture, tracee, parts);
        break;
    case RL_RECORD_TIME:
        take_time(capture, tracee);
        break;
    case RL_RECORD_MODE:
    case RL_RECORD_OWNER:
        take_file_status(capture);
        break;
    }
}

void rl_finish_capture(rl_capture *capture, rl_tracee *tracee, int64_t result) {
    rl_record *record = &capture->record;
    rl_parts parts = {
        .path = capture->path,
        .other_path = capture->other.path,
        .extra = capture->extra,
        .file = -1,
    };
    record->result = result;
    if (record->directory.inode != 0 || record->other_directory.inode != 0) {
        rl_forget_paths();
    }
    if (record->kind == RL_RECORD_WRITE) {
        finish_write(capture, tracee, &parts, result);
    } else if (result < 0 || (record->flags & RL_RECORD_UNFINISHED) != 0) {
        rl_append_record(record, &parts);
    } else if (record->kind == RL_RECORD_LINK || record->kind == RL_RECORD_RENAME) {
        finish_arrival(capture, &parts);
    } else {
        complete(capture, tracee, &parts, result);
        rl_append_record(record, &parts);
        if (record->kind == RL_RECORD_TRUNCATE || record->kind == RL_RECORD_ALLOCATE) {
            rl_accept_write(record);
        }
    }
}

#endif
