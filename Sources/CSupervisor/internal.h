// What the files of the supervisor share. Nothing here is for the harness.
//
// All of it but client.c and client_spawn.c runs after a fork of a multi-threaded process that
// never execs, and therefore stays async-signal-safe for ever: system calls and static memory, no
// malloc, no stdio, no locks.

#ifndef RL_INTERNAL_H
#define RL_INTERNAL_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "rl_supervisor.h"

// MARK: - Messages between the harness and its supervisor

enum {
    RL_SHARED_SIZE = 2 << 20,        // arguments of a spawn, or the list of processes
    RL_SHARED_TAIL = 64,             // the end of it, where a traced child says why it failed
    RL_STOP_TIMEOUT_MS = 10 * 1000,  // how long the harness waits for an ending supervisor
    RL_GRACE_MS = 10 * 1000,         // how long after its own timeout an operation is given up
    RL_DESCRIPTORS = 4,              // input, output, error, channel
};

enum rl_operation {
    RL_OPERATION_SPAWN = 1,
    RL_OPERATION_SIGNAL,
    RL_OPERATION_FREEZE,
    RL_OPERATION_THAW,
    RL_OPERATION_TERMINATE,
    RL_OPERATION_PROCESSES,
    RL_OPERATION_RECORD_START,
    RL_OPERATION_RECORD_STOP,
    RL_OPERATION_CAN_TRACE,
    RL_OPERATION_COUNT_START,
    RL_OPERATION_COUNT_STOP,
};

// The pointers lead into the shared memory, which has the same address on both sides of the fork.
typedef struct rl_request {
    int32_t operation;     // an rl_operation
    int32_t pid;           // SIGNAL
    int32_t number;        // SIGNAL: the signal; FREEZE, TERMINATE: timeout in ms; PROCESSES: capacity;
                           // COUNT_START: the call that everything is killed before
    uint32_t descriptors;  // SPAWN: bit n is set where descriptor n is passed along
    const char *path;
    const char *directory;
    char **arguments;
    char **environment;
    const char *recorded;       // SPAWN: the container, or NULL
    bool counted;               // SPAWN
    rl_record_options options;  // RECORD_START, its file being descriptor 0
} rl_request;

typedef struct rl_reply {
    int32_t error;  // 0, or an errno value
    int32_t count;  // FREEZE, PROCESSES
    rl_spawn_result spawn;
    rl_termination termination;
    rl_record_result record;
    rl_count_result count_result;
} rl_reply;

// MARK: - The state of a supervisor

// The descriptors of a supervisor. All of them are below those that it is passed for a target.
enum {
    RL_COMMANDS = 3,
    RL_EVENTS = 4,
    RL_SIGNALS = 5,
    RL_HARNESS = 6,  // a pidfd, readable when the harness is dead
};

typedef struct rl_state {
    pid_t self;
    char *shared;
    bool ending;             // the harness is gone, or a signal asked the supervisor to end
    bool has_harness;        // whether RL_HARNESS is open
    bool has_children_file;  // CONFIG_PROC_CHILDREN

    // How many children have been reaped that SIGKILL had ended.
    int32_t killed;

    // How many stops of traced threads have been served.
    int64_t stops;

    // Spawned processes that have not been reaped, in no order.
    int32_t live_count;
    pid_t live[RL_SPAWNED_LIMIT];

    // Exit events that the socket had no room for, a ring.
    int32_t pending_first;
    int32_t pending_count;
    rl_exit_event pending[RL_SPAWNED_LIMIT];
} rl_state;

// MARK: - client.c

// Sends a request, with `count` descriptors. Runs in the harness. EPIPE where the supervisor is
// gone.
int rl_send_request(
    rl_supervisor *s, const rl_request *request, const int *descriptors, size_t count);

// Receives one reply. A supervisor that does not answer in time is given up (ETIMEDOUT): its socket
// is shut down, and it ends when it sees that. Runs in the harness.
int rl_receive_reply(rl_supervisor *s, rl_reply *reply, int timeout_ms);

