// The process that spawns and watches targets, and terminates and reaps them.
//
// One supervisor serves one worker. It is forked from the harness and never execs; from then on it
// runs this module's code alone, allocates nothing, and holds no descriptor of the harness but its
// own. It is the child subreaper of everything that it spawns, so that no daemon can leave it, and
// when the harness's end of its socket closes, for whatever reason, it kills everything and exits.
//
// Its files lie in folders. Each folder uses only those below it in this list, and no two files
// use each other; LayeringTests checks that:
//
//   client      what the harness calls; all but this runs in the supervisor
//   supervisor  its life: setup, the loop, the harness's commands
//   spawning    how a target is spawned: plainly, traced, or with its calls counted
//   recording   stops of traced threads, one recorded call after the other, plans, counting
//   capture     what one call does to the container, and the file of records
//   processes   the supervisor's state, waiting, reaping, the process tree, freeze, termination
//   tracing     the table of calls, seccomp filters, traced threads, their registers
//   system      /proc, the clock, descriptors
//
// What runs in the supervisor follows a fork of a multi-threaded process that never execs. It stays
// async-signal-safe for ever: system calls and static memory, no malloc, no stdio, no locks.
//
// How a recording works: a recorded process has a seccomp filter (tracing/filter.c) that stops it
// at the calls in a table (tracing/calls.c), and at no others. At such a stop (recording/stops.c)
// the supervisor looks at what the call would do (capture/capture.c), waits until no other call on
// files of the container is in flight (recording/recording.c), lets it run to its end, and appends
// a record (capture/record.c).
//
// Every function here runs in the harness, is blocking and is called by one thread at a time for
// one supervisor. They return 0, or an errno value: EPIPE where the supervisor is gone, ETIMEDOUT
// where it did not answer (it is abandoned then, and ends), ENOSYS on other systems than Linux.

#ifndef RL_SUPERVISOR_H
#define RL_SUPERVISOR_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "rl_record.h"

