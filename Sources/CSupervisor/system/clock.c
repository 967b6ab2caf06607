// The clock that all deadlines are on.

#if defined(__linux__)

#define _GNU_SOURCE
#include <time.h>

#include "system/clock.h"

int64_t rl_now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

#endif
