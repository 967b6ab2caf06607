// Who lives below the supervisor.

#ifndef RL_PROCESSES_TREE_H
#define RL_PROCESSES_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "processes/state.h"

typedef enum rl_condition {
    RL_RUNNING,  // a thread of it runs or sleeps
    RL_BLOCKED,  // a thread of it is in uninterruptible sleep, as the parent of a vfork is
    RL_STOPPED,  // every thread of it is stopped
    RL_DEAD,     // every thread of it is dead, or it is gone
} rl_condition;

typedef struct rl_process {
    pid_t pid;
    pid_t parent;
    int32_t parent_index;  // of the parent in the tree
    rl_condition condition;
} rl_process;

// Processes in the order from parents to children; the first is the supervisor itself.
typedef struct rl_tree {
    int32_t count;
    bool complete;  // false where the list was too short
    rl_process *list;
} rl_tree;

// Called for a process when its condition has been read and its children have not: those of a
// process that was already stopped then cannot become more.
typedef void rl_visit(rl_state *state, rl_tree *tree, rl_process *process, void *context);

// Whether this kernel lists the children of a thread in /proc.
bool rl_find_children_file(pid_t self);

// Walks over every process below the supervisor. The tree is static: one walk at a time.
rl_tree *rl_walk(rl_state *state, rl_visit *visit, void *context);

// Calls `body` with each child of the supervisor, dead ones too.
void rl_each_child(rl_state *state, void (*body)(pid_t pid, void *context), void *context);

// Sends a signal to a process of the tree, never to one that has got its number after its death.
void rl_signal_process(const rl_state *state, const rl_process *process, int signal);

#endif
