// Messages between the harness and its supervisor.

#ifndef RL_SUPERVISOR_MESSAGES_H
#define RL_SUPERVISOR_MESSAGES_H

#include <stdint.h>

#include "rl_supervisor.h"

enum {
    RL_STOP_TIMEOUT_MS = 60 * 1000,  // how long the harness waits for an ending supervisor
    RL_GRACE_MS = 10 * 1000,         // how long after its own timeout an operation is abandoned
    RL_DESCRIPTORS = 4,              // of a spawn: input, output, error, channel
};

enum rl_operation {
    RL_OPERATION_SPAWN = 1,
    RL_OPERATION_SIGNAL,
    RL_OPERATION_FREEZE,
    RL_OPERATION_THAW,
    RL_OPERATION_TERMINATE,
    RL_OPERATION_PROCESSES,
    RL_OPERATION_RECORD_START,
    RL_OPERATION_RECORD_STOP,
    RL_OPERATION_CAN_TRACE,
    RL_OPERATION_COUNT_START,
    RL_OPERATION_COUNT_STOP,
};

typedef struct rl_request {
    int32_t operation;       // an rl_operation
    int32_t pid;             // SIGNAL
    int32_t number;          // SIGNAL: the signal; FREEZE, TERMINATE: timeout in ms; PROCESSES:
                             // capacity; COUNT_START: the call that everything is killed before
    uint32_t descriptors;    // bit n is set where descriptor n is passed along
    rl_spawn_request spawn;  // SPAWN: its pointers lead into the shared memory, which has the same
                             // address on both sides of the fork; its descriptors are passed along
    rl_record_options options;  // RECORD_START, its file being descriptor 0
} rl_request;

typedef struct rl_reply {
    int32_t error;  // 0, or an errno value
    int32_t count;  // FREEZE, PROCESSES
    rl_spawn_result spawn;
    rl_termination termination;
    rl_record_result record;
    rl_count_result count_result;
} rl_reply;

#endif
