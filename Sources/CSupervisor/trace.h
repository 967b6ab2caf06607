// What the files that trace and record share. As for internal.h, nothing here is for the harness,
// and all of it is async-signal-safe.
//
// How it works: a recorded process has a seccomp filter (filter.c) that stops it at the calls in a
// table (calls.c), and at no others. At such a stop (stops.c) the supervisor looks at what the call
// would do (capture.c), waits until no other call on files of the container is in flight
// (recording.c), lets it run to its end, and appends a record (record.c).

#ifndef RL_TRACE_H
#define RL_TRACE_H

#include <limits.h>
#include <sys/stat.h>

#include "internal.h"

struct sock_fprog;

// MARK: - calls.c

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
    uint8_t buffer;       // the address of what is sent: bytes, iovec or msghdr
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
} rl_trait;

// The call with this number, or NULL.
const rl_call *rl_find_call(int32_t number);

// All of them.
const rl_call *rl_all_calls(size_t *count);

// MARK: - filter.c

enum {
    RL_FILTER_CALL = 1,     // what a stop says: a call of the table
    RL_FILTER_FOREIGN = 2,  // a call of another machine's kind
    RL_FILTER_TRACE = 3,    // ptrace
};

// The filter, made at the first call.
const struct sock_fprog *rl_filter(void);

// The same for processes that are not traced: it tells a listener of the calls that change files.
const struct sock_fprog *rl_notifying_filter(void);

// MARK: - tracees.c

enum { RL_TRACEES = 1024 };

typedef enum rl_tracee_state {
    RL_TRACEE_RUNS,     // it was let go on, or will be soon
    RL_TRACEE_HELD,     // at the entry of a call that has to wait
    RL_TRACEE_IN_CALL,  // in the call that is recorded
    RL_TRACEE_SENDING,  // in a call that acknowledges something
    RL_TRACEE_LISTENS,  // stopped by a signal: it stays so until SIGCONT
    RL_TRACEE_DOOMED,   // killed by a plan: never let go on
} rl_tracee_state;

// One thread that is traced.
typedef struct rl_tracee {
    pid_t thread;
    pid_t process;
    int32_t next;       // in the chain of its hash, an index, or -1
    int32_t waiting;    // behind it in the queue of held ones, an index, or -1
    rl_tracee_state state;
    int pidfd;          // or -1
    // Of a call that acknowledges something.
    const rl_call *call;
    uint64_t arguments[6];
    int32_t stream;
} rl_tracee;

// The entry of a thread, or NULL.
rl_tracee *rl_find_tracee(pid_t thread);

// Adds a thread. NULL where there is no room.
rl_tracee *rl_add_tracee(pid_t thread);

// Takes a thread off.
void rl_remove_tracee(rl_tracee *tracee);

// Whether there is any.
bool rl_has_tracees(void);

// The place of an entry, and back.
int32_t rl_tracee_index(const rl_tracee *tracee);
rl_tracee *rl_tracee_at(int32_t index);

// Calls `body` with each of them.
void rl_each_tracee(void (*body)(rl_tracee *tracee, void *context), void *context);

// Gets a descriptor of the tracee as one of the supervisor, to be closed. -1 with errno.
int rl_borrow(rl_tracee *tracee, int descriptor);

// Closes the pidfd of a thread, where one is open.
void rl_forget_pidfd(rl_tracee *tracee);

// MARK: - registers.c and memory

// What a call was given, at its entry.
typedef struct rl_entry {
    uint64_t number;
    uint64_t arguments[6];
    uint32_t architecture;
    uint32_t filter;        // an RL_FILTER_...
} rl_entry;

// Reads what a thread at a stop of the filter wants. False where it is gone.
bool rl_read_entry(pid_t thread, rl_entry *entry);

// Reads what the call of a thread at its exit stop returned. False where it is gone.
bool rl_read_result(pid_t thread, int64_t *result);

// Makes a thread at a stop of the filter skip the call and return `result`.
bool rl_skip_call(pid_t thread, int64_t result);

// Changes one argument of the call, counted from 1, at its entry, or puts it back at its exit.
bool rl_set_argument(pid_t thread, int argument, uint64_t value);

