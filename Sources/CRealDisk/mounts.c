// Loop devices, mounts and the namespace that they are in.

#define _GNU_SOURCE
#include "rl_disk.h"

#include <errno.h>

#if !defined(__linux__)

int rl_loop_attach(const char *path, int *device, int *number) {
    (void)path, (void)device, (void)number;
    return ENOSYS;
}

int rl_loop_forget(int device) { return (void)device, ENOSYS; }
int rl_private_mounts(const char *directory, int *outside) {
    (void)directory, (void)outside;
    return ENOSYS;
}

int rl_mount(const char *device, const char *directory, const char *type, const char *options) {
    (void)device, (void)directory, (void)type, (void)options;
    return ENOSYS;
}

int rl_unmount(const char *directory) { return (void)directory, ENOSYS; }
int rl_detach(const char *directory) { return (void)directory, ENOSYS; }
bool rl_may_mount(void) { return false; }
void rl_btrfs_forget(const char *device) { (void)device; }
int rl_sync_file_system(int file) { return (void)file, ENOSYS; }

#else

#include <fcntl.h>
#include <linux/btrfs.h>
#include <linux/capability.h>
#include <linux/fs.h>
#include <linux/loop.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { LOOP_MAJOR_NUMBER = 7, ATTEMPTS = 200 };

static int open_loop(int number) {
    char path[32];
    snprintf(path, sizeof path, "/dev/loop%d", number);
    int device = open(path, O_RDWR | O_CLOEXEC);
    if (device < 0 && errno == ENOENT) {
        // Containers have a /dev of their own, which new devices do not come to.
        if (mknod(path, S_IFBLK | 0600, makedev(LOOP_MAJOR_NUMBER, number)) < 0) return -1;
        device = open(path, O_RDWR | O_CLOEXEC);
    }
    return device;
}

// Asks the kernel not to change a page while the device reads it, as it does for a device that computes
// checksums. Where that cannot be said, a page may come half changed.
static void ask_for_stable_pages(int number) {
    char path[64];
    snprintf(path, sizeof path, "/sys/block/loop%d/queue/stable_writes", number);
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    (void)!write(file, "1", 1);
    close(file);
}

int rl_loop_attach(const char *path, int *device, int *number) {
    int file = open(path, O_RDWR | O_DIRECT | O_CLOEXEC);
    if (file < 0) return errno;
    int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
    int error = control < 0 ? errno : EBUSY;
    for (int attempt = 0; error == EBUSY && attempt < ATTEMPTS; attempt++) {
        *number = ioctl(control, LOOP_CTL_GET_FREE);
        *device = *number < 0 ? -1 : open_loop(*number);
        if (*device < 0) {
            error = errno;
            break;
        }
        struct loop_config config = {.fd = (uint32_t)file, .block_size = 512};
        config.info.lo_flags = LO_FLAGS_AUTOCLEAR | LO_FLAGS_DIRECT_IO;
        error = ioctl(*device, LOOP_CONFIGURE, &config) < 0 ? errno : 0;
        // Somebody else took it first.
        if (error) close(*device);
        else ask_for_stable_pages(*number);
    }
    if (control >= 0) close(control);
    close(file);
    return error;
}

// How many pages of a device are cached; 0 where the kernel, before Linux 6.5, cannot say.
static uint64_t cached_pages(int device) {
    enum { SYS_CACHESTAT = 451 };
    // The whole device, and what the kernel tells of it (linux/mman.h of 6.5).
    uint64_t range[2] = {0, 0};
    uint64_t counts[5] = {0};
    return syscall(SYS_CACHESTAT, device, range, counts, 0) < 0 ? 0 : counts[0];
}

int rl_loop_forget(int device) {
    for (int attempt = 0;; attempt++) {
        if (ioctl(device, BLKFLSBUF, 0) < 0) return errno;
        // The kernel keeps pages that somebody looks at just then: another image would be read with them.
        if (cached_pages(device) == 0) return 0;
        if (attempt == ATTEMPTS) return EBUSY;
        poll(NULL, 0, 1);
    }
}

int rl_private_mounts(const char *directory, int *outside) {
    *outside = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
    if (*outside < 0) return errno;
    if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
        mount("relaunch-disks", directory, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755") == 0) {
        return 0;
    }
    int error = errno;
    close(*outside);
    return error;
}

int rl_mount(const char *device, const char *directory, const char *type, const char *options) {
    return mount(device, directory, type, 0, options) < 0 ? errno : 0;
}

int rl_unmount(const char *directory) {
    for (int attempt = 0;; attempt++) {
        if (umount2(directory, 0) == 0) return 0;
        // A process that was forked meanwhile may hold a descriptor until it execs.
        if (errno != EBUSY || attempt == ATTEMPTS) return errno;
        poll(NULL, 0, 1);
    }
}

int rl_detach(const char *directory) {
    return umount2(directory, MNT_DETACH) < 0 ? errno : 0;
}

bool rl_may_mount(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2] = {{0}};
    if (syscall(SYS_capget, &header, data) < 0) return false;
    return data[0].effective & (1u << CAP_SYS_ADMIN);
}

void rl_btrfs_forget(const char *device) {
    int control = open("/dev/btrfs-control", O_RDWR | O_CLOEXEC);
    if (control < 0) return;
    struct btrfs_ioctl_vol_args arguments = {0};
    snprintf(arguments.name, sizeof arguments.name, "%s", device);
    // It fails where btrfs does not know the device, which is as good.
    (void)ioctl(control, BTRFS_IOC_FORGET_DEV, &arguments);
    close(control);
}

int rl_sync_file_system(int file) { return syncfs(file) < 0 ? errno : 0; }

#endif
