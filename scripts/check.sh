#!/bin/sh
# The everyday check, before a commit: formatting, wording, lints, the README's test command, documents, and whether files
# that are made from others (records, figures, the list of public items) are up to date.
#
# It needs cargo and a POSIX shell alone, neither root nor a network beyond cargo's. The other steps of the gate are in
# scripts/check-full.sh.
set -eu
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

step "formatting"
cargo fmt --all --check

step "wording"
# Phrases that readers had to decode.
if grep -rnEf scripts/phrases.txt --include='*.rs' --include='*.md' --include='*.py' --include='*.sh' \
    README.md .github benches crates doc python/README.md python/rust python/src python/tests scripts src tests web/rust examples; then
    echo "these phrases of scripts/phrases.txt are better said plainly" >&2
    exit 1
fi

step "lints"
cargo clippy --locked --all-targets -- -D warnings

step "the README's test command"
# It stands in the first block below the heading "Tests".
test_command=$(sed -n '/^## Tests/,/^## /p' README.md | sed -n '/^cargo /{p;q;}')
[ -n "$test_command" ] || { echo "README.md has no test command" >&2; exit 1; }
echo "$test_command"
sh -c "$test_command"

step "documents"
export RUSTDOCFLAGS="-D warnings"
cargo doc --locked --no-deps

step "records, figures and public items"
cargo xtask check

printf '\nall is well\n'
