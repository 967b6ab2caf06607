// Other systems than Linux: the package compiles, and every operation answers ENOSYS.

#if !defined(__linux__)

#include <errno.h>
#include <stddef.h>
#include <sys/wait.h>

#include "rl_supervisor.h"

int rl_supervisor_start(rl_supervisor *s) {
    *s = (rl_supervisor){.pid = -1, .commands = -1, .events = -1};
    return ENOSYS;
}

void rl_supervisor_stop(rl_supervisor *s) {
    (void)s;
}

int rl_spawn(rl_supervisor *s, const rl_spawn_request *request, rl_spawn_result *result) {
    (void)s;
    (void)request;
    *result = (rl_spawn_result){.pid = -1, .step = RL_SPAWN_FORK, .error = ENOSYS};
    return ENOSYS;
}

int rl_process_open(pid_t pid, int *process) {
    (void)pid;
    *process = -1;
    return ENOSYS;
}

int rl_process_signal(int process, int signal) {
    (void)process;
    (void)signal;
    return ENOSYS;
}

int rl_poll(struct pollfd *entries, unsigned count, int64_t timeout_ns) {
    return poll(entries, count, timeout_ns < 0 ? -1 : (int)((timeout_ns + 999999) / 1000000));
}

int rl_terminal_open(rl_terminal *terminal, int rows, int columns) {
    (void)rows;
    (void)columns;
    *terminal = (rl_terminal){.harness_end = -1, .target_end = -1};
    return ENOSYS;
}

int rl_terminal_resize(int end, int rows, int columns) {
    (void)end;
    (void)rows;
    (void)columns;
    return ENOSYS;
}

int rl_signal(rl_supervisor *s, pid_t pid, int signal) {
    (void)s;
    (void)pid;
    (void)signal;
    return ENOSYS;
}

int rl_freeze(rl_supervisor *s, int timeout_ms, int *count) {
    (void)s;
    (void)timeout_ms;
    *count = 0;
    return ENOSYS;
}

int rl_thaw(rl_supervisor *s) {
    (void)s;
    return ENOSYS;
}

int rl_terminate_and_reap(rl_supervisor *s, int timeout_ms, rl_termination *termination) {
    (void)s;
    (void)timeout_ms;
    *termination = (rl_termination){0};
    return ENOSYS;
}

int rl_processes(rl_supervisor *s, pid_t *pids, int capacity, int *count) {
    (void)s;
    (void)pids;
    (void)capacity;
    *count = 0;
    return ENOSYS;
}

int rl_record_file(void) {
    errno = ENOSYS;
    return -1;
}

int rl_record_start(rl_supervisor *s, const rl_record_options *options) {
    (void)s;
    (void)options;
    return ENOSYS;
}

int rl_record_stop(rl_supervisor *s, rl_record_result *result) {
    (void)s;
    *result = (rl_record_result){0};
    return ENOSYS;
}

int rl_can_trace(rl_supervisor *s) {
    (void)s;
    return ENOSYS;
}

int rl_count_start(rl_supervisor *s, uint32_t kill_before) {
    (void)s;
    (void)kill_before;
    return ENOSYS;
}

int rl_count_stop(rl_supervisor *s, rl_count_result *result) {
    (void)s;
    *result = (rl_count_result){0};
    return ENOSYS;
}

const char *rl_call_name(int32_t number) {
    (void)number;
    return NULL;
}

int rl_wait_status_exit_code(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int rl_wait_status_signal(int status) {
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

#endif
