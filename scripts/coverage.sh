#!/usr/bin/env bash
# How many of the library's lines the tests reach, file by file, and in all:
#
#     scripts/coverage.sh [TARGETS OF cargo test, such as --lib; without any --tests]
#
# The compiler's own counters (-C instrument-coverage), in this crate alone, read by the toolchain's llvm-tools, which
# rustup installs where they are missing. Takes a build and several times the time of the tests: threads share the
# counters. Threads that are left when a process ends, and processes that are killed, count for nothing. Fails when a
# test does, after the report.
set -euo pipefail
cd "$(dirname "$0")/.."

targets=("${@:---tests}")
tools=$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin
[[ -x $tools/llvm-profdata ]] || rustup component add llvm-tools
folder=$PWD/target/coverage
rm -rf "$folder/raw" && mkdir -p "$folder/raw"
cat >"$folder/rustc" <<'END'
#!/bin/sh
# What cargo runs for the crates of the workspace.
exec "$@" -C instrument-coverage
END
chmod +x "$folder/rustc"

export RUSTC_WORKSPACE_WRAPPER=$folder/rustc LLVM_PROFILE_FILE=$folder/raw/%m-%p.profraw
mapfile -t objects < <(cargo test --locked --no-run --message-format=json "${targets[@]}" \
    | grep -o '"executable":"[^"]*"' | cut -d '"' -f 4 | sort -u)
failed=0
cargo test --locked --quiet --no-fail-fast "${targets[@]}" || failed=$?
"$tools/llvm-profdata" merge --sparse "$folder"/raw/*.profraw -o "$folder/merged.profdata"
"$tools/llvm-cov" report --instr-profile="$folder/merged.profdata" --show-region-summary=false \
    --show-branch-summary=false --ignore-filename-regex='(/\.cargo/|/rustc/|/src/cli/|/src/main.rs|/tests/|/tests.rs|_tests.rs|build.rs)' \
    "${objects[@]/#/--object=}" | sed "s|$PWD/||"
exit "$failed"
