#!/usr/bin/env bash
# Runs `make demo` on a bare Debian: a root directory made by debootstrap, with nothing in it but what Debian itself needs,
# make, and Rust from this machine. Needs root and debootstrap; the directory is made when it isn't there, and kept.
#
# The root is entered by pivot_root in a mount namespace of its own: a process in a chroot may not make user namespaces,
# which the browser's containment needs (see create_user_ns in the kernel's kernel/user_namespace.c).
set -euo pipefail
cd "$(dirname "$0")/.."

readonly directory="${1:?usage: scripts/bare.sh DIRECTORY [TARGET…]}"
shift
readonly targets=("${@:-demo}")
readonly suite=bookworm
readonly source_directory=/home/ringfence
readonly rustup="${RUSTUP_HOME:-$HOME/.rustup}" cargo="${CARGO_HOME:-$HOME/.cargo}"

make_root() {
    [ -x "$directory/usr/bin/make" ] && return
    debootstrap --variant=minbase --include=ca-certificates,make "$suite" "$directory"
}

# What is committed, as somebody who clones it has it.
copy_sources() {
    rm -rf "${directory:?}$source_directory"
    mkdir -p "$directory$source_directory"
    git archive HEAD | tar -x -C "$directory$source_directory"
}

# The names of hosts are looked up as on this machine; nothing else is taken from it.
copy_network() {
    local file
    for file in resolv.conf hosts; do
        cp "/etc/$file" "$directory/etc/$file"
    done
}

enter() {
    # shellcheck disable=SC2016 # the inner shell expands these
    unshare --mount --pid --ipc --uts --fork --propagation private env \
        DIRECTORY="$directory" RUSTUP="$rustup" CARGO="$cargo" SOURCES="$source_directory" bash -euc '
        mount --bind "$DIRECTORY" "$DIRECTORY"
        cd "$DIRECTORY"
        mkdir -p root/.rustup root/.cargo old
        mount --bind -o ro "$RUSTUP" root/.rustup
        mount --bind "$CARGO" root/.cargo
        mount --rbind /dev dev
        mount -t proc proc proc
        mount -t tmpfs tmpfs tmp
        pivot_root . old
        umount -l /old
        cd "$SOURCES"
        exec env -i HOME=/root TERM=dumb PATH=/root/.cargo/bin:/usr/sbin:/usr/bin:/sbin:/bin make "$@"
    ' bare "${targets[@]}"
}

make_root
copy_sources
copy_network
enter
