#include "log.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

#if !defined(__linux__)

int rl_disk_map(rl_disk *disk, int file, uint64_t size, uint64_t log_capacity) {
    (void)disk, (void)file, (void)size, (void)log_capacity;
    return ENOSYS;
}

void rl_disk_close(rl_disk *disk, bool waits) { (void)disk, (void)waits; }
uint64_t rl_disk_log_used(const rl_disk *disk) { return (void)disk, 0; }
bool rl_disk_is_full(const rl_disk *disk) { return (void)disk, false; }
void rl_disk_log_reset(rl_disk *disk, uint64_t seed) { (void)disk, (void)seed; }

#else

int rl_disk_map(rl_disk *disk, int file, uint64_t size, uint64_t log_capacity) {
    memset(disk, 0, sizeof *disk);
    void *image = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (image == MAP_FAILED) return errno;
    uint64_t mapped = sizeof(struct rl_disk_shared) + log_capacity;
    void *memory = mmap(NULL, mapped, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        int error = errno;
        munmap(image, size);
        return error;
    }
    disk->image = image;
    disk->size = size;
    disk->shared = memory;
    disk->shared->capacity = log_capacity;
    disk->shared->mapped = mapped;
    disk->log = (uint8_t *)memory + sizeof(struct rl_disk_shared);
    return 0;
}

void rl_disk_close(rl_disk *disk, bool waits) {
    if (waits && disk->server > 0) {
        while (waitpid(disk->server, NULL, 0) < 0 && errno == EINTR) continue;
    }
    if (disk->image) munmap(disk->image, disk->size);
    if (disk->shared) munmap(disk->shared, disk->shared->mapped);
    memset(disk, 0, sizeof *disk);
}

uint64_t rl_disk_log_used(const rl_disk *disk) { return disk->shared->used; }

bool rl_disk_is_full(const rl_disk *disk) { return disk->shared->is_full != 0; }

void rl_disk_log_reset(rl_disk *disk, uint64_t seed) {
    disk->shared->used = 0;
    disk->shared->is_full = 0;
    disk->shared->seed = seed;
}

static int64_t now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void rl_disk_note(rl_disk *disk, uint64_t kind, uint64_t offset, const void *bytes, uint64_t length,
                  const void *replaced) {
    uint64_t payload = replaced ? 2 * length : length;
    uint64_t size = sizeof(rl_disk_entry) + (payload + 7) / 8 * 8;
    uint64_t used = disk->shared->used;
    if (disk->shared->is_full || disk->shared->capacity - used < size) {
        disk->shared->is_full = 1;
        return;
    }
    rl_disk_entry entry = {kind, offset, length, now_us()};
    uint8_t *place = disk->log + used;
    memcpy(place, &entry, sizeof entry);
    if (length) memcpy(place + sizeof entry, bytes, length);
    if (replaced) memcpy(place + sizeof entry + length, replaced, length);
    disk->shared->used = used + size;
}

#endif
