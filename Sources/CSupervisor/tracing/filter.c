// The seccomp filter of recorded processes.
//
// What is let through whatever its arguments are costs nothing: the kernel keeps a map of such
// calls, which it makes anew for each process by trying all numbers. So numbers are searched by
// halves.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "tracing/filter.h"

#include "tracing/calls.h"

#if defined(__x86_64__)
#define RL_ARCHITECTURE AUDIT_ARCH_X86_64
#define RL_OTHER_NUMBERS 0x40000000U  // x32
#elif defined(__aarch64__)
#define RL_ARCHITECTURE AUDIT_ARCH_AARCH64
#define RL_OTHER_NUMBERS 0x80000000U
#else
#error "the filter knows x86_64 and aarch64"
#endif

enum {
    RL_FILTER_LIMIT = 512,
    RL_SEARCHED = 4,  // so few are compared one after the other
};

// A filter, and what it answers to calls of the table, to those of another machine's kind, and to
// ptrace.
typedef struct rl_filter_code {
    struct sock_filter code[RL_FILTER_LIMIT];
    struct sock_fprog program;
    uint32_t stop;
    uint32_t foreign;
    uint32_t tracing;
} rl_filter_code;

// The one that is being made.
static rl_filter_code *made;

// Adds a statement.
static void add(uint16_t operation, uint32_t value) {
    made->code[made->program.len++] = (struct sock_filter){.code = operation, .k = value};
}

// Adds a jump over so many statements.
static void add_jump(uint16_t operation, uint32_t value, uint8_t if_true, uint8_t if_false) {
    made->code[made->program.len++] = (struct sock_filter){
        .code = BPF_JMP | operation | BPF_K, .k = value, .jt = if_true, .jf = if_false};
}

// Adds an answer.
static void add_return(uint32_t answer) {
    add(BPF_RET | BPF_K, answer);
}

// Loads the lower half of an argument, counted from 1. Both machines are little-endian.
static void add_load(int argument) {
    add(BPF_LD | BPF_W | BPF_ABS,
        (uint32_t)offsetof(struct seccomp_data, args) + 8U * (uint32_t)(argument - 1));
}

// Answers a call by number.
static void add_answer(uint32_t number, uint32_t answer) {
    add_jump(BPF_JEQ, number, 0, 1);
    add_return(answer);
}

// Stops at a call where the argument has one of the bits.
static void add_stop_on_bits(uint32_t number, int argument, uint32_t bits) {
    add_jump(BPF_JEQ, number, 0, 4);
    add_load(argument);
    add_jump(BPF_JSET, bits, 0, 1);
    add_return(made->stop);
    add_return(SECCOMP_RET_ALLOW);
}

// Stops at mmap of a file that is shared. Whether it can be written to is looked at there: that may
// come later, by mprotect.
static void add_mmap(uint32_t number) {
    add_jump(BPF_JEQ, number, 0, 5);
    add_load(4);
    add_jump(BPF_JSET, MAP_ANONYMOUS, 2, 0);
    add_jump(BPF_JSET, 1 /* MAP_SHARED or MAP_SHARED_VALIDATE */, 0, 1);
    add_return(made->stop);
    add_return(SECCOMP_RET_ALLOW);
}

// Stops at the two ioctls that write.
static void add_ioctl(uint32_t number) {
    add_jump(BPF_JEQ, number, 0, 5);
    add_load(2);
    add_jump(BPF_JEQ, (uint32_t)FICLONE, 1, 0);
    add_jump(BPF_JEQ, (uint32_t)FICLONERANGE, 0, 1);
    add_return(made->stop);
    add_return(SECCOMP_RET_ALLOW);
}

