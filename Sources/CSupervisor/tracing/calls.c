// The system calls that can change files or tell the outside something. Those that are not here
// run at full speed and are never seen.

#if defined(__linux__)

#define _GNU_SOURCE
#include <sys/syscall.h>

#include "tracing/calls.h"

// Calls that the headers may not know yet; they have one number on all machines.
#ifndef SYS_openat2
#define SYS_openat2 437
#endif
#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif
#ifndef SYS_setxattrat
#define SYS_setxattrat 463
#endif
#ifndef SYS_removexattrat
#define SYS_removexattrat 466
#endif

#define CALL(call, record, ...) \
    {.number = SYS_##call, .name = #call, .kind = RL_RECORD_##record, __VA_ARGS__}
#define TRAIT(name) .trait = RL_TRAIT_##name

static const rl_call calls[] = {
    CALL(openat, OPEN, .at = 1, .path = 2, .flags = 3),
    CALL(openat2, OPEN, .at = 1, .path = 2, .flags = 3, TRAIT(HOW)),
    CALL(write, WRITE, .file = 1, .buffer = 2, .count = 3),
    CALL(pwrite64, WRITE, .file = 1, .buffer = 2, .count = 3, .offset = 4),
    CALL(writev, WRITE, .file = 1, .buffer = 2, .count = 3, TRAIT(VECTOR)),
    CALL(pwritev, WRITE, .file = 1, .buffer = 2, .count = 3, .offset = 4, TRAIT(VECTOR)),
    CALL(pwritev2, WRITE, .file = 1, .buffer = 2, .count = 3, .offset = 4, .flags = 6,
        TRAIT(VECTOR)),
    CALL(sendfile, WRITE, .file = 1, .buffer = 2, .count = 4, TRAIT(FROM_FILE)),
    CALL(copy_file_range, WRITE, .file = 3, .offset = 4, .count = 5, TRAIT(OFFSET_POINTER)),
    CALL(splice, WRITE, .file = 3, .offset = 4, .count = 5, TRAIT(OFFSET_POINTER)),
    CALL(vmsplice, WRITE, .file = 1, .buffer = 2, .count = 3, TRAIT(VECTOR)),
    CALL(ioctl, WRITE, .file = 1, TRAIT(CLONE)),
    CALL(sendto, ACKNOWLEDGE, .file = 1, .buffer = 2, .count = 3),
    CALL(sendmsg, ACKNOWLEDGE, .file = 1, .buffer = 2, TRAIT(MESSAGE)),
    CALL(sendmmsg, ACKNOWLEDGE, .file = 1, .buffer = 2, .count = 3, TRAIT(MESSAGES)),
    CALL(truncate, TRUNCATE, .path = 1),
    CALL(ftruncate, TRUNCATE, .file = 1),
    CALL(fallocate, ALLOCATE, .file = 1, .flags = 2),
    CALL(renameat, RENAME, .at = 3, .path = 4, .other_at = 1, .other_path = 2),
    CALL(renameat2, RENAME, .at = 3, .path = 4, .other_at = 1, .other_path = 2, .flags = 5),
    CALL(linkat, LINK, .at = 3, .path = 4, .other_at = 1, .other_path = 2, .flags = 5),
    CALL(symlinkat, SYMLINK, .at = 2, .path = 3),
    CALL(unlinkat, UNLINK, .at = 1, .path = 2, .flags = 3, TRAIT(REMOVE_DIRECTORY)),
    CALL(mkdirat, MKDIR, .at = 1, .path = 2),
    CALL(mknodat, MKNOD, .at = 1, .path = 2),
    CALL(bind, MKNOD, .path = 2, .count = 3, TRAIT(ADDRESS)),
    CALL(fsync, SYNC, .file = 1),
    CALL(fdatasync, SYNC, .file = 1, TRAIT(DATA_ONLY)),
    CALL(msync, SYNC, .buffer = 1),
    CALL(sync, SYNC_ALL),
    CALL(syncfs, SYNC_ALL, .file = 1),
    CALL(sync_file_range, SYNC_RANGE, .file = 1),
    CALL(fchmod, MODE, .file = 1),
    CALL(fchmodat, MODE, .at = 1, .path = 2),
    CALL(fchmodat2, MODE, .at = 1, .path = 2, .flags = 4, TRAIT(FLAGS_NO_FOLLOW)),
    CALL(fchown, OWNER, .file = 1),
    CALL(fchownat, OWNER, .at = 1, .path = 2, .flags = 5, TRAIT(FLAGS_NO_FOLLOW)),
    CALL(setxattr, SET_ATTRIBUTE, .path = 1, .buffer = 2),
    CALL(lsetxattr, SET_ATTRIBUTE, .path = 1, .buffer = 2, TRAIT(NO_FOLLOW)),
    CALL(fsetxattr, SET_ATTRIBUTE, .file = 1, .buffer = 2),
    CALL(setxattrat, SET_ATTRIBUTE, .at = 1, .path = 2, .flags = 3, .buffer = 4,
        TRAIT(ATTRIBUTE_AT)),
    CALL(removexattr, REMOVE_ATTRIBUTE, .path = 1, .buffer = 2),
    CALL(lremovexattr, REMOVE_ATTRIBUTE, .path = 1, .buffer = 2, TRAIT(NO_FOLLOW)),
    CALL(fremovexattr, REMOVE_ATTRIBUTE, .file = 1, .buffer = 2),
    CALL(removexattrat, REMOVE_ATTRIBUTE, .at = 1, .path = 2, .flags = 3, .buffer = 4,
        TRAIT(ATTRIBUTE_AT)),
    CALL(utimensat, TIME, .at = 1, .path = 2, .buffer = 3, .flags = 4, TRAIT(NO_PATH)),
    CALL(open_by_handle_at, TRUNCATE, .at = 1, .buffer = 2, .flags = 3, TRAIT(HANDLE)),
    CALL(mmap, MAPPING, .file = 5),
#ifdef SYS_open  // Machines that came later have none of these.
    CALL(open, OPEN, .path = 1, .flags = 2),
    CALL(creat, OPEN, .path = 1, TRAIT(CREATE)),
    CALL(rename, RENAME, .path = 2, .other_path = 1),
    CALL(link, LINK, .path = 2, .other_path = 1),
    CALL(symlink, SYMLINK, .path = 2),
    CALL(unlink, UNLINK, .path = 1),
    CALL(rmdir, RMDIR, .path = 1),
    CALL(mkdir, MKDIR, .path = 1),
    CALL(mknod, MKNOD, .path = 1),
    CALL(chmod, MODE, .path = 1),
    CALL(chown, OWNER, .path = 1),
    CALL(lchown, OWNER, .path = 1, TRAIT(NO_FOLLOW)),
    CALL(utime, TIME, .path = 1, .buffer = 2),
    CALL(utimes, TIME, .path = 1, .buffer = 2),
    CALL(futimesat, TIME, .at = 1, .path = 2, .buffer = 3),
#endif
};

_Static_assert(sizeof calls / sizeof *calls <= RL_CALL_LIMIT, "the filter has no room for more");

const rl_call *rl_all_calls(size_t *count) {
    *count = sizeof calls / sizeof *calls;
    return calls;
}

enum { RL_INDEXED = 512 };

const rl_call *rl_find_call(int32_t number) {
    static uint8_t places[RL_INDEXED];
    if (places[SYS_write] == 0) {
        for (size_t index = 0; index < sizeof calls / sizeof *calls; index += 1) {
            places[calls[index].number] = (uint8_t)(index + 1);
        }
    }
    bool is_known = number >= 0 && number < RL_INDEXED && places[number] != 0;
    return is_known ? &calls[places[number] - 1] : NULL;
}

// For the harness, whose threads may call it at once: no table is made.
const char *rl_call_name(int32_t number) {
    for (size_t index = 0; index < sizeof calls / sizeof *calls; index += 1) {
        if (calls[index].number == number) {
            return calls[index].name;
        }
    }
    return NULL;
}

#endif
