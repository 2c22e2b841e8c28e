#!/usr/bin/env bash
# Makes results/RECORDS.md from the measured results, results/YYYY-MM*/*.json, and results/SHA256SUMS from all of them.
#
#     scripts/records.sh            checks the sums of the results that have one, then writes both files
#     scripts/records.sh --check    only looks: the sums are right, and RECORDS.md is what would be written
#
# A result that was changed after it was measured is an error. VUELTA names the program; without it the release is built.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[[ $# == 0 || ($# == 1 && $1 == --check) ]] || { echo "usage: ${0##*/} [--check]" >&2; exit 2; }
if [[ -z ${VUELTA:-} ]]; then
    cargo build --release --locked --quiet --manifest-path "$root/Cargo.toml"
    VUELTA=$root/target/release/vuelta
fi
VUELTA=$(realpath "$VUELTA")
cd "${RESULTS:-$root/results}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if [[ -e SHA256SUMS ]]; then
    sha256sum --quiet --strict -c SHA256SUMS || { echo "error: results differ from their sums; remove the lines of those that were taken out on purpose" >&2; exit 1; }
fi
# The months alone: results/batch is anyone's.
mkdir "$folder/results"
cp -r 20[0-9][0-9]-[0-9][0-9]* "$folder/results/"
# An estimate is no count.
rm -f "$folder"/results/*/estimate-*.json
"$VUELTA" report --quiet "$folder/results" -o "$folder/RECORDS.md"
find 20[0-9][0-9]-[0-9][0-9]* -type f \( -name '*.json' -o -name '*.csv' -o -name '*rehearsal.*' \) -print0 | LC_ALL=C sort -z |
    xargs -0 sha256sum >"$folder/SHA256SUMS"

for file in RECORDS.md SHA256SUMS; do
    if [[ ${1:-} != --check ]]; then
        cp "$folder/$file" .
    elif ! cmp -s "$folder/$file" "$file"; then
        echo "error: results/$file is not up to date: run scripts/records.sh" >&2
        exit 1
    fi
done
sha256sum --quiet --strict -c SHA256SUMS
echo "$(wc -l <SHA256SUMS) results, as their sums say"
