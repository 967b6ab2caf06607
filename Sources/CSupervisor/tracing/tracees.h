// Which threads are traced.

#ifndef RL_TRACING_TRACEES_H
#define RL_TRACING_TRACEES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "tracing/calls.h"

enum { RL_TRACEES = 1024 };

typedef enum rl_tracee_state {
    RL_TRACEE_RUNS,     // it was let go on, or will be soon
    RL_TRACEE_HELD,     // at the entry of a call that has to wait
    RL_TRACEE_IN_CALL,  // in the call that is recorded
    RL_TRACEE_SENDING,  // in a call that acknowledges something
    RL_TRACEE_LISTENS,  // stopped by a signal: it stays so until SIGCONT
    RL_TRACEE_DOOMED,   // killed by a plan: never let go on
} rl_tracee_state;

// One thread that is traced.
typedef struct rl_tracee {
    pid_t thread;
    pid_t process;
    int32_t next;       // in the chain of its hash, an index, or -1
    int32_t waiting;    // behind it in the queue of held ones, an index, or -1
    rl_tracee_state state;
    int pidfd;          // or -1
    // Of a call that acknowledges something.
    const rl_call *call;
    uint64_t arguments[6];
    int32_t stream;
} rl_tracee;

// The entry of a thread, or NULL.
rl_tracee *rl_find_tracee(pid_t thread);

// Adds a thread. NULL where there is no room.
rl_tracee *rl_add_tracee(pid_t thread);

// Takes a thread off.
void rl_remove_tracee(rl_tracee *tracee);

// Whether there is any.
bool rl_has_tracees(void);

// The place of an entry, and back.
int32_t rl_tracee_index(const rl_tracee *tracee);
rl_tracee *rl_tracee_at(int32_t index);

// Calls `body` with each of them.
void rl_each_tracee(void (*body)(rl_tracee *tracee, void *context), void *context);

// Gets a descriptor of the tracee as one of the supervisor, to be closed. -1 with errno.
int rl_borrow(rl_tracee *tracee, int descriptor);

// Closes the pidfd of a thread, where one is open.
void rl_forget_pidfd(rl_tracee *tracee);

// Whether a thread is traced and has been seen stopped by a signal, so that it stays so.
bool rl_is_traced_and_stopped(pid_t thread);

// Whether a thread is traced and was let go on.
bool rl_is_traced_and_running(pid_t thread);

// Takes no traced thread for stopped any more: they are about to be continued.
void rl_expect_continues(void);

#endif
