// What the parts of disk-workload share: calls by name, and what others on the machine do.

#ifndef WORKLOAD_H
#define WORKLOAD_H

// The words of one call, such as `write f 0 100 A`.
enum { WORD_LIMIT = 8 };

// Carries a call out on files of the working directory. A call that fails ends the process.
void carry_out(char *words[WORD_LIMIT], int count);

// Ends the process, and says which call failed.
_Noreturn void fail(const char *call, const char *what);

// Begins to disturb, in an order that the seed draws. `folder` is on the same file system, outside
// of the working directory; `call_count` calls are to come.
void start_others(unsigned long long seed, const char *folder, unsigned call_count);

// What others may do between two calls: syncs of files that have nothing to do with these, and
// write-back of some of these. Nothing where nobody was started.
void let_others_act(void);

// Ends with a commit of everything that was begun, and write-back. Whether anybody was started.
int let_others_finish(void);

#endif
