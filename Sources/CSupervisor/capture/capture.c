// What a call on files of the container is about to do: by kind of call, and the calls that name
// their file by a descriptor, or change what a path names and leave the name.

#if defined(__linux__)

#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "capture/capture.h"

#include "capture/capture_names.h"
#include "capture/mappings.h"
#include "capture/outside.h"
#include "capture/places.h"
#include "capture/streams.h"
#include "system/proc.h"
#include "tracing/calls.h"
#include "tracing/registers.h"

enum { RL_NO_FOLLOW = 0x100 };  // AT_SYMLINK_NOFOLLOW

static char object_path[PATH_MAX];

// MARK: - Calls on a descriptor

// What an ioctl that clones will write, from what it reads. It is known before the call.
static bool begin_clone(rl_capture *capture, rl_tracee *tracee) {
    struct {
        int64_t source;
        uint64_t source_offset, length, offset;
    } range = {.source = (int32_t)capture->arguments[2]};
    const unsigned clone_range = 0x4020940d;
    if ((uint32_t)capture->arguments[1] == clone_range
        && rl_read_memory(tracee->thread, capture->arguments[2], &range, sizeof range)
            < sizeof range) {
        return false;
    }
    int source = rl_borrow(tracee, (int)range.source);
    struct stat status;
    bool is_there = source >= 0 && rl_read_status(source, &status);
    if (source >= 0) {
        close(source);
    }
    if (is_there && range.length == 0 && (uint64_t)status.st_size > range.source_offset) {
        range.length = (uint64_t)status.st_size - range.source_offset;
    }
    capture->record.offset = range.offset;
    capture->record.length = range.length;
    return is_there;
}

// Keeps what tells later where the bytes went.
static rl_concern begin_write(rl_capture *capture, rl_tracee *tracee) {
    capture->file_flags = fcntl(capture->file, F_GETFL);
    bool is_clone = capture->call->trait == RL_TRAIT_CLONE;
    return !is_clone || begin_clone(capture, tracee) ? RL_CONCERN_CONTAINER : RL_CONCERN_NONE;
}

// A call that names its file by a descriptor.
static rl_concern begin_descriptor(rl_capture *capture, rl_tracee *tracee) {
    const rl_call *call = capture->call;
    capture->file = rl_borrow(tracee, (int)rl_argument(capture, call->file));
    struct stat status;
    if (capture->file < 0 || !rl_read_status(capture->file, &status)) {
        return RL_CONCERN_NONE;
    }
    bool sends = call->kind == RL_RECORD_WRITE || call->kind == RL_RECORD_ACKNOWLEDGE;
    if (call->kind == RL_RECORD_SYNC_ALL) {
        return rl_is_on_container_device(&status) ? RL_CONCERN_CONTAINER : RL_CONCERN_NONE;
    }
    bool is_kept = S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
    if (is_kept && call->kind != RL_RECORD_ACKNOWLEDGE && rl_take_file(capture, &status)) {
        return call->kind == RL_RECORD_WRITE ? begin_write(capture, tracee) : RL_CONCERN_CONTAINER;
    }
    bool changes = sends || call->kind == RL_RECORD_TRUNCATE || call->kind == RL_RECORD_ALLOCATE;
    if (S_ISREG(status.st_mode) && status.st_nlink > 0 && changes
        && call->trait != RL_TRAIT_CLONE) {
        rl_note_outside(tracee, capture->file, NULL);
    }
    tracee->stream = sends && call->trait != RL_TRAIT_CLONE ? rl_stream_of(&status) : 0;
    return tracee->stream != 0 ? RL_CONCERN_STREAM : RL_CONCERN_NONE;
}

// MARK: - Calls on a path

// Whether the call works on what a link leads to.
static bool follows(const rl_capture *capture) {
    const rl_call *call = capture->call;
    uint64_t flags = rl_argument(capture, call->flags);
    switch (call->trait) {
    case RL_TRAIT_NO_FOLLOW: return false;
    case RL_TRAIT_FLAGS_NO_FOLLOW:
    case RL_TRAIT_NO_PATH:
    case RL_TRAIT_ATTRIBUTE_AT: return (flags & RL_NO_FOLLOW) == 0;
    default: return true;
    }
}

// A call that changes what a path names and leaves the name: chmod, truncate, ...
static rl_concern begin_object(rl_capture *capture, rl_tracee *tracee) {
    const rl_call *call = capture->call;
    struct stat status;
    bool is_pathless = call->trait == RL_TRAIT_NO_PATH && rl_argument(capture, call->path) == 0;
    object_path[0] = 0;
    if (!is_pathless && !rl_read_path(capture, tracee, call->path, object_path)) {
        return RL_CONCERN_NONE;
    }
    capture->file = rl_open_object(
        tracee, rl_start_of(capture, call->at), object_path, follows(capture));
    bool is_ours = capture->file >= 0 && rl_read_status(capture->file, &status)
        && rl_take_file(capture, &status);
    return is_ours ? RL_CONCERN_CONTAINER : RL_CONCERN_NONE;
}

// MARK: - Attributes

// Keeps the name of an attribute.
static bool begin_attribute(rl_capture *capture, rl_tracee *tracee) {
    uint64_t address = rl_argument(capture, capture->call->buffer);
    if (!rl_read_string(tracee->thread, address, capture->extra, NAME_MAX + 1)) {
        return false;
    }
    capture->record.extra_size = (uint32_t)strlen(capture->extra);
    return true;
}

