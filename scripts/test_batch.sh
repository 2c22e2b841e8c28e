#!/usr/bin/env bash
# Tries scripts/batch.sh as its users do: results appear, are skipped the second time, failures are counted.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/testing.sh
. scripts/testing.sh

printf '%s\n' '# a comment' '' 'queens 4-5,6   # three of them' 'senku triangle15 --goal any' 'queens 0' 'chess 8' >"$folder/jobs"
status=0
scripts/batch.sh --out "$folder/out" "$folder/jobs" >"$folder/first" 2>"$folder/errors" || status=$?
[[ $status == 2 ]] || fail "two failed jobs give exit code 2, not $status"
grep -q '^4 counted, 0 there already, 2 failed$' "$folder/first" || fail "$(tail -n 1 "$folder/first")"
grep -q '^error: line 5: queens-0: .* must be from 1 to 64$' "$folder/errors" || fail "$(cat "$folder/errors")"
grep -q '^error: line 6: chess' "$folder/errors" || fail "$(cat "$folder/errors")"
grep -Eq '^queens-5: 10, [0-9.e-]+ s$' "$folder/first" || fail "a result has its time: $(cat "$folder/first")"
for name in queens-4 queens-5 queens-6 senku-triangle15-goal-any; do
    [[ -s $folder/out/$name.json && -s $folder/out/$name.csv ]] || fail "$name has no result"
done
grep -q '"total": "10"' "$folder/out/queens-5.json" || fail "the total of N = 5 is missing"
[[ $(find "$folder/out" -name '.*' | wc -l) == 0 ]] || fail "something was left behind"
status=0
scripts/batch.sh --out "$folder/out" "$folder/jobs" >"$folder/second" 2>/dev/null || status=$?
grep -q '^0 counted, 4 there already, 2 failed$' "$folder/second" || fail "$(tail -n 1 "$folder/second")"

# Boards one by one, in steps and by blanks, in a file that a flag names; what the batch decides is no job's to say.
printf '%s\n' 'queens 4-8:2 5 -t 1' 'queens 6 --export x.csv' 'queens 6 --json' 'senku --checkpoint=x' >"$folder/own"
status=0
scripts/batch.sh --out "$folder/own-out" --jobs "$folder/own" >"$folder/first" 2>"$folder/errors" || status=$?
[[ $status == 3 && ! -e x.csv ]] || fail "three jobs name files of their own: $(cat "$folder/errors")"
grep -q '^4 counted, 0 there already, 3 failed$' "$folder/first" || fail "$(cat "$folder/first")"
grep -q "^error: line 4: a job cannot have its own --checkpoint" "$folder/errors" || fail "$(cat "$folder/errors")"

# Lines that nobody writes on purpose: none ends the batch, none is obeyed by the shell, each is one line of errors.
long=$(printf '%0300d' 0)
{
    printf '\xef\xbb\xbfqueens 4-5 # with a mark and carriage returns\r\n'
    printf 'queens 6\r\n\r\n   \r\n#\r\n'
    printf '%s\n' "queens $long" 'queens 8 --help' 'queens --version' 'queens $(touch '"$folder"'/obeyed)' 'queens `touch '"$folder"'/obeyed`' \
        "queens 8; touch $folder/obeyed" 'queens *' 'queens 8-' 'queens 9-4' 'queens 99999999999999999999' 'senku ../../etc/passwd' \
        'senku -' 'queensx 8' '--out x' "\\" "queens 8 \\" "'" '"queens" 8'
    printf 'queens 7\0\n\x1b[31m\n\xff\xfe\nsenku triangle15 --goal any --threads 2'
} >"$folder/hostile"
status=0
timeout 60 scripts/batch.sh --out "$folder/hostile-out" "$folder/hostile" >"$folder/third" 2>"$folder/errors" || status=$?
[[ $status == 20 ]] || fail "20 of the hostile lines fail, not $status: $(cat "$folder/errors")"
grep -q '^5 counted, 0 there already, 20 failed$' "$folder/third" || fail "$(cat "$folder/third")"
[[ ! -e $folder/obeyed ]] || fail "a line was obeyed by the shell"
[[ $(grep -c . "$folder/errors") == 20 ]] || fail "each failure is one line: $(cat "$folder/errors")"
! grep -q $'\x1b' "$folder/errors" || fail "control characters went to the terminal"
[[ $(find "$folder/hostile-out" -type f | wc -l) == 10 ]] || fail "five results are ten files"

# Files whose names differ only in what a result's name cannot hold have results of their own.
printf 'triangle\n.\noo\nooo\n' | tee "$folder/a+b" >"$folder/a-b"
printf 'senku %s\n' "$folder/a+b" "$folder/a-b" >"$folder/jobs"
scripts/batch.sh --out "$folder/names" "$folder/jobs" | grep -q '^2 counted' || fail "two boards are two results"

# A time limit ends a range and is remembered; nothing fails, and there is no CSV.
printf '%s\n' 'queens 8-12' 'queens 18-20 --engine backtrack' >"$folder/long"
for run in first again; do
    scripts/batch.sh --out "$folder/limited" --json --time-limit 2s "$folder/long" >"$folder/$run" || fail "the limit is a failure"
done
grep -q '^5 counted, 0 there already, 0 failed, 1 longer than 2s$' "$folder/first" || fail "$(tail -n 1 "$folder/first")"
grep -q '^0 counted, 5 there already, 0 failed, 1 longer than 2s$' "$folder/again" || fail "$(tail -n 1 "$folder/again")"
[[ -s $folder/limited/queens-12.json && ! -e $folder/limited/queens-12.csv ]] || fail "--json is not JSON alone"
echo "batch.sh: as it says"