// Adds what one call of the table asks for.
static void add_call(const rl_call *call) {
    const uint32_t changing = O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
    uint32_t number = (uint32_t)call->number;
    if (call->kind == RL_RECORD_MAPPING) {
        add_mmap(number);
    } else if (call->trait == RL_TRAIT_CLONE) {
        add_ioctl(number);
    } else if (call->kind == RL_RECORD_OPEN && call->trait == RL_TRAIT_NONE) {
        add_stop_on_bits(number, call->flags, changing);
    } else {
        add_answer(number, made->stop);
    }
}

// Adds a search among calls that are in the order of their numbers.
static void add_search(const rl_call *const *calls, size_t count) {
    if (count <= RL_SEARCHED) {
        for (size_t index = 0; index < count; index += 1) {
            add_call(calls[index]);
        }
        add_return(SECCOMP_RET_ALLOW);
        return;
    }
    size_t half = count / 2;
    uint16_t jump = made->program.len;
    add_jump(BPF_JGE, (uint32_t)calls[half]->number, 0, 0);
    add_search(calls, half);
    made->code[jump].jt = (uint8_t)(made->program.len - jump - 1);
    add_search(calls + half, count - half);
}

// For the order of calls by number.
static int compare(const void *one, const void *other) {
    const rl_call *const *first = one;
    const rl_call *const *second = other;
    return ((*first)->number > (*second)->number) - ((*first)->number < (*second)->number);
}

// Makes a filter that stops at the calls that `is_meant` says.
static void make(rl_filter_code *filter, bool (*is_meant)(const rl_call *call)) {
    size_t count;
    const rl_call *calls = rl_all_calls(&count);
    made = filter;
    filter->program.filter = filter->code;
    add(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, arch));
    add_jump(BPF_JEQ, RL_ARCHITECTURE, 1, 0);
    add_return(filter->foreign);
    add(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, nr));
    add_jump(BPF_JGE, RL_OTHER_NUMBERS, 0, 1);
    add_return(filter->foreign);
    add_answer(SYS_ptrace, filter->tracing);
    // Calls that these make would not be seen.
    add_answer(SYS_io_uring_setup, SECCOMP_RET_ERRNO | ENOSYS);
    add_answer(SYS_io_setup, SECCOMP_RET_ERRNO | ENOSYS);
    const rl_call *meant[RL_CALL_LIMIT];
    size_t meant_count = 0;
    for (size_t index = 0; index < count; index += 1) {
        if (is_meant(&calls[index])) {
            meant[meant_count++] = &calls[index];
        }
    }
    qsort(meant, meant_count, sizeof *meant, compare);
    add_search(meant, meant_count);
}

// For a recording: all of them.
static bool is_recorded(const rl_call *call) {
    (void)call;
    return true;
}

const struct sock_fprog *rl_filter(void) {
    static rl_filter_code filter = {
        .stop = SECCOMP_RET_TRACE | RL_FILTER_CALL,
        .foreign = SECCOMP_RET_TRACE | RL_FILTER_FOREIGN,
        .tracing = SECCOMP_RET_TRACE | RL_FILTER_TRACE,
    };
    if (filter.program.len == 0) {
        make(&filter, is_recorded);
    }
    return &filter.program;
}

// For counting: those before which a death finds another state on disk than after them. A sync is
// none: the kernel loses nothing.
static bool is_counted(const rl_call *call) {
    switch (call->kind) {
    case RL_RECORD_ACKNOWLEDGE:
    case RL_RECORD_MAPPING:
    case RL_RECORD_SYNC:
    case RL_RECORD_SYNC_ALL:
    case RL_RECORD_SYNC_RANGE:
        return false;
    default:
        return true;
    }
}

const struct sock_fprog *rl_notifying_filter(void) {
    static rl_filter_code filter = {
        .stop = SECCOMP_RET_USER_NOTIF,
        .foreign = SECCOMP_RET_KILL_PROCESS,
        .tracing = SECCOMP_RET_ALLOW,
    };
    if (filter.program.len == 0) {
        make(&filter, is_counted);
    }
    return &filter.program;
}

#endif
