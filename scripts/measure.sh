#!/usr/bin/env bash
# Measures what Vuelta does on this machine: queens counts by engine, instruction set and threads, and Senku boards.
#
#     scripts/measure.sh [--out DIR] [--limit DURATION] [--sizes A-B]
#
# DIR (default results/YYYY-MM) gets one JSON for each run, with its provenance; what is there already is not measured
# again, so that an interrupted measurement goes on. Each series ends at the first board that takes longer than the
# limit (default 120s); sizes are 8-20 by default. Results in results/ then get their RECORDS.md and SHA256SUMS
# (scripts/records.sh). VUELTA names the program, which must be built from the commit that is checked out, unchanged;
# without it the release is built. Let nothing else run meanwhile.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
out= limit=120s sizes=8-20
usage() { echo "usage: ${0##*/} [--out DIR] [--limit DURATION] [--sizes A-B]" >&2; exit 2; }
while (($#)); do
    case $1 in
        -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
        --out | --limit | --sizes) (($# >= 2)) || usage; declare "${1#--}=$2"; shift 2 ;;
        *) usage ;;
    esac
done
# From here on paths are short: results keep their command lines, and should not tell where this folder is.
[[ -z $out ]] || out=$(realpath -m "$out")
[[ -z ${VUELTA:-} ]] || VUELTA=$(realpath --relative-to "$root" "$(type -P "$VUELTA")")
cd "$root"
out=${out:-results/$(date -u +%Y-%m)}
if [[ -z ${VUELTA:-} ]]; then
    # The commit is asked for anew.
    touch "$root/build.rs"
    cargo build --release --locked --quiet
    VUELTA=target/release/vuelta
fi
export VUELTA

info=$("$VUELTA" info --json)
commit=$(git rev-parse --short=12 HEAD 2>/dev/null || true)
if [[ -n $commit && $info != *"\"commit\":\"$commit\""* ]]; then
    echo "error: $VUELTA is not built from the commit $commit" >&2
    exit 1
fi
if [[ -n $(git status --porcelain -- src Cargo.toml Cargo.lock build.rs 2>/dev/null) ]]; then
    echo "error: the sources are changed: commit them first, so that the results name what was measured" >&2
    exit 1
fi

threads=$(sed -n 's/.*"processors":\([0-9]*\).*/\1/p' <<<"$info")
isas=$(sed -n 's/.*"isas":\[\([^]]*\)\].*/\1/p' <<<"$info" | tr -d '"' | tr ',' ' ')
jobs=$(mktemp)
trap 'rm -f "$jobs"' EXIT
# The number of threads stands in the command and so in the name: 1, and all.
for t in $(printf '%s\n' 1 "$threads" | sort -nu); do
    for isa in $isas; do echo "queens $sizes --engine halves --isa $isa --threads $t"; done
    # These two have no instruction sets.
    for engine in bitmask backtrack; do echo "queens $sizes --engine $engine --threads $t"; done
    for isa in $isas; do
        for board in triangle21 square5 triangle28 english european; do
            echo "senku $board --engine dense --isa $isa --threads $t"
        done
    done
    for board in triangle15 square4 triangle21 english; do echo "senku $board --engine memo --threads $t"; done
    for board in triangle15 square4; do echo "senku $board --engine backtrack --threads $t"; done
done >"$jobs"
# All that a count can say, once; and the starts whose numbers were published.
{
    for board in triangle15 triangle21 square5 triangle28 english; do echo "senku $board --winning"; done
    for start in 1,0 2,0 2,1; do echo "senku triangle15 --start $start"; done
} >>"$jobs"

failed=0
scripts/batch.sh --out "$out" --json --time-limit "$limit" "$jobs" || failed=$?
case $(realpath "$out") in
    "$root"/results/*) scripts/records.sh ;;
    *) "$VUELTA" report "$out" -o "$out/RECORDS.md" ;;
esac
exit "$failed"
