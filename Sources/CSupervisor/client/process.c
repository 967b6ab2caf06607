// A process that the harness did not spawn itself, such as a child of a target: held by a
// descriptor, so that its number is not mistaken for another's. And waiting for descriptors.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "rl_supervisor.h"

#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

int rl_process_open(pid_t pid, int *process) {
    long file = syscall(SYS_pidfd_open, pid, 0);
    *process = (int)file;
    return file < 0 ? errno : 0;
}

int rl_process_signal(int process, int signal) {
    return syscall(SYS_pidfd_send_signal, process, signal, NULL, 0) < 0 ? errno : 0;
}

int rl_poll(struct pollfd *entries, unsigned count, int64_t timeout_ns) {
    struct timespec timeout = {
        .tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
    return ppoll(entries, count, timeout_ns < 0 ? NULL : &timeout, NULL);
}

#endif
