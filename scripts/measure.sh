#!/usr/bin/env bash
# Measures what Vuelta does on this machine: queens counts by engine, instruction set and threads, and Senku boards.
#
#     scripts/measure.sh [--out DIR] [--limit DURATION] [--sizes A-B] [--estimates DURATION]
#
# DIR (default results/YYYY-MM-PROCESSOR, such as results/2026-11-zen4) gets one JSON for each run, with its provenance; what is there already is not measured
# again, so that an interrupted measurement goes on. Each series ends at the first board that takes longer than the
# limit (default 120s); sizes are 8-20 by default. --estimates samples N = 26, 27 and 28 too, so long for each. Results in results/ then get their RECORDS.md and SHA256SUMS
# (scripts/records.sh). VUELTA names the program, which must be built from the commit that is checked out, unchanged;
# without it the release is built. Let nothing else run meanwhile.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
out="" limit=120s sizes=8-20 estimates=""
usage() { echo "usage: ${0##*/} [--out DIR] [--limit DURATION] [--sizes A-B] [--estimates DURATION]" >&2; exit 2; }
while (($#)); do
    case $1 in
        -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
        --out | --limit | --sizes | --estimates) (($# >= 2)) || usage; declare "${1#--}=$2"; shift 2 ;;
        *) usage ;;
    esac
done
# From here on paths are short: results keep their command lines, and should not tell where this folder is.
[[ -z $out ]] || out=$(realpath -m "$out")
[[ -z ${VUELTA:-} ]] || VUELTA=$(realpath --relative-to "$root" "$(type -P "$VUELTA")")
cd "$root"
if [[ -z ${VUELTA:-} ]]; then
    # The commit is asked for anew.
    touch "$root/build.rs"
    cargo build --release --locked --quiet
    VUELTA=target/release/vuelta
fi
export VUELTA

info=$("$VUELTA" info --json)
word() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" <<<"$info"; }
processor=$(word microarchitecture)
processor=$(tr 'A-Z' 'a-z' <<<"${processor:-$(word processor)}" | tr -cd 'a-z0-9')
out=${out:-results/$(date -u +%Y-%m)-$processor}
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
    for n in 16 17 18; do
        for squares in '--fixed 3,5' '--fixed 3,5 11,2' '--blocked 0,3 2,9 4,14 5,1 7,7 9,12 11,4 14,10'; do echo "queens $n $squares"; done
    done
    # One board more of the best series.
    echo "queens 21 --engine halves --isa ${isas##* } --threads $threads"
} >>"$jobs"

failed=0
scripts/batch.sh --out "$out" --json --time-limit "$limit" "$jobs" || failed=$?
if [[ -n $estimates ]]; then
    for n in 26 27 28; do
        [[ -e $out/estimate-$n.json ]] || "$VUELTA" queens estimate "$n" --time-limit "$estimates" --quiet --export "$out/estimate-$n.json" || failed=1
    done
fi
case $(realpath "$out") in
    "$root"/results/*) scripts/records.sh ;;
    *) "$VUELTA" report "$out" -o "$out/RECORDS.md" ;;
esac
exit "$failed"
