// The state of a supervisor: one value, in static memory.

#ifndef RL_PROCESSES_STATE_H
#define RL_PROCESSES_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "rl_supervisor.h"

enum { RL_SHARED_SIZE = 2 << 20 };  // arguments of a spawn, or the list of processes

// The descriptors of a supervisor. All of them are below those that it is passed for a target.
enum {
    RL_COMMANDS = 3,
    RL_EVENTS = 4,
    RL_SIGNALS = 5,
    RL_HARNESS = 6,  // a pidfd, readable when the harness is dead
};

typedef struct rl_state rl_state;

// Who serves the threads that are traced. What waits for processes knows no more of recordings.
typedef struct rl_tracer {
    // Serves what waitpid says of a thread that is traced: that it has stopped.
    void (*serve_stop)(rl_state *state, pid_t thread, int status);

    // Serves the death of a thread. Returns whether a process has come to its end with it, for who
    // counts.
    bool (*serve_death)(rl_state *state, pid_t thread);
} rl_tracer;

struct rl_state {
    pid_t self;
    char *shared;
    const rl_tracer *tracer;
    bool ending;             // the harness is gone, or a signal asked the supervisor to end
    bool has_harness;        // whether RL_HARNESS is open
    pid_t harness;           // who may end the supervisor by a signal
    bool has_children_file;  // CONFIG_PROC_CHILDREN

    // How many children have been reaped that SIGKILL had ended.
    int32_t killed;

    // How many stops of traced threads have been served.
    int64_t stops;

    // Whether deaths and stops were left that rl_reap is to serve when it is called again.
    bool has_more;

    // How many processes have been spawned.
    int32_t spawned;

    // Spawned processes that have not been reaped, in no order.
    int32_t live_count;
    pid_t live[RL_SPAWNED_LIMIT];

    // Exit events that the socket had no room for, a ring.
    int32_t pending_first;
    int32_t pending_count;
    rl_exit_event pending[RL_SPAWNED_LIMIT];
};

#endif
