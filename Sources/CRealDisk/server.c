// Speaks the kernel's FUSE protocol, as far as a loop device on one file needs it.

#define _GNU_SOURCE
#include "log.h"

#include <errno.h>

#if !defined(__linux__)

int rl_disk_serve(rl_disk *disk, const char *directory, int outside) {
    (void)disk, (void)directory, (void)outside;
    return ENOSYS;
}

#else

#include <fcntl.h>
#include <linux/fuse.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
    MAX_WRITE = 1 << 20,
    BUFFER_SIZE = MAX_WRITE + 4096,
    HELD_LIMIT = 16,
    ROOT = FUSE_ROOT_ID,
    DISK,
    MARK,
};

struct request {
    struct fuse_in_header header;
    char body[BUFFER_SIZE - sizeof(struct fuse_in_header)];
};

struct server {
    rl_disk *disk;
    int device;                // /dev/fuse
    uint64_t random;
    int patience_ms;           // for so long nothing else comes before a held write is served
    uint64_t release_odds;     // one of so many other requests has a held write served
    struct request *incoming;
    struct request *held[HELD_LIMIT];   // writes that are served later; the first `held_count`
    int held_count;
};

static void answer(struct server *server, const struct fuse_in_header *to, int error,
                   const void *body, size_t size) {
    struct fuse_out_header header = {
        .len = (uint32_t)(sizeof header + size), .error = -error, .unique = to->unique};
    struct iovec parts[2] = {{&header, sizeof header}, {(void *)body, size}};
    // An answer to what was interrupted is refused, which is no fault.
    if (writev(server->device, parts, size ? 2 : 1) < 0) return;
}

static struct fuse_attr attributes(const struct server *server, uint64_t node) {
    struct fuse_attr attributes = {.ino = node, .nlink = 1, .blksize = 4096};
    attributes.mode = node == ROOT ? S_IFDIR | 0755 : S_IFREG | 0600;
    if (node == DISK) attributes.size = server->disk->size;
    attributes.blocks = attributes.size / 512;
    return attributes;
}

static void look_up(struct server *server, const struct request *request) {
    struct fuse_entry_out entry = {.entry_valid = 3600, .attr_valid = 3600};
    if (!strcmp(request->body, "disk")) entry.nodeid = DISK;
    if (!strcmp(request->body, "mark")) entry.nodeid = MARK;
    if (request->header.nodeid != ROOT || !entry.nodeid) {
        answer(server, &request->header, ENOENT, NULL, 0);
        return;
    }
    entry.attr = attributes(server, entry.nodeid);
    answer(server, &request->header, 0, &entry, sizeof entry);
}

static void tell_attributes(struct server *server, const struct request *request) {
    struct fuse_attr_out out = {.attr_valid = 3600};
    out.attr = attributes(server, request->header.nodeid);
    answer(server, &request->header, 0, &out, sizeof out);
}

static void initialize(struct server *server, const struct request *request) {
    struct fuse_init_in in;
    memcpy(&in, request->body, sizeof in);
    uint32_t wanted = FUSE_ASYNC_READ | FUSE_BIG_WRITES | FUSE_ASYNC_DIO | FUSE_MAX_PAGES;
    struct fuse_init_out out = {
        .major = FUSE_KERNEL_VERSION,
        .minor = 31,
        .max_readahead = in.max_readahead,
        .flags = in.flags & wanted,
        .max_background = 64,
        .congestion_threshold = 64,
        .max_write = MAX_WRITE,
        .time_gran = 1,
        .max_pages = MAX_WRITE / 4096,
    };
    answer(server, &request->header, 0, &out, sizeof out);
}

static void serve_open(struct server *server, const struct request *request) {
    struct fuse_open_out out = {.open_flags = FOPEN_DIRECT_IO};
    answer(server, &request->header, 0, &out, sizeof out);
}

static void serve_read(struct server *server, const struct request *request) {
    struct fuse_read_in in;
    memcpy(&in, request->body, sizeof in);
    uint64_t size = request->header.nodeid == DISK ? server->disk->size : 0;
    uint64_t start = in.offset < size ? in.offset : size;
    uint64_t count = in.size < size - start ? in.size : size - start;
    answer(server, &request->header, 0, server->disk->image + start, count);
}

static void serve_write(struct server *server, const struct request *request) {
    struct fuse_write_in in;
    memcpy(&in, request->body, sizeof in);
    const char *bytes = request->body + sizeof in;
    rl_disk *disk = server->disk;
    if (request->header.nodeid == MARK) {
        rl_disk_note(disk, RL_DISK_MARK, 0, bytes, in.size, NULL);
    } else if (in.offset > disk->size || in.size > disk->size - in.offset) {
        answer(server, &request->header, ENOSPC, NULL, 0);
        return;
    } else {
        uint8_t *place = disk->image + in.offset;
        rl_disk_note(disk, RL_DISK_WRITE, in.offset, bytes, in.size, place);
        memcpy(place, bytes, in.size);
    }
    struct fuse_write_out out = {.size = in.size};
    answer(server, &request->header, 0, &out, sizeof out);
}

static void serve_sync(struct server *server, const struct request *request) {
    if (request->header.nodeid == DISK) rl_disk_note(server->disk, RL_DISK_FLUSH, 0, NULL, 0, NULL);
    answer(server, &request->header, 0, NULL, 0);
}

