// The log of a disk, as its server writes it.

#ifndef RL_DISK_LOG_H
#define RL_DISK_LOG_H

#include "rl_disk.h"

struct rl_disk_shared {
    _Atomic uint64_t used;
    _Atomic uint64_t is_full;
    _Atomic uint64_t seed;
    uint64_t capacity;
    uint64_t mapped;
};

// Appends an entry and the bytes that follow it; nothing where the log is full.
void rl_disk_note(rl_disk *disk, uint64_t kind, uint64_t offset, const void *bytes, uint64_t length,
                  const void *replaced);

#endif
