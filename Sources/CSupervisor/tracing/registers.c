// What a stopped thread has in its registers and in its memory. All that depends on the machine is
// here and at the top of filter.c. Only x86_64 has been run.

#if defined(__linux__)

#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <limits.h>
#include <linux/ptrace.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <unistd.h>

#include "tracing/registers.h"

#ifndef NT_ARM_SYSTEM_CALL
#define NT_ARM_SYSTEM_CALL 0x404
#endif

// By system call: <sys/ptrace.h> and <linux/ptrace.h> cannot be had together.
static long trace(int request, pid_t thread, const void *address, void *data) {
    return syscall(SYS_ptrace, request, thread, address, data);
}

bool rl_read_entry(pid_t thread, rl_entry *entry) {
    struct ptrace_syscall_info info;
    if (trace(PTRACE_GET_SYSCALL_INFO, thread, (void *)sizeof info, &info) <= 0
        || info.op != PTRACE_SYSCALL_INFO_SECCOMP) {
        return false;
    }
    entry->number = info.seccomp.nr;
    memcpy(entry->arguments, info.seccomp.args, sizeof entry->arguments);
    entry->architecture = info.arch;
    entry->filter = info.seccomp.ret_data;
    return true;
}

bool rl_read_result(pid_t thread, int64_t *result) {
    struct ptrace_syscall_info info;
    if (trace(PTRACE_GET_SYSCALL_INFO, thread, (void *)sizeof info, &info) <= 0
        || info.op != PTRACE_SYSCALL_INFO_EXIT) {
        return false;
    }
    *result = info.exit.rval;
    return true;
}

#if defined(__x86_64__)

// The kernel takes a number of -1 for a call that is not to be made.
bool rl_skip_call(pid_t thread, int64_t result) {
    struct user_regs_struct registers;
    if (trace(PTRACE_GETREGS, thread, NULL, &registers) < 0) {
        return false;
    }
    registers.orig_rax = (unsigned long long)-1;
    registers.rax = (unsigned long long)result;
    return trace(PTRACE_SETREGS, thread, NULL, &registers) == 0;
}

bool rl_set_argument(pid_t thread, int argument, uint64_t value) {
    struct user_regs_struct registers;
    if (trace(PTRACE_GETREGS, thread, NULL, &registers) < 0) {
        return false;
    }
    unsigned long long *const places[] = {
        &registers.rdi, &registers.rsi, &registers.rdx,
        &registers.r10, &registers.r8, &registers.r9};
    *places[argument - 1] = value;
    return trace(PTRACE_SETREGS, thread, NULL, &registers) == 0;
}

#elif defined(__aarch64__)

// Reads or writes the general registers.
static bool general_registers(int request, pid_t thread, struct user_regs_struct *registers) {
    struct iovec part = {.iov_base = registers, .iov_len = sizeof *registers};
    return trace(request, thread, (void *)NT_PRSTATUS, &part) == 0;
}

bool rl_skip_call(pid_t thread, int64_t result) {
    int number = -1;
    struct iovec part = {.iov_base = &number, .iov_len = sizeof number};
    struct user_regs_struct registers;
    if (trace(PTRACE_SETREGSET, thread, (void *)NT_ARM_SYSTEM_CALL, &part) < 0
        || !general_registers(PTRACE_GETREGSET, thread, &registers)) {
        return false;
    }
    registers.regs[0] = (uint64_t)result;
    return general_registers(PTRACE_SETREGSET, thread, &registers);
}

bool rl_set_argument(pid_t thread, int argument, uint64_t value) {
    struct user_regs_struct registers;
    if (!general_registers(PTRACE_GETREGSET, thread, &registers)) {
        return false;
    }
    registers.regs[argument - 1] = value;
    return general_registers(PTRACE_SETREGSET, thread, &registers);
}

#endif

size_t rl_read_memory(pid_t thread, uint64_t address, void *buffer, size_t size) {
    struct iovec local = {.iov_base = buffer, .iov_len = size};
    struct iovec remote = {.iov_base = (void *)(uintptr_t)address, .iov_len = size};
    ssize_t count = process_vm_readv(thread, &local, 1, &remote, 1, 0);
    return count < 0 ? 0 : (size_t)count;
}

// By pages: what comes after the string may not be there to be read.
bool rl_read_string(pid_t thread, uint64_t address, char *buffer, size_t size) {
    const size_t page = 4096;
    for (size_t length = 0; length < size;) {
        size_t wanted = page - (size_t)((address + length) % page);
        if (wanted > size - length) {
            wanted = size - length;
        }
        size_t count = rl_read_memory(thread, address + length, buffer + length, wanted);
        if (count == 0) {
            return false;
        }
        if (memchr(buffer + length, 0, count) != NULL) {
            return true;
        }
        length += count;
    }
    return false;
}

#endif
