// One request of the harness and its reply. All of it runs in the harness.

#ifndef RL_CLIENT_CLIENT_H
#define RL_CLIENT_CLIENT_H

#include <stddef.h>

#include "rl_supervisor.h"
#include "supervisor/messages.h"

// Sends a request, with `count` descriptors. EPIPE where the supervisor is gone.
int rl_send_request(
    rl_supervisor *s, const rl_request *request, const int *descriptors, size_t count);

// Receives one reply. A supervisor that does not answer in time is abandoned (ETIMEDOUT): its
// socket is shut down, and it ends when it sees that.
int rl_receive_reply(rl_supervisor *s, rl_reply *reply, int timeout_ms);

#endif
