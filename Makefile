# Each target does what its name says; the work is in scripts/.

.PHONY: demo test lab lab-matrix lab-rivals bench setup fmt lint generate

# Installs what is missing, builds, and plays a session on a built-in site. Its report: target/ringfence-demo.html.
demo:
	scripts/setup.sh demo
	cargo build --locked --package ringfence --example demo
	cargo run --locked --quiet --package ringfence --example demo -- "$${CARGO_TARGET_DIR:-target}/ringfence-demo.html"

# Installs what is missing and runs every check and test.
test:
	scripts/setup.sh test
	scripts/test.sh

# Has a contained browser try every way out, in an internet of its own; fails when a frame gets out.
lab:
	scripts/setup.sh test
	cargo run --locked --quiet --package ringfence --example lab -- run

# The same with each barrier taken away; writes docs/containment.md. Takes about half an hour.
lab-matrix:
	scripts/setup.sh test
	cargo run --locked --quiet --package ringfence --example lab -- matrix

# Has other browsers for agents try the same ways out, and writes their rows; fetches them from npm.
lab-rivals:
	scripts/setup.sh test
	cd interop/rivals && npm ci --no-progress --loglevel=error
	# Its own script would do that, where scripts of packages are run.
	chmod a+x interop/rivals/node_modules/agent-browser/bin/agent-browser-linux-*
	cargo run --locked --quiet --package ringfence --example lab -- rivals

# Measures a release against the floor: raw protocol calls to the same Chromium. See benches/README.md.
bench:
	scripts/setup.sh test
	scripts/bench.sh

# Installs what building, running and testing need.
setup:
	scripts/setup.sh test

fmt:
	cargo fmt --all

lint:
	cargo clippy --workspace --all-targets -- -D warnings

# Makes the generated sources anew.
generate:
	cargo run --quiet --package ringfence-cdp --example generate
	cargo build --quiet --package ringfence-cli
	"$${CARGO_TARGET_DIR:-target}/debug/ringfence" config schema > crates/cli/schema/ringfence.schema.json
