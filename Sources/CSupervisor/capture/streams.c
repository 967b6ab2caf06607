// What the outside is told: calls that send something to where the harness listens.

#if defined(__linux__)

#define _GNU_SOURCE
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/streams.h"

#include "capture/places.h"
#include "capture/record.h"
#include "tracing/calls.h"
#include "tracing/registers.h"

enum {
    RL_STREAM_LIMIT = 64,      // the last ones that were given to recorded processes
    RL_SENT_LIMIT = 1 << 16,   // so many bytes of one call are kept
    RL_VECTOR_LIMIT = 64,
};

static struct {
    rl_file_key key;
    int32_t stream;
} streams[RL_STREAM_LIMIT];
static int32_t next_stream;

// Notes which file a stream is.
static void note_file(const struct stat *status, int32_t stream) {
    streams[next_stream].key = rl_key(status);
    streams[next_stream].stream = stream;
    next_stream = (next_stream + 1) % RL_STREAM_LIMIT;
}

// Notes a descriptor, where there is one.
static void note_descriptor(int descriptor, int32_t stream) {
    struct stat status;
    if (descriptor >= 0 && fstat(descriptor, &status) == 0) {
        note_file(&status, stream);
    }
}

// Programs write to their terminal under this name too.
static void note_controlling_terminal(void) {
    struct stat status;
    if (stat("/dev/tty", &status) == 0) {
        note_file(&status, RL_STREAM_OUTPUT);
    }
}

// Output last, so that it is found first where both go to one place. What acknowledges nothing is
// noted as no stream: its inode number may have been that of one.
void rl_note_streams(const rl_spawn_request *request) {
    bool silent = request->silent;
    note_descriptor(request->channel, silent ? 0 : RL_STREAM_CHANNEL);
    note_descriptor(request->error, silent ? 0 : RL_STREAM_ERROR);
    note_descriptor(request->output, silent ? 0 : RL_STREAM_OUTPUT);
    if (request->terminal && !silent) {
        note_controlling_terminal();
    }
}

int32_t rl_stream_of(const struct stat *status) {
    // The latest first: an inode number may have come again.
    for (int32_t age = 1; age <= RL_STREAM_LIMIT; age += 1) {
        int32_t index = (next_stream - age + RL_STREAM_LIMIT) % RL_STREAM_LIMIT;
        if (streams[index].key.inode == status->st_ino
            && streams[index].key.device == status->st_dev) {
            return streams[index].stream;
        }
    }
    return 0;
}

static char sent[RL_SENT_LIMIT];

// Reads what an array of buffers holds, up to `size` bytes in all, behind what is there already.
static size_t read_vector(
    pid_t thread, uint64_t address, uint64_t count, size_t filled, size_t size) {
    struct iovec parts[RL_VECTOR_LIMIT];
    size_t wanted = count < RL_VECTOR_LIMIT ? (size_t)count : RL_VECTOR_LIMIT;
    size_t got = rl_read_memory(thread, address, parts, wanted * sizeof *parts) / sizeof *parts;
    for (size_t index = 0; index < got && filled < size; index += 1) {
        size_t part = parts[index].iov_len < size - filled ? parts[index].iov_len : size - filled;
        size_t read = rl_read_memory(
            thread, (uint64_t)(uintptr_t)parts[index].iov_base, sent + filled, part);
        filled += read;
        if (read < part) {
            break;
        }
    }
    return filled;
}

// Reads what one message holds.
static size_t read_message(pid_t thread, uint64_t address, size_t filled, size_t size) {
    struct msghdr message;
    if (rl_read_memory(thread, address, &message, sizeof message) < sizeof message) {
        return filled;
    }
    return read_vector(
        thread, (uint64_t)(uintptr_t)message.msg_iov, message.msg_iovlen, filled, size);
}

// Reads what a file had where a sendfile has read.
static size_t read_source(rl_tracee *tracee, size_t size) {
    int file = rl_borrow(tracee, (int)tracee->arguments[1]);
    if (file < 0) {
        return 0;
    }
    off_t offset = 0;
    if (tracee->arguments[2] == 0) {
        offset = lseek(file, 0, SEEK_CUR);
    } else {
        rl_read_memory(tracee->thread, tracee->arguments[2], &offset, sizeof offset);
    }
    ssize_t count = offset >= (off_t)size ? pread(file, sent, size, offset - (off_t)size) : 0;
    close(file);
    return count > 0 ? (size_t)count : 0;
}

// Reads what a call has sent, `count` being what it returned: bytes, or messages.
static size_t read_sent(rl_tracee *tracee, int64_t count, size_t size) {
    const rl_call *call = tracee->call;
    pid_t thread = tracee->thread;
    uint64_t address = call->buffer > 0 ? tracee->arguments[call->buffer - 1] : 0;
    size_t filled = 0;
    switch (call->trait) {
    case RL_TRAIT_VECTOR:
        return read_vector(thread, address, tracee->arguments[call->count - 1], 0, size);
    case RL_TRAIT_MESSAGE:
        return read_message(thread, address, 0, size);
    case RL_TRAIT_MESSAGES:
        for (int64_t index = 0; index < count; index += 1) {
            uint64_t place = address + (uint64_t)index * sizeof(struct mmsghdr);
            filled = read_message(thread, place, filled, sizeof sent);
        }
        return filled;
    case RL_TRAIT_FROM_FILE:
        return read_source(tracee, size);
    case RL_TRAIT_NONE:
        return rl_read_memory(thread, address, sent, size);
    default:
        return 0;  // spliced from a pipe: nobody can tell any more
    }
}

void rl_record_sent(rl_tracee *tracee, int64_t count) {
    size_t size = count < RL_SENT_LIMIT ? (size_t)count : RL_SENT_LIMIT;
    size_t got = read_sent(tracee, count, size);
    rl_record record = {
        .kind = RL_RECORD_ACKNOWLEDGE,
        .system_call = tracee->call->number,
        .process = tracee->process,
        .thread = tracee->thread,
        .arguments = (uint32_t)tracee->stream,
        .result = count,
        .length = (uint64_t)count,
        .data_size = got,
    };
    const rl_parts parts = {.data = sent, .file = -1};
    rl_append_record(&record, &parts);
}

#endif
