#!/usr/bin/env bash
# The library's public items, one a line, as the documentation lists them: what a new version must not change
# unnoticed. doc/public-items.txt is kept beside it, and scripts/check.sh compares.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo doc --quiet --locked --no-deps --lib
target=${CARGO_TARGET_DIR:-target}
# all.html has a link for each item: href="queens/struct.Board.html".
grep -o 'href="[a-z_/]*\(struct\|enum\|trait\|fn\|constant\|type\|macro\)\.[A-Za-z0-9_]*\.html"' "$target/doc/vuelta/all.html" |
    sed 's/^href="//; s/\.html"$//' |
    awk '{ at = match($0, /[a-z]+\.[A-Za-z0-9_]+$/); kind = name = substr($0, at); sub(/\..*/, "", kind); sub(/.*\./, "", name)
        path = substr($0, 1, at - 1); gsub("/", "::", path); print "vuelta::" path name, kind }' |
    LC_ALL=C sort -u