// A msync is an fsync of the bytes that are mapped there; without MS_SYNC it promises nothing.
static rl_concern begin_msync(rl_capture *capture, rl_tracee *tracee) {
    rl_mapped_place place = {.address = capture->arguments[0]};
    if (!rl_find_mapped_file(tracee, &place, capture->path)) {
        return RL_CONCERN_NONE;
    }
    rl_record *record = &capture->record;
    record->file = place.key;
    record->path_size = (uint32_t)place.path_size;
    record->offset = place.offset;
    record->length = capture->arguments[1] < place.size ? capture->arguments[1] : place.size;
    bool is_sync = (capture->arguments[2] & MS_SYNC) != 0 && record->length > 0;
    record->kind = is_sync ? RL_RECORD_SYNC : RL_RECORD_SYNC_RANGE;
    record->flags = is_sync ? RL_RECORD_DATA_ONLY : 0;
    return RL_CONCERN_CONTAINER;
}

static int open_working_directory(const rl_tracee *tracee) {
    char path[64];
    rl_append(rl_append_number(rl_append(path, "/proc/"), tracee->thread), "/cwd");
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

// A file that is opened by a handle has a path that nobody has named. Where it is not emptied,
// nothing has changed.
static rl_concern begin_open_by_handle(rl_capture *capture, rl_tracee *tracee) {
    struct {
        struct file_handle fixed;
        unsigned char bytes[MAX_HANDLE_SZ];
    } handle = {0};
    size_t fixed_size = sizeof handle.fixed;
    uint64_t address = rl_argument(capture, capture->call->buffer);
    if ((rl_argument(capture, capture->call->flags) & O_TRUNC) == 0
        || rl_read_memory(tracee->thread, address, &handle, fixed_size) < fixed_size
        || handle.fixed.handle_bytes > sizeof handle.bytes
        || rl_read_memory(tracee->thread, address, &handle, fixed_size + handle.fixed.handle_bytes)
            < fixed_size + handle.fixed.handle_bytes) {
        return RL_CONCERN_NONE;
    }
    int at = rl_start_of(capture, capture->call->at);
    int start = at == AT_FDCWD ? open_working_directory(tracee) : rl_borrow(tracee, at);
    capture->file = open_by_handle_at(start, &handle.fixed, O_PATH | O_CLOEXEC);
    if (start >= 0) {
        close(start);
    }
    struct stat status;
    bool is_ours = capture->file >= 0 && rl_read_status(capture->file, &status)
        && rl_take_file(capture, &status);
    return is_ours ? RL_CONCERN_CONTAINER : RL_CONCERN_NONE;
}

// MARK: - All of them

// Goes by what the call does.
static rl_concern begin(rl_capture *capture, rl_tracee *tracee) {
    const rl_call *call = capture->call;
    rl_concern concern;
    switch (call->kind) {
    case RL_RECORD_OPEN:
        return rl_begin_open(capture, tracee);
    case RL_RECORD_RENAME:
        return rl_begin_rename(capture, tracee);
    case RL_RECORD_LINK:
        return rl_begin_link(capture, tracee);
    case RL_RECORD_SYMLINK:
    case RL_RECORD_UNLINK:
    case RL_RECORD_MKDIR:
    case RL_RECORD_RMDIR:
    case RL_RECORD_MKNOD:
        return rl_begin_name(capture, tracee);
    case RL_RECORD_SET_ATTRIBUTE:
    case RL_RECORD_REMOVE_ATTRIBUTE:
        concern = call->file != 0 ? begin_descriptor(capture, tracee)
                                  : begin_object(capture, tracee);
        return concern != RL_CONCERN_NONE && begin_attribute(capture, tracee)
            ? concern : RL_CONCERN_NONE;
    default:
        if (call->trait == RL_TRAIT_HANDLE) {
            return begin_open_by_handle(capture, tracee);
        }
        if (call->file != 0) {
            return begin_descriptor(capture, tracee);
        }
        if (call->path != 0) {
            return begin_object(capture, tracee);
        }
        return call->kind == RL_RECORD_SYNC ? begin_msync(capture, tracee) : RL_CONCERN_CONTAINER;
    }
}

rl_concern rl_begin_capture(
    rl_capture *capture, rl_tracee *tracee, const rl_call *call, const uint64_t arguments[6]) {
    capture->call = call;
    memcpy(capture->arguments, arguments, sizeof capture->arguments);
    capture->file = -1;
    capture->place.given = capture->other.given = false;
    capture->place.path_size = capture->other.path_size = 0;
    capture->other.inside = false;
    capture->other.directory_key = (rl_file_key){0};
    capture->place.directory_key = (rl_file_key){0};
    capture->record = (rl_record){
        .kind = call->kind,
        .system_call = call->number,
        .process = tracee->process,
        .thread = tracee->thread,
        .flags = call->trait == RL_TRAIT_DATA_ONLY ? RL_RECORD_DATA_ONLY : 0,
    };
    rl_concern concern = begin(capture, tracee);
    if (concern != RL_CONCERN_CONTAINER) {
        rl_end_capture(capture);
    }
    return concern;
}

#endif
