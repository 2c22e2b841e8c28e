#!/bin/sh
# The everyday check, before a commit: formatting, lints, the README's test command, documents, and whether what is made
# from something else (records, figures, the list of public items) is up to date.
#
# It needs cargo and a POSIX shell alone, neither root nor a network beyond cargo's. The rest of the gate is in
# scripts/check-full.sh.
set -eu
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

step "formatting"
cargo fmt --all --check

step "lints"
cargo clippy --locked --all-targets -- -D warnings

step "the README's test command"
# It stands in the first block below the heading "Tests".
test_command=$(sed -n '/^## Tests/,/^## /p' README.md | sed -n '/^cargo /{p;q;}')
[ -n "$test_command" ] || { echo "README.md has no test command" >&2; exit 1; }
echo "$test_command"
sh -c "$test_command"

step "documents"
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps

step "records, figures and public items"
# (The program that the tests have built: `cargo build` would make its dependencies once more, with other features.)
VUELTA=${CARGO_TARGET_DIR:-target}/debug/vuelta cargo xtask check

printf '\nall is well\n'
