// Which threads are traced: a table of fixed size, found by thread id.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tracing/tracees.h"

#include "system/proc.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

enum {
    RL_HASHES = 1024,
    RL_PIDFD_LIMIT = 256,         // so many are kept open; of further threads they are made anew
    RL_PIDFD_OF_THREAD = O_EXCL,  // PIDFD_THREAD
};

static rl_tracee tracees[RL_TRACEES];
static int32_t heads[RL_HASHES];  // indexes plus one
static int32_t free_head = -1;
static int32_t used;              // entries that have been in use
static int32_t count;             // entries in use
static int32_t pidfds;            // how many are open

// The chain of a thread.
static int32_t *head_of(pid_t thread) {
    return &heads[(uint32_t)thread % RL_HASHES];
}

rl_tracee *rl_find_tracee(pid_t thread) {
    for (int32_t index = *head_of(thread) - 1; index >= 0; index = tracees[index].next) {
        if (tracees[index].thread == thread) {
            return &tracees[index];
        }
    }
    return NULL;
}

rl_tracee *rl_add_tracee(pid_t thread) {
    int32_t index = free_head;
    if (index >= 0) {
        free_head = tracees[index].next;
    } else if (used < RL_TRACEES) {
        index = used++;
    } else {
        return NULL;
    }
    int32_t *head = head_of(thread);
    pid_t process = rl_process_of_thread(thread);
    tracees[index] = (rl_tracee){
        .thread = thread,
        .process = process > 0 ? process : thread,
        .next = *head - 1,
        .waiting = -1,
        .pidfd = -1,
    };
    *head = index + 1;
    count += 1;
    return &tracees[index];
}

bool rl_has_tracees(void) {
    return count > 0;
}

void rl_forget_pidfd(rl_tracee *tracee) {
    if (tracee->pidfd >= 0) {
        close(tracee->pidfd);
        tracee->pidfd = -1;
        pidfds -= 1;
    }
}

void rl_remove_tracee(rl_tracee *tracee) {
    int32_t index = rl_tracee_index(tracee);
    rl_forget_pidfd(tracee);
    int32_t *head = head_of(tracee->thread);
    if (*head == index + 1) {
        *head = tracee->next + 1;
    } else {
        rl_tracee *previous = &tracees[*head - 1];
        while (previous->next != index) {
            previous = &tracees[previous->next];
        }
        previous->next = tracee->next;
    }
    count -= 1;
    tracee->thread = 0;
    tracee->next = free_head;
    free_head = index;
}

int32_t rl_tracee_index(const rl_tracee *tracee) {
    return (int32_t)(tracee - tracees);
}

rl_tracee *rl_tracee_at(int32_t index) {
    return &tracees[index];
}

void rl_each_tracee(void (*body)(rl_tracee *tracee, void *context), void *context) {
    for (int32_t index = 0; index < used; index += 1) {
        if (tracees[index].thread != 0) {
            body(&tracees[index], context);
        }
    }
}

bool rl_is_traced_and_stopped(pid_t thread) {
    const rl_tracee *tracee = rl_find_tracee(thread);
    return tracee != NULL && tracee->state == RL_TRACEE_LISTENS;
}

// For rl_each_tracee.
static void expect_continue(rl_tracee *tracee, void *context) {
    (void)context;
    if (tracee->state == RL_TRACEE_LISTENS) {
        tracee->state = RL_TRACEE_RUNS;
    }
}

bool rl_is_traced_and_running(pid_t thread) {
    const rl_tracee *tracee = rl_find_tracee(thread);
    return tracee != NULL && tracee->state == RL_TRACEE_RUNS;
}

void rl_expect_continues(void) {
    rl_each_tracee(expect_continue, NULL);
}

// Threads may have descriptors of their own, and the first thread may have ended: so it is asked
// for the thread, and for its process only where the kernel knows no pidfds of threads.
static int open_pidfd(const rl_tracee *tracee) {
    int file = (int)syscall(SYS_pidfd_open, tracee->thread, RL_PIDFD_OF_THREAD);
    if (file < 0 && errno == EINVAL) {
        file = (int)syscall(SYS_pidfd_open, tracee->process, 0);
    }
    return file;
}

int rl_borrow(rl_tracee *tracee, int descriptor) {
    if (tracee->pidfd >= 0) {
        return (int)syscall(SYS_pidfd_getfd, tracee->pidfd, descriptor, 0);
    }
    int pidfd = open_pidfd(tracee);
    if (pidfd < 0) {
        return -1;
    }
    int file = (int)syscall(SYS_pidfd_getfd, pidfd, descriptor, 0);
    if (pidfds < RL_PIDFD_LIMIT) {
        tracee->pidfd = pidfd;
        pidfds += 1;
    } else {
        close(pidfd);
    }
    return file;
}

#endif
