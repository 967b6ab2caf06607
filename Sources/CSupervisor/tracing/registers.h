// The registers and the memory of a stopped thread.

#ifndef RL_TRACING_REGISTERS_H
#define RL_TRACING_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What a call was given, at its entry.
typedef struct rl_entry {
    uint64_t number;
    uint64_t arguments[6];
    uint32_t architecture;
    uint32_t filter;        // an RL_FILTER_...
} rl_entry;

// Reads what a thread at a stop of the filter wants. False where it is gone.
bool rl_read_entry(pid_t thread, rl_entry *entry);

// Reads what the call of a thread at its exit stop returned. False where it is gone.
bool rl_read_result(pid_t thread, int64_t *result);

// Makes a thread at a stop of the filter skip the call and return `result`.
bool rl_skip_call(pid_t thread, int64_t result);

// Changes one argument of the call, counted from 1, at its entry, or puts it back at its exit.
bool rl_set_argument(pid_t thread, int argument, uint64_t value);

// Reads memory of a thread. Returns how many bytes it got.
size_t rl_read_memory(pid_t thread, uint64_t address, void *buffer, size_t size);

// Reads a path or name of a thread's memory. False where it is too long or not there.
bool rl_read_string(pid_t thread, uint64_t address, char *buffer, size_t size);

#endif
