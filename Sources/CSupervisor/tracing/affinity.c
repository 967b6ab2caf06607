// Tracer and tracees on one processor: a stop then costs no call from one processor to another.

#if defined(__linux__)

#define _GNU_SOURCE
#include <sched.h>
#include <string.h>

#include "tracing/affinity.h"

#include "tracing/tracees.h"

static cpu_set_t usual;
static cpu_set_t one;
static bool is_pinned;

// A thread that has chosen processors of its own keeps them.
static void pin_tracee(rl_tracee *tracee, void *context) {
    (void)context;
    cpu_set_t own;
    if (sched_getaffinity(tracee->thread, sizeof own, &own) == 0
        && CPU_EQUAL(&own, &usual)) {
        sched_setaffinity(tracee->thread, sizeof one, &one);
    }
}

// Those that were made meanwhile have got the one processor from their parents.
static void unpin_tracee(rl_tracee *tracee, void *context) {
    (void)context;
    cpu_set_t own;
    if (sched_getaffinity(tracee->thread, sizeof own, &own) == 0 && CPU_EQUAL(&own, &one)) {
        sched_setaffinity(tracee->thread, sizeof usual, &usual);
    }
}

void rl_pin(void) {
    if (sched_getaffinity(0, sizeof usual, &usual) < 0 || CPU_COUNT(&usual) < 2) {
        return;
    }
    int processor = sched_getcpu();
    CPU_ZERO(&one);
    CPU_SET(processor < 0 ? 0 : processor, &one);
    if (sched_setaffinity(0, sizeof one, &one) == 0) {
        is_pinned = true;
        rl_each_tracee(pin_tracee, NULL);
    }
}

void rl_unpin(void) {
    if (is_pinned) {
        rl_each_tracee(unpin_tracee, NULL);
        sched_setaffinity(0, sizeof usual, &usual);
        is_pinned = false;
    }
}

#endif
