// What other processes and the kernel do at any time.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <linux/btrfs.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "workload.h"

enum { FILE_LIMIT = 64, PATH_SIZE = 512, DEPTH_LIMIT = 3, PAGE = 4096 };

static uint64_t state;
static int unrelated = -1;
// After which call others act, and after no other; 0 where they act after each, as it comes. What is
// on the disk then is what one commit has, with the data of some files and without that of others.
static unsigned only_call;
static unsigned calls;

static unsigned draw(unsigned bound) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 16) % bound);
}

void start_others(unsigned long long seed, const char *folder, unsigned call_count) {
    state = 88172645463325252u ^ (seed * 0x9E3779B97F4A7C15u);
    for (int index = 0; index < 9; index++) draw(2);
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/unrelated", folder);
    unrelated = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (unrelated < 0) fail("open", path);
    if (call_count && draw(4)) only_call = 1 + draw(call_count);
}

// A commit of the file system's journal or transaction: by its own call where it has one, or by the
// fsync of an unrelated file. With btrfs the latter writes the log of fsyncs, and what else is in it.
static void commit(void) {
    uint64_t transaction;
    if (draw(2) && ioctl(unrelated, BTRFS_IOC_START_SYNC, &transaction) == 0) {
        ioctl(unrelated, BTRFS_IOC_WAIT_SYNC, &transaction);
        return;
    }
    if (write(unrelated, "x", 1) == 1) fsync(unrelated);
}

// The names in a directory.
static int list(const char *folder, char names[FILE_LIMIT][PATH_SIZE]) {
    int count = 0;
    DIR *directory = opendir(folder);
    if (!directory) return 0;
    for (struct dirent *entry; count < FILE_LIMIT && (entry = readdir(directory));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(names[count++], PATH_SIZE, "%.200s/%.200s", folder, entry->d_name);
    }
    closedir(directory);
    return count;
}

static void write_back_file(const char *path, off_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    off_t pages = size / PAGE + 1;
    unsigned waits = SYNC_FILE_RANGE_WRITE_AND_WAIT;
    unsigned flags = draw(2) ? waits : SYNC_FILE_RANGE_WRITE;
    if (draw(2)) sync_file_range(file, 0, 0, flags);
    else sync_file_range(file, PAGE * (off_t)draw((unsigned)pages), PAGE, flags);
    close(file);
}

// Has one file written back, or with `each` every other one.
static void write_back(const char *folder, int depth, int each) {
    static char names[DEPTH_LIMIT + 1][FILE_LIMIT][PATH_SIZE];
    int count = list(folder, names[depth]);
    if (count == 0) return;
    int first = each ? 0 : (int)draw((unsigned)count);
    int end = each ? count : first + 1;
    for (int index = first; index < end; index++) {
        const char *path = names[depth][index];
        struct stat status;
        if (lstat(path, &status) < 0) continue;
        if (S_ISDIR(status.st_mode) && depth < DEPTH_LIMIT) write_back(path, depth + 1, each);
        if (!S_ISREG(status.st_mode) || (each && draw(2))) continue;
        write_back_file(path, status.st_size);
    }
}

static void act_once(void) {
    write_back(".", 0, 1);
    if (draw(4)) commit();
    write_back(".", 0, 1);
    if (draw(4) == 0) commit();
}

void let_others_act(void) {
    if (unrelated < 0) return;
    calls++;
    if (only_call) {
        if (calls == only_call) act_once();
        return;
    }
    for (unsigned left = draw(4); left > 0; left--) {
        if (draw(3) == 0) commit();
        else write_back(".", 0, 0);
    }
}

int let_others_finish(void) {
    if (unrelated < 0) return 0;
    let_others_act();
    let_others_act();
    commit();
    for (int index = 0; index < 3; index++) write_back(".", 0, 0);
    commit();
    return 1;
}
