// The whole life of a supervisor.

#ifndef RL_SUPERVISOR_SUPERVISOR_H
#define RL_SUPERVISOR_SUPERVISOR_H

#include <sys/types.h>

// The whole life of a supervisor, from the fork on. Takes the supervisor's ends of the two sockets,
// and the pid of the harness. Says on the command socket when it is ready. Never returns.
_Noreturn void rl_supervise(int commands, int events, char *shared, pid_t harness);

#endif
