// Lets Relaunch drive a program in C, without any library: copy this file.
//
// `member` finds a value in JSON. `say` sends a line. `ask` sends a request and waits for its answer;
// `phase` and `checkpoint` do so where the harness holds the program. The program defines `serve`, which
// answers one request, and calls `serve_harness` when it is active.

#ifndef HARNESS_H
#define HARNESS_H

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int channel = -1;    // the socket to the harness
static char held[4096];     // the JSON array of the names at which the harness holds us
static char *waiting[16];   // requests that arrived while we waited, the oldest first
static int waiting_count;
static bool device_is_locked;

/// Answers one request of the harness. The program defines it.
static void serve(const char *request);

static void give_up(const char *why) {
    fprintf(stderr, "%s\n", why);
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

/// Whether the value at p is this string. The string must not need escapes.
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

/// Sends one message as a line. MSG_NOSIGNAL, because the harness may be gone.
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

/// The next line from the harness, valid until the next call; NULL when the harness is gone.
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

/// Takes the names at which to hold from the answer to hello or from the params of a request.
static void hold(const char *object) {
    const char *names = member(object, "hold");
    if (!names) return;
    size_t length = skip_value(names) - names;
    if (length >= sizeof held) give_up("the harness holds too many names");
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

/// Sends a request and waits for its answer. Meanwhile it answers `state` and `screenshot` at once;
/// every other request waits until the program is back in its main loop.
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
            give_up("the harness answered with an error");
        } else if (answered && strtoll(answered, NULL, 10) == id) {
            hold(member(line, "result"));
            const char *locked = member(member(member(line, "result"), "device"), "locked");
            if (locked) device_is_locked = *locked == 't';
            return;
        } else {
            give_up("the harness sent an answer to no request of ours");
        }
    }
    exit(0);  // The harness is gone.
}

static void tell(const char *method, const char *params) {
    say("{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":%s}", method, params);
}

/// Reports a phase. Where the harness holds us there, waits until it lets us go on.
static void phase(const char *name) {
    char params[64];
    snprintf(params, sizeof params, "{\"phase\":\"%s\"}", name);
    if (is_held(name)) ask("phase", params);
    else tell("phase", params);
}

__attribute__((unused)) static void checkpoint(const char *name) {
    char params[64];
    snprintf(params, sizeof params, "{\"name\":\"%s\"}", name);
    if (is_held(name)) ask("checkpoint", params);
}

/// Connects to the harness; false where there is none.
static bool connect_harness(void) {
    const char *variable = getenv("RELAUNCH_CHANNEL");
    if (!variable) return false;
    // Children of this program must not use our channel.
    channel = atoi(variable);
    unsetenv("RELAUNCH_CHANNEL");
    fcntl(channel, F_SETFD, FD_CLOEXEC);
    return true;
}

/// Answers requests until the harness is gone.
static void serve_harness(void) {
    for (;;) {
        if (waiting_count > 0) {
            char *request = waiting[0];
            memmove(waiting, waiting + 1, --waiting_count * sizeof *waiting);
            serve(request);
            free(request);
        } else {
            const char *line = receive();
            if (!line) return;
            serve(line);
        }
    }
}

#endif
