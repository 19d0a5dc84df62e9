#!/usr/bin/env bash
# Builds a release and measures it against the floor. Arguments go to benches/run.mjs.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --locked --package ringfence-cli
RINGFENCE_BIN="$(realpath -m "${CARGO_TARGET_DIR:-target}")/release/ringfence"
export RINGFENCE_BIN
exec node benches/run.mjs "$@"
