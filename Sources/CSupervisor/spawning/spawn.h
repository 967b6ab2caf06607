// Spawning a target.

#ifndef RL_SPAWNING_SPAWN_H
#define RL_SPAWNING_SPAWN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "processes/state.h"
#include "rl_supervisor.h"

// Spawns what the request says. Its descriptors stay open in the supervisor.
rl_spawn_result rl_spawn_process(rl_state *state, const rl_spawn_request *request);

// A filter that the child sets on its way. `failure` is the step that it fails at.
typedef struct rl_filter_hook {
    bool (*set)(void);
    int32_t failure;
} rl_filter_hook;

// As rl_spawn_process, with a filter. `hook` may be NULL.
rl_spawn_result rl_spawn_filtered(
    rl_state *state, const rl_spawn_request *request, const rl_filter_hook *hook);

// What the child of a fork does to become what the request says; it comes back only to say at which
// step it failed, with errno. `hook` may be NULL.
int32_t rl_become_target(
    const rl_spawn_request *request, pid_t supervisor, const rl_filter_hook *hook);

#endif
