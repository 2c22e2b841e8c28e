#!/usr/bin/env bash
# Rehearses a long count: the whole of it with a ledger, killed with SIGKILL in the middle and resumed, twice.
#
#     scripts/rehearse.sh [--size N] [--kills K] [--threads T] [--out DIR]
#
# N is 22 by default (six minutes on two cores), K 2. The kills come at equal parts of the time that `queens estimate` says.
# DIR (default results/YYYY-MM) gets queens-N-rehearsal.ledger, and queens-N-rehearsal.log: the kills, and what the last run
# says as JSON, with its provenance (no file of its own: its time is that of the last part only). The total must be the
# published one.
# VUELTA names the program; without it target/release/vuelta is built and taken.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/ledger.sh
size=22 kills=2 threads=0 out=
usage() { echo "usage: ${0##*/} [--size N] [--kills K] [--threads T] [--out DIR]" >&2; exit 2; }
while (($#)); do
    case $1 in
        -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
        --size | --kills | --threads | --out) (($# >= 2)) || usage; declare "${1#--}=$2"; shift 2 ;;
        *) usage ;;
    esac
done
[[ $size =~ ^[1-9][0-9]?$ && $kills =~ ^[0-9]+$ && $threads =~ ^[0-9]+$ ]] || usage
if [[ -z ${VUELTA:-} ]]; then
    cargo build --release --quiet --locked
    VUELTA=target/release/vuelta
fi
out=${out:-results/$(date -u +%Y-%m)}
mkdir -p "$out"
name=$out/queens-$size-rehearsal
ledger=$name.ledger
[[ ! -e $ledger ]] || { echo "error: $ledger is there already" >&2; exit 1; }
note() { echo "$(date -u +%H:%M:%S) $*" | tee -a "$name.log"; }

: >"$name.log"
flags=(--checkpoint "$ledger")
((threads == 0)) || flags+=(--threads "$threads")
seconds=$("$VUELTA" queens estimate "$size" --quiet ${flags[2]:+"${flags[@]:2}"})
note "estimated: $seconds s"
part=$(awk -v s="$seconds" -v k="$kills" 'BEGIN { print s / (k + 1) }')
for ((kill = 1; kill <= kills; kill++)); do
    "$VUELTA" queens count "$size" "${flags[@]}" --quiet & process=$!
    sleep "$part"
    kill -KILL "$process" || { echo "error: the count ended before it was killed" >&2; exit 1; }
    wait "$process" 2>/dev/null || true
    note "killed after $part s: $(ledger_subproblems "$ledger") subproblems in the ledger"
done
"$VUELTA" queens count "$size" "${flags[@]}" --json >>"$name.log"
note "gone on with to the end: $(ledger_subproblems "$ledger") subproblems in the ledger"
grep -q '"agrees":true' "$name.log" || { echo "error: the total is not the published one" >&2; exit 3; }
sed -n 's/.*"total":"\([0-9]*\)".*/total \1, as published/p' "$name.log"
