#!/bin/sh
# dpkg.sh default|unsafe-io prepare|change|look
set -eu

package() {
    mkdir -p "$1/DEBIAN" "$1/usr/share/relaunch"
    printf 'Package: relaunch-trial\nVersion: %s\nArchitecture: all\nMaintainer: A <a@example.com>\nDescription: a trial\n' \
        "$2" >"$1/DEBIAN/control"
    head -c 9000 /dev/zero | tr '\0' "$2" >"$1/usr/share/relaunch/long"
    echo "$1" >"$1/usr/share/relaunch/short"
    dpkg-deb --root-owner-group --build "$1" "tmp/$1.deb" >/dev/null
    rm -r "$1"
}
install() {
    # Containers are often configured to take the risk.
    safety=--refuse-unsafe-io
    [ "$mode" = default ] || safety=--force-unsafe-io
    dpkg --root="$PWD/system" --force-not-root --log=/dev/null $safety --install "$1"
}
query() {
    dpkg-query --admindir="$PWD/system/var/lib/dpkg" --show \
        --showformat='${Version} ${Status}\n' relaunch-trial
}

mode=$1
case $2 in
prepare)
    mkdir -p system/var/lib/dpkg/info system/var/lib/dpkg/updates
    touch system/var/lib/dpkg/status
    package old 1
    package new 2
    install tmp/old.deb >/dev/null
    ;;
change)
    install tmp/new.deb >/dev/null
    echo acknowledged
    ;;
look)
    status=$(query 2>&1) || true
    name=old
    case $status in
    '1 install ok installed') version=1 ;;
    '2 install ok installed') version=2 name=new ;;
    # It says so, and installing it again is what it asks for.
    *' reinstreq '* | *' unpacked' | *' half-configured' | *' half-installed')
        install tmp/new.deb >/dev/null 2>&1 || echo "not repaired: $status"
        version=2
        ;;
    *)
        echo "$status"
        exit
        ;;
    esac
    word=old
    [ $version = 1 ] || word=new
    place=system/usr/share/relaunch
    [ "$(cat $place/short)" = $word ] && [ "$(tr -d $version <$place/long | wc -c)" = 0 ] &&
        [ "$(wc -c <$place/long)" = 9000 ] || name="version $version with other files"
    echo "$name"
    ;;
esac
