// The life of a supervisor: from the fork, through its loop, to the termination of everything at
// its end.
//
// The loop waits for commands of the harness and for signals, and does one thing at a time.
// Whatever waits inside an operation (rl_wait) watches for the harness's death too.

#if defined(__linux__)

#define _GNU_SOURCE
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "supervisor/supervisor.h"

#include "capture/record.h"
#include "processes/reaping.h"
#include "processes/state.h"
#include "processes/termination.h"
#include "processes/waiting.h"
#include "recording/counting.h"
#include "recording/recording.h"
#include "recording/stops.h"
#include "supervisor/commands.h"
#include "supervisor/messages.h"
#include "supervisor/setup.h"

static rl_state the_state;

static const rl_tracer tracer = {.serve_stop = rl_serve_stop, .serve_death = rl_serve_death};

// Serves until the harness is gone or a signal asks for the end.
static void run(rl_state *state) {
    while (!state->ending) {
        struct pollfd files[4 + RL_LISTENERS] = {
            {.fd = RL_COMMANDS, .events = POLLIN},
            {.fd = RL_SIGNALS, .events = POLLIN},
            {.fd = state->has_harness ? RL_HARNESS : -1, .events = POLLIN},
            {.fd = state->pending_count > 0 ? RL_EVENTS : -1, .events = POLLOUT},
        };
        int listeners = rl_list_listeners(files + 4);
        int held_ms = rl_watch_held_calls(state);
        if (poll(files, 4 + (nfds_t)listeners, state->has_more ? 0 : held_ms) < 0) {
            continue;
        }
        state->ending |= files[2].revents != 0;
        if (files[1].revents != 0 || state->has_more) {
            rl_take_signals(state);
            if (rl_reap(state) && rl_is_recording()) {
                rl_follow(state);
            }
        }
        if (files[3].revents != 0) {
            rl_send_pending(state);
        }
        rl_serve_listeners(state, files + 4, listeners);
        if (files[0].revents != 0) {
            rl_serve_command(state);
        }
    }
}

_Noreturn void rl_supervise(int commands, int events, char *shared, pid_t harness) {
    rl_state *state = &the_state;
    state->self = getpid();
    state->shared = shared;
    state->tracer = &tracer;
    rl_reply ready = {.error = rl_set_up(state, commands, events, harness)};
    if (send(RL_COMMANDS, &ready, sizeof ready, MSG_NOSIGNAL) < 0 || ready.error != 0) {
        _exit(1);
    }
    run(state);
    rl_termination termination;
    while (rl_terminate_and_reap_all(state, RL_STOP_TIMEOUT_MS, &termination) != 0) {
    }
    _exit(0);
}

#endif
