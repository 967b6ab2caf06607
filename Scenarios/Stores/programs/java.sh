#!/bin/sh
# java.sh hsqldb|zookeeper prepare|change|look
set -eu
jars=/usr/share/java
case $1 in
hsqldb) program=Hsql path=$jars/hsqldb.jar ;;
zookeeper)
    program=Zoo path=
    for jar in zookeeper zookeeper-jute slf4j-api slf4j-nop netty-all metrics-core commons-io \
        snappy-java; do
        path=$path$jars/$jar.jar:
    done
    ;;
esac
# Its first bytes may be missing; a user removes it.
[ "$2" != look ] || rm -f data/db.lck
[ "$2" != prepare ] || javac -cp "$path" -d tmp "${0%/*}/$program.java"
# What a virtual machine leaves for others to look at is none of the store's.
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -cp "$path:tmp" $program "$2" 2>&1
