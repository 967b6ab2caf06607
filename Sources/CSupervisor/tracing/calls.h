// The table of the system calls that a recording looks at.

#ifndef RL_TRACING_CALLS_H
#define RL_TRACING_CALLS_H

#include <stddef.h>
#include <stdint.h>

#include "rl_supervisor.h"

// Where a call has its arguments, counted from 1; 0 where it has none such.
typedef struct rl_call {
    int32_t number;
    uint16_t kind;        // an rl_record_kind
    uint16_t trait;       // an rl_trait
    uint8_t file;         // a descriptor that is written to, synced, ...
    uint8_t at, path;     // a directory's descriptor, 0 for the working directory, and a path
    uint8_t other_at, other_path;
    uint8_t flags;        // of an open, a rename, ...
    uint8_t offset;       // where it has one; for RL_TRAIT_OFFSET_POINTER its address
    uint8_t count;        // of bytes, to be cut by a plan
    uint8_t buffer;       // the address of what is sent: bytes, iovec or msghdr; of times
    const char *name;
} rl_call;

typedef enum rl_trait {
    RL_TRAIT_NONE,
    RL_TRAIT_VECTOR,          // `buffer` is an array of iovec, `count` their number
    RL_TRAIT_MESSAGE,         // `buffer` is a msghdr
    RL_TRAIT_MESSAGES,        // `buffer` is an array of mmsghdr
    RL_TRAIT_OFFSET_POINTER,  // the offset is in memory, or the file's own
    RL_TRAIT_FROM_FILE,       // `buffer` is the descriptor where the data comes from (sendfile)
    RL_TRAIT_HOW,             // openat2: `flags` is the address of them
    RL_TRAIT_CREATE,          // creat: O_CREAT | O_WRONLY | O_TRUNC
    RL_TRAIT_DATA_ONLY,       // fdatasync
    RL_TRAIT_NO_FOLLOW,       // lchown, ...: of a link itself
    RL_TRAIT_FLAGS_NO_FOLLOW, // as `flags` has AT_SYMLINK_NOFOLLOW
    RL_TRAIT_REMOVE_DIRECTORY,  // unlinkat, which is rmdir as `flags` has it
    RL_TRAIT_CLONE,           // FICLONE and FICLONERANGE
    RL_TRAIT_ATTRIBUTE_AT,    // setxattrat: the value is behind a structure
    RL_TRAIT_ADDRESS,         // bind: `path` is a sockaddr, `count` its size
    RL_TRAIT_NO_PATH,         // utimensat: without a path it is about the descriptor `at`
    RL_TRAIT_HANDLE,          // open_by_handle_at: `buffer` is the handle, `at` on its file system
} rl_trait;

// The call with this number, or NULL.
const rl_call *rl_find_call(int32_t number);

// How many there may be: the filter jumps over half of them, which are less than 256 statements.
enum { RL_CALL_LIMIT = 128 };

// All of them.
const rl_call *rl_all_calls(size_t *count);

#endif
