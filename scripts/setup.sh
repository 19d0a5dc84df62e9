#!/usr/bin/env bash
# Installs what is missing to build Ringfence and to run it ("demo") or also to test it ("test").
#
# Installs packages of the system and nothing else, and only when something is missing. Exits with 3 when something is
# missing that it can't install, and says what, and how to get it.
set -euo pipefail

readonly purpose="${1:-test}"
# What the interoperability tests' clients ask for.
readonly node_needed=18

case "$purpose" in
demo | test) ;;
*)
    echo "usage: scripts/setup.sh [demo|test]" >&2
    exit 2
    ;;
esac

has() { command -v "$1" >/dev/null 2>&1; }

# Where Ringfence itself looks for Chromium. A snap is not among them: it brings a confinement of its own and can't be
# started inside ours.
has_chromium() {
    local path
    for path in /usr/lib/chromium/chromium /usr/lib64/chromium-browser/chromium-browser \
        /usr/lib/chromium-browser/chromium-browser /opt/google/chrome/chrome /opt/chromium.org/chromium/chromium; do
        [ ! -x "$path" ] || return 0
    done
    return 1
}

has_font() {
    if has fc-list; then
        fc-list : family | grep -qi "$1"
    else
        find /usr/share/fonts -iname "*$2*" -print -quit 2>/dev/null | grep -q .
    fi
}

has_node() {
    has node && has npm && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge "$node_needed" ]
}

# One word for each thing that is missing.
missing() {
    has cargo || echo rust
    has cc || echo compiler
    has_chromium || echo chromium
    has bwrap || echo bubblewrap
    has_font "liberation" "liberation" || echo liberation
    has_font "dejavu" "dejavu" || echo dejavu
    if [ "$purpose" = test ]; then
        has_node || echo node
        # libFuzzer is C++.
        has c++ || echo cxx
        has ip || echo iproute
        { has unshare && has setpriv; } || echo util-linux
    fi
}

# The packages that bring a thing, by package manager. Empty: this manager has none that will do.
packages() {
    case "$manager:$1" in
    *:rust) ;;
    apt:compiler) echo gcc libc6-dev ;;
    *:compiler) echo gcc ;;
    apt:cxx) echo g++ ;;
    dnf:cxx) echo gcc-c++ ;;
    *:cxx) echo gcc ;;
    apt:chromium) [ "$system" = ubuntu ] || echo chromium ;;
    *:chromium) echo chromium ;;
    *:bubblewrap) echo bubblewrap ;;
    apt:liberation) echo fonts-liberation ;;
    dnf:liberation) echo liberation-fonts ;;
    pacman:liberation) echo ttf-liberation ;;
    apt:dejavu) echo fonts-dejavu-core ;;
    dnf:dejavu) echo dejavu-sans-fonts ;;
    pacman:dejavu) echo ttf-dejavu ;;
    # NodeSource's nodejs brings npm and forbids the package of that name.
    apt:node) if has node && has npm; then echo nodejs; else echo nodejs npm; fi ;;
    *:node) echo nodejs npm ;;
    apt:iproute) echo iproute2 ;;
    dnf:iproute) echo iproute ;;
    pacman:iproute) echo iproute2 ;;
    *:util-linux) echo util-linux ;;
    esac
}

# What to do about a thing that no package of this system brings.
advice() {
    case "$1" in
    rust) echo "Rust 1.95 or newer: install it with rustup, see https://rustup.rs" ;;
    chromium)
        if [ "$system" = ubuntu ]; then
            echo "Chromium: Ubuntu's own package is a snap, which can't be contained. Install one that is not," \
                "such as Google Chrome's .deb from https://www.google.com/chrome, or chromium from the" \
                "PPA xtradeb/apps"
        else
            echo "Chromium"
        fi
        ;;
    cxx) echo "a C++ compiler named c++" ;;
    compiler) echo "a C compiler and linker named cc" ;;
    bubblewrap) echo "bubblewrap (bwrap)" ;;
    liberation) echo "the Liberation fonts" ;;
    dejavu) echo "the DejaVu fonts" ;;
    iproute) echo "ip, of iproute2: the lab makes networks with it" ;;
    util-linux) echo "unshare and setpriv, of util-linux: the lab makes namespaces with them" ;;
    node) echo "Node.js $node_needed or newer with npm: see https://nodejs.org" ;;
    esac
}

find_system() {
    # shellcheck disable=SC1091 # the system's own file
    system=$(. /etc/os-release 2>/dev/null && echo "${ID:-unknown}") || system=unknown
    if has apt-get; then
        manager=apt
    elif has dnf; then
        manager=dnf
    elif has pacman; then
        manager=pacman
    else
        manager=none
    fi
}

apt_install() {
    local privilege=()
    [ "$(id -u)" -eq 0 ] || privilege=(sudo)
    echo "setup: installing $*"
    "${privilege[@]}" apt-get update -qq
    "${privilege[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o Dpkg::Use-Pty=0 \
        --no-install-recommends "$@" >/dev/null
}

install_command() {
    case "$manager" in
    apt) echo "apt-get install --no-install-recommends $*" ;;
    dnf) echo "dnf install $*" ;;
    pacman) echo "pacman -S $*" ;;
    esac
}

# Tells what is still missing and ends.
give_up() {
    local thing wanted=()
    echo "setup: something is missing that can't be installed from here:" >&2
    for thing in "$@"; do
        echo "  - $(advice "$thing")" >&2
        # shellcheck disable=SC2207 # package names hold no spaces
        [ "$manager" = none ] || wanted+=($(packages "$thing"))
    done
    if [ "${#wanted[@]}" -gt 0 ]; then
        echo "Install it as root with: $(install_command "${wanted[@]}")" >&2
    fi
    exit 3
}

main() {
    local things wanted=() thing
    mapfile -t things < <(missing)
    [ "${#things[@]}" -gt 0 ] || return 0
    find_system
    if [ "$manager" = apt ] && { [ "$(id -u)" -eq 0 ] || has sudo; }; then
        for thing in "${things[@]}"; do
            # shellcheck disable=SC2207 # package names hold no spaces
            wanted+=($(packages "$thing"))
        done
        if [ "${#wanted[@]}" -gt 0 ]; then
            apt_install "${wanted[@]}" || echo "setup: the installation failed" >&2
        fi
        hash -r
        mapfile -t things < <(missing)
    fi
    [ "${#things[@]}" -eq 0 ] || give_up "${things[@]}"
}

main
