#!/bin/sh
# sqlite.sh JOURNAL,SYNCHRONOUS prepare|change|look
set -eu
journal=${1%,*}
synchronous=${1#*,}

case $2 in
prepare)
    sqlite3 -batch -bail data.sqlite "
        PRAGMA journal_mode = $journal;
        CREATE TABLE short(text); INSERT INTO short VALUES ('old');
        CREATE TABLE long(text); INSERT INTO long VALUES (printf('%.9000c', 'o'));"
    ;;
change)
    # The last one that closes a database checkpoints it: what counts is before that.
    sqlite3 -batch -bail data.sqlite ".output /dev/null" \
        "PRAGMA journal_mode = $journal; PRAGMA synchronous = $synchronous" \
        "BEGIN; UPDATE short SET text = 'new'; UPDATE long SET text = printf('%.9000c', 'n'); COMMIT" \
        ".shell echo acknowledged"
    ;;
look)
    sqlite3 -batch data.sqlite "PRAGMA integrity_check" "
        SELECT short.text FROM short, long
        WHERE long.text = printf('%.9000c', substr(short.text, 1, 1))" 2>&1 |
        tr '\n' ' ' | sed -e 's/^ok //' -e 's/^$/neither/'
    ;;
esac
