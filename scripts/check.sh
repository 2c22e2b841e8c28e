#!/usr/bin/env bash
# The gate that people and CI run alike: tests, formatting, lints, documents, the library alone, and the
# tests once more on each instruction set that this machine has. As root on a Debian machine it runs the tests on a
# private Slurm too (VUELTA_SLURM=no leaves them out, =yes makes it an error that they cannot run).
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

step "the README's test command"
# It stands in the first block below the heading "Tests".
test_command=$(sed -n '/^## Tests/,/^## /{/^cargo /{p;q}}' README.md)
[[ -n $test_command ]] || { echo "README.md has no test command" >&2; exit 1; }
echo "$test_command"
bash -c "$test_command"

step "formatting"
cargo fmt --all --check

step "lints"
cargo clippy --locked --all-targets -- -D warnings

step "documents"
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps

step "the library without default features"
cargo clippy --locked --lib --no-default-features -- -D warnings
for feature in picture report; do
    cargo clippy --locked --lib --no-default-features --features $feature -- -D warnings
done
if cargo tree --locked --no-default-features --edges normal --prefix none | grep -E '^(clap|indicatif)'; then
    echo "the library alone must not depend on these" >&2
    exit 1
fi

step "the public items are those in doc/public-items.txt"
scripts/public_items.sh | diff doc/public-items.txt - || {
    echo "if that is meant: scripts/public_items.sh > doc/public-items.txt" >&2
    exit 1
}

for isa in $(cargo run --quiet --locked --profile test -- info --json | grep -o '"isas":\[[^]]*' | grep -o '[a-z]\+[0-9]*' | grep -v isas); do
    step "the tests on $isa"
    VUELTA_ISA=$isa cargo test --locked --quiet
done

step "the kernels under valgrind"
if type -P valgrind >/dev/null || { [[ $(id -u) == 0 ]] && type -P apt-get >/dev/null; }; then
    scripts/valgrind.sh --short
else
    echo "left out: there is no valgrind"
fi

step "licences, duplicates and sources of dependencies"
if type -P cargo-deny >/dev/null; then
    cargo deny --offline --log-level error check licenses bans sources
else
    echo "left out: there is no cargo-deny"
fi

step "scripts"
for script in scripts/*.sh tests/slurm/*.sh .ci/run; do bash -n "$script"; done
cargo build --quiet --locked --profile test
export VUELTA=$PWD/target/debug/vuelta
scripts/test_batch.sh
scripts/test_bench_vs_previous.sh

step "the pictures of the documents"
pictures=$(mktemp -d)
scripts/pictures.sh "$pictures"
diff -r doc/pictures "$pictures" || { echo "scripts/pictures.sh draws them anew" >&2; exit 1; }
rm -r "$pictures"

step "the results are as their sums say, and RECORDS.md is made from them"
scripts/records.sh --check

step "killed and gone on with"
scripts/kill_resume.sh --short

step "shards on a private Slurm"
can_run_slurm() { [[ $(id -u) == 0 ]] && { type -P slurmctld || type -P apt-get; } >/dev/null; }
if [[ ${VUELTA_SLURM:-} != no ]] && { [[ ${VUELTA_SLURM:-} == yes ]] || can_run_slurm; }; then
    tests/slurm/run.sh
else
    echo "left out: it needs root on a Debian machine, or is not wanted"
fi

echo
echo "all is well"
