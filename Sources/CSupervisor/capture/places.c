// Where paths of a tracee lead, and what belongs to the container.
//
// The supervisor looks paths up through /proc/THREAD: root, cwd and fd are links to what the thread
// itself would start from. What is inside the container is decided by where a directory or file
// really is, so that `..`, symbolic links and other names of the container lead nowhere else.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "capture/places.h"

#include "system/proc.h"

enum {
    RL_FULL_PATH_SIZE = PATH_MAX + 64,
    RL_LINKS_LIMIT = 16,
};

static char container[PATH_MAX];
static size_t container_size;  // 0: there is none
static dev_t container_device;

rl_file_key rl_key(const struct stat *status) {
    return (rl_file_key){.device = status->st_dev, .inode = status->st_ino};
}

bool rl_read_status(int descriptor, struct stat *status) {
    const unsigned wanted = STATX_TYPE | STATX_MODE | STATX_NLINK | STATX_UID | STATX_GID
        | STATX_INO | STATX_SIZE;
    struct statx read;
    if (statx(descriptor, "", AT_EMPTY_PATH, wanted, &read) < 0) {
        return false;
    }
    *status = (struct stat){
        .st_dev = makedev(read.stx_dev_major, read.stx_dev_minor),
        .st_ino = read.stx_ino,
        .st_mode = read.stx_mode,
        .st_nlink = read.stx_nlink,
        .st_uid = read.stx_uid,
        .st_gid = read.stx_gid,
        .st_size = (off_t)read.stx_size,
    };
    return true;
}

// The path of a descriptor of the supervisor. Returns its length, or 0.
static size_t path_of(int descriptor, char *path, size_t size) {
    char link[32];
    rl_append_number(rl_append(link, "/proc/self/fd/"), descriptor);
    ssize_t count = readlink(link, path, size - 1);
    if (count <= 0) {
        return 0;
    }
    path[count] = 0;
    return (size_t)count;
}

int rl_set_container(const char *path) {
    int file = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) < 0) {
        return errno;
    }
    container_size = path_of(file, container, sizeof container);
    container_device = status.st_dev;
    close(file);
    return container_size > 0 ? 0 : ENAMETOOLONG;
}

bool rl_is_on_container_device(const struct stat *status) {
    return container_size > 0 && status->st_dev == container_device;
}

bool rl_is_inside(int descriptor, char path[PATH_MAX], size_t *size, bool *deleted) {
    static const char mark[] = " (deleted)";
    static char full[RL_FULL_PATH_SIZE];
    size_t length = path_of(descriptor, full, sizeof full);
    if (container_size == 0 || length < container_size
        || memcmp(full, container, container_size) != 0
        || (length > container_size && full[container_size] != '/')) {
        return false;
    }
    struct stat status;
    *deleted = length >= sizeof mark && rl_read_status(descriptor, &status) && status.st_nlink == 0
        && memcmp(full + length - (sizeof mark - 1), mark, sizeof mark - 1) == 0;
    length -= *deleted ? sizeof mark - 1 : 0;
    size_t start = length > container_size ? container_size + 1 : container_size;
    *size = length - start < PATH_MAX ? length - start : PATH_MAX - 1;
    memcpy(path, full + start, *size);
    path[*size] = 0;
    return true;
}

// MARK: - Looking up

// Paths that mean something else to each process.
static const char *own_path(const rl_tracee *tracee, const char *path, char **end) {
    static const struct {
        const char *prefix, *replacement;
    } own[] = {{"/proc/self/", "/"}, {"/dev/fd/", "/fd/"}, {"/dev/stdin", "/fd/0"},
        {"/dev/stdout", "/fd/1"}, {"/dev/stderr", "/fd/2"}};
    for (size_t index = 0; index < sizeof own / sizeof *own; index += 1) {
        size_t length = strlen(own[index].prefix);
        if (strncmp(path, own[index].prefix, length) == 0) {
            *end = rl_append_number(rl_append(*end, "/proc/"), tracee->process);
            *end = rl_append(*end, own[index].replacement);
            return path + length;
        }
    }
    return NULL;
}