static void serve(struct server *server, const struct request *request) {
    switch (request->header.opcode) {
    case FUSE_INIT: return initialize(server, request);
    case FUSE_LOOKUP: return look_up(server, request);
    case FUSE_GETATTR:
    case FUSE_SETATTR: return tell_attributes(server, request);
    case FUSE_OPEN: return serve_open(server, request);
    case FUSE_READ: return serve_read(server, request);
    case FUSE_WRITE: return serve_write(server, request);
    case FUSE_FSYNC: return serve_sync(server, request);
    case FUSE_FLUSH:
    case FUSE_RELEASE: return answer(server, &request->header, 0, NULL, 0);
    case FUSE_FORGET:
    case FUSE_BATCH_FORGET:
    case FUSE_INTERRUPT: return;
    default: return answer(server, &request->header, ENOSYS, NULL, 0);
    }
}

// MARK: Holding writes back

static uint64_t draw(struct server *server, uint64_t bound) {
    server->random ^= server->random << 13;
    server->random ^= server->random >> 7;
    server->random ^= server->random << 17;
    return (server->random >> 16) % bound;
}

static void release(struct server *server, int index) {
    struct request *request = server->held[index];
    serve(server, request);
    server->held_count -= 1;
    server->held[index] = server->held[server->held_count];
    server->held[server->held_count] = request;
}

// The bytes of the disk that a request is about; false for none.
static bool range_of(const struct request *request, uint64_t *start, uint64_t *end) {
    uint32_t opcode = request->header.opcode;
    if (request->header.nodeid != DISK) return false;
    if (opcode != FUSE_READ && opcode != FUSE_WRITE) return false;
    struct fuse_write_in in;  // begins as fuse_read_in does
    memcpy(&in, request->body, sizeof(struct fuse_read_in));
    *start = in.offset;
    *end = in.offset + in.size;
    return true;
}

// What touches the same bytes as a write that is held comes after it.
static void release_overlapping(struct server *server, const struct request *request) {
    uint64_t start, end, other_start, other_end;
    if (!range_of(request, &start, &end)) return;
    for (int index = server->held_count - 1; index >= 0; index--) {
        if (!range_of(server->held[index], &other_start, &other_end)) continue;
        if (start < other_end && other_start < end) release(server, index);
    }
}

static bool hold(struct server *server, struct request *request) {
    bool is_write = request->header.nodeid == DISK && request->header.opcode == FUSE_WRITE;
    if (!is_write || !server->disk->shared->seed || server->held_count == HELD_LIMIT) return false;
    if (draw(server, 3) != 0) return false;
    struct request *free = server->held[server->held_count];
    server->held[server->held_count++] = request;
    server->incoming = free;
    return true;
}

// How long writes are held back differs from seed to seed: a commit that does not wait for them is
// complete before they are only where they are held for long.
static void take_seed(struct server *server, uint64_t seed) {
    server->random = 88172645463325252u ^ (seed * 0x9E3779B97F4A7C15u);
    server->patience_ms = draw(server, 2) ? 1 : 6;
    server->release_odds = draw(server, 2) ? 4 : 32;
}

static void run(struct server *server) {
    uint64_t seed = 0;
    for (;;) {
        if (server->held_count) {
            struct pollfd ready = {server->device, POLLIN, 0};
            int count = poll(&ready, 1, server->patience_ms);
            if (count == 0 || draw(server, server->release_odds) == 0) {
                release(server, (int)draw(server, (uint64_t)server->held_count));
            }
            if (count <= 0) continue;
        }
        ssize_t size = read(server->device, server->incoming, BUFFER_SIZE);
        if (size < 0 && errno != EINTR && errno != EAGAIN && errno != ENOENT) _exit(0);
        if (size < (ssize_t)sizeof(struct fuse_in_header)) continue;
        if (seed != server->disk->shared->seed) {
            seed = server->disk->shared->seed;
            take_seed(server, seed);
        }
        release_overlapping(server, server->incoming);
        if (!hold(server, server->incoming)) serve(server, server->incoming);
    }
}

// MARK: Starting

static void become_server(rl_disk *disk, int device, int outside, char *buffers) {
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setsid();
    if (setns(outside, CLONE_NEWNS) < 0) _exit(1);
    if (dup2(device, 0) < 0) _exit(1);
    syscall(SYS_close_range, 1, ~0u, 0);
    // Memory that is needed to write a file system back never waits for that file system.
    prctl(PR_SET_IO_FLUSHER, 1, 0, 0, 0);
    prctl(PR_SET_NAME, "relaunch-disk", 0, 0, 0);
    struct server server = {.disk = disk, .device = 0};
    take_seed(&server, 0);
    server.incoming = (struct request *)buffers;
    for (int index = 0; index < HELD_LIMIT; index++) {
        buffers += BUFFER_SIZE;
        server.held[index] = (struct request *)buffers;
    }
    run(&server);
}

int rl_disk_serve(rl_disk *disk, const char *directory, int outside) {
    int device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    if (device < 0) return errno;
    char options[128];
    snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=0,group_id=0,allow_other",
             device);
    int error = 0;
    size_t size = (size_t)BUFFER_SIZE * (HELD_LIMIT + 1);
    char *buffers = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (buffers == MAP_FAILED) {
        error = errno;
    } else if (mount("relaunch-disk", directory, "fuse", MS_NOSUID | MS_NODEV, options) < 0) {
        error = errno;
    } else {
        pid_t server = fork();
        if (server == 0) become_server(disk, device, outside, buffers);
        if (server < 0) {
            error = errno;
            umount2(directory, MNT_DETACH);
        } else {
            disk->server = server;
        }
    }
    if (buffers != MAP_FAILED) munmap(buffers, size);
    close(device);
    return error;
}

#endif
