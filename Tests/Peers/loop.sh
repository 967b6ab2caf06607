#!/bin/sh
# What a user would write in a shell: random texts, and kills at random moments.
#
#   loop.sh STORE SECONDS [--right]      in an empty folder
#
# The exit status is 1 after the first failure, which is told with all that was done before.
set -u
store=$1 seconds=$2
shift 2
end=$(($(date +%s) + seconds))
a= b=
start() {
    rm -f ready
    "$store" serve "$@" > ready 2> /dev/null &
    server=$!
    while ! grep -q ready ready 2> /dev/null; do
        kill -0 "$server" 2> /dev/null || { echo "it does not start"; cat log; exit 1; }
        sleep 0.01
    done
}
: > log
start "$@"
while [ "$(date +%s)" -lt "$end" ]; do
    random=$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')
    value=$(tr -dc '[:print:]' < /dev/urandom | head -c $((random % 20)))
    case $((random % 3)) in
    0) echo "set a $value" >> log; "$store" set a "$value" > /dev/null && a=$value ;;
    1) echo "set b $value" >> log; "$store" set b "$value" > /dev/null && b=$value ;;
    2)
        sleep "0.0$((random % 10))"
        echo kill >> log
        kill -9 "$server"
        wait "$server" 2> /dev/null
        start "$@"
        [ "$("$store" get a)" = "$a" ] && [ "$("$store" get b)" = "$b" ] || {
            echo "it shows a=$("$store" get a) b=$("$store" get b), and not a=$a b=$b"
            cat log
            kill -9 "$server"
            exit 1
        }
        ;;
    esac
done
kill -9 "$server"