// Writes how the supervisor calls what the tracee calls `path`.
static void write_full_path(const rl_tracee *tracee, int at, const char *path, char *full) {
    char *end = full;
    const char *rest = own_path(tracee, path, &end);
    if (rest == NULL) {
        rest = path;
        end = rl_append_number(rl_append(full, "/proc/"), tracee->thread);
        if (*path == '/') {
            end = rl_append(end, "/root");
        } else if (at == AT_FDCWD) {
            end = rl_append(end, "/cwd/");
        } else {
            end = rl_append(rl_append_number(rl_append(end, "/fd/"), at), "/");
        }
    }
    rl_append(end, rest);
}

// Cuts a path into its directory and last name. Returns the name, or NULL where it has none that
// could be made or removed.
static char *cut_last_name(char *full) {
    size_t length = strlen(full);
    while (length > 1 && full[length - 1] == '/') {
        full[--length] = 0;
    }
    char *slash = strrchr(full, '/');
    char *name = slash != NULL ? slash + 1 : full;
    bool is_name = *name != 0 && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
    return is_name && strlen(name) <= NAME_MAX ? name : NULL;
}

// Goes to the directory of a path, from `start` where it is relative. Replaces the place's
// directory and name.
static bool go_to_directory(rl_place *place, int start, char *full) {
    char *name = cut_last_name(full);
    if (name == NULL) {
        return false;
    }
    memcpy(place->name, name, strlen(name) + 1);
    if (name == full) {
        return true;  // relative, and in the same directory
    }
    name[-1] = 0;
    const char *directory = *full != 0 ? full : "/";
    int file = openat(start, directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    if (place->directory >= 0) {
        close(place->directory);
    }
    place->directory = file;
    return true;
}

// Goes on to where the link leads that the place names.
static bool follow_link(const rl_tracee *tracee, rl_place *place) {
    static char target[PATH_MAX];
    static char full[RL_FULL_PATH_SIZE];
    ssize_t count = readlinkat(place->directory, place->name, target, sizeof target - 1);
    if (count <= 0) {
        return false;
    }
    target[count] = 0;
    if (*target == '/') {
        write_full_path(tracee, AT_FDCWD, target, full);
    } else {
        rl_append(full, target);
    }
    return go_to_directory(place, place->directory, full);
}

// Fills in what is known of the directory.
static void describe_place(rl_place *place) {
    struct stat status;
    bool deleted;
    if (!rl_read_status(place->directory, &status)
        || !rl_is_inside(place->directory, place->path, &place->path_size, &deleted)) {
        return;
    }
    size_t length = strlen(place->name);
    if (place->path_size + 1 + length >= PATH_MAX) {
        return;
    }
    place->inside = true;
    place->directory_key = rl_key(&status);
    if (place->path_size > 0) {
        place->path[place->path_size++] = '/';
    }
    memcpy(place->path + place->path_size, place->name, length + 1);
    place->path_size += length;
}

bool rl_find_place(
    rl_tracee *tracee, int at, const char *path, bool follow, rl_place *place) {
    static char full[RL_FULL_PATH_SIZE];
    place->given = true;
    place->inside = false;
    place->exists = false;
    place->directory = -1;
    place->path_size = 0;
    if (*path == 0) {
        return false;
    }
    write_full_path(tracee, at, path, full);
    if (!go_to_directory(place, AT_FDCWD, full)) {
        return false;
    }
    for (int links = 0; links < RL_LINKS_LIMIT; links += 1) {
        place->exists = fstatat(
            place->directory, place->name, &place->status, AT_SYMLINK_NOFOLLOW) == 0;
        if (!follow || !place->exists || !S_ISLNK(place->status.st_mode)) {
            describe_place(place);
            return true;
        }
        if (!follow_link(tracee, place)) {
            break;
        }
    }
    rl_leave_place(place);
    return false;
}

int rl_open_object(rl_tracee *tracee, int at, const char *path, bool follow) {
    static char full[RL_FULL_PATH_SIZE];
    if (*path == 0) {
        return rl_borrow(tracee, at);
    }
    write_full_path(tracee, at, path, full);
    return open(full, O_PATH | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW));
}

void rl_leave_place(rl_place *place) {
    if (place->given && place->directory >= 0) {
        close(place->directory);
    }
    place->given = false;
    place->directory = -1;
}

#endif
