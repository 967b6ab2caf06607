// disk-workload SCRIPT [SEED FOLDER]: carries out the calls of a script, such as `creat f; fsync f`,
// on files of the working directory, and writes `m` to standard output after each.
//
// With a seed it also does, between the calls, what other processes and the kernel may do at any
// time; at the end it writes `E`.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "workload.h"

_Noreturn void fail(const char *call, const char *what) {
    fprintf(stderr, "%s '%s': %m\n", call, what);
    exit(3);
}

static void tell(const char *mark) {
    if (write(STDOUT_FILENO, mark, 1) != 1) exit(4);
}

static unsigned count_calls(const char *script) {
    unsigned count = *script ? 1 : 0;
    for (; *script; script++) count += *script == ';';
    return count;
}

int main(int count, char **arguments) {
    if (count != 2 && count != 4) {
        fprintf(stderr, "usage: disk-workload SCRIPT [SEED FOLDER]\n");
        return 64;
    }
    if (count == 4) {
        start_others(strtoull(arguments[2], NULL, 10), arguments[3], count_calls(arguments[1]));
    }
    char *rest = NULL;
    for (char *call = strtok_r(arguments[1], ";", &rest); call; call = strtok_r(NULL, ";", &rest)) {
        char *words[WORD_LIMIT] = {0};
        char *inner = NULL;
        int number = 0;
        for (char *word = strtok_r(call, " ", &inner); word && number < WORD_LIMIT;
             word = strtok_r(NULL, " ", &inner)) {
            words[number++] = word;
        }
        if (number == 0) continue;
        carry_out(words, number);
        tell("m");
        let_others_act();
    }
    if (let_others_finish()) tell("E");
    return 0;
}
