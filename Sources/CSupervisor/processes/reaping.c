// Exits: who was spawned and still lives, and the events that tell the harness who died.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "processes/reaping.h"

#include "processes/waiting.h"

enum {
    // A command interrupts rl_follow by itself, but for one that comes just before it waits, or
    // while there is always a stop to serve.
    RL_TICK_US = 5000,
    // After so many stops and deaths comes what else there is to do: who forks without end has
    // always another one.
    RL_SERVED_LIMIT = 256,
};

// The place of a spawned process in the list of those that live, or -1.
static int32_t live_index(const rl_state *state, pid_t pid) {
    for (int32_t index = 0; index < state->live_count; index += 1) {
        if (state->live[index] == pid) {
            return index;
        }
    }
    return -1;
}

bool rl_is_live(const rl_state *state, pid_t pid) {
    return live_index(state, pid) >= 0;
}

// Each live process will need a place in the ring of pending events.
bool rl_has_room(const rl_state *state) {
    return state->live_count + state->pending_count < RL_SPAWNED_LIMIT;
}

void rl_add_live(rl_state *state, pid_t pid) {
    state->live[state->live_count] = pid;
    state->live_count += 1;
    state->spawned += 1;
}

// Puts an event at the end of the ring.
static void queue_event(rl_state *state, const rl_exit_event *event) {
    int32_t index = (state->pending_first + state->pending_count) % RL_SPAWNED_LIMIT;
    state->pending[index] = *event;
    state->pending_count += 1;
}

void rl_send_pending(rl_state *state) {
    while (state->pending_count > 0) {
        const rl_exit_event *event = &state->pending[state->pending_first];
        if (send(RL_EVENTS, event, sizeof *event, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
            if (errno == EINTR) {
                continue;
            }
            if (errno == EPIPE || errno == ECONNRESET) {
                state->pending_count = 0;
            }
            return;
        }
        state->pending_first = (state->pending_first + 1) % RL_SPAWNED_LIMIT;
        state->pending_count -= 1;
    }
}

// Takes a dead process off the list and queues its event, where it was a spawned one.
static void record_exit(rl_state *state, pid_t pid, int status) {
    int32_t index = live_index(state, pid);
    if (index < 0) {
        return;
    }
    state->live_count -= 1;
    state->live[index] = state->live[state->live_count];
    rl_exit_event event = {.pid = pid, .status = status};
    queue_event(state, &event);
}

// Serves what waitpid has said of a process or thread.
static void serve(rl_state *state, pid_t pid, int status) {
    if (WIFSTOPPED(status)) {
        state->stops += 1;
        state->tracer->serve_stop(state, pid, status);
        return;
    }
    bool is_counted = state->tracer->serve_death(state, pid);
    record_exit(state, pid, status);
    state->killed += is_counted && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

// Nothing is left, so that who hears of these deaths need not ask.
static void note_emptiness(rl_state *state) {
    for (int32_t place = 0; place < state->pending_count; place += 1) {
        int32_t index = (state->pending_first + place) % RL_SPAWNED_LIMIT;
        state->pending[index].empty_after = state->spawned;
    }
}

bool rl_reap(rl_state *state) {
    bool any_left = true;
    state->has_more = true;
    for (int32_t served = 0; state->has_more && served < RL_SERVED_LIMIT; served += 1) {
        int status;
        pid_t pid = waitpid(-1, &status, WNOHANG | __WALL);
        if (pid > 0) {
            serve(state, pid, status);
        } else if (pid == 0 || errno != EINTR) {
            any_left = pid == 0;
            state->has_more = false;
        }
    }
    if (!any_left) {
        note_emptiness(state);
    }
    rl_send_pending(state);
    return any_left;
}

// Sets the timer that interrupts rl_follow; 0 stops it.
static void set_ticks(int32_t microseconds) {
    const struct timeval interval = {.tv_usec = microseconds};
    const struct itimerval timer = {.it_interval = interval, .it_value = interval};
    setitimer(ITIMER_REAL, &timer, NULL);
}

// Whether a stop is announced by SIGCHLD too, and a command by SIGIO.
static void set_announcements(bool of_stops, bool of_commands) {
    const struct sigaction standard = {
        .sa_handler = SIG_DFL, .sa_flags = of_stops ? 0 : SA_NOCLDSTOP};
    sigaction(SIGCHLD, &standard, NULL);
    int flags = fcntl(RL_COMMANDS, F_GETFL);
    fcntl(RL_COMMANDS, F_SETFL, of_commands ? flags | O_ASYNC : flags & ~O_ASYNC);
}

// While stops come one after the other, nothing is cheaper than to wait for them alone.
void rl_follow(rl_state *state) {
    set_ticks(RL_TICK_US);
    set_announcements(false, true);
    bool is_idle = false;
    for (int32_t served = 1;; served += 1) {
        int status;
        pid_t pid = waitpid(-1, &status, __WALL);
        if (pid > 0) {
            is_idle = false;
            serve(state, pid, status);
            if (WIFSTOPPED(status) && (served % RL_SERVED_LIMIT != 0 || !rl_is_called(state))) {
                continue;
            }
        }
        if (is_idle || pid > 0 || errno != EINTR || rl_is_called(state)) {
            break;
        }
        is_idle = true;
    }
    set_announcements(true, false);
    set_ticks(0);
    rl_reap(state);
}

#endif