// Reads memory of a thread. Returns how many bytes it got.
size_t rl_read_memory(pid_t thread, uint64_t address, void *buffer, size_t size);

// Reads a path or name of a thread's memory. False where it is too long or not there.
bool rl_read_string(pid_t thread, uint64_t address, char *buffer, size_t size);

// MARK: - places.c

// Where a path leads: a name in a directory, and what is there.
typedef struct rl_place {
    bool given;
    bool inside;          // the directory is in the container
    bool exists;
    int directory;        // O_PATH, or -1
    rl_file_key directory_key;
    struct stat status;   // of what is there
    size_t path_size;
    char path[PATH_MAX];  // in the container
    char name[NAME_MAX + 1];
} rl_place;

// Sets the container. Returns 0 or an errno value.
int rl_set_container(const char *path);

// Whether a descriptor of the supervisor is of a file in the container, and its path there.
// `deleted` says that it has no name any more.
bool rl_is_inside(int descriptor, char path[PATH_MAX], size_t *size, bool *deleted);

// Whether a file is on the device of the container.
bool rl_is_on_container_device(const struct stat *status);

// Finds the place of a path. `follow`: where the last name is a symbolic link, the place is where
// it leads. False where there is no such directory.
bool rl_find_place(
    rl_tracee *tracee, int at, const char *path, bool follow, rl_place *place);

// Opens what a path names, with O_PATH. -1 where there is nothing.
int rl_open_object(rl_tracee *tracee, int at, const char *path, bool follow);

// Closes what a place holds.
void rl_leave_place(rl_place *place);

// Reads the status of a descriptor, but for its times: a file whose times have been read has to get
// new ones from the clock at its next write. False where it is none.
bool rl_read_status(int descriptor, struct stat *status);

// Which file a status is of.
rl_file_key rl_key(const struct stat *status);

// Notes where a program is setuid: it would have got other rights, were it not traced.
void rl_note_rights(rl_tracee *tracee);

// MARK: - known_files.c

// As rl_is_inside, of a file with this key.
bool rl_is_file_inside(
    int descriptor, rl_file_key key, char path[PATH_MAX], size_t *size, bool *deleted);

// A descriptor to read the file with, which is not to be closed. -1 with errno.
int rl_reader_of(rl_file_key key, int descriptor);

// Names may have changed.
void rl_forget_paths(void);

// Lets go of all.
void rl_forget_files(void);

// MARK: - streams.c

// Notes the descriptors that a recorded process was given for the outside.
void rl_note_streams(const int descriptors[RL_DESCRIPTORS]);

// Which stream a file is, or 0.
int32_t rl_stream_of(const struct stat *status);

// Writes the record of a call that sent `count` bytes.
void rl_record_sent(rl_tracee *tracee, int64_t count);

// MARK: - outside.c

// Notes that a file outside the container is about to be changed: what a descriptor of the
// supervisor is of, or a name in it.
void rl_note_outside(rl_tracee *tracee, int descriptor, const char *name);

// Has the same path noted again.
void rl_forget_outside(void);

// MARK: - capture.c

// One call on files of the container, from its entry to its exit.
typedef struct rl_capture {
    const rl_call *call;
    uint64_t arguments[6];
    rl_record record;
    rl_place place;
    rl_place other;
    int file;              // what it works on, or what was opened of it; or -1
    int32_t file_flags;    // of the descriptor
    char path[PATH_MAX];   // of `file`
    char extra[PATH_MAX];
} rl_capture;

typedef enum rl_concern {
    RL_CONCERN_NONE,      // the call is none of the recording's business
    RL_CONCERN_CONTAINER,
    RL_CONCERN_STREAM,    // it acknowledges; `stream` of the tracee is set
} rl_concern;

// Looks at what a call would do, and keeps what has to be known of the time before it. Only where
// it answers RL_CONCERN_CONTAINER has the capture to be ended.
rl_concern rl_begin_capture(
    rl_capture *capture, rl_tracee *tracee, const rl_call *call, const uint64_t arguments[6]);

// An argument of the call counted from 1, or 0 where it has none such.
uint64_t rl_argument(const rl_capture *capture, int place);

// The descriptor of the directory that a path starts from.
int rl_start_of(const rl_capture *capture, int at);

