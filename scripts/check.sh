#!/usr/bin/env bash
# What everyone runs before a commit: the README's test command, formatting, lints, documents, the library by itself.
# A few minutes on two cores from a clean clone; it needs neither root nor a network beyond cargo's.
# scripts/check-full.sh has the rest of the gate.
set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=scripts/gate.sh
. scripts/gate.sh

step "formatting"
cargo fmt --all --check
for script in scripts/*.sh tests/slurm/*.sh .ci/run; do bash -n "$script"; done

step "the README's test command"
# It stands in the first block below the heading "Tests".
test_command=$(sed -n '/^## Tests/,/^## /{/^cargo /{p;q}}' README.md)
[[ -n $test_command ]] || { echo "README.md has no test command" >&2; exit 1; }
echo "$test_command"
bash -c "$test_command"

step "lints"
cargo clippy --locked --all-targets -- -D warnings

step "the library without default features"
for features in '' picture report; do
    cargo clippy --locked --lib --no-default-features --features "$features" -- -D warnings
done
if cargo tree --locked --no-default-features --edges normal --prefix none | grep -E '^(clap|indicatif)'; then
    echo "the library alone must not depend on these" >&2
    exit 1
fi

step "documents"
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps

step "the public items are those in doc/public-items.txt"
scripts/public_items.sh | diff doc/public-items.txt - || {
    echo "if that is meant: scripts/public_items.sh > doc/public-items.txt" >&2
    exit 1
}

step "the results are as their sums say; RECORDS.md and the figures of the documents are made from them"
# (The program that the tests have built: `cargo build` would make its dependencies once more, with other features.)
export VUELTA=$PWD/${CARGO_TARGET_DIR:-target}/debug/vuelta
scripts/records.sh --check
scripts/figures.sh --check

echo
echo "all is well"
