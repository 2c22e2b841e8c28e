#!/usr/bin/env bash
# What goes wrong around a count must not end it, and must lose no file that was there:
#
#     scripts/faults.sh [--short]          100 kills, or 30
#
# Counts are killed with SIGKILL at random moments while they export over an earlier result: the file is the earlier one
# or the new one, whole, byte for byte. Exports meet a full disk and a limit of the file size. Standard error is full or
# closed. Where it runs as root on Linux, memory cannot be read, and a control group leaves little of it.
# VUELTA names the program; without it target/release/vuelta is built and taken.
set -euo pipefail
cd "$(dirname "$0")/.."

kills=100
case ${1:-} in
    '') ;;
    --short) kills=30 ;;
    -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) echo "usage: ${0##*/} [--short]" >&2; exit 2 ;;
esac
if [[ -z ${VUELTA:-} ]]; then
    cargo build --release --quiet --locked
    VUELTA=target/release/vuelta
fi
VUELTA=$(realpath "$VUELTA")
folder=$(mktemp -d)
mounted=() group=
clean_up() {
    local place
    for place in "${mounted[@]}"; do umount "$place" || true; done
    [[ -z $group ]] || rmdir "$group" || true
    rm -rf "$folder"
}
trap clean_up EXIT
fail() { echo "faults: $*" >&2; exit 1; }
# run STATUS COMMAND...: what it prints and says goes to out and err.
run() {
    local wanted=$1 status=0
    shift
    "$@" >"$folder/out" 2>"$folder/err" || status=$?
    [[ $status == "$wanted" ]] || fail "'$*' ended with $status, not $wanted: $(cat "$folder/out" "$folder/err")"
}
total() { [[ $(cat "$folder/out") == "$1" ]] || fail "the total is '$(cat "$folder/out")', not $1"; }

# Kills. The count takes some 0.1 s; it is killed within 0.15.
results=$folder/results old=0 new=0
mkdir "$results"
run 0 "$VUELTA" queens count 13 --quiet --export "$results/count.json"
cp "$results/count.json" "$folder/earlier.json"
for ((i = 0; i < kills; i++)); do
    cp "$folder/earlier.json" "$results/count.json"
    "$VUELTA" queens count 13 --engine bitmask --double-check --quiet --export "$results/count.json" >"$folder/out" 2>&1 & process=$!
    sleep "$(awk -v r=$RANDOM 'BEGIN { printf "%.3f", r / 32768 * 0.15 }')"
    kill -KILL "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
    if cmp -s "$folder/earlier.json" "$results/count.json"; then
        old=$((old + 1))
    elif grep -q '"engine": "bitmask"' "$results/count.json" && [[ $(tail -n 1 "$results/count.json") == '}' ]]; then
        new=$((new + 1))
    else
        fail "a kill left this result: $(cat "$results/count.json")"
    fi
done
((old > 0 && new > 0)) || fail "the moments of the kills tell nothing: $old before, $new after the result"
# What kills leave are hidden drafts; a report does not read them.
[[ -z $(find "$results" -mindepth 1 -maxdepth 1 -not -name '.*' -not -name count.json) ]] || fail "kills left files: $(ls "$results")"
run 0 "$VUELTA" report "$results" --quiet -o "$folder/page.html"
echo "faults: $kills kills: $old times the earlier result, $new times the new one, both whole"

# Standard error: full, and a pipe that nobody reads.
for error in full closed; do
    for words in "queens count 12 --progress always" "queens count 12 --double-check" "queens count 14 --checkpoint $folder/$error.ledger" \
        "queens count 14 --checkpoint $folder/$error.ledger" "senku solve --progress always"; do
        status=0
        if [[ $error == full ]]; then
            "$VUELTA" $words >"$folder/out" 2>/dev/full || status=$?
        else
            { "$VUELTA" $words >"$folder/out" || echo $? >"$folder/status"; } 2> >(exec 0<&-) || true
            [[ ! -e $folder/status ]] || { status=$(<"$folder/status"); rm "$folder/status"; }
        fi
        [[ $status == 0 && -s $folder/out ]] || fail "with a standard error that is $error, '$words' ends with $status"
    done
    status=0
    "$VUELTA" queens count 99 2>/dev/full || status=$?
    [[ $status == 2 ]] || fail "a refusal with a full standard error ends with $status"
