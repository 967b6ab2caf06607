// The harness's side of a spawn: the arguments go through shared memory, the descriptors with the
// message.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "client/client.h"

#include "processes/state.h"

// The part of the shared memory that is still free.
typedef struct rl_room {
    char *next;
    char *end;
} rl_room;

// Copies a string. NULL where it does not fit.
static char *copy_string(rl_room *room, const char *text) {
    size_t size = strlen(text) + 1;
    if (size > (size_t)(room->end - room->next)) {
        return NULL;
    }
    char *copy = memcpy(room->next, text, size);
    room->next += size;
    return copy;
}

// Replaces a string by its copy, where there is one. False where it does not fit.
static bool copy_text(rl_room *room, const char **text) {
    if (*text != NULL) {
        *text = copy_string(room, *text);
        return *text != NULL;
    }
    return true;
}

// Reserves a list that can hold what `strings` holds, with its NULL.
static char **reserve_list(rl_room *room, char *const *strings) {
    size_t count = 1;
    while (strings[count - 1] != NULL) {
        count += 1;
    }
    if (count > (size_t)(room->end - room->next) / sizeof(char *)) {
        return NULL;
    }
    char **list = (char **)(void *)room->next;
    room->next += count * sizeof(char *);
    return list;
}

// Copies strings and fills a reserved list with the copies. False where they do not fit.
static bool fill_list(rl_room *room, char **list, char *const *strings) {
    for (; *strings != NULL; strings += 1, list += 1) {
        *list = copy_string(room, *strings);
        if (*list == NULL) {
            return false;
        }
    }
    *list = NULL;
    return true;
}

// Copies all that the supervisor has to read. The lists come first: there the memory is aligned.
static bool copy_arguments(rl_supervisor *s, const rl_spawn_request *from, rl_spawn_request *to) {
    rl_room room = {.next = s->shared, .end = s->shared + s->shared_size};
    *to = *from;
    char **arguments = reserve_list(&room, from->arguments);
    char **environment = arguments != NULL ? reserve_list(&room, from->environment) : NULL;
    if (environment == NULL) {
        return false;
    }
    to->arguments = arguments;
    to->environment = environment;
    return copy_text(&room, &to->path) && copy_text(&room, &to->directory)
        && copy_text(&room, &to->recorded) && fill_list(&room, arguments, from->arguments)
        && fill_list(&room, environment, from->environment);
}

int rl_spawn(rl_supervisor *s, const rl_spawn_request *request, rl_spawn_result *result) {
    *result = (rl_spawn_result){.pid = -1};
    rl_request message = {.operation = RL_OPERATION_SPAWN};
    if (!copy_arguments(s, request, &message.spawn)) {
        result->step = RL_SPAWN_ARGUMENTS;
        result->error = E2BIG;
        return 0;
    }
    const int wanted[RL_DESCRIPTORS] = {
        request->input, request->output, request->error, request->channel};
    int descriptors[RL_DESCRIPTORS];
    size_t count = 0;
    for (int number = 0; number < RL_DESCRIPTORS; number += 1) {
        if (wanted[number] >= 0) {
            message.descriptors |= 1U << number;
            descriptors[count++] = wanted[number];
        }
    }
    int error = rl_send_request(s, &message, descriptors, count);
    if (error == EBADF && fcntl(s->commands, F_GETFD) >= 0) {
        result->step = RL_SPAWN_SETUP;
        result->error = error;
        return 0;
    }
    rl_reply reply;
    if (error == 0) {
        error = rl_receive_reply(s, &reply, RL_GRACE_MS);
    }
    if (error == 0) {
        *result = reply.spawn;
    }
    return error != 0 ? error : reply.error;
}

#endif
