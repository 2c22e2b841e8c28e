#!/usr/bin/env bash
# Tries scripts/bench_vs_previous.sh without its builds: wrong arguments, the same program twice, and one that miscounts.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/testing.sh
. scripts/testing.sh
export PREVIOUS=$VUELTA

# expect CODE ARGUMENT...
expect() {
    local status=0
    timeout 60 scripts/bench_vs_previous.sh "${@:2}" >"$folder/out" 2>"$folder/err" || status=$?
    [[ $status == "$1" ]] || fail "'${*:2}' gives exit code $status, not $1: $(cat "$folder/err")"
}

for wrong in '--pairs' '--pairs 0' '--pairs x' '--pears 3' 'HEAD HEAD~1' '--' '-- queens count 8 --json'; do
    # shellcheck disable=SC2086 # words
    expect 2 $wrong
    [[ $(wc -l <"$folder/err") == 1 && ! -s $folder/out ]] || fail "'$wrong' is not refused in one line"
done
PREVIOUS='' expect 2 no-such-commit
PREVIOUS='' expect 2 'HEAD:README.md'

expect 0 --pairs 4 -- queens count 8
grep -Eq '^queens count 8 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ to [0-9.]+ +4$' "$folder/out" || fail "no row: $(cat "$folder/out")"
expect 1 -- queens count 99

# A program that takes 0.2 s and one that takes none: the ratio says so. Then one that finds another number.
printf '#!/bin/sh\nsleep 0.2\necho 92\n' >"$folder/slow"
printf '#!/bin/sh\necho 92\n' >"$folder/fast"
printf '#!/bin/sh\necho 93\n' >"$folder/wrong"
chmod +x "$folder"/{slow,fast,wrong}
PREVIOUS=$folder/slow VUELTA=$folder/fast expect 0 --pairs 3 -- queens count 8
awk 'NR == 2 { found = ($4 >= 0.2 && $5 < 0.1 && $6 < 0.5 && $7 <= $6 && $6 <= $9) } END { exit !found }' "$folder/out" ||
    fail "four times as fast is not seen: $(cat "$folder/out")"
PREVIOUS=$folder/wrong expect 3 --pairs 2 -- queens count 8
grep -q "different answers: '93' by PREVIOUS and '92' by VUELTA" "$folder/err" || fail "$(cat "$folder/err")"
echo "bench_vs_previous.sh: as it says"
