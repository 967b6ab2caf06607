// Which processors the supervisor and the tracees run on.

#ifndef RL_TRACING_AFFINITY_H
#define RL_TRACING_AFFINITY_H


// Keeps the supervisor and all tracees on one processor, or takes that back.
void rl_pin(void);
void rl_unpin(void);

#endif
