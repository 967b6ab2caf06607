// Reading /proc, and writing the paths of what is there. Allocates nothing.

#ifndef RL_SYSTEM_PROC_H
#define RL_SYSTEM_PROC_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// What /proc/PID/stat says, or that of one thread.
typedef struct rl_stat {
    char state;
    pid_t parent;
    int32_t threads;
} rl_stat;

// Reads /proc/PID/stat, or /proc/PID/task/THREAD/stat where `thread` is not 0. False where it is
// gone.
bool rl_read_stat(pid_t pid, pid_t thread, rl_stat *stat);

// The process that a thread belongs to, or 0 where it is gone.
pid_t rl_process_of_thread(pid_t thread);

// Appends to a path and returns its new end. There has to be room.
char *rl_append(char *end, const char *text);
char *rl_append_number(char *end, pid_t number);

// Calls `body` with each number that names an entry of a directory. False where it cannot be
// opened.
bool rl_each_number(
    const char *directory, void (*body)(pid_t number, void *context), void *context);

// Calls `body` with each number in /proc/PID/task/THREAD/children. False where it cannot be opened.
bool rl_each_child_of_thread(
    pid_t pid, pid_t thread, void (*body)(pid_t child, void *context), void *context);

// Calls `body` with each thread of a process.
bool rl_each_thread(pid_t pid, void (*body)(pid_t thread, void *context), void *context);

#endif
