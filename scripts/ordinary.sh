#!/bin/sh
# Runs a program as an ordinary user, with the home ORDINARY_HOME. Cargo starts test binaries by it, and some of these
# start the command by it again, as that user already.
set -eu
if [ "$(id -u)" -ne 0 ]; then exec "$@"; fi
nobody=65534
exec setpriv --reuid="$nobody" --regid="$nobody" --clear-groups env HOME="$ORDINARY_HOME" TMPDIR="$ORDINARY_HOME" "$@"
