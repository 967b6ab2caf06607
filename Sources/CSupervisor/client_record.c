// The harness's side of a recording.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#include "internal.h"

int rl_record_file(void) {
    return memfd_create("relaunch recording", MFD_CLOEXEC);
}

// How long a stop may take besides the usual.
enum { RL_STOP_RECORDING_MS = 1000 };

int rl_record_start(rl_supervisor *s, const rl_record_options *options) {
    rl_request request = {
        .operation = RL_OPERATION_RECORD_START, .descriptors = 1, .options = *options};
    rl_reply reply;
    int error = rl_send_request(s, &request, &options->file, 1);
    if (error == 0) {
        error = rl_receive_reply(s, &reply, RL_GRACE_MS);
    }
    return error != 0 ? error : reply.error;
}

int rl_record_stop(rl_supervisor *s, rl_record_result *result) {
    rl_request request = {.operation = RL_OPERATION_RECORD_STOP};
    rl_reply reply = {0};
    int error = rl_send_request(s, &request, NULL, 0);
    if (error == 0) {
        error = rl_receive_reply(s, &reply, RL_STOP_RECORDING_MS + RL_GRACE_MS);
    }
    *result = reply.record;
    return error != 0 ? error : reply.error;
}

#endif
