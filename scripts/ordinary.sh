#!/bin/sh
# Runs a program as an ordinary user, with the home ORDINARY_HOME. Cargo starts test binaries by it, and some of these
# start the command by it again, as that user already.
#
# ORDINARY_WALL is a directory on the way to this clone that such a user can't enter, such as /root; empty where there is
# none. The program then sees an open one in its place, with the clone in it, and the rest of the machine doesn't.
set -eu
if [ "$(id -u)" -ne 0 ]; then exec "$@"; fi
if [ -n "${ORDINARY_WALL:-}" ]; then
    wall=$ORDINARY_WALL
    export ORDINARY_WALL=
    exec unshare --mount --propagation private -- sh -euc '
        wall=$1 clone=$2 kept=$3; shift 3
        here=$PWD
        mkdir -p "$kept"
        mount --bind "$clone" "$kept"
        mount -t tmpfs -o mode=755 tmpfs "$wall"
        mkdir -p "$clone"
        mount --move "$kept" "$clone"
        cd "$here"
        exec "$clone/scripts/ordinary.sh" "$@"' sh "$wall" "$ORDINARY_CLONE" "$ORDINARY_HOME/.clone" "$@"
fi
nobody=65534
exec setpriv --reuid="$nobody" --regid="$nobody" --clear-groups env HOME="$ORDINARY_HOME" TMPDIR="$ORDINARY_HOME" "$@"
