#!/usr/bin/env bash
# Builds the fuzz targets and runs each for so many seconds, two at a time.
#
#   fuzz/run.sh [SECONDS [TARGET…]]
#
# Needs a stable Rust and a C++ compiler, nothing else: the compiler's coverage pass is asked for by stable flags.
# New inputs go to target/fuzz/corpus; what fails is kept in target/fuzz/failed. The last lines are counts as in TAP.
set -uo pipefail
cd "$(dirname "$0")" || exit 3

readonly seconds="${1:-60}"
shift || true
targets=("$@")
[ "${#targets[@]}" -gt 0 ] || targets=(judge host_rules connect_line client_hello)

readonly out="$(realpath -m "${CARGO_TARGET_DIR:-../target}")/fuzz"
# A target of its own name keeps the flags away from build scripts and macros, which run in the compiler.
readonly host="$(rustc -vV | sed -n 's/^host: //p')"
readonly flags="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing"

build() {
    CARGO_TARGET_DIR="$out/build" RUSTFLAGS="$flags" \
        cargo build --locked --release --target "$host" "${targets[@]/#/--bin=}"
}

# fuzz TARGET: runs one; its whole output is in a log.
fuzz() {
    local target=$1 log="$out/$1.log" status
    mkdir -p "$out/corpus/$target" "$out/failed/$target"
    # The first directory takes what is found; the checked-in ones are only read.
    "$out/build/$host/release/$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -max_len=4096 \
        -dict="dictionaries/$target.txt" -artifact_prefix="$out/failed/$target/" -print_final_stats=1 \
        "$out/corpus/$target" "seeds/$target" "corpus/$target" >"$log" 2>&1
    status=$?
    if [ "$status" -eq 0 ]; then
        echo "fuzz $target: ok, $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s"
    else
        echo "fuzz $target: FAILED, see $log"
        grep -aE "panicked at|SUMMARY|assertion|left:|right:" -A1 "$log" | head -20
    fi
    return "$status"
}

main() {
    build || exit 1
    local passed=0 failed=0 at
    for ((at = 0; at < ${#targets[@]}; at += 2)); do
        local running=() target pid
        for target in "${targets[@]:at:2}"; do
            fuzz "$target" &
            running+=("$!")
        done
        for pid in "${running[@]}"; do
            if wait "$pid"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
        done
    done
    echo "# pass $passed"
    echo "# fail $failed"
    [ "$failed" -eq 0 ]
}

main
