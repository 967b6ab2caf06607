// The calls of a script.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "workload.h"

enum { OPEN_LIMIT = 32, NAME_SIZE = 64, BLOCK = 4096 };

static struct {
    char name[NAME_SIZE];
    int file;
} opened[OPEN_LIMIT];
static int opened_count;

static void check(long result, const char *call, const char *what) {
    if (result < 0) fail(call, what);
}

static void remember(const char *name, int file) {
    check(file, "open", name);
    if (opened_count == OPEN_LIMIT) {
        errno = EMFILE;
        fail("open", name);
    }
    snprintf(opened[opened_count].name, NAME_SIZE, "%s", name);
    opened[opened_count++].file = file;
}

// The descriptor under which a name was opened last; it is opened where that lacks.
static int file_of(const char *name) {
    for (int index = opened_count - 1; index >= 0; index--) {
        if (!strcmp(opened[index].name, name)) return opened[index].file;
    }
    remember(name, open(name, O_RDWR | O_CLOEXEC));
    return opened[opened_count - 1].file;
}

static void close_name(const char *name) {
    for (int index = opened_count - 1; index >= 0; index--) {
        if (strcmp(opened[index].name, name)) continue;
        close(opened[index].file);
        opened[index].name[0] = 0;
        return;
    }
}

static off_t size_of(int file) {
    struct stat status;
    check(fstat(file, &status), "fstat", "");
    return status.st_size;
}

// write FILE OFFSET COUNT LETTER, append FILE COUNT LETTER
static void write_bytes(char **words) {
    int appends = !strcmp(words[0], "append");
    int file = file_of(words[1]);
    off_t offset = appends ? size_of(file) : atoll(words[2]);
    size_t count = (size_t)atoll(words[appends ? 2 : 3]);
    char *bytes = aligned_alloc(BLOCK, (count + BLOCK - 1) / BLOCK * BLOCK + BLOCK);
    if (!bytes) fail("malloc", words[1]);
    memset(bytes, words[appends ? 3 : 4][0], count);
    ssize_t written = pwrite(file, bytes, count, offset);
    if (written >= 0 && written != (ssize_t)count) errno = ENOSPC;
    if (written != (ssize_t)count) fail("write", words[1]);
    free(bytes);
}

// mmap FILE OFFSET COUNT LETTER [sync OFFSET COUNT | async OFFSET COUNT]
static void store(char **words) {
    int file = file_of(words[1]);
    size_t size = (size_t)size_of(file);
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) fail("mmap", words[1]);
    memset(memory + atoll(words[2]), words[4][0], (size_t)atoll(words[3]));
    if (words[5]) {
        int flags = !strcmp(words[5], "async") ? MS_ASYNC : MS_SYNC;
        size_t start = words[6] ? (size_t)atoll(words[6]) : 0;
        size_t count = words[7] ? (size_t)atoll(words[7]) : size;
        check(msync(memory + start, count, flags), "msync", words[1]);
    }
    munmap(memory, size);
}

static void sync_directory(const char *name) {
    int file = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    check(file, "open", name);
    check(fsync(file), "fsync", name);
    close(file);
}

static void sync_everything(void) {
    int file = open(".", O_RDONLY | O_CLOEXEC);
    check(file, "open", ".");
    check(syncfs(file), "syncfs", ".");
    close(file);
}

static void link_file(const char *name, const char *new_name) {
    char path[NAME_SIZE];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file_of(name));
    check(linkat(AT_FDCWD, path, AT_FDCWD, new_name, AT_SYMLINK_FOLLOW), "linkat", new_name);
}

static int opens(const char *call, int *flags) {
    static const struct {
        const char *call;
        int flags;
    } ways[] = {
        {"open", 0},
        {"creat", O_CREAT | O_EXCL},
        {"trunc", O_CREAT | O_TRUNC},
        {"dsync", O_CREAT | O_DSYNC},
        {"osync", O_CREAT | O_SYNC},
        {"direct", O_CREAT | O_DIRECT},
    };
    for (size_t index = 0; index < sizeof ways / sizeof *ways; index++) {
        if (strcmp(call, ways[index].call)) continue;
        *flags = ways[index].flags | O_RDWR | O_CLOEXEC;
        return 1;
    }
    return 0;
}

static long rename_with(unsigned flags, const char *first, const char *second) {
    return renameat2(AT_FDCWD, first, AT_FDCWD, second, flags);
}

static int carry_out_on_names(char **words) {
#define IS(name) (!strcmp(words[0], name))
    const char *first = words[1], *second = words[2];
    long result;
    if (IS("rename")) result = rename(first, second);
    else if (IS("exchange")) result = rename_with(RENAME_EXCHANGE, first, second);
    else if (IS("noreplace")) result = rename_with(RENAME_NOREPLACE, first, second);
    else if (IS("link")) result = link(first, second);
    else if (IS("unlink")) result = unlink(first);
    else if (IS("symlink")) result = symlink(first, second);
    else if (IS("mkdir")) result = mkdir(first, 0755);
    else if (IS("rmdir")) result = rmdir(first);
    else if (IS("chmod")) result = chmod(first, (mode_t)strtoul(second, NULL, 8));
    else if (IS("setxattr")) result = setxattr(first, second, words[3], strlen(words[3]), 0);
    else if (IS("removexattr")) result = removexattr(first, second);
    else return 0;
    check(result, words[0], first);
    return 1;
}

static int carry_out_on_contents(char **words) {
    const char *name = words[1];
    long result;
    if (IS("ftruncate")) {
        result = ftruncate(file_of(name), atoll(words[2]));
    } else if (IS("falloc")) {
        result = fallocate(file_of(name), atoi(words[2]), atoll(words[3]), atoll(words[4]));
    } else if (IS("copy")) {
        off64_t from = 0, to = 0;
        result = copy_file_range(file_of(name), &from, file_of(words[2]), &to, 1 << 20, 0);
    } else if (IS("clone")) {
        result = ioctl(file_of(words[2]), FICLONE, file_of(name));
    } else if (IS("fsync")) {
        result = fsync(file_of(name));
    } else if (IS("fdatasync")) {
        result = fdatasync(file_of(name));
    } else if (IS("syncrange")) {
        result = sync_file_range(file_of(name), 0, 0, 7);
    } else {
        return 0;
    }
    check(result, words[0], name);
    return 1;
}

void carry_out(char *words[WORD_LIMIT], int count) {
    int flags;
    int creates = O_TMPFILE | O_RDWR | O_CLOEXEC;
    if (IS("sync")) return sync_everything();
    errno = EINVAL;
    if (count < 2) fail(words[0], "needs a file");
    if (opens(words[0], &flags)) return remember(words[1], open(words[1], flags, 0644));
    if (IS("tmpfile")) return remember(words[2], open(words[1], creates, 0644));
    if (IS("close")) return close_name(words[1]);
    if (IS("write") || IS("append")) return write_bytes(words);
    if (IS("mmap")) return store(words);
    if (IS("linkfd")) return link_file(words[1], words[2]);
    if (IS("fsyncdir")) return sync_directory(words[1]);
    if (carry_out_on_contents(words) || carry_out_on_names(words)) return;
    errno = EINVAL;
    fail(words[0], "no such call");
}
