// The stops of traced threads, as waitpid announces them.
//
// A thread may be dead at any of them: then every request answers ESRCH, nothing is done, and its
// death will be announced. New threads are traced from their birth, and their first stop may come
// before that of who has made them.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "recording/stops.h"

#include "capture/record.h"
#include "recording/recording.h"
#include "recording/resume.h"
#include "system/proc.h"
#include "tracing/filter.h"
#include "tracing/registers.h"
#include "tracing/tracees.h"

#ifndef PTRACE_EVENT_STOP
#define PTRACE_EVENT_STOP 128
#endif

enum { RL_CALL_STOP = SIGTRAP | 0x80 };

// Notes where a program is setuid: it would have got other rights, were it not traced.
static void note_rights(rl_tracee *tracee) {
    char link[32];
    struct stat status;
    rl_append(rl_append_number(rl_append(link, "/proc/"), tracee->thread), "/exe");
    if (rl_is_recording() && stat(link, &status) == 0
        && (status.st_mode & (S_ISUID | S_ISGID)) != 0) {
        rl_append_note(RL_NOTE_SETUID, tracee, 0);
    }
}

// A thread that is not the first one of its process and execs becomes the first one, without a
// word about its old number. All others are dead by then.
static void serve_exec(rl_state *state, rl_tracee *tracee) {
    unsigned long former = 0;
    ptrace(PTRACE_GETEVENTMSG, tracee->thread, NULL, &former);
    rl_tracee *other = (pid_t)former != tracee->thread ? rl_find_tracee((pid_t)former) : NULL;
    if (other != NULL) {
        rl_lose_tracee(state, tracee);
        rl_lose_tracee(state, other);
        rl_remove_tracee(other);
    }
    note_rights(tracee);
    rl_resume(tracee, 0, false);
}

// A call that the table knows, one of a program for another machine, which cannot be followed, or
// one that would trace: the kernel refuses it, and the program may not say why it fails then.
static void serve_filter(rl_state *state, rl_tracee *tracee) {
    rl_entry entry;
    if (!rl_read_entry(tracee->thread, &entry)) {
        return;
    }
    if (entry.filter == RL_FILTER_FOREIGN) {
        rl_append_note(RL_NOTE_FOREIGN, tracee, 0);
        rl_skip_call(tracee->thread, -ENOSYS);
        kill(tracee->process, SIGSYS);
        rl_resume(tracee, 0, false);
        return;
    }
    if (entry.filter == RL_FILTER_TRACE) {
        rl_append_note(RL_NOTE_TRACES, tracee, 0);
        rl_resume(tracee, 0, false);
        return;
    }
    rl_enter_call(state, tracee, &entry);
}

// The first stop of a new thread, the last one of a thread that a signal stops, or the end of that.
static void serve_event_stop(rl_tracee *tracee, int signal) {
    bool is_stopped = signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN
        || signal == SIGTTOU;
    if (is_stopped && ptrace(PTRACE_LISTEN, tracee->thread, NULL, NULL) == 0) {
        tracee->state = RL_TRACEE_LISTENS;
        return;
    }
    tracee->state = RL_TRACEE_RUNS;
    rl_resume(tracee, 0, false);
}

// There is no room for a thread. A recording that does not see all is worth nothing: it ends with
// the death of everything. Outside of one the thread goes on.
static void serve_unknown(rl_state *state, pid_t thread, int status) {
    int signal = WSTOPSIG(status);
    if (rl_is_recording()) {
        rl_append_note(RL_NOTE_THREAD_LIMIT, NULL, 0);
        kill(thread, SIGKILL);
        if (!rl_is_doomed()) {
            rl_doom(state);
        }
        return;
    }
    bool is_stopped = status >> 16 == PTRACE_EVENT_STOP && signal != SIGTRAP;
    bool is_signal = status >> 16 == 0 && signal != RL_CALL_STOP;
    ptrace(is_stopped ? PTRACE_LISTEN : PTRACE_CONT, thread, NULL,
        (void *)(long)(is_signal ? signal : 0));
}

void rl_serve_stop(rl_state *state, pid_t thread, int status) {
    rl_tracee *tracee = rl_find_tracee(thread);
    if (tracee == NULL) {
        tracee = rl_add_tracee(thread);
    }
    if (tracee == NULL) {
        serve_unknown(state, thread, status);
        return;
    }
    int signal = WSTOPSIG(status);
    switch (status >> 16) {
    case 0:
        if (signal == RL_CALL_STOP) {
            rl_leave_call(state, tracee);
        } else {
            rl_resume(tracee, signal, false);
        }
        break;
    case PTRACE_EVENT_SECCOMP:
        serve_filter(state, tracee);
        break;
    case PTRACE_EVENT_EXEC:
        serve_exec(state, tracee);
        break;
    case PTRACE_EVENT_STOP:
        serve_event_stop(tracee, signal);
        break;
    default:  // it has made a thread or a process
        rl_resume(tracee, 0, false);
        break;
    }
}

bool rl_serve_death(rl_state *state, pid_t thread) {
    rl_tracee *tracee = rl_find_tracee(thread);
    if (tracee == NULL) {
        return true;
    }
    bool is_process = tracee->process == thread;
    rl_lose_tracee(state, tracee);
    rl_remove_tracee(tracee);
    if (!rl_has_tracees()) {
        rl_forget_tracees();
    }
    // The death of who is another process's child is announced twice, unless that reaps it.
    return is_process && kill(thread, 0) < 0;
}

#endif
