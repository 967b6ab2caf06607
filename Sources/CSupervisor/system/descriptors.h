// The descriptors of this process.

#ifndef RL_SYSTEM_DESCRIPTORS_H
#define RL_SYSTEM_DESCRIPTORS_H


// Closes every descriptor from `first` on.
void rl_close_from(int first);

#endif
