#!/bin/sh
# git.sh MODE prepare|change|look
#
# MODE is a value of `core.fsync`, or `default`; with `reflog` the last entry there has to be of HEAD.
set -eu
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.com GIT_CONFIG_NOSYSTEM=1
export GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@example.com

case $2 in
prepare)
    git init --quiet --initial-branch=main --template=
    case $1 in
    default | reflog) ;;
    *) git config core.fsync "$1" ;;
    esac
    echo old >file
    git add file
    git commit --quiet --message=old
    ;;
change)
    echo new >file
    git add file
    git commit --quiet --message=new
    echo acknowledged
    ;;
look)
    # As git tells its user.
    rm -f .git/*.lock .git/refs/heads/*.lock
    [ "$1" != reflog ] || tail -n 1 .git/logs/HEAD | grep -q " $(git rev-parse HEAD) " ||
        echo "the reflog ends with another commit"
    git fsck --strict --no-progress --no-dangling HEAD 2>&1 && git log --format=%s --max-count=1
    ;;
esac