#ifdef __cplusplus
extern "C" {
#endif

// How many spawned processes one supervisor has room for, those included whose exit events were not
// read.
enum { RL_SPAWNED_LIMIT = 1024 };

typedef struct rl_supervisor {
    pid_t pid;        // the supervisor itself
    int commands;     // request and reply, SOCK_SEQPACKET
    int events;       // rl_exit_event records, SOCK_SEQPACKET, to be polled by the harness
    char *shared;     // the arguments of a spawn are passed here
    uint64_t shared_size;
} rl_supervisor;

// What an exec'ed child of the supervisor died of; sent on `events` once for each rl_spawn'ed
// process.
typedef struct rl_exit_event {
    int32_t pid;
    int32_t status;       // as from waitpid
    int32_t empty_after;  // so many were spawned when nothing was left below the supervisor; else 0
} rl_exit_event;

enum rl_spawn_step {
    RL_SPAWN_OK = 0,
    RL_SPAWN_ARGUMENTS,   // E2BIG: they do not fit into the shared memory
    RL_SPAWN_FORK,        // ENOSPC: RL_SPAWNED_LIMIT is reached
    RL_SPAWN_SETUP,       // session, limits, descriptors
    RL_SPAWN_DIRECTORY,   // chdir
    RL_SPAWN_EXEC,
    RL_SPAWN_TRACE,       // this machine does not let the process be traced
    RL_SPAWN_COUNT,       // nor does it tell the supervisor of its calls
    RL_SPAWN_TERMINAL,    // `input` cannot become the controlling terminal
};

typedef struct rl_spawn_request {
    const char *path;            // the executable; not searched on PATH
    char *const *arguments;      // with argv[0], ended by NULL
    char *const *environment;    // ended by NULL
    const char *directory;       // the working directory, or NULL for the harness's own
    int input;                   // become 0, 1 and 2; -1 is /dev/null
    int output;
    int error;
    int channel;                 // becomes descriptor 3, or -1
    const char *recorded;        // the absolute path of the container whose changes can be recorded
                                 // in this process and all that come from it, or NULL
    bool counted;                // it is not traced: its calls can be counted, and no more
    bool terminal;               // `input` is a terminal that becomes the controlling one of the
                                 // process's session, with the process in its foreground
    bool silent;                 // what it writes to its streams acknowledges nothing: a log
} rl_spawn_request;

typedef struct rl_spawn_result {
    pid_t pid;
    int32_t step;                // an rl_spawn_step
    int32_t error;               // errno of that step
} rl_spawn_result;

typedef struct rl_termination {
    int32_t killed;              // processes that still lived and had to be killed, main ones too;
                                 // without those whose parents waited for them in dying themselves
    int32_t remaining;           // children that are left: 0 means that waitpid answered ECHILD
    int32_t survivor;            // one of them, for the message
} rl_termination;

// Starts a supervisor. On success every field of `s` is set. May be called by any thread.
int rl_supervisor_start(rl_supervisor *s);

// Ends it: it kills and reaps all that is left and exits; the harness reaps it. Unread exit events
// are lost. `s` may be stopped again without effect.
void rl_supervisor_stop(rl_supervisor *s);

// Spawns a process in a session of its own, with default signal dispositions, an empty signal mask,
// no core file (also where core_pattern is a pipe) and SIGKILL when the supervisor dies. Returns 0
// where the supervisor answered; whether the process runs is in `result`.
int rl_spawn(rl_supervisor *s, const rl_spawn_request *request, rl_spawn_result *result);

// A pseudo-terminal between the harness and a target.
typedef struct rl_terminal {
    int harness_end;  // read, written and resized by the harness; does not block
    int target_end;   // what a target is spawned with as `input`, `output` and `error`
} rl_terminal;

// Makes a terminal of this size, with the settings that Linux gives each, and IUTF8. The caller
// closes both ends; when the harness's is closed, the terminal hangs up. EINVAL where rows or
// columns are not 1 to 65535; where the system gives no terminal, its errno, such as ENOSPC. Both
// ends are -1 then.
int rl_terminal_open(rl_terminal *terminal, int rows, int columns);

// Changes the size, at either end: the foreground processes get SIGWINCH where it is another one
// than before. EINVAL as above.
int rl_terminal_resize(int end, int rows, int columns);

// Sends a signal to one spawned process that has not been reaped. ESRCH where it is gone.
int rl_signal(rl_supervisor *s, pid_t pid, int signal);

// Stops every process below the supervisor (SIGSTOP), again until all of them are seen stopped or
// dead. ETIMEDOUT where that does not come about; those that are stopped then stay so until they
// are thawed or terminated. `count` is how many are stopped.
int rl_freeze(rl_supervisor *s, int timeout_ms, int *count);

// Lets all of them go on (SIGCONT).
int rl_thaw(rl_supervisor *s);

// Kills every process below the supervisor with SIGKILL, again and again until waitpid(-1, __WALL)
// answers ECHILD: that is the proof of death. Exit events of spawned processes are sent before it
// returns, as far as the socket has room. ETIMEDOUT where something is left.
int rl_terminate_and_reap(rl_supervisor *s, int timeout_ms, rl_termination *termination);

// How many processes are below the supervisor, dead ones apart, and the ids of the first `capacity`
// of them, parents before their children.
int rl_processes(rl_supervisor *s, pid_t *pids, int capacity, int *count);

// Holds a process by a descriptor, which the caller closes: it becomes readable when the process
// has ended, and is never mistaken for a later process of the same number. ESRCH where it is gone.
int rl_process_open(pid_t pid, int *process);

// Sends a signal to a process that is held. ESRCH where it is gone.
int rl_process_signal(int process, int signal);

// MARK: - Recording

// What is done to one call of a recording, once.
enum rl_plan_action {
    RL_PLAN_NONE = 0,
    RL_PLAN_KILL_BEFORE,  // everything below the supervisor is killed, and the call is not made
    RL_PLAN_KILL_AFTER,   // the same when the call has ended
    RL_PLAN_FAIL,         // the call is not made and answers -`value`, an errno; so do the `later`
    RL_PLAN_SHORT,        // it is made for at most `value` bytes: of write, pwrite, sendfile, ...
    RL_PLAN_REFUSE_SPACE, // not once: every call that needs space is not made and answers -ENOSPC
};

// The bit in `later` of a plan for calls that need space; no rl_record_kind has it.
enum { RL_PLAN_NEEDS_SPACE = 1 };

typedef struct rl_plan {
    int32_t action;      // an rl_plan_action
    uint32_t call;       // counted from 1 over the calls on files of the container
    uint32_t kinds;      // 0, or a bit for each rl_record_kind that is counted, and no others are
    uint32_t later;      // as `kinds`, of RL_PLAN_FAIL: those fail too after the call, to the end
    uint64_t value;
} rl_plan;

typedef struct rl_record_options {
    int file;            // where the records are appended; rl_record_file makes one
    bool one_processor;  // keep the supervisor and what it traces on one processor meanwhile
    uint32_t call_limit; // the recording ends itself after so many calls
    uint64_t byte_limit; // and when it is so large
    rl_plan plan;
} rl_record_options;

typedef struct rl_record_result {
    uint32_t calls;      // on files of the container
    uint32_t planned;    // the call at which the plan was carried out, or 0
    uint64_t bytes;      // the size of the recording
} rl_record_result;

// A file in memory for a recording. -1 with errno where there is none.
int rl_record_file(void);

// Starts to record what recorded processes do, those that are spawned later too. Calls that are
// under way are missed: freeze before, and thaw after. EBUSY where a recording is under way.
int rl_record_start(rl_supervisor *s, const rl_record_options *options);

// Waits for calls that are under way, up to a second, and ends the recording. ENOENT where there is
// none. The processes go on, and can be recorded again.
int rl_record_stop(rl_supervisor *s, rl_record_result *result);

// MARK: - Counting calls without a tracer

typedef struct rl_count_result {
    uint32_t calls;   // that change files of the container, as far as that can be told; those that
                      // fail are among them
    bool killed;      // the call was reached, and everything has been killed before it
    bool sees_files;  // calls on other files were told apart and are not counted
} rl_count_result;

// Whether this machine lets the supervisor trace what it spawns. 0, or the errno value of ptrace.
int rl_can_trace(rl_supervisor *s);

// Starts to count the calls by which counted processes change files, those that are spawned later
// too. Everything is killed before the call `kill_before`, counted from 1; 0 is never. EBUSY where
// they are counted already.
int rl_count_start(rl_supervisor *s, uint32_t kill_before);

// Ends that. ENOENT where nothing is counted.
int rl_count_stop(rl_supervisor *s, rl_count_result *result);

// The name of a system call that records can have; NULL for others.
const char *rl_call_name(int32_t number);

// poll with a timeout in nanoseconds; a negative one is none. Swift does not see ppoll.
int rl_poll(struct pollfd *entries, unsigned count, int64_t timeout_ns);

// What a status of waitpid says; Swift cannot use the macros.
int rl_wait_status_exit_code(int status);   // -1 where it was a signal
int rl_wait_status_signal(int status);      // 0 where it exited

#ifdef __cplusplus
}
#endif

#endif
