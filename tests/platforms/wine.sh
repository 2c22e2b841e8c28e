#!/usr/bin/env bash
# wine.sh PROGRAM: the loop of doc/PLATFORMS.md for cmd, by Wine. Runs in an empty folder. (The rest is in tests/all/windows.rs.)
set -euo pipefail

program=$1
manual=$(realpath "$(dirname "$0")")/../../doc/PLATFORMS.md

# is WHAT EXPECTED FOUND: carriage returns do not count.
is() { [[ ${3//$'\r'/} == "$2" ]] || { printf '%s: %s instead of %s\n' "$@" >&2; exit 1; }; }

# Twice: the second finds all results.
sed -n '/^```bat$/,/^```$/{/^```/!s/$/\r/p}' "$manual" >batch.cmd
WINEPATH="$WINEPATH;$(winepath -w "$(dirname "$program")")"
is "the loop for cmd" $'92\n352\n724\n2680\n14200\n568630\n6816\n577116156815309849672\n40861647040079968' "$(wine cmd /c batch.cmd 2>said)"
is "the loop's results" 13 "$(find results -type f | wc -l)"
is "the loop, again" "" "$(wine cmd /c batch.cmd 2>said)"
