// The harness's side of a recording.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#include "client/client.h"

int rl_record_file(void) {
    return memfd_create("relaunch recording", MFD_CLOEXEC);
}

// How long a stop may take besides the usual.
enum { RL_STOP_RECORDING_MS = 1000 };

// One operation that passes a descriptor, or none where it is -1.
static int call(
    rl_supervisor *s, rl_request *request, int descriptor, rl_reply *reply, int wait_ms) {
    request->descriptors = descriptor >= 0 ? 1 : 0;
    int error = rl_send_request(s, request, &descriptor, descriptor >= 0 ? 1 : 0);
    if (error == 0) {
        error = rl_receive_reply(s, reply, wait_ms + RL_GRACE_MS);
    }
    return error != 0 ? error : reply->error;
}

int rl_record_start(rl_supervisor *s, const rl_record_options *options) {
    rl_request request = {.operation = RL_OPERATION_RECORD_START, .options = *options};
    rl_reply reply;
    return call(s, &request, options->file, &reply, 0);
}

int rl_record_stop(rl_supervisor *s, rl_record_result *result) {
    rl_request request = {.operation = RL_OPERATION_RECORD_STOP};
    rl_reply reply = {0};
    int error = call(s, &request, -1, &reply, RL_STOP_RECORDING_MS);
    *result = reply.record;
    return error;
}

int rl_can_trace(rl_supervisor *s) {
    rl_request request = {.operation = RL_OPERATION_CAN_TRACE};
    rl_reply reply;
    return call(s, &request, -1, &reply, 0);
}

int rl_count_start(rl_supervisor *s, uint32_t kill_before) {
    rl_request request = {.operation = RL_OPERATION_COUNT_START, .number = (int32_t)kill_before};
    rl_reply reply;
    return call(s, &request, -1, &reply, 0);
}

int rl_count_stop(rl_supervisor *s, rl_count_result *result) {
    rl_request request = {.operation = RL_OPERATION_COUNT_STOP};
    rl_reply reply = {0};
    int error = call(s, &request, -1, &reply, 0);
    *result = reply.count_result;
    return error;
}

#endif
