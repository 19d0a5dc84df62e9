#!/usr/bin/env bash
# Runs every check and test. Each suite prints its count; the last line is the sum. A failing suite does not stop the
# others; the exit status is 1 when anything failed. Whole output of each suite: target/test-logs/.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 3

readonly target="${CARGO_TARGET_DIR:-target}"
readonly logs="$target/test-logs"
# No suite may hang for ever; the longest takes a few minutes, most of it building.
readonly limit=3000

passed=0
failed=0

# count NAME STATUS PASSED FAILED: prints the suite's line and adds it to the sum.
count() {
    local name=$1 status=$2 good=$3 bad=$4
    if [ $((good + bad)) -eq 0 ]; then
        echo "suite $name: its runner reported no tests"
        bad=1
    elif [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        echo "suite $name: its runner failed (status $status) although no test did"
        bad=1
    fi
    echo "suite $name: $good passed, $bad failed"
    passed=$((passed + good))
    failed=$((failed + bad))
}

# run NAME COMMAND…: runs the command with its output on the screen and in a log. Sets `log` and `status`.
run() {
    local name=$1
    shift
    log="$logs/${name// /-}.log"
    echo "== $name: $*"
    timeout "$limit" "$@" 2>&1 </dev/null | tee "$log"
    status=${PIPESTATUS[0]}
}

# A check that passes or fails as one.
check() {
    run "$@"
    if [ "$status" -eq 0 ]; then count "$1" 0 1 0; else count "$1" "$status" 0 1; fi
}

# sum PATTERN: the sum of the numbers that PATTERN (with one group) finds in the log.
sum() {
    sed -nE "s/$1/\\1/p" "$log" | awk '{ total += $1 } END { print total + 0 }'
}

# nextest: "Summary [ 1.977s] 38 tests run: 37 passed (1 slow), 1 failed, 0 skipped". Whatever ran and did not pass
# has failed: it may also say "timed out" or "exec failed".
count_nextest() {
    local ran good
    ran=$(sum '^ *Summary \[.*\] ([0-9]+)(\/[0-9]+)? tests? run: .*')
    good=$(sum '^ *Summary \[.*\] [0-9\/]+ tests? run: ([0-9]+) passed.*')
    # Nothing is passed over in silence: what needed a second try is named beside the count.
    grep -aE '^ *FLAKY ' "$log" | sort -u | sed "s/^/suite $1: passed only when run again: /"
    count "$1" "$status" "$good" $((ran - good))
}

# libtest, once a binary: "test result: FAILED. 3 passed; 1 failed; 0 ignored; …".
count_libtest() {
    count "$1" "$status" "$(sum '^test result: .* ([0-9]+) passed; .*')" "$(sum '^test result: .*; ([0-9]+) failed; .*')"
}

# TAP from node: "# pass 9", "# fail 1", "# cancelled 0".
count_tap() {
    count "$1" "$status" "$(sum '^# pass ([0-9]+)$')" $(($(sum '^# fail ([0-9]+)$') + $(sum '^# cancelled ([0-9]+)$')))
}

# Rust tests. The test binaries named e2e work through everything with a browser and are a suite of their own; the
# pattern means every other one, and no other name may start with an e.
rust_tests() {
    local units=(--lib --bins --examples --test '[!e]*')
    local runner=(cargo test --locked --workspace --no-fail-fast) counted=count_libtest
    if cargo nextest --version >/dev/null 2>&1; then
        runner=(cargo nextest run --locked --workspace --no-fail-fast --color never)
        counted=count_nextest
    fi
    run "unit and integration" "${runner[@]}" "${units[@]}"
    "$counted" "unit and integration"
    # cargo test runs the tests of a binary in one process: there they go one by one, as some look at the browsers that
    # their process has started.
    run "end to end" env RUST_TEST_THREADS=1 "${runner[@]}" --test e2e
    "$counted" "end to end"
    as_ordinary_user "${units[@]}" --test '*'
    # nextest runs none of these.
    run "documentation" cargo test --locked --workspace --doc --no-fail-fast
    count_libtest "documentation"
}

# Everything again as an ordinary user, when this is root's run: a jail is made in another way by each of the two. Only
# the test binaries change the user, not the building of them.
as_ordinary_user() {
    if [ "$(id -u)" -ne 0 ]; then
        echo "suite ordinary user: not run apart, as this is one already"
        return
    fi
    local home triple clone wall
    clone=$(pwd -P)
    home=$(mktemp -d)
    chown 65534 "$home"
    wall=$(wall_before "$clone")
    if ! ORDINARY_HOME="$home" ORDINARY_WALL="$wall" ORDINARY_CLONE="$clone" scripts/ordinary.sh \
        test -r "$clone/Makefile" -a -x "$(realpath -m "$target")"; then
        echo "suite ordinary user: not run, as an ordinary user can't reach $clone and what is built from it; put them elsewhere"
        rm -rf "$home"
        return
    fi
    triple=$(rustc -vV | sed -n 's/^host: //p' | tr 'a-z-' 'A-Z_')
    # Snapshots are found by asking cargo, which that user may not be able to execute.
    run "ordinary user" env "CARGO_TARGET_${triple}_RUNNER=$clone/scripts/ordinary.sh" ORDINARY_HOME="$home" \
        ORDINARY_WALL="$wall" ORDINARY_CLONE="$clone" INSTA_WORKSPACE_ROOT="$clone" RUST_TEST_THREADS=1 \
        "${runner[@]}" "$@"
    "$counted" "ordinary user"
    rm -rf "$home"
}

# The first directory on a path that not everybody may enter; nothing where everybody may enter all.
wall_before() {
    local part at=
    while IFS= read -r -d / part; do
        at="$at${part:+/$part}"
        [ -z "$at" ] || setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$at" || { echo "$at"; return; }
    done <<<"$1/"
}

# Every way out of a contained browser, in an internet of its own: one test a set-up.
lab_tests() {
    run "lab" cargo run --locked --quiet --package ringfence --example lab -- run
    count_tap "lab"
}

interop_tests() {
    run "interoperability" bash -c '
        set -e
        cargo build --locked --quiet --package ringfence-cli
        cargo build --locked --quiet --package ringfence --example demo
        cd interop
        npm ci --no-progress --loglevel=error
        npm test --silent'
    count_tap "interoperability"
}

# Four targets, a minute each, two at a time; building them takes a few minutes the first time.
fuzz_tests() {
    run "fuzzing" fuzz/run.sh 60
    count_tap "fuzzing"
}

main() {
    mkdir -p "$logs"
    check "format" cargo fmt --all --check
    check "lint" cargo clippy --locked --workspace --all-targets --quiet -- -D warnings
    check "generated sources" cargo run --locked --quiet --package ringfence-cdp --example generate -- --check
    rust_tests
    lab_tests
    RINGFENCE_BIN="$(realpath -m "$target")/debug/ringfence"
    RINGFENCE_DEMO="$(realpath -m "$target")/debug/examples/demo"
    export RINGFENCE_BIN RINGFENCE_DEMO
    interop_tests
    fuzz_tests
    echo
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}

main
