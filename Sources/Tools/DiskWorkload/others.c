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

static unsigned draw(unsigned bound) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 16) % bound);
}

void start_others(unsigned long long seed, const char *folder) {
    state = 88172645463325252u ^ (seed * 0x9E3779B97F4A7C15u);
    for (int index = 0; index < 9; index++) draw(2);
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/unrelated", folder);
    unrelated = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (unrelated < 0) fail("open", path);
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

static void write_back(const char *folder, int depth) {
    static char names[DEPTH_LIMIT + 1][FILE_LIMIT][PATH_SIZE];
    int count = 0;
    DIR *directory = opendir(folder);
    if (!directory) return;
    for (struct dirent *entry; count < FILE_LIMIT && (entry = readdir(directory));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(names[depth][count++], PATH_SIZE, "%.200s/%.200s", folder, entry->d_name);
    }
    closedir(directory);
    if (count == 0) return;
    const char *path = names[depth][draw((unsigned)count)];
    struct stat status;
    if (lstat(path, &status) < 0) return;
    if (S_ISDIR(status.st_mode) && depth < DEPTH_LIMIT) write_back(path, depth + 1);
    if (!S_ISREG(status.st_mode)) return;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    off_t pages = status.st_size / PAGE + 1;
    unsigned waits = SYNC_FILE_RANGE_WRITE_AND_WAIT;
    unsigned flags = draw(2) ? waits : SYNC_FILE_RANGE_WRITE;
    if (draw(2)) sync_file_range(file, 0, 0, flags);
    else sync_file_range(file, PAGE * (off_t)draw((unsigned)pages), PAGE, flags);
    close(file);
}

void let_others_act(void) {
    if (unrelated < 0) return;
    for (unsigned left = draw(4); left > 0; left--) {
        if (draw(3) == 0) commit();
        else write_back(".", 0);
    }
}

int let_others_finish(void) {
    if (unrelated < 0) return 0;
    let_others_act();
    let_others_act();
    commit();
    for (int index = 0; index < 3; index++) write_back(".", 0);
    commit();
    return 1;
}
