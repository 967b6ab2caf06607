// A recording: one call on files of the container is in flight at a time, over all threads and
// processes; who comes meanwhile waits at its entry.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "recording/recording.h"

#include "capture/capture.h"
#include "capture/finish.h"
#include "capture/known_files.h"
#include "capture/mappings.h"
#include "capture/outside.h"
#include "capture/record.h"
#include "capture/streams.h"
#include "processes/reaping.h"
#include "processes/waiting.h"
#include "recording/plan.h"
#include "recording/resume.h"
#include "system/clock.h"
#include "tracing/affinity.h"
#include "tracing/calls.h"

enum {
    RL_CALL_BOUND_US = 5 * 1000 * 1000,  // others wait so long for a call that does not end
    RL_LAST_CALLS_US = 1000 * 1000,      // and so long does the end of a recording
    RL_WAIT_US = 1000,
    RL_FIRST_RESTART = 512,              // ERESTARTSYS, ...: the call comes again
    RL_LAST_RESTART = 516,
};

static struct {
    int32_t owner;         // who is in a call, or -1
    int32_t first_waiting, last_waiting;
    int32_t sending;       // how many are in calls that acknowledge
    int64_t owner_since;
    uint32_t calls;
    uint32_t call_limit;
    bool one_processor;
} recording = {.owner = -1, .first_waiting = -1, .last_waiting = -1};

static rl_capture current;
static rl_capture probe;

// MARK: - The queue of those that wait

// Puts a thread at the end.
static void enqueue(rl_tracee *tracee) {
    int32_t index = rl_tracee_index(tracee);
    tracee->state = RL_TRACEE_HELD;
    tracee->waiting = -1;
    if (recording.last_waiting >= 0) {
        rl_tracee_at(recording.last_waiting)->waiting = index;
    } else {
        recording.first_waiting = index;
    }
    recording.last_waiting = index;
}

// Takes a thread off, wherever it is.
static void dequeue(rl_tracee *tracee) {
    int32_t index = rl_tracee_index(tracee);
    int32_t previous = -1;
    for (int32_t at = recording.first_waiting; at >= 0; at = rl_tracee_at(at)->waiting) {
        if (at == index) {
            break;
        }
        previous = at;
    }
    if (previous >= 0) {
        rl_tracee_at(previous)->waiting = tracee->waiting;
    } else {
        recording.first_waiting = tracee->waiting;
    }
    if (recording.last_waiting == index) {
        recording.last_waiting = previous;
    }
    tracee->waiting = -1;
}

// MARK: - One call after the other

// Makes a thread at its entry the one whose call is in flight. The capture has been begun.
static void own(rl_state *state, rl_tracee *tracee) {
    if (recording.calls == recording.call_limit) {
        rl_append_note(RL_NOTE_CALL_LIMIT, tracee, 0);
    }
    rl_record_stores();
    recording.owner = rl_tracee_index(tracee);
    recording.owner_since = rl_now_us();
    tracee->state = RL_TRACEE_IN_CALL;
    current.record.call = recording.calls + 1;
    if (rl_plan_entry(state, tracee, &current, recording.calls + 1)) {
        rl_resume(tracee, 0, true);
    } else {
        rl_end_capture(&current);
        recording.owner = -1;
    }
}

// Lets the next one go on that has waited.
static void advance(rl_state *state) {
    while (recording.owner < 0 && recording.first_waiting >= 0 && !rl_is_doomed()) {
        rl_tracee *tracee = rl_tracee_at(recording.first_waiting);
        dequeue(tracee);
        tracee->state = RL_TRACEE_RUNS;
        rl_concern concern = rl_is_recording()
            ? rl_begin_capture(&current, tracee, tracee->call, tracee->arguments)
            : RL_CONCERN_NONE;
        if (concern == RL_CONCERN_CONTAINER) {
            own(state, tracee);
        } else {
            rl_resume(tracee, 0, false);
        }
    }
}

// Keeps what a call was given, for the time when it is its turn or has ended.
static void keep_entry(rl_tracee *tracee, const rl_call *call, const rl_entry *entry) {
    tracee->call = call;
    for (int index = 0; index < 6; index += 1) {
        tracee->arguments[index] = entry->arguments[index];
    }
}

// A mapping is noted at any time, since it outlives the call; only what is mapped later is missed
// where the thread is gone.
static void enter_mapping(rl_tracee *tracee, const rl_entry *entry) {
    int file = rl_borrow(tracee, (int)entry->arguments[4]);
    if (file >= 0) {
        rl_note_mapping(tracee, file);
        close(file);
    }
    rl_resume(tracee, 0, false);
}

