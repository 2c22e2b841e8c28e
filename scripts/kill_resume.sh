#!/usr/bin/env bash
# Kills a count with SIGKILL at random moments and resumes from its ledger, until it has been killed often enough; then
# fills its disk:
#
#     scripts/kill_resume.sh [--short] [KILLS]          100 kills, about five minutes; the short form 12, for CI
#
# The total must be right every time, and every line that was in the ledger must stay. A kill may cost each thread at
# most the chunk that it is at (0.1 s of estimated work here, where a user has 2 s), but for the tenth of a second
# between two writes: a moment before the kill SIGUSR1 asks how many subproblems are done, and the ledger must have
# them but for as many as the longest chunk of each thread.
# VUELTA names the program; without it target/release/vuelta is built and taken.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/ledger.sh

if [[ ${1:-} == -h || ${1:-} == --help ]]; then sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0; fi
kills=100 size=20 total=39029188884 chunk=100ms patience=4000
if [[ ${1:-} == --short ]]; then kills=12 size=18 total=666090624 chunk=100ms patience=600; shift; fi
kills=${1:-$kills}
if [[ -z ${VUELTA:-} ]]; then
    cargo build --release --quiet --locked
    VUELTA=target/release/vuelta
fi
folder=$(mktemp -d)
mounted=
trap '[[ -z $mounted ]] || umount "$mounted"; rm -rf "$folder"' EXIT
fail() { echo "kill_resume: $*" >&2; exit 1; }

threads=2 ledger=$folder/ledger
count=("$VUELTA" queens count "$size" --threads "$threads" --chunk "$chunk" --checkpoint "$ledger" --quiet)
in_ledger() { ledger_subproblems "$ledger" 2>/dev/null; }
said() { sed -n 's/.* %, \([0-9,]*\) of [0-9,]* subproblems.*/\1/p' "$folder/err" | tail -n 1 | tr -d ,; }
check() { [[ $1 == "$total" ]] || fail "a count that went on ends with '$1'"; }

check "$("${count[@]}")"
bound=$((threads * $(ledger_chunks "$ledger" | awk '{ n = $2 - $1; if (n > most) most = n } END { print most }')))
rm "$ledger"

worst=0 counts=0 killed=0
while ((killed < kills)); do
    cp "$ledger" "$folder/before" 2>/dev/null || : >"$folder/before"
    "${count[@]}" >"$folder/out" 2>"$folder/err" & process=$!
    sleep "$(awk -v r=$RANDOM -v p=$patience 'BEGIN { printf "%.3f", (0.02 + r / 32768) * p / 1000 }')"
    kill -USR1 "$process" 2>/dev/null || true
    for ((i = 0; i < 20; i++)); do [[ -n $(said) ]] && break; sleep 0.01; done
    if kill -KILL "$process" 2>/dev/null && ! wait "$process" 2>/dev/null && [[ ! -s $folder/out ]]; then
        killed=$((killed + 1)) lines=$(wc -l <"$folder/before") done=$(said)
        head -n "$lines" "$ledger" 2>/dev/null | cmp -s - <(head -n "$lines" "$folder/before") ||
            fail "a line that was in the ledger is gone"
        lost=$((${done:-0} - $(in_ledger)))
        ((lost <= worst)) || worst=$lost
        ((lost <= bound)) || fail "$lost subproblems were done and lost, more than $bound"
    else
        status=0; wait "$process" 2>/dev/null || status=$?
        ((status != 138)) || continue # SIGUSR1 came before the program was ready for it
        check "$(cat "$folder/out")"
        counts=$((counts + 1))
        rm -f "$ledger"
    fi
done
check "$("${count[@]}" 2>/dev/null)"
echo "kill_resume: $killed kills, $((counts + 1)) counts went on to the right total;" \
    "at most $worst subproblems were done and lost (the bound is $bound)"

# A full disk: a file system of 64 kB of which the ledger gets 16. First it stays full; then there is room again.
mkdir "$folder/disk"
if ! mount -t tmpfs -o size=64k tmpfs "$folder/disk" 2>/dev/null; then
    echo "kill_resume: no file system can be mounted here; the full disk is left out"
    exit 0
fi
mounted=$folder/disk ledger=$folder/disk/ledger
run() {
    local status=0
    "$VUELTA" queens count 16 --engine bitmask --chunk 1ms --checkpoint "$ledger" -q >"$folder/out" 2>"$folder/err" ||
        status=$?
    [[ $(cat "$folder/out") == 14772512 ]] || fail "a full disk: $(cat "$folder/out" "$folder/err")"
    return $status
}
fill() { rm -f "$ledger"; head -c 49152 /dev/zero >"$mounted/filler"; }
fill; status=0; run || status=$?
[[ $status == 1 ]] || fail "a full disk: exit code $status"
[[ $(grep -c 'No space left on device.*the count goes on' "$folder/err") == 1 ]] || fail "a full disk: $(cat "$folder/err")"
held=$(wc -l <"$ledger")
rm "$mounted/filler" && mount -o remount,size=4m "$mounted"
run || fail "what a full disk holds cannot be gone on with: $(cat "$folder/err")"
grep -q '^resuming at [1-9]' "$folder/err" || fail "a full disk kept nothing: $(cat "$folder/err")"
rm "$ledger" && mount -o remount,size=64k "$mounted"
fill; : >"$folder/err"
(until [[ -s $folder/err ]]; do sleep 0.02; done; mount -o remount,size=4m "$mounted") &
status=0; run || status=$?
wait
[[ $status == 1 ]] || fail "a disk that was full: exit code $status"
[[ $("$VUELTA" merge -q "$ledger") == 14772512 ]] || fail "a disk that was full: the ledger is not whole"
echo "kill_resume: a full disk: said at once, total told, $held lines kept and gone on with; with room again all is kept"
