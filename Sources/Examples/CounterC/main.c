// A counter that Relaunch can drive: an example of a target in C, without any library.
//
// It keeps one number in ~/Library/Saved Application State/counter.savedState/count and restores it
// at the next launch. Without a harness it counts its launches and prints the number.
// harness.h holds all that it needs to speak with the harness: copy it into your own program.

#include "harness.h"

#include <sys/stat.h>

#define FOLDER "Library/Saved Application State/counter.savedState"

static long long count;  // the whole state of this program

// ---- The program itself ----

static bool sync_folder(const char *path) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool done = folder >= 0 && fsync(folder) == 0;
    if (folder >= 0) close(folder);
    return done;
}

/// Makes a folder durably, so that what is synced inside it is not lost with it.
static bool make_folder(const char *path, const char *parent) {
    if (mkdir(path, 0700) == 0) return sync_folder(parent);
    return errno == EEXIST;
}

/// Saves the number. A death at any point leaves either the old number or the new one.
static bool save(void) {
    char text[64];
    // Twice, so that a damaged file is not taken for another number.
    int length = snprintf(text, sizeof text, "%lld %lld\n", count, count);
    if (!make_folder("Library", ".")
        || !make_folder("Library/Saved Application State", "Library")
        || !make_folder(FOLDER, "Library/Saved Application State"))
        return false;
    int file = open(FOLDER "/count.tmp", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return false;
    bool written = write(file, text, length) == length && fsync(file) == 0;
    if (close(file) != 0 || !written) return false;
    checkpoint("beforeCommit");
    return rename(FOLDER "/count.tmp", FOLDER "/count") == 0 && sync_folder(FOLDER);
}

/// Restores the number. Returns NULL, or the reason why it was not restored.
static const char *restore(int file) {
    char text[64], *end;
    ssize_t length = read(file, text, sizeof text - 1);
    if (length < 2 || text[length - 1] != '\n') return "damaged";
    text[length] = 0;
    errno = 0;
    long long saved = strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != ' ') return "damaged";
    char *second = end + 1;
    if (strtoll(second, &end, 10) != saved || errno != 0 || end == second || *end != '\n')
        return "damaged";
    count = saved;
    return NULL;
}

static int open_saved(void) { return open(FOLDER "/count", O_RDONLY | O_CLOEXEC); }

/// Performs an action. Returns NULL, or what was wrong with it.
static const char *perform(const char *action, const char *arguments) {
    bool is_increment = is(action, "increment");
    if (!is_increment && !is(action, "set")) return "the actions are increment and set";
    const char *number = member(arguments, is_increment ? "by" : "to");
    char *end;
    errno = 0;
    long long value = number ? strtoll(number, &end, 10) : 1;
    if (!number && !is_increment) return "set needs an integer \\\"to\\\"";
    if (number && (end == number || errno != 0 || strchr(".eE", *end)))
        return "the argument is not an integer";
    long long sum;
    if (__builtin_add_overflow(is_increment ? count : 0, value, &sum)) return "the count overflows";
    count = sum;
    return NULL;
}

/// Goes through a lifecycle event. Returns NULL, or why it failed. The event is part of the received
/// line: do not read it after `phase`, which may receive another line.
static const char *lifecycle(const char *event) {
    if (is(event, "background")) {
        phase("inactive");
        phase("saving");
        bool saved = save();
        const char *why = saved ? NULL : strerror(errno);
        phase("background");
        return why;
    }
    if (is(event, "inactive")) phase("inactive");
    else if (is(event, "foreground") || is(event, "active")) phase("active");
    return NULL;  // The other events need nothing.
}

/// Answers one request of the harness, and ignores any other message.
static void serve(const char *request) {
    const char *method = member(request, "method"), *params = member(request, "params");
    const char *id_text = member(request, "id");
    if (!method || !id_text) return;
    long long id = strtoll(id_text, NULL, 10);
    hold(params);

    const char *error = NULL;
    char result[512] = "{}";
    bool quits = false;
    if (is(method, "state")) {
        snprintf(result, sizeof result, "{\"count\":%lld}", count);
    } else if (is(method, "screenshot")) {
        snprintf(result, sizeof result,
                 "{\"mediaType\":\"image/svg+xml\",\"text\":\""
                 "<svg xmlns='http://www.w3.org/2000/svg' width='390' height='844'>"
                 "<text x='20' y='60'>%lld</text></svg>\"}", count);
    } else if (is(method, "perform")) {
        error = perform(member(params, "action"), member(params, "arguments"));
        snprintf(result, sizeof result, "%lld", count);
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

static int run_for_a_user(void) {
    int file = open_saved();
    if (file >= 0) restore(file);
    count++;
    if (!save()) give_up(strerror(errno));
    printf("%lld\n", count);
    return 0;
}

int main(void) {
    const char *home = getenv("HOME");
    if (!home || chdir(home) != 0) give_up("HOME is not a folder");
    if (!connect_harness()) return run_for_a_user();

    ask("hello",
        "{\"protocol\":1,\"name\":\"counter-c\",\"version\":\"1.0\",\"actions\":{"
        "\"increment\":{\"type\":\"object\",\"properties\":{\"by\":{\"type\":\"integer\"}}},"
        "\"set\":{\"type\":\"object\",\"properties\":{\"to\":{\"type\":\"integer\"}},"
        "\"required\":[\"to\"]}},\"checkpoints\":[\"beforeCommit\"],"
        "\"savedState\":[\"" FOLDER "\"],"
        // What an audit would find, and what is meant so: a count is neither secret nor dangerous.
        "\"expects\":{\"S15\":\"a count is no secret: a locked device may save it\","
        "\"R11\":\"a count is no secret: a locked device may show it\","
        "\"D4\":\"a number cannot crash the launch that restores it\"}}");
    phase("launching");
    int file = open_saved();
    if (file < 0) {
        tell("restoration", "{\"restored\":false,\"reason\":\"noSavedState\"}");
    } else {
        phase("restoring");
        bool restored = restore(file) == NULL;
        close(file);
        tell("restoration", restored ? "{\"restored\":true}"
                                     : "{\"restored\":false,\"reason\":\"damaged\"}");
    }
    phase("active");

    serve_harness();
    return 0;
}
