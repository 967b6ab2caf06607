// The seccomp filters of recorded and of counted processes.

#ifndef RL_TRACING_FILTER_H
#define RL_TRACING_FILTER_H

struct sock_fprog;

enum {
    RL_FILTER_CALL = 1,     // what a stop says: a call of the table
    RL_FILTER_FOREIGN = 2,  // a call of another machine's kind
    RL_FILTER_TRACE = 3,    // ptrace
};

// The filter, made at the first call.
const struct sock_fprog *rl_filter(void);

// The same for processes that are not traced: it tells a listener of the calls that change files.
const struct sock_fprog *rl_notifying_filter(void);

#endif
