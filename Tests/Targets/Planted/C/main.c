// A counter that can be driven by Relaunch: how a program in C joins in, without any library.
//
// It keeps one number in ~/Library/Saved Application State/counter.savedState/count and brings it
// back at the next launch. Without a harness it counts its launches and prints the number.
//
// What to take for a program of your own: `member` reads what little JSON must be read, `say` sends
// a line, `ask` sends one and waits for leave to go on, `serve` answers the harness.

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "Library/Saved Application State/counter.savedState"

static long long count;     // the whole state of this program
static int channel = -1;    // the socket to the harness
static char held[4096];     // the JSON array of names to ask leave for
static char *waiting[16];   // requests that came while we waited, oldest first
static int waiting_count;

static void serve(const char *request);

static void give_up(const char *why) {
    fprintf(stderr, "counter-c: %s\n", why);
    exit(1);
}

// ---- JSON: finding a value in a text that the harness wrote ----

static const char *skip_space(const char *p) { return p + strspn(p, " \t\r\n"); }

/// The end of the value that begins at p.
static const char *skip_value(const char *p) {
    int depth = 0;
    for (; *p; p++) {
        if (*p == '"') {
            for (p++; *p && *p != '"'; p++)
                if (*p == '\\' && p[1]) p++;
            if (!*p) break;
            if (depth == 0) return p + 1;
        } else if (*p == '{' || *p == '[') {
            depth++;
        } else if (*p == '}' || *p == ']') {
            if (depth == 0) return p;
            if (--depth == 0) return p + 1;
        } else if (depth == 0 && strchr(", \t\r\n", *p)) {
            return p;
        }
    }
    return p;
}

/// Whether the value at p is this string, which needs no escapes.
static bool is(const char *p, const char *text) {
    size_t length = strlen(text);
    return p && *p == '"' && strncmp(p + 1, text, length) == 0 && p[1 + length] == '"';
}

/// The value of a member of the object that begins at p, or NULL.
static const char *member(const char *p, const char *name) {
    if (!p || *p != '{') return NULL;
    for (p = skip_space(p + 1); *p == '"'; p = skip_space(p + 1)) {
        bool found = is(p, name);
        p = skip_space(skip_value(p));
        if (*p != ':') return NULL;
        p = skip_space(p + 1);
        if (found) return p;
        p = skip_space(skip_value(p));
        if (*p != ',') return NULL;
    }
    return NULL;
}

// ---- The channel ----

/// Sends one message: a line, in one go. MSG_NOSIGNAL, because the harness may be gone.
static void say(const char *format, ...) {
    char line[2048];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= (int)sizeof line - 1) give_up("a message is too long");
    line[length++] = '\n';
    for (int sent = 0; sent < length;) {
        ssize_t n = send(channel, line + sent, length - sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) exit(0);  // Nobody listens any more.
        sent += n;
    }
}

/// The next line from the harness, valid until the next call; NULL when the harness has gone.
static const char *receive(void) {
    static char buffer[65536];
    static size_t start, end;
    for (;;) {
        char *newline = memchr(buffer + start, '\n', end - start);
        if (newline) {
            const char *line = buffer + start;
            *newline = 0;
            start = newline + 1 - buffer;
            return skip_space(line);
        }
        memmove(buffer, buffer + start, end - start);
        end -= start;
        start = 0;
        if (end == sizeof buffer) give_up("the harness sent a message that is too long");
        ssize_t n = recv(channel, buffer + end, sizeof buffer - end, 0);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return NULL;
        end += n;
    }
}

/// Takes the names to be held at from an answer to hello or from a request's params.
static void hold(const char *object) {
    const char *names = member(object, "hold");
    if (!names) return;
    size_t length = skip_value(names) - names;
    if (length >= sizeof held) give_up("too many names are held");
    memcpy(held, names, length);
    held[length] = 0;
}

static bool is_held(const char *name) {
    const char *p = held;
    while (*p == '[' || *p == ',') {
        p = skip_space(p + 1);
        if (is(p, name)) return true;
        p = skip_space(skip_value(p));
    }
    return false;
}

