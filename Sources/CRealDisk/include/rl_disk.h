// A disk whose writes are logged. A process of its own serves it through the kernel's FUSE protocol.
//
// The disk is memory that the harness and the serving process share. The serving process is forked
// from the harness and never execs. It stays async-signal-safe: system calls and memory that was
// made before the fork. It lives until the file system that it serves is unmounted, so that a file
// system on the disk can still be unmounted after the harness was killed.
//
// Functions return 0, or an errno value: ENOSYS on other systems than Linux.

#ifndef RL_DISK_H
#define RL_DISK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// What an entry of the log is.
enum rl_disk_entry_kind {
    RL_DISK_WRITE = 1,  // followed by the new bytes, then by those that they replaced
    RL_DISK_FLUSH,      // everything written before is on the disk for good
    RL_DISK_MARK,       // followed by what was written to the file `mark`
};

// One entry of the log. What follows it is padded to a multiple of 8 bytes.
typedef struct rl_disk_entry {
    uint64_t kind;
    uint64_t offset;
    uint64_t length;
    int64_t time_us;  // on the clock CLOCK_MONOTONIC
} rl_disk_entry;

struct rl_disk_shared;

typedef struct rl_disk {
    uint8_t *image;  // the content of the disk
    uint64_t size;
    uint8_t *log;    // the entries, one after the other
    struct rl_disk_shared *shared;
    pid_t server;    // 0 where nothing is served
} rl_disk;

// Shares the content of an open file with whoever serves it, and makes room for a log.
int rl_disk_map(rl_disk *disk, int file, uint64_t size, uint64_t log_capacity);

// Mounts the file system of two files, `disk` and `mark`, at a directory, and starts its server.
// The server goes to the mount namespace `outside`, so that it does not keep this one alive.
int rl_disk_serve(rl_disk *disk, const char *directory, int outside);

// Gives the memory back, after the server has ended where that is waited for: its file system has to
// have been unmounted.
void rl_disk_close(rl_disk *disk, bool waits);

// How many bytes the log has. A log that is full is cut: `rl_disk_is_full` says so.
uint64_t rl_disk_log_used(const rl_disk *disk);
bool rl_disk_is_full(const rl_disk *disk);

// Empties the log. With a seed other than 0 some writes are served late from now on, in any order,
// and a flush that comes meanwhile does not cover them, as a device's queue may do. Nothing may be
// in flight.
void rl_disk_log_reset(rl_disk *disk, uint64_t seed);

// Attaches a file to a loop device without a page cache in between. The device is detached when its
// last user closes it. Returns the descriptor of the device in `*device`, its number in `*number`.
int rl_loop_attach(const char *path, int *device, int *number);

// Forgets what the kernel has cached of a device.
int rl_loop_forget(int device);

// Moves the calling thread, and every thread that it makes from now on, to a mount namespace of its
// own, and mounts an empty tmpfs there. `*outside` becomes a descriptor of the namespace that it
// was in.
int rl_private_mounts(const char *directory, int *outside);

int rl_mount(const char *device, const char *directory, const char *type, const char *options);
int rl_unmount(const char *directory);

// Takes a mount away from its directory; it ends when nobody uses it any more.
int rl_detach(const char *directory);

// Whether this process has the right to mount: CAP_SYS_ADMIN.
bool rl_may_mount(void);

// Makes btrfs forget a device that it has seen before.
void rl_btrfs_forget(const char *device);

// Commits everything of the file system of an open file.
int rl_sync_file_system(int file);

#ifdef __cplusplus
}
#endif

#endif