done
echo "faults: a standard error that is full or closed changes nothing"

# No file may be larger than 512 bytes: the ledger of a count, its export.
status=0
(ulimit -f 1; exec "$VUELTA" queens count 16 --engine bitmask --chunk 1ms --checkpoint "$folder/limited.ledger" --quiet) \
    >"$folder/out" 2>"$folder/err" || status=$?
[[ $status == 1 && $(<"$folder/out") == 14772512 ]] || fail "a limit of the file size: $status, $(cat "$folder/out" "$folder/err")"
status=0
cp "$folder/earlier.json" "$results/count.json"
(ulimit -f 1; exec "$VUELTA" queens count 12 --quiet --export "$results/count.json") >"$folder/out" 2>"$folder/err" || status=$?
[[ $status == 1 && $(<"$folder/out") == 14200 && $(wc -l <"$folder/err") == 1 ]] || fail "a limit of the file size: $status"
cmp -s "$folder/earlier.json" "$results/count.json" || fail "a limit of the file size lost the earlier result"
echo "faults: a limit of the file size is an error that is said; the count goes on, the earlier file stays"

if ! [[ $(id -u) == 0 && $(uname) == Linux ]]; then
    echo "faults: a full disk, unreadable memory and control groups are left out: they need root on Linux"
    exit 0
fi

# A full disk: 4 kB hold the earlier result, and no second one beside it.
mkdir "$folder/disk"
if mount -t tmpfs -o size=8k tmpfs "$folder/disk" 2>/dev/null; then
    mounted+=("$folder/disk")
    cp "$folder/earlier.json" "$folder/disk/count.json"
    head -c 4096 /dev/zero >"$folder/disk/filler" 2>/dev/null || true
    run 1 "$VUELTA" queens count 12 --quiet --export "$folder/disk/count.json"
    total 14200
    [[ $(wc -l <"$folder/err") == 1 ]] || fail "a full disk: $(cat "$folder/err")"
    cmp -s "$folder/earlier.json" "$folder/disk/count.json" || fail "a full disk lost the earlier result"
    [[ $(ls -A "$folder/disk" | wc -l) == 2 ]] || fail "a full disk was left with a draft: $(ls -A "$folder/disk")"
    echo "faults: a full disk: the total is told, the earlier result stays, and no draft is left"
else
    echo "faults: no file system can be mounted here; the full disk is left out"
fi

# Memory that cannot be read: a mount that only this command sees.
if unshare -m sh -c 'mount --bind /dev/null /proc/meminfo' 2>/dev/null; then
    blind() { unshare -m sh -c 'mount --bind /dev/null /proc/meminfo && exec "$@"' blind "$@"; }
    run 0 blind "$VUELTA" queens count 16 --quiet
    total 14772512
    run 0 blind "$VUELTA" info
    grep -q '4 GiB' "$folder/out" || fail "info does not say the limit where memory cannot be read: $(cat "$folder/out")"
    echo "faults: memory that cannot be read is unknown: 4 GiB are taken as the limit"
else
    echo "faults: nothing can be mounted over /proc/meminfo here; unreadable memory is left out"
fi

# A control group that leaves 300 MiB.
limited=
if [[ -d /sys/fs/cgroup/memory ]]; then
    group=/sys/fs/cgroup/memory/vuelta-faults-$$ limited=memory.limit_in_bytes
elif grep -qw memory /sys/fs/cgroup/cgroup.subtree_control 2>/dev/null; then
    group=/sys/fs/cgroup/vuelta-faults-$$ limited=memory.max
fi
if [[ -n $group ]] && mkdir "$group" 2>/dev/null && echo $((300 << 20)) 2>/dev/null >"$group/$limited"; then
    inside() { sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"; }
    run 5 inside "$VUELTA" senku count european --quiet
    run 0 inside "$VUELTA" queens count 16 --quiet
    total 14772512
    echo "faults: in a control group of 300 MiB what does not fit is refused"
else
    group=
    echo "faults: no control group can be made here; its limit is left out"
fi