/// Sends a request and waits for its answer. Meanwhile `state` and `screenshot` are answered at
/// once; everything else waits until the program is back in its main loop.
static void ask(const char *method, const char *params) {
    static long long last_id;
    long long id = ++last_id;
    say("{\"jsonrpc\":\"2.0\",\"id\":%lld,\"method\":\"%s\",\"params\":%s}", id, method, params);
    for (const char *line; (line = receive());) {
        const char *name = member(line, "method");
        const char *answered = member(line, "id");
        if (is(name, "state") || is(name, "screenshot")) {
            serve(line);
        } else if (name) {
            if (waiting_count == 16) give_up("the harness sent too many requests at once");
            waiting[waiting_count++] = strdup(line);
        } else if (member(line, "error")) {
            give_up("the harness refuses us");
        } else if (answered && strtoll(answered, NULL, 10) == id) {
            hold(member(line, "result"));
            return;
        } else {
            give_up("the harness sent an answer to nothing");
        }
    }
    exit(0);  // The harness has gone.
}

static void tell(const char *method, const char *params) {
    say("{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":%s}", method, params);
}

/// A phase is told; where the harness holds us there, it is asked for.
static void phase(const char *name) {
    char params[64];
    snprintf(params, sizeof params, "{\"phase\":\"%s\"}", name);
    if (is_held(name)) ask("phase", params);
    else tell("phase", params);
}

static void checkpoint(const char *name) {
    char params[64];
    snprintf(params, sizeof params, "{\"name\":\"%s\"}", name);
    if (is_held(name)) ask("checkpoint", params);
}

// ---- The program itself ----

static bool sync_folder(const char *path) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool done = folder >= 0 && fsync(folder) == 0;
    if (folder >= 0) close(folder);
    return done;
}

/// Makes a folder in the current one; once made, it is as durable as what will lie in it.
static bool make_folder(const char *path, const char *parent) {
    if (mkdir(path, 0700) == 0) return sync_folder(parent);
    return errno == EEXIST;
}

/// Saves so that no death at any point leaves anything but the old number or the new one.
static bool save(void) {
    char text[32];
    int length = snprintf(text, sizeof text, "%lld\n", count);
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

/// Restores the number. NULL, or the reason why it was not restored.
static const char *restore(int file) {
    char text[32], *end;
    ssize_t length = read(file, text, sizeof text - 1);
    if (length < 2 || text[length - 1] != '\n') return "damaged";
    text[length] = 0;
    errno = 0;
    long long saved = strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != '\n') return "damaged";
    count = saved;
    return NULL;
}

static int open_saved(void) { return open(FOLDER "/count", O_RDONLY | O_CLOEXEC); }

/// Performs an action. NULL, or what was wrong with it.
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

/// Does what a lifecycle event asks for. NULL, or why it could not be done. The event is a part of
/// the line that was received, and is not to be looked at after a phase, which may receive another.
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
    return NULL;  // There is nothing to do for the rest of them.
}

/// Answers one request of the harness; what is none is ignored.
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
    const char *home = getenv("HOME"), *variable = getenv("RELAUNCH_CHANNEL");
    if (!home || chdir(home) != 0) give_up("HOME is no folder");
    if (!variable) return run_for_a_user();

    // The channel is ours: a child of this program must not take it for its own.
    channel = atoi(variable);
    unsetenv("RELAUNCH_CHANNEL");
    fcntl(channel, F_SETFD, FD_CLOEXEC);

    ask("hello",
        "{\"protocol\":1,\"name\":\"counter-c\",\"version\":\"1.0\",\"actions\":{"
        "\"increment\":{\"type\":\"object\",\"properties\":{\"by\":{\"type\":\"integer\"}}},"
        "\"set\":{\"type\":\"object\",\"properties\":{\"to\":{\"type\":\"integer\"}},"
        "\"required\":[\"to\"]}},\"checkpoints\":[\"beforeCommit\"],"
        "\"savedState\":[\"" FOLDER "\"]}");
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

    for (;;) {
        if (waiting_count > 0) {
            char *request = waiting[0];
            memmove(waiting, waiting + 1, --waiting_count * sizeof *waiting);
            serve(request);
            free(request);
        } else {
            const char *line = receive();
            if (!line) return 0;
            serve(line);
        }
    }
}