// MARK: - supervisor.c

// The whole life of a supervisor, from the fork on. Takes the supervisor's ends of the two sockets,
// and the pid of the harness. Says on the command socket when it is ready. Never returns.
_Noreturn void rl_supervise(int commands, int events, char *shared, pid_t harness);

// Waits until a signal is there, the harness is gone or the time is over, and takes the signals
// from the signalfd. Sets `ending` where the harness is gone.
void rl_wait(rl_state *state, int64_t timeout_us);

// Whether the harness asks for something, or is gone. Takes the signals from the signalfd: who
// calls it reaps afterwards. Does not wait.
bool rl_is_called(rl_state *state);

// Microseconds of the monotonic clock.
int64_t rl_now_us(void);

// MARK: - setup.c

// Makes the forked process a supervisor: descriptors, signals, session, name, subreaper. Returns 0
// or an errno value that can be sent on RL_COMMANDS; where there is no such descriptor yet, it
// exits.
int rl_set_up(rl_state *state, int commands, int events, pid_t harness);

// Closes every descriptor from `first` on.
void rl_close_from(int first);

// MARK: - spawn.c

// Spawns what the request says. `descriptors` are input, output, error and channel, each -1 where
// there is none, and stay open in the supervisor.
rl_spawn_result rl_spawn_process(
    rl_state *state, const rl_request *request, const int descriptors[RL_DESCRIPTORS]);

// The same, where the child sets a filter on its way. `failure` is the step that it fails at.
typedef struct rl_filter_hook {
    bool (*set)(void);
    int32_t failure;
} rl_filter_hook;
rl_spawn_result rl_spawn_filtered(
    rl_state *state, const rl_request *request, const int descriptors[RL_DESCRIPTORS],
    const rl_filter_hook *hook);

// What the child of a fork does to become what the request says; it comes back only to say at which
// step it failed, with errno. `hook` may be NULL.
int32_t rl_become_target(
    const rl_request *request, const int descriptors[RL_DESCRIPTORS], pid_t supervisor,
    const rl_filter_hook *hook);

// spawn_traced.c: as rl_spawn_process, for a process that is traced from its birth.
rl_spawn_result rl_spawn_traced(
    rl_state *state, const rl_request *request, const int descriptors[RL_DESCRIPTORS]);

// Whether what is spawned could be traced: 0 or an errno value.
int rl_try_trace(void);

// MARK: - counting.c

// The most listeners that there are at a time.
enum { RL_LISTENERS = 64 };

// As rl_spawn_process, for a process whose calls are counted.
rl_spawn_result rl_spawn_counted(
    rl_state *state, const rl_request *request, const int descriptors[RL_DESCRIPTORS]);

// As rl_count_start and rl_count_stop.
int rl_start_counting(uint32_t kill_before);
int rl_stop_counting(rl_count_result *result);

// Fills in what is to be polled, and returns how many that are; serves those that are ready.
int rl_list_listeners(struct pollfd files[RL_LISTENERS]);
void rl_serve_listeners(rl_state *state, const struct pollfd *files, int count);

// MARK: - reaping.c

// Reaps every dead child and sends the exit events of spawned ones, and serves the stops of those
// that are traced. Returns whether any child is left.
bool rl_reap(rl_state *state);

// Waits for stops of traced threads and serves them, for as long as they come one after the other
// and nothing else happens.
void rl_follow(rl_state *state);

// Notes a process that was spawned. There has to be room for it.
void rl_add_live(rl_state *state, pid_t pid);

// Whether there is room for another spawned process and its exit event.
bool rl_has_room(const rl_state *state);

// Whether `pid` is a spawned process that has not been reaped.
bool rl_is_live(const rl_state *state, pid_t pid);

// Sends pending exit events as far as the socket takes them.
void rl_send_pending(rl_state *state);

// MARK: - processes.c

typedef enum rl_condition {
    RL_RUNNING,  // a thread of it runs or sleeps
    RL_BLOCKED,  // a thread of it is in uninterruptible sleep, as the parent of a vfork is
    RL_STOPPED,  // every thread of it is stopped
    RL_DEAD,     // every thread of it is dead, or it is gone
} rl_condition;

