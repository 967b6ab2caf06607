// Reading /proc without allocating.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "system/proc.h"

enum { RL_PATH_SIZE = 96 };

// The paths here are far shorter than the buffers.
char *rl_append(char *end, const char *text) {
    size_t length = strlen(text);
    memcpy(end, text, length + 1);
    return end + length;
}

// The number is not negative.
char *rl_append_number(char *end, pid_t number) {
    char digits[12];
    int first = sizeof digits - 1;
    digits[first] = 0;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return rl_append(end, digits + first);
}

// Writes /proc/PID/FILE, or /proc/PID/task/THREAD/FILE where `thread` is not 0.
static void proc_path(char path[RL_PATH_SIZE], pid_t pid, pid_t thread, const char *file) {
    char *end = rl_append_number(rl_append(path, "/proc/"), pid);
    if (thread != 0) {
        end = rl_append_number(rl_append(end, "/task/"), thread);
    }
    rl_append(rl_append(end, "/"), file);
}

// Reads again where a signal came in between.
static ssize_t read_some(int file, char *buffer, size_t size) {
    ssize_t count;
    do {
        count = read(file, buffer, size);
    } while (count < 0 && errno == EINTR);
    return count;
}

// The number at `*text`; leaves `*text` behind it and the space that follows.
static long take_number(const char **text) {
    bool negative = **text == '-';
    long number = 0;
    for (*text += negative; **text >= '0' && **text <= '9'; *text += 1) {
        number = number * 10 + (**text - '0');
    }
    *text += **text == ' ';
    return negative ? -number : number;
}

// Takes state, parent and number of threads from the text of a stat file. The name, in parentheses,
// may hold anything, also parentheses and newlines: what counts comes after the last one.
static bool parse_stat(const char *text, rl_stat *stat) {
    const char *cursor = strrchr(text, ')');
    if (cursor == NULL || cursor[1] == 0 || cursor[2] == 0 || cursor[3] == 0) {
        return false;
    }
    stat->state = cursor[2];
    cursor += 4;
    stat->parent = (pid_t)take_number(&cursor);
    for (int field = 5; field < 20; field += 1) {
        take_number(&cursor);
    }
    stat->threads = (int32_t)take_number(&cursor);
    return true;
}

bool rl_read_stat(pid_t pid, pid_t thread, rl_stat *stat) {
    char path[RL_PATH_SIZE];
    char text[1024];
    proc_path(path, pid, thread, "stat");
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    ssize_t count = read_some(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) {
        return false;
    }
    text[count] = 0;
    return parse_stat(text, stat);
}

pid_t rl_process_of_thread(pid_t thread) {
    char path[RL_PATH_SIZE];
    char text[1024];
    proc_path(path, thread, 0, "status");
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return 0;
    }
    ssize_t count = read_some(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) {
        return 0;
    }
    text[count] = 0;
    // The name, which comes first, has its newlines escaped.
    const char *line = strstr(text, "\nTgid:\t");
    if (line == NULL) {
        return 0;
    }
    line += strlen("\nTgid:\t");
    return (pid_t)take_number(&line);
}

// A record of getdents64, which glibc declares only since 2.30 and under another name.
struct directory_record {
    uint64_t inode;
    int64_t offset;
    uint16_t length;
    uint8_t type;
    char name[];
};

bool rl_each_number(
    const char *directory, void (*body)(pid_t number, void *context), void *context) {
    _Alignas(struct directory_record) char buffer[4096];
    int file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    for (;;) {
        long count = syscall(SYS_getdents64, file, buffer, sizeof buffer);
        if (count <= 0) {
            break;
        }
        for (long position = 0; position < count;) {
            const struct directory_record *record = (const void *)(buffer + position);
            const char *name = record->name;
            if (*name >= '1' && *name <= '9') {
                body((pid_t)take_number(&name), context);
            }
            position += record->length;
        }
    }
    close(file);
    return true;
}

bool rl_each_thread(pid_t pid, void (*body)(pid_t thread, void *context), void *context) {
    char path[RL_PATH_SIZE];
    proc_path(path, pid, 0, "task");
    return rl_each_number(path, body, context);
}

bool rl_each_child_of_thread(
    pid_t pid, pid_t thread, void (*body)(pid_t child, void *context), void *context) {
    char path[RL_PATH_SIZE];
    char text[4096];
    proc_path(path, pid, thread, "children");
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    // A number may be cut by the end of the buffer: it is carried over to the next one.
    pid_t number = 0;
    ssize_t count;
    while ((count = read_some(file, text, sizeof text)) > 0) {
        for (ssize_t position = 0; position < count; position += 1) {
            char byte = text[position];
            if (byte >= '0' && byte <= '9') {
                number = number * 10 + (byte - '0');
            } else if (number != 0) {
                body(number, context);
                number = 0;
            }
        }
    }
    if (number != 0) {
        body(number, context);
    }
    close(file);
    return true;
}

#endif
