// The clock that all deadlines are on.

#ifndef RL_SYSTEM_CLOCK_H
#define RL_SYSTEM_CLOCK_H

#include <stdint.h>

// Microseconds of the monotonic clock.
int64_t rl_now_us(void);

#endif
