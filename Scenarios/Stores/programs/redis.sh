#!/bin/sh
# redis.sh MODE prepare|change|look
#
# MODE is an `appendfsync`, or `rdb`: snapshots alone, which are asked for.
set -eu
mode=$1

# Starts a server on a socket in the container, and waits until it answers.
begin() {
    keeps='--appendonly yes'
    [ "$mode" = rdb ] || keeps="$keeps --appendfsync $mode"
    [ "$mode" != rdb ] || keeps='--appendonly no'
    # shellcheck disable=SC2086
    redis-server --port 0 --dir data --unixsocket s --save '' $keeps >"$1" 2>&1 &
    server=$!
    until redis-cli -s data/s ping 2>&1 | grep -q PONG; do
        kill -0 $server 2>/dev/null || return 1
    done
}

client() { redis-cli -s data/s "$@"; }

# Ends the server without another word.
end() {
    kill -KILL $server
    wait $server 2>/dev/null || true
}

case $2 in
prepare)
    mkdir data
    begin /dev/null
    client set key old
    [ "$mode" != rdb ] || client save
    client shutdown
    wait $server
    ;;
change)
    begin /dev/null
    for word in one two three four new; do client set key $word; done >/dev/null
    [ "$mode" != rdb ] || client save >/dev/null
    # "You can lose one second of data if there is a disaster."
    [ "$mode" != everysec ] || sleep 2
    echo acknowledged
    end
    ;;
look)
    if begin tmp/log; then
        # Nothing is known of the last one until it is acknowledged.
        client get key | sed 's/^\(one\|two\|three\|four\)$/old/'
        end
    else
        tail -n 1 tmp/log
    fi
    ;;
esac