typedef struct rl_process {
    pid_t pid;
    pid_t parent;
    int32_t parent_index;  // of the parent in the tree
    rl_condition condition;
} rl_process;

// Processes in the order from parents to children; the first is the supervisor itself.
typedef struct rl_tree {
    int32_t count;
    bool complete;  // false where the list was too short
    rl_process *list;
} rl_tree;

// Called for a process when its condition has been read and its children have not: those of a
// process that was already stopped then cannot become more.
typedef void rl_visit(rl_state *state, rl_tree *tree, rl_process *process, void *context);

// Whether this kernel lists the children of a thread in /proc.
bool rl_find_children_file(pid_t self);

// Walks over every process below the supervisor. The tree is static: one walk at a time.
rl_tree *rl_walk(rl_state *state, rl_visit *visit, void *context);

// Calls `body` with each child of the supervisor, dead ones too.
void rl_each_child(rl_state *state, void (*body)(pid_t pid, void *context), void *context);

// Sends a signal to a process of the tree, never to one that has got its number after its death.
void rl_signal_process(const rl_state *state, const rl_process *process, int signal);

// MARK: - proc.c

// What /proc/PID/stat says, or that of one thread.
typedef struct rl_stat {
    char state;
    pid_t parent;
    int32_t threads;
} rl_stat;

// Reads /proc/PID/stat, or /proc/PID/task/THREAD/stat where `thread` is not 0. False where it is
// gone.
bool rl_read_stat(pid_t pid, pid_t thread, rl_stat *stat);

// The process that a thread belongs to, or 0 where it is gone.
pid_t rl_process_of_thread(pid_t thread);

// Appends to a path and returns its new end. There has to be room.
char *rl_append(char *end, const char *text);
char *rl_append_number(char *end, pid_t number);

// Calls `body` with each number that names an entry of a directory. False where it cannot be
// opened.
bool rl_each_number(
    const char *directory, void (*body)(pid_t number, void *context), void *context);

// Calls `body` with each number in /proc/PID/task/THREAD/children. False where it cannot be opened.
bool rl_each_child_of_thread(
    pid_t pid, pid_t thread, void (*body)(pid_t child, void *context), void *context);

// Calls `body` with each thread of a process.
bool rl_each_thread(pid_t pid, void (*body)(pid_t thread, void *context), void *context);

// MARK: - stops.c

// Whether a thread is traced and has been seen stopped by a signal, so that it stays so.
bool rl_is_traced_and_stopped(pid_t thread);

// Takes no traced thread for stopped any more: they are about to be continued.
void rl_expect_continues(void);

// Serves what waitpid says of a thread that is traced: that it has stopped.
void rl_serve_stop(rl_state *state, pid_t thread, int status);

// Serves the death of a thread. Returns whether a process has come to its end with it, for who
// counts.
bool rl_serve_death(rl_state *state, pid_t thread);

// MARK: - recording.c

// Whether a recording is under way.
bool rl_is_recording(void);

// As rl_record_start and rl_record_stop. Where it succeeds, the file is the supervisor's.
int rl_start_recording(rl_state *state, const rl_record_options *options, int file);
int rl_stop_recording(rl_state *state, rl_record_result *result);

// Lets calls go on that have waited too long for one that does not end. Returns in how many
// milliseconds it has to be called again, or -1.
int rl_watch_held_calls(rl_state *state);

// MARK: - freeze.c and termination.c

// Kills everything below the supervisor, once.
void rl_kill_all(rl_state *state);

// As rl_freeze. EPIPE where the harness went away meanwhile.
int rl_freeze_all(rl_state *state, int timeout_ms, int32_t *count);

// As rl_thaw.
void rl_thaw_all(rl_state *state);

// As rl_terminate_and_reap.
int rl_terminate_and_reap_all(rl_state *state, int timeout_ms, rl_termination *termination);

#endif
