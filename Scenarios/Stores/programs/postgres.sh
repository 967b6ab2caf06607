#!/bin/sh
# postgres.sh MODE prepare|change|look
#
# MODE is `default`, or a setting such as `fsync=off`.
set -eu

# A server neither runs as root nor leaves anything in memory that is shared with others.
if [ -z "${INSIDE-}" ]; then
    INSIDE=yes exec unshare --ipc --user --map-user=1000 --map-group=1000 "$0" "$@"
fi
PATH="$(pg_config --bindir):$PATH"
export PGHOST="$PWD/tmp" PGDATABASE=postgres PGUSER=owner
mode=$1
[ "$mode" != default ] || mode=fsync=on

begin() {
    pg_ctl start --pgdata=data --silent --wait --log="$1" \
        --options="-c $mode -c unix_socket_directories=$PWD/tmp"
}
end() { pg_ctl stop --pgdata=data --silent --mode="$1"; }
sql() { psql --quiet --no-align --tuples-only --no-psqlrc --command="$1"; }

case $2 in
prepare)
    initdb --pgdata=data --username=owner --auth=trust --wal-segsize=1 --no-sync >/dev/null
    cat >>data/postgresql.conf <<EOF
listen_addresses = ''
dynamic_shared_memory_type = mmap
shared_buffers = 1MB
min_wal_size = 2MB
max_wal_size = 2MB
autovacuum = off
EOF
    begin /dev/null
    sql "CREATE TABLE short(text text); INSERT INTO short VALUES ('old')"
    sql "CREATE TABLE long(text text); INSERT INTO long VALUES (repeat('o', 9000))"
    end fast
    ;;
change)
    begin /dev/null
    sql "BEGIN; UPDATE short SET text = 'new'; UPDATE long SET text = repeat('n', 9000); COMMIT"
    echo acknowledged
    # Without a checkpoint.
    end immediate
    ;;
look)
    # As it tells its user, and as a restart of the machine does.
    rm -f data/postmaster.pid tmp/.s.*
    if begin tmp/log 2>/dev/null; then
        sql "SELECT short.text FROM short, long WHERE long.text = repeat(left(short.text, 1), 9000)"
        end immediate
    else
        grep -m 1 -E 'PANIC|FATAL' tmp/log || tail -n 1 tmp/log
    fi
    ;;
esac
