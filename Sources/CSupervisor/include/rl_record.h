// What a recording is made of: one record after the other, in the order in which the calls ended.
//
// The supervisor appends them to a file that the harness gives it; the harness reads them when the
// recording has been stopped. Numbers are in the byte order of the machine. A record is its fixed
// part, then `path`, `other_path`, `extra` and `data`, as long as the fixed part says, then zeros
// up to a multiple of 8 bytes. Paths are bytes, relative to the container, without a leading slash;
// their last component is the name in `directory`. The path of the container itself is empty.

#ifndef RL_RECORD_H
#define RL_RECORD_H

#include <stdint.h>

// What a record tells. For calls: what they do, not how they are named.
enum rl_record_kind {
    RL_RECORD_OPEN = 1,       // with O_CREAT, O_TRUNC or O_TMPFILE; `arguments` are the open flags
    RL_RECORD_WRITE,          // of `length` bytes at `offset`: `data` is what the file holds there
    RL_RECORD_TRUNCATE,       // to `length`
    RL_RECORD_ALLOCATE,       // fallocate: `offset`, `length`, `arguments` is its mode
    RL_RECORD_RENAME,         // `other` is the replaced file, or the exchanged one
    RL_RECORD_LINK,           // `path` is the new name, `other_path` the old one
    RL_RECORD_SYMLINK,        // `extra` is where it leads
    RL_RECORD_UNLINK,
    RL_RECORD_MKDIR,
    RL_RECORD_RMDIR,
    RL_RECORD_MKNOD,
    RL_RECORD_SYNC,           // fsync, fdatasync; msync: of `length` bytes at `offset`
    RL_RECORD_SYNC_ALL,       // sync, syncfs
    RL_RECORD_SYNC_RANGE,     // sync_file_range, msync without MS_SYNC: they guarantee nothing
    RL_RECORD_MODE,
    RL_RECORD_OWNER,
    RL_RECORD_SET_ATTRIBUTE,  // `extra` is the name, `data` the value
    RL_RECORD_REMOVE_ATTRIBUTE,
    RL_RECORD_TIME,           // of modification: `offset` seconds, `length` ns; see RL_RECORD_NOW
    RL_RECORD_ACKNOWLEDGE,    // `arguments` is an rl_stream, `data` what was sent
    RL_RECORD_MAPPING,        // `file` can be stored to through memory
    RL_RECORD_STORED,         // `data` came to be at `offset`, and no call has written it
    RL_RECORD_PLAN,           // the plan was carried out at `call`
    RL_RECORD_NOTE,           // `arguments` is an rl_note
    RL_RECORD_END,            // the last one; where it lacks, the supervisor is dead
};

// What is noteworthy in a recording. `result` and `file` say more for some.
enum rl_note {
    RL_NOTE_CALL_LIMIT = 1,   // the recording has ended early: so many calls were asked for
    RL_NOTE_BYTE_LIMIT,       // as above, for its size
    RL_NOTE_FILE_FAILED,      // as above: the file took no more; `result` is -errno
    RL_NOTE_THREAD_LIMIT,     // more threads than can be followed: everything was killed
    RL_NOTE_FOREIGN,          // a program for another machine, such as a 32-bit one; it was killed
    RL_NOTE_HELD_TOO_LONG,    // a call did not end in time, so that others went on beside it
    RL_NOTE_NOT_PLANNED,      // the call at which the plan was due cannot be cut short
    RL_NOTE_UNREADABLE,       // what a call has written cannot be read; `result` is -errno
    RL_NOTE_SETUID,           // a program would have got other rights, and did not
    RL_NOTE_STORES_UNSEEN,    // a mapped file is too large to be watched
    RL_NOTE_TRACES,           // a program wants to trace, which nobody can who is traced already
    RL_NOTE_OUTSIDE,          // something outside the container is about to be changed: at `path`
};

// Flags of a record.
enum {
    RL_RECORD_EXISTED = 1,        // the file that `path` names was there before an open
    RL_RECORD_INJECTED = 2,       // the plan had the call fail, or be short
    RL_RECORD_UNFINISHED = 4,     // the thread died in the call; how much it did is not known
    RL_RECORD_OUTSIDE = 8,        // `path` is outside the container: it and `directory` are void
    RL_RECORD_OTHER_OUTSIDE = 16, // the same for `other_path`
    RL_RECORD_DELETED = 32,       // the file has no name any more
    RL_RECORD_SYNCHRONOUS = 64,   // O_SYNC or RWF_SYNC: the write is an fsync too
    RL_RECORD_DATA_SYNCHRONOUS = 128,  // O_DSYNC or RWF_DSYNC: fdatasync too
    RL_RECORD_DATA_ONLY = 256,    // of a SYNC: fdatasync
    RL_RECORD_NOW = 512,          // of a TIME: the time of the call was asked for, whatever it is
};

// Where an acknowledgement went.
enum rl_stream {
    RL_STREAM_CHANNEL = 1,
    RL_STREAM_OUTPUT,
    RL_STREAM_ERROR,
};

// Which file it is, whatever its names. All zero: none. An inode number may come again when its
// file is gone; the record that makes the new file tells.
typedef struct rl_file_key {
    uint64_t device;
    uint64_t inode;
} rl_file_key;

typedef struct rl_record {
    uint64_t size;             // of all of it, a multiple of 8
    uint16_t kind;             // an rl_record_kind
    uint16_t flags;
    int32_t system_call;       // its number on this machine, or -1
    uint32_t call;             // counted from 1 over the calls on files of the container, or 0
    int32_t process;
    int32_t thread;
    uint32_t arguments;        // flags of the call
    int64_t result;            // what it returned: -errno where it failed
    rl_file_key file;          // what it was done to, or what it made
    rl_file_key other;         // what it replaced
    rl_file_key directory;     // of the last name in `path`
    rl_file_key other_directory;
    uint64_t offset;
    uint64_t length;
    uint64_t file_size;        // of `file`, afterwards
    uint32_t mode;             // of `file`, afterwards, as in st_mode; of what was, for UNLINK
    uint32_t user;
    uint32_t group;
    uint32_t other_mode;
    uint32_t path_size;
    uint32_t other_path_size;
    uint32_t extra_size;
    uint32_t zero;
    uint64_t data_size;
    int64_t time_us;           // when it was appended, on the clock CLOCK_MONOTONIC
} rl_record;

#endif
