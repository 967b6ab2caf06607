// A process that the harness did not spawn itself, such as a child of a target: held by a
// descriptor, so that its number is not mistaken for another's.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <sys/syscall.h>
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

#endif