void rl_enter_call(rl_state *state, rl_tracee *tracee, const rl_entry *entry) {
    const rl_call *call = rl_find_call((int32_t)entry->number);
    if (rl_is_doomed()) {
        tracee->state = RL_TRACEE_DOOMED;
        kill(tracee->process, SIGKILL);
        return;
    }
    if (call != NULL && call->kind == RL_RECORD_MAPPING) {
        enter_mapping(tracee, entry);
        return;
    }
    if (call == NULL || !rl_record_is_open()) {
        rl_resume(tracee, 0, false);
        return;
    }
    bool is_free = recording.owner < 0;
    rl_concern concern = rl_begin_capture(
        is_free ? &current : &probe, tracee, call, entry->arguments);
    switch (concern) {
    case RL_CONCERN_CONTAINER:
        if (is_free) {
            own(state, tracee);
        } else {
            rl_end_capture(&probe);
            keep_entry(tracee, call, entry);
            enqueue(tracee);
        }
        break;
    case RL_CONCERN_STREAM:
        // What is told may be about what was stored. While a call is in flight, what it has changed
        // cannot be told from that.
        if (is_free) {
            rl_record_stores();
        }
        keep_entry(tracee, call, entry);
        tracee->state = RL_TRACEE_SENDING;
        recording.sending += 1;
        rl_resume(tracee, 0, true);
        break;
    case RL_CONCERN_NONE:
        rl_resume(tracee, 0, false);
        break;
    }
}

// The current call has ended with a result.
static void leave_owned(rl_state *state, rl_tracee *tracee, int64_t result) {
    bool comes_again = result <= -RL_FIRST_RESTART && result >= -RL_LAST_RESTART;
    if (!comes_again) {
        recording.calls += 1;
        rl_finish_capture(&current, tracee, result);
    }
    rl_end_capture(&current);
    recording.owner = -1;
    tracee->state = RL_TRACEE_RUNS;
    if (rl_plan_exit(state, tracee, &current, comes_again ? 0 : recording.calls)) {
        rl_resume(tracee, 0, false);
        advance(state);
    }
}

void rl_leave_call(rl_state *state, rl_tracee *tracee) {
    int64_t result;
    bool is_owner = rl_tracee_index(tracee) == recording.owner;
    if (!rl_read_result(tracee->thread, &result)) {
        return;  // it is dead, and that will be announced
    }
    if (is_owner) {
        leave_owned(state, tracee, result);
        return;
    }
    if (tracee->state == RL_TRACEE_SENDING) {
        recording.sending -= 1;
        tracee->state = RL_TRACEE_RUNS;
        if (result > 0) {
            rl_record_sent(tracee, result);
        }
    }
    rl_resume(tracee, 0, false);
}

void rl_lose_tracee(rl_state *state, rl_tracee *tracee) {
    if (rl_tracee_index(tracee) == recording.owner) {
        recording.calls += 1;
        current.record.flags |= RL_RECORD_UNFINISHED;
        rl_finish_capture(&current, tracee, -EINTR);
        rl_end_capture(&current);
        recording.owner = -1;
    } else if (tracee->state == RL_TRACEE_HELD) {
        dequeue(tracee);
    } else if (tracee->state == RL_TRACEE_SENDING) {
        recording.sending -= 1;
    }
    tracee->state = RL_TRACEE_RUNS;
    advance(state);
}

void rl_forget_tracees(void) {
    rl_end_doom();
    if (rl_is_recording()) {
        rl_record_stores();
    }
    rl_forget_mappings();
}

int rl_watch_held_calls(rl_state *state) {
    if (recording.owner < 0 || recording.first_waiting < 0) {
        return -1;
    }
    int64_t left_us = recording.owner_since + RL_CALL_BOUND_US - rl_now_us();
    if (left_us > 0) {
        return (int)(left_us / 1000) + 1;
    }
    rl_tracee *owner = rl_tracee_at(recording.owner);
    rl_append_note(RL_NOTE_HELD_TOO_LONG, owner, 0);
    rl_end_capture(&current);
    owner->state = RL_TRACEE_RUNS;
    recording.owner = -1;
    advance(state);
    return rl_watch_held_calls(state);
}

// MARK: - Start and stop

int rl_start_recording(rl_state *state, const rl_record_options *options, int file) {
    (void)state;
    if (rl_is_recording()) {
        return EBUSY;
    }
    int kept = fcntl(file, F_DUPFD_CLOEXEC, RL_HARNESS + 1);
    if (kept < 0) {
        return errno;
    }
    rl_open_record(kept, options->byte_limit);
    rl_forget_outside();
    recording.calls = 0;
    recording.call_limit = options->call_limit;
    rl_set_plan(&options->plan);
    recording.one_processor = options->one_processor;
    if (recording.one_processor) {
        rl_pin();
    }
    rl_start_mappings();
    return 0;
}

int rl_stop_recording(rl_state *state, rl_record_result *result) {
    if (!rl_is_recording()) {
        return ENOENT;
    }
    int64_t deadline = rl_now_us() + RL_LAST_CALLS_US;
    while ((recording.owner >= 0 || recording.sending > 0) && rl_now_us() < deadline
        && !state->ending) {
        rl_wait(state, RL_WAIT_US);
        rl_reap(state);
    }
    if (recording.owner >= 0) {
        rl_tracee *owner = rl_tracee_at(recording.owner);
        rl_append_note(RL_NOTE_HELD_TOO_LONG, owner, 0);
        rl_end_capture(&current);
        owner->state = RL_TRACEE_RUNS;
        recording.owner = -1;
    }
    rl_record_stores();
    *result = (rl_record_result){.calls = recording.calls, .planned = rl_planned_call()};
    result->bytes = rl_close_record();
    advance(state);
    rl_forget_files();
    if (recording.one_processor) {
        rl_unpin();
    }
    return 0;
}

#endif
