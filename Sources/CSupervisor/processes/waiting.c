// Waiting for signals, with an eye on the harness.

#if defined(__linux__)

#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "processes/waiting.h"

void rl_take_signals(rl_state *state) {
    struct signalfd_siginfo signals[8];
    ssize_t size;
    do {
        size = read(RL_SIGNALS, signals, sizeof signals);
        for (size_t index = 0; size > 0 && index < (size_t)size / sizeof *signals; index += 1) {
            // The harness may end the supervisor, and the kernel; not an orphan of a target, which
            // has the supervisor for its parent and takes it for the one that it had.
            pid_t sender = (pid_t)signals[index].ssi_pid;
            state->ending |= signals[index].ssi_signo != SIGCHLD
                && (sender == 0 || sender == state->harness);
        }
    } while (size == (ssize_t)sizeof signals);
}

void rl_wait(rl_state *state, int64_t timeout_us) {
    struct pollfd files[] = {
        {.fd = RL_SIGNALS, .events = POLLIN},
        {.fd = state->ending ? -1 : RL_COMMANDS, .events = 0},  // POLLHUP comes unasked
        {.fd = state->ending || !state->has_harness ? -1 : RL_HARNESS, .events = POLLIN},
    };
    struct timespec timeout = {
        .tv_sec = timeout_us / 1000000, .tv_nsec = timeout_us % 1000000 * 1000};
    if (ppoll(files, 3, &timeout, NULL) <= 0) {
        return;
    }
    if (files[0].revents != 0) {
        rl_take_signals(state);
    }
    state->ending |= files[1].revents != 0 || files[2].revents != 0;
}

bool rl_is_called(rl_state *state) {
    rl_take_signals(state);
    struct pollfd files[] = {
        {.fd = RL_COMMANDS, .events = POLLIN},
        {.fd = state->has_harness ? RL_HARNESS : -1, .events = POLLIN},
    };
    return state->ending || poll(files, 2, 0) != 0;
}

#endif