// Reads the path that an argument leads to.
bool rl_read_path(rl_capture *capture, rl_tracee *tracee, int place, char *path);

// Takes the identity of `file`, which has this status. False where it is outside.
bool rl_take_file(rl_capture *capture, const struct stat *status);

// capture_names.c: an open that may make a file, or empty it; a call that makes or removes one
// name; a rename into, in or out of the container; a new name for a file, wherever it is.
rl_concern rl_begin_open(rl_capture *capture, rl_tracee *tracee);
rl_concern rl_begin_name(rl_capture *capture, rl_tracee *tracee);
rl_concern rl_begin_rename(rl_capture *capture, rl_tracee *tracee);
rl_concern rl_begin_link(rl_capture *capture, rl_tracee *tracee);

// finish.c: completes the record by what the call has left, and appends it.
void rl_finish_capture(rl_capture *capture, rl_tracee *tracee, int64_t result);

// Lets go of what it holds.
void rl_end_capture(rl_capture *capture);

// MARK: - plan.c

// Sets what is to be done, once.
void rl_set_plan(const rl_plan *plan);

// Does what the plan says at the entry of a call, which has this number. False where everything has
// been killed: then the thread is not to go on, and the capture is not needed any more.
bool rl_plan_entry(rl_state *state, rl_tracee *tracee, rl_capture *capture, uint32_t number);

// The same at its exit, when the record has been appended; puts back what was changed.
bool rl_plan_exit(rl_state *state, rl_tracee *tracee, rl_capture *capture, uint32_t number);

// The call at which the plan was carried out, or 0.
uint32_t rl_planned_call(void);

// Kills everything without a plan: nobody goes on.
void rl_doom(rl_state *state);

// Whether everything has been killed, so that nobody goes on; and when all are gone.
bool rl_is_doomed(void);
void rl_end_doom(void);

// MARK: - record.c

// The parts of a record besides its fixed one.
typedef struct rl_parts {
    const char *path, *other_path, *extra;
    const void *data;     // of `data_size` bytes; NULL: they are read from `file`
    int file;             // the descriptor to read them from, at `offset` of the record
} rl_parts;

// Appends a record; its sizes say how long the parts are.
void rl_append_record(rl_record *record, const rl_parts *parts);

// Appends a note.
void rl_append_note(int32_t note, rl_tracee *tracee, int64_t result);

// Begins and ends the file. `file` stays the supervisor's from now on.
void rl_open_record(int file, uint64_t byte_limit);
uint64_t rl_close_record(void);

// Whether records are still taken.
bool rl_record_is_open(void);

// MARK: - mappings.c

// Notes a file of the container that can be stored to through memory. `descriptor` is one of the
// supervisor.
void rl_note_mapping(rl_tracee *tracee, int descriptor);

// Writes the notes of mappings that were made before the recording, and looks at them.
void rl_start_mappings(void);

// The file that a thread has mapped at an address, and its path in the container.
bool rl_find_mapped_file(
    rl_tracee *tracee, uint64_t address, rl_file_key *key, char path[PATH_MAX], size_t *size);

// Records what has been stored since the last look, before a call and at the end.
void rl_record_stores(void);

// Takes what a call has written for what is there.
void rl_accept_write(const rl_record *record);

// Forgets all of them.
void rl_forget_mappings(void);

// MARK: - recording.c

// What a stop at the entry of a call comes to: the thread is let go on, held or killed.
void rl_enter_call(rl_state *state, rl_tracee *tracee, const rl_entry *entry);

// What a stop at the exit of a call comes to.
void rl_leave_call(rl_state *state, rl_tracee *tracee);

// A thread is dead or has become another.
void rl_lose_tracee(rl_state *state, rl_tracee *tracee);

// The last thread is gone.
void rl_forget_tracees(void);

// MARK: - affinity.c

// Keeps the supervisor and all tracees on one processor, or takes that back.
void rl_pin(void);
void rl_unpin(void);

// MARK: - stops.c

// Lets a thread go on, with a signal or 0, up to the exit of its call where `to_exit` is set. Where
// everything has been killed, it is killed too.
void rl_resume(rl_tracee *tracee, int signal, bool to_exit);

#endif
