#!/usr/bin/env bash
# Tries scripts/peers.sh with wrong arguments and with programs that are right, wrong, too slow, absent, or crash.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/testing.sh
. scripts/testing.sh

# expect CODE ARGUMENT...
expect() {
    local status=0
    timeout 120 scripts/peers.sh "${@:2}" >"$folder/out" 2>"$folder/err" || status=$?
    [[ $status == "$1" ]] || fail "'${*:2}' gives exit code $status, not $1: $(cat "$folder/out" "$folder/err")"
}
# has PATTERN: a line of the table.
has() { grep -Eq "$1" "$folder/out" || fail "no line '$1': $(cat "$folder/out")"; }

for wrong in '--pairs' '--pairs 0' '--threads x' '--limit 5' '--limit x' '--dir no-such-folder' '--list no-such-list' '--pears 3' '99' 'x,y' 'nothing'; do
    # shellcheck disable=SC2086 # words
    expect 2 $wrong
    [[ $(wc -l <"$folder/err") == 1 && ! -s $folder/out ]] || fail "'$wrong' is not refused in one line"
done
echo 'one column' >"$folder/list"
expect 2 --list "$folder/list" 8

# The list as it is: ours are right, those of others are named with their pages.
expect 0 --pairs 2 --threads 2 --limit 60s 8 13
has '^queens 8 +vuelta +[0-9.]+ +[0-9.]+ +[0-9.]+ +2 +1\.000   1\.000 to 1\.000$'
has '^queens 13 +textbook +[0-9.]+ +[0-9.]+ +[0-9.]+ +2 +[0-9.]+   [0-9.]+ to [0-9.]+$'
has '^queens 8 +m-queens +not built here: https://github.com/sudden6/m-queens$'

# program NAME LINES...: a program in a folder with a blank in its name, and its line of the list.
dir="$folder/the peers"
program() {
    mkdir -p "$dir/$1"
    printf '#!/bin/sh\n' >"$dir/$1/run"
    printf '%s\n' "${@:2}" >>"$dir/$1/run"
    chmod +x "$dir/$1/run"
    printf '%s\thttps://example.org/%s\tqueens\t4-9\tOMP_NUM_THREADS={threads} X=1\t{dir}/run {n}\tfound ([0-9]+)\n' "$1" "$1" >>"$folder/list"
}
# begin: a list with vuelta alone.
begin() {
    printf 'vuelta\t-\tqueens\t4-9\t-\t{vuelta} queens count {n} --threads {threads} --quiet\t^([0-9]+)$\n' >"$folder/list"
}
list=(--list "$folder/list" --dir "$dir" --out "$folder/results" --pairs 3 --threads 2)

begin
# shellcheck disable=SC2016 # for the program's shell
program right 'sleep 0.2' 'echo threads: $OMP_NUM_THREADS' 'test "$OMP_NUM_THREADS$1" = 28 && echo found 92'
git -C "$dir/right" init --quiet
git -C "$dir/right" -c user.name=x -c user.email=x@example.org commit --quiet --allow-empty -m first
printf 'cc 1.0 "fast", -O9\nmore\n' >"$dir/right/BUILD"
expect 0 "${list[@]}" 8
awk '$3 == "right" { found = ($4 >= 0.2 && $5 <= $4 && $4 <= $6 && $7 == 3 && $8 > 1 && $9 <= $8 && $8 <= $11) } END { exit !found }' "$folder/out" ||
    fail "the program that sleeps is no slower: $(cat "$folder/out")"
commit=$(git -C "$dir/right" rev-parse --short=12 HEAD)
grep -Eq "^right,$commit,cc 1.0 fast; -O9,8,2,3,0\.[0-9]+,0\.[0-9]+,0\.[0-9]+,92,queens,https://example.org/right,[0-9.]+,[0-9.]+,[0-9.]+,ok$" "$folder/results/peers.csv" ||
    fail "no row in peers.csv: $(cat "$folder/results/peers.csv")"
grep -Fq "\"program\": \"right\", \"commit\": \"$commit\", \"build\": \"cc 1.0 fast; -O9\", \"n\": \"8\", \"threads\": 2, \"runs\": 3" "$folder/results/peers.json" ||
    fail "no entry in peers.json: $(cat "$folder/results/peers.json")"
! type -P python3 >/dev/null || python3 -m json.tool "$folder/results/peers.json" >/dev/null || fail "peers.json is no JSON"
"$VUELTA" report "$folder/results" -o "$folder/page.md" 2>"$folder/err" || fail "no report: $(cat "$folder/err")"
grep -q "^| N = 8 | right | .* | ✓ 92 | 2 threads | $commit | cc 1.0 fast; -O9 |$" "$folder/page.md" || fail "not on the page: $(cat "$folder/page.md")"

# Each trouble by itself has its exit code, and the others go on.
begin
program slow 'exec sleep 30'
program right 'echo found 92'
rm -rf "$dir/right/.git" "$dir/right/BUILD"
expect 124 "${list[@]}" --limit 1s 8
has '^queens 8 +slow +time limit$'
has '^queens 8 +right +0\.'
grep -q '^slow,,,8,2,0,,,,,queens,.*,time limit$' "$folder/results/peers.csv" || fail "$(cat "$folder/results/peers.csv")"
grep -q '^right,,,8,' "$folder/results/peers.csv" || fail "what is not known is not left out: $(cat "$folder/results/peers.csv")"
# shellcheck disable=SC2016 # for the program's shell
program crash 'kill -s SEGV $$'
program silent 'echo nothing'
expect 1 "${list[@]}" --limit 1s 8
has '^queens 8 +crash +exit code 139$'
has '^queens 8 +silent +no answer$'
[[ ! -s $folder/err ]] || fail "more is said: $(cat "$folder/err")"
program wrong 'echo found 93'
expect 3 "${list[@]}" --limit 1s 8
has '^queens 8 +wrong +wrong answer \(93\)$'
has '^queens 8 +right +0\.'
# One that is wrong now and then.
program seldom 'test -e again && echo found 91 || { touch again; echo found 92; }'
expect 3 "${list[@]}" --limit 1s 8
has '^queens 8 +seldom +wrong answer \(91\)$'
# A program that is never told how many threads there are.
sed -i 's/OMP_NUM_THREADS={threads} X=1/-/' "$folder/list"
expect 0 "${list[@]}" --limit 1s 8
has '^queens 8 +right +has one thread only$'
echo "peers.sh: as it says"
