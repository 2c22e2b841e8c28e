#!/usr/bin/env bash
# Tries scripts/batch.sh as its users do: results appear, are skipped the second time, failures are counted.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --locked --profile test
export VUELTA=$PWD/target/debug/vuelta
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "test_batch: $*" >&2; exit 1; }

printf '%s\n' '# a comment' '' 'queens 4-6   # three of them' 'senku triangle15 --goal any' 'queens 0' 'chess 8' >"$folder/jobs"
status=0
scripts/batch.sh --out "$folder/out" "$folder/jobs" >"$folder/first" 2>"$folder/errors" || status=$?
[[ $status == 2 ]] || fail "two failed jobs give exit code 2, not $status"
grep -q '^4 counted, 0 there already, 2 failed$' "$folder/first" || fail "$(tail -n 1 "$folder/first")"
for name in queens-4 queens-5 queens-6 senku-triangle15-goal-any; do
    [[ -s $folder/out/$name.json && -s $folder/out/$name.csv ]] || fail "$name has no result"
done
grep -q '"total": "10"' "$folder/out/queens-5.json" || fail "the total of N = 5 is missing"
[[ $(find "$folder/out" -name '.*' | wc -l) == 0 ]] || fail "something was left behind"
status=0
scripts/batch.sh --out "$folder/out" "$folder/jobs" >"$folder/second" 2>/dev/null || status=$?
grep -q '^0 counted, 4 there already, 2 failed$' "$folder/second" || fail "$(tail -n 1 "$folder/second")"

# A time limit ends a range and is remembered; nothing fails, and there is no CSV.
printf '%s\n' 'queens 8-12' 'queens 18-20 --engine backtrack' >"$folder/long"
for run in first again; do
    scripts/batch.sh --out "$folder/limited" --json --time-limit 2s "$folder/long" >"$folder/$run" || fail "the limit is a failure"
done
grep -q '^5 counted, 0 there already, 0 failed, 1 longer than 2s$' "$folder/first" || fail "$(tail -n 1 "$folder/first")"
grep -q '^0 counted, 5 there already, 0 failed, 1 longer than 2s$' "$folder/again" || fail "$(tail -n 1 "$folder/again")"
[[ -s $folder/limited/queens-12.json && ! -e $folder/limited/queens-12.csv ]] || fail "--json is not JSON alone"
echo "batch.sh: as it says"
