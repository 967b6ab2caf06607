// Little programs in C with one restoration bug each:
//
//     planted-c BUG           the wrong form
//     planted-c BUG --right   its twin
//     planted-c --list        the catalogue
//
// Each keeps a count and a mark. They share the header with which any program in C can join in, and
// nothing else of this project.

#include "harness.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/stat.h>

#define SUPPORT "Library/Saved Application State"
#define FOLDER SUPPORT "/planted-c.savedState"

static const struct {
    const char *name, *rule, *kind, *sentence;
} bugs[] = {
    {"struct-in-place", "S13", "saving",
     "A struct is written over the old one, with its checksum in a write of its own."},
    {"closed-without-sync", "S13", "saving",
     "A file is closed and renamed, and closing is taken for syncing."},
    {"short-read-unnoticed", "R7", "restoring",
     "What was read is used however little it was, and the rest is what the memory held."},
};
enum { STRUCT_IN_PLACE, CLOSED_WITHOUT_SYNC, SHORT_READ_UNNOTICED, BUG_COUNT };

static int bug = -1;
static bool is_right;

/// The whole state of this program, as it lies in its file.
static struct saved {
    char magic[8];
    int64_t count;
    int64_t marks[64];
    uint64_t checksum;
} state = {.magic = "planted"};

// ---- Files ----

static bool sync_path(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool done = file >= 0 && fsync(file) == 0;
    if (file >= 0) close(file);
    return done;
}

static bool make_folder(const char *path, const char *parent) {
    if (mkdir(path, 0700) == 0) return sync_path(parent);
    return errno == EEXIST;
}

static bool write_all(int file, const void *bytes, size_t length) {
    for (size_t written = 0; written < length;) {
        ssize_t n = write(file, (const char *)bytes + written, length - written);
        if (n > 0) written += n;
        else if (n == 0 || errno != EINTR) return false;
    }
    return true;
}

/// Replaces a file: no death leaves anything but the old content or the new one.
static bool replace(const char *path, const void *bytes, size_t length, bool syncs) {
    char aside[256];
    snprintf(aside, sizeof aside, "%s.new", path);
    int file = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return false;
    bool done = write_all(file, bytes, length) && (!syncs || fsync(file) == 0);
    int why = errno;
    if (close(file) != 0 && errno != EINTR) done = false;
    if (!done || rename(aside, path) != 0) {
        if (!done) errno = why;
        why = errno;
        unlink(aside);
        errno = why;
        return false;
    }
    return sync_path(FOLDER);
}

/// How much of a file there is; -1 where there is none.
static ssize_t read_file(const char *path, void *bytes, size_t length) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    ssize_t count = read(file, bytes, length);
    char more;
    if (count == (ssize_t)length && read(file, &more, 1) > 0) count++;  // It is too long.
    close(file);
    return count < 0 ? 0 : count;
}

// ---- How the launches before ended ----

static int crashes, lock;
static char boot[64];

static void write_launch(int count) {
    char text[128];
    int length = snprintf(text, sizeof text, "crashes %d %s .", count, boot);
    if (!replace(FOLDER "/launch.open", text, length, true)) give_up(strerror(errno));
}

/// Reads an entry; false where there is none. A damaged one counts as empty.
static bool read_launch(const char *path, int *count, char *its_boot) {
    char text[128] = "", end = 0;
    if (read_file(path, text, sizeof text - 1) < 0) return false;
    if (sscanf(text, "crashes %d %63s %c", count, its_boot, &end) != 3 || end != '.') {
        *count = 0;
        *its_boot = 0;
    }
    return true;
}

static void close_launch(int signal) {
    rename(FOLDER "/launch.open", FOLDER "/launch.closed");
    if (signal) _exit(128 + signal);
    sync_path(FOLDER);
}

