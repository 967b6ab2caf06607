// What is done to one call of a recording: everything is killed, or the call fails, alone or with
// later ones, or is cut short.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>

#include "recording/plan.h"

#include "capture/record.h"
#include "recording/resume.h"
#include "tracing/calls.h"
#include "tracing/registers.h"

static struct {
    rl_plan plan;
    uint32_t carried_out;  // the call at which it was, or 0
    uint32_t counted;      // calls of the plan's kinds that have ended
    bool was_cut;          // an argument has to be put back
    bool lasts;            // the call has failed, and later ones do
} planned;

void rl_set_plan(const rl_plan *plan) {
    planned.plan = *plan;
    planned.carried_out = 0;
    planned.counted = 0;
    planned.was_cut = false;
    planned.lasts = false;
    rl_end_doom();
}

uint32_t rl_planned_call(void) {
    return planned.carried_out;
}

// Whether calls of this kind are counted by themselves.
static bool is_counted(const rl_capture *capture) {
    return (planned.plan.kinds >> capture->record.kind & 1) != 0;
}

// Whether it is the turn of a call, which has a number among all.
static bool is_due(const rl_capture *capture, uint32_t number) {
    return planned.plan.kinds == 0
        ? planned.plan.call == number
        : is_counted(capture) && planned.plan.call == planned.counted + 1;
}

// Says in the recording what was done at a call.
static void note_plan(const rl_tracee *tracee, uint32_t number) {
    const rl_parts none = {.file = -1};
    rl_record record = {
        .kind = RL_RECORD_PLAN,
        .system_call = -1,
        .call = number,
        .process = tracee->process,
        .thread = tracee->thread,
        .arguments = (uint32_t)planned.plan.action,
    };
    rl_append_record(&record, &none);
    planned.carried_out = number;
    planned.plan.action = RL_PLAN_NONE;
}

// Kills everything. Who is at a stop stays there.
static void kill_all(rl_state *state, rl_tracee *tracee, uint32_t number) {
    note_plan(tracee, number);
    tracee->state = RL_TRACEE_DOOMED;
    rl_doom(state);
}

// Makes the call fail.
static void fail(const rl_tracee *tracee, rl_capture *capture, uint32_t number) {
    if (rl_skip_call(tracee->thread, -(int64_t)planned.plan.value)) {
        capture->record.flags |= RL_RECORD_INJECTED;
        note_plan(tracee, number);
        planned.lasts = planned.plan.later != 0;
    }
}

// Cuts what the call is asked to write.
static void cut(rl_tracee *tracee, rl_capture *capture, uint32_t number) {
    const rl_call *call = capture->call;
    bool counts_bytes = call->kind == RL_RECORD_WRITE && call->count > 0
        && call->trait != RL_TRAIT_VECTOR;
    planned.was_cut = counts_bytes && capture->arguments[call->count - 1] > planned.plan.value
        && rl_set_argument(tracee->thread, call->count, planned.plan.value);
    if (planned.was_cut) {
        capture->record.flags |= RL_RECORD_INJECTED;
        note_plan(tracee, number);
    } else {
        rl_append_note(RL_NOTE_NOT_PLANNED, tracee, 0);
        planned.plan.action = RL_PLAN_NONE;
    }
}

// Whether a call needs space, on a file system that copies on write. A name alone needs none.
static bool needs_space(const rl_capture *capture) {
    const uint64_t frees = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_COLLAPSE_RANGE;
    const rl_call *call = capture->call;
    switch (call->kind) {
    case RL_RECORD_WRITE:
        return call->count == 0 || capture->arguments[call->count - 1] > 0;
    case RL_RECORD_ALLOCATE:
        return (capture->arguments[call->flags - 1] & frees) == 0;
    case RL_RECORD_MKDIR:
    case RL_RECORD_SYMLINK:
    case RL_RECORD_SET_ATTRIBUTE:
        return true;
    default:
        return false;
    }
}

// Whether a call fails by itself, with an error that comes before those of the disk: what it makes
// is there already, or what it needs is not.
static bool fails_by_itself(const rl_capture *capture) {
    const uint32_t exclusive = O_CREAT | O_EXCL;
    switch (capture->record.kind) {
    case RL_RECORD_OPEN:
        return (capture->record.arguments & exclusive) == exclusive
            && (capture->record.flags & RL_RECORD_EXISTED) != 0;
    case RL_RECORD_MKDIR:
    case RL_RECORD_SYMLINK:
    case RL_RECORD_MKNOD:
        return capture->place.exists;
    case RL_RECORD_LINK:
        return capture->place.exists || capture->file < 0;
    case RL_RECORD_UNLINK:
    case RL_RECORD_RMDIR:
        return !capture->place.exists;
    case RL_RECORD_RENAME:
        return !capture->other.exists;
    default:
        return false;
    }
}

// Whether a call fails because one before it has, as the plan says.
static bool fails_later(const rl_capture *capture) {
    bool is_meant = (planned.plan.later >> capture->record.kind & 1) != 0
        || ((planned.plan.later & RL_PLAN_NEEDS_SPACE) != 0 && needs_space(capture));
    return planned.lasts && is_meant && !fails_by_itself(capture);
}

// Refuses a call as long as the recording lasts.
static void refuse(const rl_tracee *tracee, rl_capture *capture, int64_t error) {
    if (rl_skip_call(tracee->thread, -error)) {
        capture->record.flags |= RL_RECORD_INJECTED;
    }
}

bool rl_plan_entry(rl_state *state, rl_tracee *tracee, rl_capture *capture, uint32_t number) {
    if (planned.plan.action == RL_PLAN_REFUSE_SPACE) {
        if (needs_space(capture) && !fails_by_itself(capture)) {
            refuse(tracee, capture, ENOSPC);
            planned.carried_out = number;
        }
        return true;
    }
    if (fails_later(capture)) {
        refuse(tracee, capture, (int64_t)planned.plan.value);
        return true;
    }
    if (!is_due(capture, number)) {
        return true;
    }
    switch (planned.plan.action) {
    case RL_PLAN_KILL_BEFORE:
        kill_all(state, tracee, number);
        return false;
    case RL_PLAN_FAIL:
        fail(tracee, capture, number);
        return true;
    case RL_PLAN_SHORT:
        cut(tracee, capture, number);
        return true;
    default:
        return true;
    }
}

bool rl_plan_exit(rl_state *state, rl_tracee *tracee, rl_capture *capture, uint32_t number) {
    if (planned.was_cut) {
        int place = capture->call->count;
        rl_set_argument(tracee->thread, place, capture->arguments[place - 1]);
        planned.was_cut = false;
    }
    if (number == 0) {
        return true;  // it comes again
    }
    bool kills = planned.plan.action == RL_PLAN_KILL_AFTER && is_due(capture, number);
    planned.counted += is_counted(capture) ? 1 : 0;
    if (kills) {
        kill_all(state, tracee, number);
    }
    return !kills;
}

#endif
