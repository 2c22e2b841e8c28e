#!/usr/bin/env bash
# wine.sh PROGRAM: what a user on Windows does, by Wine: counts, a kill and what follows, files. Runs in an empty folder.
set -euo pipefail

program=$1
manual=$(realpath "$(dirname "$0")")/../../doc/PLATFORMS.md
vuelta() { wine "$program" "$@"; }

# is WHAT EXPECTED FOUND: carriage returns do not count.
is() { [[ ${3//$'\r'/} == "$2" ]] || { printf '%s: %s instead of %s\n' "$@" >&2; exit 1; }; }

is "count 12" 14200 "$(vuelta queens count 12 -q)"
is "a range" $'92\n352\n724' "$(vuelta queens count 8-10 -q)"
is "a game" 31 "$(vuelta senku solve -q | grep -c DOWN\\\|UP\\\|LEFT\\\|RIGHT)"
vuelta info

# Killed in the middle, with its lock left behind: the next process sees at once that the first has ended.
count=(queens count 16 --engine bitmask --chunk 5ms -t 1 -q --checkpoint 'a ledger')
wine "$program" "${count[@]}" &
killed=$!
for ((tries = 0; tries < 600; tries++)); do
    (($(cat 'a ledger' 2>/dev/null | wc -l) < 5)) || break
    sleep 0.1
done
kill -9 "$killed"
wait "$killed" 2>/dev/null || true
[[ -e 'a ledger.lock' ]] || { echo "the kill came too late" >&2; exit 1; }
is "a count that was killed and resumed" 14772512 "$(vuelta "${count[@]}" 2>said)"
! grep waiting said || exit 1
grep 'resuming at' said
[[ ! -e 'a ledger.lock' ]]

# Over an existing file, by a path with backslashes; then a board with CRLF, from a folder.
mkdir -p folder
echo old >folder/8.json
vuelta queens count 8 -q --export 'folder\8.json'
grep -q '"total": *"92"' folder/8.json
is "the files there" 8.json "$(ls -A folder)"
printf 'Q . . .\r\n. . . .\r\n. . . .\r\n. . . .\r\n' >folder/board.txt
is "a board with CRLF" 0 "$(vuelta queens count --board 'folder\board.txt' -q)"
vuelta report 'folder\' -o 'folder\page.html'
grep -q '<!DOCTYPE html>' folder/page.html

# The loop of doc/PLATFORMS.md for cmd, twice: the second finds all results.
sed -n '/^```bat$/,/^```$/{/^```/!s/$/\r/p}' "$manual" >batch.cmd
WINEPATH="$WINEPATH;$(winepath -w "$(dirname "$program")")"
is "the loop for cmd" $'92\n352\n724\n2680\n14200\n568630\n6816\n577116156815309849672\n40861647040079968' "$(wine cmd /c batch.cmd 2>said)"
is "the loop's results" 13 "$(find results -type f | wc -l)"
is "the loop, again" "" "$(wine cmd /c batch.cmd 2>said)"
