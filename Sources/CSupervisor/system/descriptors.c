// The descriptors of this process.

#if defined(__linux__)

#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

#include "system/descriptors.h"

#include "system/proc.h"

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

// Closes a descriptor unless it is below the first one to close.
static void close_number(int number, void *context) {
    if (number >= *(const int *)context) {
        close(number);
    }
}

void rl_close_from(int first) {
    if (syscall(SYS_close_range, first, ~0U, 0) < 0) {
        rl_each_number("/proc/self/fd", close_number, &first);
    }
}

#endif
