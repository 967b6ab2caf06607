// Who lives below the supervisor.
//
// Where the kernel has it (CONFIG_PROC_CHILDREN), the tree is read from the lists of children in
// /proc, one a thread: a child belongs to the thread that forked it. Elsewhere from one scan of
// /proc.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "processes/tree.h"

#include "system/proc.h"
#include "tracing/tracees.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif

enum { RL_TREE_LIMIT = 1 << 16 };

static rl_process tree_list[RL_TREE_LIMIT];
static rl_tree tree = {.list = tree_list};

// A process and its parent, as the scan of /proc found them.
typedef struct rl_scanned {
    pid_t pid;
    pid_t parent;
} rl_scanned;

static rl_scanned scanned[RL_TREE_LIMIT];
static int32_t scanned_count;

// For a look at whether a file is there.
static void ignore_number(pid_t number, void *context) {
    (void)number;
    (void)context;
}

bool rl_find_children_file(pid_t self) {
    return rl_each_child_of_thread(self, self, ignore_number, NULL);
}

// Notes a process and its parent.
static void scan_process(pid_t pid, void *context) {
    (void)context;
    rl_stat stat;
    if (scanned_count < RL_TREE_LIMIT && rl_read_stat(pid, 0, &stat)) {
        scanned[scanned_count] = (rl_scanned){.pid = pid, .parent = stat.parent};
        scanned_count += 1;
    }
}

// Reads the parents of all processes of this machine.
static void scan(void) {
    scanned_count = 0;
    rl_each_number("/proc", scan_process, NULL);
}

void rl_each_child(rl_state *state, void (*body)(pid_t pid, void *context), void *context) {
    if (state->has_children_file) {
        rl_each_child_of_thread(state->self, state->self, body, context);
        return;
    }
    scan();
    for (int32_t index = 0; index < scanned_count; index += 1) {
        if (scanned[index].parent == state->self) {
            body(scanned[index].pid, context);
        }
    }
}

// MARK: - The condition of one process

// What a letter of a stat file means for a thread. One that its tracer has stopped is about to go
// on, unless it was a signal that stopped it.
static rl_condition condition_of_thread(pid_t thread, char state) {
    switch (state) {
    case 'T': return RL_STOPPED;
    case 't': return rl_is_traced_and_stopped(thread) ? RL_STOPPED : RL_RUNNING;
    case 'Z': case 'X': case 'x': return RL_DEAD;
    case 'D': return RL_BLOCKED;
    default: return RL_RUNNING;
    }
}

// What has been seen of the threads of a process.
typedef struct rl_threads {
    pid_t pid;
    bool runs, blocks, stops;
} rl_threads;

// Adds the state of one thread. One that is gone or dead adds nothing.
static void look_at_thread(pid_t thread, void *context) {
    rl_threads *threads = context;
    rl_stat stat;
    if (!rl_read_stat(threads->pid, thread, &stat)) {
        return;
    }
    switch (condition_of_thread(thread, stat.state)) {
    case RL_STOPPED: threads->stops = true; break;
    case RL_DEAD: break;
    case RL_BLOCKED: threads->blocks = true; break;
    case RL_RUNNING: threads->runs = true; break;
    }
}

// The stat file of a process shows the state of its first thread only.
static rl_condition condition_of_process(pid_t pid, const rl_stat *stat) {
    if (stat->threads <= 1) {
        return condition_of_thread(pid, stat->state);
    }
    rl_threads threads = {.pid = pid};
    rl_each_thread(pid, look_at_thread, &threads);
    if (threads.blocks) {
        return RL_BLOCKED;
    }
    if (threads.runs) {
        return RL_RUNNING;
    }
    return threads.stops ? RL_STOPPED : RL_DEAD;
}

// MARK: - The tree

// A parent and its place in the tree.
typedef struct rl_family {
    int32_t parent_index;
    pid_t parent;
} rl_family;

// Adds a child to the tree.
static void add_child(pid_t pid, void *context) {
    const rl_family *family = context;
    if (tree.count == RL_TREE_LIMIT) {
        tree.complete = false;
        return;
    }
    tree.list[tree.count] = (rl_process){
        .pid = pid, .parent = family->parent, .parent_index = family->parent_index};
    tree.count += 1;
}

// Adds the children that one thread of the parent has forked.
static void add_children_of_thread(pid_t thread, void *context) {
    const rl_family *family = context;
    rl_each_child_of_thread(family->parent, thread, add_child, context);
}

// Adds the children of the process at `index`, which has so many threads.
static void add_children(const rl_state *state, int32_t index, int32_t threads) {
    rl_family family = {.parent_index = index, .parent = tree.list[index].pid};
    if (!state->has_children_file) {
        for (int32_t other = 0; other < scanned_count; other += 1) {
            if (scanned[other].parent == family.parent) {
                add_child(scanned[other].pid, &family);
            }
        }
    } else if (threads == 1) {
        add_children_of_thread(family.parent, &family);
    } else {
        rl_each_thread(family.parent, add_children_of_thread, &family);
    }
}

rl_tree *rl_walk(rl_state *state, rl_visit *visit, void *context) {
    tree.list[0] = (rl_process){.pid = state->self, .condition = RL_RUNNING};
    tree.count = 1;
    tree.complete = true;
    if (!state->has_children_file) {
        scan();
    }
    add_children(state, 0, 1);
    for (int32_t index = 1; index < tree.count; index += 1) {
        rl_process *process = &tree.list[index];
        rl_stat stat;
        // One whose parent has died in the meantime shows up below the supervisor in the next walk.
        if (!rl_read_stat(process->pid, 0, &stat) || stat.parent != process->parent) {
            process->condition = RL_DEAD;
            continue;
        }
        process->condition = condition_of_process(process->pid, &stat);
        if (visit != NULL) {
            visit(state, &tree, process, context);
        }
        if (process->condition != RL_DEAD) {
            add_children(state, index, stat.threads);
        }
    }
    return &tree;
}

// A child of the supervisor keeps its number until the supervisor reaps it. Anybody else's may be
// reaped by its parent at any time; a pidfd that was opened before the parent was checked cannot
// change hands.
void rl_signal_process(const rl_state *state, const rl_process *process, int signal) {
    if (process->parent == state->self) {
        kill(process->pid, signal);
        return;
    }
    int file = (int)syscall(SYS_pidfd_open, process->pid, 0);
    if (file < 0) {
        if (errno != ESRCH) {
            kill(process->pid, signal);
        }
        return;
    }
    rl_stat stat;
    if (rl_read_stat(process->pid, 0, &stat)
        && (stat.parent == process->parent || stat.parent == state->self)) {
        syscall(SYS_pidfd_send_signal, file, signal, NULL, 0);
    }
    close(file);
}

#endif
