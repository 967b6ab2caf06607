// Limits how many tests run at a time, before the first one does. Swift Testing would start them all at
// once; then what takes a second takes a minute, and a time limit measures the other tests.
//
// A library that the tests link has nothing earlier to begin at than a constructor. An environment
// that says another number is listened to.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/// Tests at a time for each processor: enough to keep it busy while some of them wait.
#define TESTS_PER_PROCESSOR 3

__attribute__((constructor)) static void limit_parallelization(void) {
    char width[32];
    snprintf(width, sizeof width, "%ld", TESTS_PER_PROCESSOR * sysconf(_SC_NPROCESSORS_ONLN));
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}
