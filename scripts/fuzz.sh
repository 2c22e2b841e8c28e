#!/usr/bin/env bash
# Feeds the readers of files with random texts, guided by coverage (libFuzzer):
#
#     scripts/fuzz.sh [SECONDS [TARGET...]]     (default: 10 seconds for each target of fuzz/)
#
# It begins with the texts of fuzz/seeds and with what earlier runs found in target/fuzz/corpus. A text that breaks a reader
# ends the script and is kept in target/fuzz. It needs a C++ compiler; the stable compiler of Rust suffices, without
# AddressSanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-10}
shift || true
targets=("$@")
((${#targets[@]})) || mapfile -t targets < <(sed -n 's/^name = "\(.*\)"$/\1/p' fuzz/Cargo.toml | grep -v '^vuelta-fuzz$')
work=${CARGO_TARGET_DIR:-$PWD/target}/fuzz
host=$(rustc -vV | sed -n 's/^host: //p')

# The coverage that libFuzzer counts: edges and comparisons. A target apart keeps build scripts out of it.
flags=(--cfg fuzzing -Cpasses=sancov-module -Ccodegen-units=16)
for flag in level=4 trace-compares inline-8bit-counters pc-table; do flags+=("-Cllvm-args=-sanitizer-coverage-$flag"); done
RUSTFLAGS="${flags[*]}" cargo build --locked --quiet --release --manifest-path fuzz/Cargo.toml --target "$host" --target-dir "$work"

for target in "${targets[@]}"; do
    corpus=$work/corpus/$target seeds=$work/seeds/$target
    rm -rf "$seeds"
    mkdir -p "$corpus" "$seeds"
    # A line of equals signs separates the seeds of a target.
    awk -v folder="$seeds" 'BEGIN { n = 1 } /^=====$/ { n++; next } { print > (folder "/" n) }' "fuzz/seeds/$target.txt"
    echo "fuzzing $target for $seconds s"
    "$work/$host/release/$target" "$corpus" "$seeds" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=4096 \
        -artifact_prefix="$work/$target-" -print_final_stats=1 -verbosity=0 2>"$work/$target.log" ||
        { tail -n 40 "$work/$target.log" >&2; exit 1; }
    sed -n 's/^stat::number_of_executed_units: */  texts: /p' "$work/$target.log"
done