static void open_launch(void) {
    char its_boot[64] = "";
    if (read_file("/proc/sys/kernel/random/boot_id", boot, 36) < 36) give_up("no boot id");
    lock = open(FOLDER "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    bool is_held = flock(lock, LOCK_EX | LOCK_NB) != 0;
    flock(lock, LOCK_SH);
    if (read_launch(FOLDER "/launch.open", &crashes, its_boot))
        crashes += strcmp(boot, its_boot) == 0 && !is_held;
    else
        read_launch(FOLDER "/launch.closed", &crashes, its_boot);
    write_launch(crashes);
    if (unlink(FOLDER "/launch.closed") == 0) sync_path(FOLDER);
    signal(SIGTERM, close_launch);
}

static void confirm_launch(void) {
    unlink(FOLDER "/launch.open");
    sync_path(FOLDER);
}

// ---- The program itself ----

static uint64_t checksum(const struct saved *saved) {
    const unsigned char *bytes = (const unsigned char *)saved;
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < offsetof(struct saved, checksum); i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3u;
    return sum;
}

static bool save_in_place(void) {
    int file = open(FOLDER "/state", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return false;
    size_t length = offsetof(struct saved, checksum);
    bool done = write_all(file, &state, length)
        && write_all(file, &state.checksum, sizeof state.checksum) && fsync(file) == 0;
    return close(file) == 0 && done && sync_path(FOLDER);
}

static bool save(void) {
    state.checksum = checksum(&state);
    if (bug == STRUCT_IN_PLACE && !is_right) return save_in_place();
    bool syncs = bug != CLOSED_WITHOUT_SYNC || is_right;
    return replace(FOLDER "/state", &state, sizeof state, syncs);
}

/// Brings the state back. NULL, or the reason why not.
static const char *restore(void) {
    struct saved saved = {.magic = "planted"};
    ssize_t length = read_file(FOLDER "/state", &saved, sizeof saved);
    if (length < 0) return "noSavedState";
    if (crashes >= 3) return "crashLoop";
    bool checks = bug != SHORT_READ_UNNOTICED || is_right;
    if (checks && (length != sizeof saved || checksum(&saved) != saved.checksum)) return "damaged";
    if (channel >= 0) phase("restoring");
    state = saved;
    return NULL;
}

/// Restores, or sets aside what cannot be restored. NULL, or the reason why not.
static const char *launch(void) {
    phase("launching");
    const char *reason = device_is_locked ? "locked" : restore();
    if (reason && strcmp(reason, "locked") != 0 && strcmp(reason, "noSavedState") != 0) {
        char aside[256];
        snprintf(aside, sizeof aside, "%s/state.%s", FOLDER, reason);
        rename(FOLDER "/state", aside);
        sync_path(FOLDER);
        if (strcmp(reason, "crashLoop") == 0) write_launch(0);
    }
    return reason;
}

static const char *perform(const char *action, const char *arguments) {
    const char *number = member(arguments, is(action, "count") ? "by" : "number");
    long long value = number ? strtoll(number, NULL, 10) : 1;
    if (is(action, "count")) state.count = (int64_t)((uint64_t)state.count + (uint64_t)value);
    else if (is(action, "mark")) state.marks[((value % 64) + 64) % 64]++;
    else return "the actions are count and mark";
    return NULL;
}

static const char *lifecycle(const char *event) {
    if (is(event, "background")) {
        phase("inactive");
        phase("saving");
        const char *why = device_is_locked || save() ? NULL : strerror(errno);
        phase("background");
        return why;
    }
    if (is(event, "lock") || is(event, "unlock")) device_is_locked = is(event, "lock");
    else if (is(event, "quit")) close_launch(0);
    else if (is(event, "inactive")) phase("inactive");
    else if (is(event, "foreground") || is(event, "active")) phase("active");
    return NULL;
}

static void describe(char *text, size_t size) {
    size_t length = snprintf(text, size, "{\"count\":%lld,\"marks\":[", (long long)state.count);
    for (int i = 0; i < 64; i++)
        length += snprintf(text + length, size - length, i ? ",%lld" : "%lld",
                           (long long)state.marks[i]);
    snprintf(text + length, size - length, "]}");
}

/// Answers one request of the harness; what is none is ignored.
static void serve(const char *request) {
    const char *method = member(request, "method"), *params = member(request, "params");
    const char *id_text = member(request, "id");
    if (!method || !id_text) return;
    long long id = strtoll(id_text, NULL, 10);
    hold(params);

    const char *error = NULL;
    char result[1900] = "{}";
    bool quits = false;
    if (is(method, "state")) {
        describe(result, sizeof result);
    } else if (is(method, "screenshot")) {
        snprintf(result, sizeof result,
                 "{\"mediaType\":\"image/svg+xml\",\"text\":\""
                 "<svg xmlns='http://www.w3.org/2000/svg' width='390' height='844'>"
                 "<text x='20' y='60'>%lld</text></svg>\"}", (long long)state.count);
    } else if (is(method, "perform")) {
        error = perform(member(params, "action"), member(params, "arguments"));
    } else if (is(method, "lifecycle")) {
        quits = is(member(params, "event"), "quit");
        error = lifecycle(member(params, "event"));
    } else {
        say("{\"jsonrpc\":\"2.0\",\"id\":%lld,"
            "\"error\":{\"code\":-32601,\"message\":\"unknown method\"}}", id);
        return;
    }
    if (error)
        say("{\"jsonrpc\":\"2.0\",\"id\":%lld,"
            "\"error\":{\"code\":-32000,\"message\":\"%s\"}}", id, error);
    else say("{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":%s}", id, result);
    if (quits) exit(0);
}

static void list(void) {
    for (int i = 0; i < BUG_COUNT; i++)
        printf("{\"name\":\"%s\",\"rule\":\"%s\",\"kind\":\"%s\",\"standsOn\":\"C\","
               "\"sentence\":\"%s\"}\n",
               bugs[i].name, bugs[i].rule, bugs[i].kind, bugs[i].sentence);
}

static void introduce(void) {
    char params[1024];
    snprintf(params, sizeof params,
             "{\"protocol\":1,\"name\":\"planted %s\",\"version\":\"1\",\"actions\":{"
             "\"count\":{\"type\":\"object\",\"properties\":{\"by\":{\"type\":\"integer\","
             "\"minimum\":-1000,\"maximum\":1000}}},"
             "\"mark\":{\"type\":\"object\",\"properties\":{\"number\":{\"type\":\"integer\"}},"
             "\"required\":[\"number\"]}},\"checkpoints\":[],\"savedState\":[\"" FOLDER "\"]}",
             bugs[bug].name);
    ask("hello", params);
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "--list") == 0) {
        list();
        return 0;
    }
    for (int i = 0; i < BUG_COUNT && count > 1; i++)
        if (strcmp(words[1], bugs[i].name) == 0) bug = i;
    if (bug < 0) {
        fprintf(stderr, "usage: planted-c BUG [--right], or --list\n");
        return 64;
    }
    for (int i = 2; i < count; i++) is_right |= strcmp(words[i], "--right") == 0;
    const char *home = getenv("HOME");
    if (!home || chdir(home) != 0) give_up("HOME is no folder");
    if (!make_folder("Library", ".") || !make_folder(SUPPORT, "Library")
        || !make_folder(FOLDER, SUPPORT))
        give_up(strerror(errno));
    open_launch();
    if (!connect_harness()) {
        restore();
        state.count++;
        if (!save()) give_up(strerror(errno));
        confirm_launch();
        printf("%lld\n", (long long)state.count);
        return 0;
    }
    introduce();
    const char *reason = launch();
    char restoration[128] = "{\"restored\":true}";
    if (reason)
        snprintf(restoration, sizeof restoration, "{\"restored\":false,\"reason\":\"%s\"}", reason);
    tell("restoration", restoration);
    confirm_launch();
    phase("active");

    serve_harness();
    return 0;
}
