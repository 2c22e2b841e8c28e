#!/usr/bin/env bash
# Compares counts that were made twice:
#
#     scripts/compare_ledgers.sh FIRST.ledger... -- AGAIN.ledger...
#
# Wherever both have the same subproblems, from one end of a chunk to another, the counts must be the same. Says how many
# subproblems were compared; exit code 3 where two counts differ, 1 where there was nothing to compare. The ledgers may be
# of other instruction sets and machines, best of the same shards (which begin and end at the same subproblems); a
# header of another plan is refused (4).
set -euo pipefail
. "$(dirname "$0")/ledger.sh"
if [[ ${1:-} == -h || ${1:-} == --help ]]; then sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0; fi
first=()
while (($#)) && [[ $1 != -- ]]; do first+=("$1"); shift; done
((${#first[@]} && $# > 1)) || { echo "usage: ${0##*/} FIRST.ledger... -- AGAIN.ledger..." >&2; exit 2; }
shift
for ledger in "${first[@]}" "$@"; do [[ -r $ledger ]] || { echo "error: $ledger cannot be read" >&2; exit 2; }; done

plans=$(sed -n 's/^\(vuelta-ledger .*\) shard=.*/\1/p' "${first[@]}" "$@" | sort -u | wc -l)
((plans == 1)) || { echo "error: the ledgers are of $plans plans" >&2; exit 4; }
chunks() { ledger_chunks "$@" | sort -n; }
# Two lists of chunks in order: from a common beginning on both are added up, until both come to the same end. (awk is exact
# to 2^53 only: it hands on the sums, and the shell, exact to 2^63, makes them.)
awk '
    NR == FNR { n++; start[n] = $1; end[n] = $2; count[n] = $3; next }
    { m++; from[m] = $1; to[m] = $2; again[m] = $3 }
    END {
        i = j = 1
        while (i <= n && j <= m) {
            if (start[i] < from[j]) { i++; continue }
            if (start[i] > from[j]) { j++; continue }
            first = start[i]; a = count[i]; b = again[j]
            while (end[i] != to[j]) {
                if (end[i] < to[j]) { if (i == n || start[i + 1] != end[i]) break; i++; a = a "+" count[i] }
                else { if (j == m || from[j + 1] != to[j]) break; j++; b = b "+" again[j] }
            }
            if (end[i] == to[j]) print first, end[i], a, b
            i++; j++
        }
    }' <(chunks "${first[@]}") <(chunks "$@") | {
    compared=0 wrong=0
    while read -r begin end a b; do
        compared=$((compared + end - begin))
        ((a == b)) || { echo "subproblems $begin..$end: $a and $b"; wrong=$((wrong + 1)); }
    done
    echo "$compared subproblems compared, $wrong ranges differ"
    ((wrong == 0)) || exit 3
    ((compared > 0)) || exit 1
}
