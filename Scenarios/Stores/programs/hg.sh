#!/bin/sh
# hg.sh default|dirstate prepare|change|look
#
# With `dirstate` the working directory has to be at the last commit, too.
set -eu
export HGRCPATH= HGUSER=a@example.com

case $2 in
prepare)
    hg init
    echo old >file
    hg commit --quiet --addremove --message=old
    ;;
change)
    echo new >file
    hg commit --quiet --message=new
    echo acknowledged
    ;;
look)
    # As it tells its user.
    [ ! -e .hg/store/journal ] || hg recover --quiet >/dev/null 2>&1 || true
    hg verify --quiet 2>&1 && hg log --rev=tip --template='{desc}\n'
    [ "$1" != dirstate ] || [ "$(hg log --rev=. --template='{rev}')" = "$(hg log --rev=tip --template='{rev}')" ] ||
        echo "the working directory is at another commit"
    ;;
esac
