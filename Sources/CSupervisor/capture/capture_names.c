// What a call on names in the container is about to do.

#if defined(__linux__)

#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>

#include "capture/capture_names.h"

#include "capture/outside.h"
#include "capture/places.h"
#include "tracing/calls.h"
#include "tracing/registers.h"

// The flags of the ...at calls.
enum {
    RL_REMOVE_DIRECTORY = 0x200,
    RL_FOLLOW = 0x400,
};

static char first_path[PATH_MAX];
static char second_path[PATH_MAX];

// Puts a place into the record as the one that `path` names.
static void take_place(rl_capture *capture) {
    rl_record *record = &capture->record;
    record->directory = capture->place.directory_key;
    record->path_size = (uint32_t)capture->place.path_size;
    record->flags |= capture->place.inside ? 0 : RL_RECORD_OUTSIDE;
    memcpy(capture->path, capture->place.path, capture->place.path_size);
}

// The flags of an open.
static uint64_t open_flags(const rl_capture *capture, rl_tracee *tracee) {
    uint64_t flags = rl_argument(capture, capture->call->flags);
    struct open_how how;
    switch (capture->call->trait) {
    case RL_TRAIT_CREATE:
        return O_CREAT | O_WRONLY | O_TRUNC;
    case RL_TRAIT_HOW:
        return rl_read_memory(tracee->thread, flags, &how, sizeof how) == sizeof how
            ? how.flags : 0;
    default:
        return (uint32_t)flags;
    }
}

// Other kinds of files than plain ones stay as they are and may block for ever.
rl_concern rl_begin_open(rl_capture *capture, rl_tracee *tracee) {
    uint64_t flags = open_flags(capture, tracee);
    int start = rl_start_of(capture, capture->call->at);
    capture->record.arguments = (uint32_t)flags;
    if ((flags & (O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY))) == 0
        || !rl_read_path(capture, tracee, capture->call->path, first_path)) {
        return RL_CONCERN_NONE;
    }
    struct stat status;
    if ((flags & O_TMPFILE) == O_TMPFILE) {
        capture->file = rl_open_object(tracee, start, first_path, true);
        bool is_ours = capture->file >= 0 && rl_read_status(capture->file, &status)
            && rl_take_file(capture, &status);
        capture->record.directory = capture->record.file;
        return is_ours ? RL_CONCERN_CONTAINER : RL_CONCERN_NONE;
    }
    bool exclusive = (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0;
    bool follow = (flags & O_NOFOLLOW) == 0 && !exclusive;
    rl_place *place = &capture->place;
    if (!rl_find_place(tracee, start, first_path, follow, place)
        || (place->exists && !S_ISREG(place->status.st_mode))) {
        return RL_CONCERN_NONE;
    }
    if (!place->inside) {
        if (!place->exists || (flags & O_TRUNC) != 0) {
            rl_note_outside(tracee, place->directory, place->name);
        }
        return RL_CONCERN_NONE;
    }
    take_place(capture);
    if (place->exists) {
        capture->record.flags |= RL_RECORD_EXISTED;
        capture->record.file = rl_key(&place->status);
        capture->record.file_size = (uint64_t)place->status.st_size;
    }
    return RL_CONCERN_CONTAINER;
}

rl_concern rl_begin_name(rl_capture *capture, rl_tracee *tracee) {
    const rl_call *call = capture->call;
    rl_place *place = &capture->place;
    if (!rl_read_path(capture, tracee, call->path, first_path)
        || !rl_find_place(tracee, rl_start_of(capture, call->at), first_path, false, place)) {
        return RL_CONCERN_NONE;
    }
    if (!place->inside) {
        bool removes = call->kind == RL_RECORD_UNLINK || call->kind == RL_RECORD_RMDIR;
        if (place->exists == removes) {
            rl_note_outside(tracee, place->directory, place->name);
        }
        return RL_CONCERN_NONE;
    }
    take_place(capture);
    if (call->trait == RL_TRAIT_REMOVE_DIRECTORY
        && (rl_argument(capture, call->flags) & RL_REMOVE_DIRECTORY) != 0) {
        capture->record.kind = RL_RECORD_RMDIR;
    }
    if (place->exists) {
        capture->record.file = rl_key(&place->status);
        capture->record.mode = place->status.st_mode;
    }
    return RL_CONCERN_CONTAINER;
}

// Puts the other place into the record.
static void take_other_place(rl_capture *capture) {
    rl_record *record = &capture->record;
    record->other_directory = capture->other.directory_key;
    record->other_path_size = (uint32_t)capture->other.path_size;
    record->flags |= capture->other.inside ? 0 : RL_RECORD_OTHER_OUTSIDE;
}

rl_concern rl_begin_rename(rl_capture *capture, rl_tracee *tracee) {
    const rl_call *call = capture->call;
    rl_place *to = &capture->place;
    rl_place *from = &capture->other;
    if (!rl_read_path(capture, tracee, call->path, first_path)
        || !rl_read_path(capture, tracee, call->other_path, second_path)
        || !rl_find_place(tracee, rl_start_of(capture, call->at), first_path, false, to)
        || !rl_find_place(
            tracee, rl_start_of(capture, call->other_at), second_path, false, from)) {
        return RL_CONCERN_NONE;
    }
    if (from->exists && !to->inside) {
        rl_note_outside(tracee, to->directory, to->name);
    }
    if (from->exists && !from->inside) {
        rl_note_outside(tracee, from->directory, from->name);
    }
    if (!(to->inside || from->inside)) {
        return RL_CONCERN_NONE;
    }
    take_place(capture);
    take_other_place(capture);
    rl_record *record = &capture->record;
    record->arguments = (uint32_t)rl_argument(capture, call->flags);
    if (from->exists) {
        record->file = rl_key(&from->status);
        record->mode = from->status.st_mode;
    }
    if (to->exists) {
        record->other = rl_key(&to->status);
        record->other_mode = to->status.st_mode;
    }
    return RL_CONCERN_CONTAINER;
}

rl_concern rl_begin_link(rl_capture *capture, rl_tracee *tracee) {
    const rl_call *call = capture->call;
    bool follow = (rl_argument(capture, call->flags) & RL_FOLLOW) != 0;
    int start = rl_start_of(capture, call->other_at);
    rl_place *to = &capture->place;
    rl_place *from = &capture->other;
    if (!rl_read_path(capture, tracee, call->path, first_path)
        || !rl_read_path(capture, tracee, call->other_path, second_path)
        || !rl_find_place(tracee, rl_start_of(capture, call->at), first_path, false, to)
        || !to->inside) {
        return RL_CONCERN_NONE;
    }
    take_place(capture);
    capture->file = rl_open_object(tracee, start, second_path, follow);
    bool deleted = false;
    if (capture->file >= 0 && rl_read_status(capture->file, &from->status)) {
        capture->record.file = rl_key(&from->status);
        capture->record.mode = from->status.st_mode;
        from->inside = rl_is_inside(capture->file, from->path, &from->path_size, &deleted);
    }
    capture->record.flags |= deleted ? RL_RECORD_DELETED : 0;
    take_other_place(capture);
    return RL_CONCERN_CONTAINER;
}

#endif
