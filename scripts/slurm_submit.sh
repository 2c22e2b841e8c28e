#!/usr/bin/env bash
# Divides a count among the tasks of a Slurm array, and merges what they find:
#
#     scripts/slurm_submit.sh queens 22 --shards 64 [--dir DIR] [--cpus C] [COUNT FLAGS] [-- SBATCH FLAGS]
#
# Submits an array of 64 tasks, each with a ledger of its own, DIR/shard-3-of-64.ledger, and a merge job that runs
# when the last task has ended, however it ended, and checks itself whether everything is there. DIR (default
# ./queens-22-of-64) must be on a file system that all nodes see; logs are there too, and the result: total.txt and
# total.json, or missing.txt.
#
# A task that is killed, runs into its time limit or loses its node is queued again and resumes from its ledger. What
# failed for good is submitted by the same command once more: shards that are finished are left out.
#
#   --cpus C        threads of a task (default 1)
#   --restarts R    how often a task may be queued again after it was killed or ran out of time (default 100)
#   --dry-run       prints both job scripts with their sbatch commands, and submits and writes nothing; it needs no cluster
#   COUNT FLAGS     what `vuelta queens count` understands: --engine, --fixed, --blocked, --isa, --memory-limit, ...
#   SBATCH FLAGS    for both jobs: --partition=long --time=8:00:00 --mem=4G ...
#
# VUELTA names the program; without it target/release/vuelta is built and taken.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
help() { sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; }
refuse() { echo "error: $*" >&2; exit 2; }
is_number() { [[ $1 =~ ^[1-9][0-9]{0,5}$ ]]; }

if [[ ${1:-} == -h || ${1:-} == --help ]]; then help; exit 0; fi
(($# >= 2)) || { help >&2; exit 2; }
[[ $1 == queens ]] || refuse "'$1' cannot be divided; queens can"
size=$2
[[ $size =~ ^[1-9][0-9]?$ ]] || refuse "'$size' is no board size (one size, no range)"
shift 2
shards='' dir='' cpus=1 restarts=100 dry_run='' flags=() sbatch_flags=()
while (($#)); do
    case $1 in
        --shards | --dir | --cpus | --restarts)
            (($# >= 2)) || refuse "$1 needs a value"
            case $1 in --shards) shards=$2 ;; --dir) dir=$2 ;; --cpus) cpus=$2 ;; *) restarts=$2 ;; esac
            shift 2 ;;
        --dry-run) dry_run=yes; shift ;;
        --shard | --checkpoint | --threads | --time-limit | --export | --quiet | -q) refuse "$1 is the script's own to set" ;;
        --shard=* | --checkpoint=* | --threads=* | --time-limit=* | --export=*) refuse "${1%%=*} is the script's own to set" ;;
        --) shift; sbatch_flags=("$@"); break ;;
        *) flags+=("$1"); shift ;;
    esac
done
[[ -n $shards ]] || refuse "give the number of shards: --shards 64"
is_number "$shards" || refuse "'$shards' is no number of shards"
is_number "$cpus" || refuse "'$cpus' is no number of threads"
[[ $restarts =~ ^[0-9]{1,6}$ ]] || refuse "'$restarts' is no number of restarts"
if [[ -z $dry_run ]]; then
    type -P sbatch >/dev/null || refuse "there is no sbatch here: this machine is not part of a Slurm cluster (--dry-run prints the job scripts)"
    most=$(scontrol show config 2>/dev/null | sed -n "s/^MaxArraySize *= *//p") || refuse "no Slurm controller answers here (scontrol show config)"
    ((shards < ${most:-1001})) || refuse "$shards shards are too many: this cluster's arrays have at most $((most - 1)) tasks"
fi

if [[ -z ${VUELTA:-} ]]; then
    type -P cargo >/dev/null || refuse "there is no cargo to build the program; VUELTA=vuelta names an installed one"
    echo "building the program" >&2
    cargo build --release --quiet --manifest-path "$root/Cargo.toml"
    VUELTA=$root/target/release/vuelta
fi
VUELTA=$(realpath "$(type -P "$VUELTA" || echo "$VUELTA")")
dir=$(realpath -m "${dir:-queens-$size-of-$shards}")
for other in "$dir"/shard-*-of-*.ledger; do
    [[ ! -e $other || $other == *-of-"$shards".ledger ]] ||
        refuse "'$dir' holds ${other##*/}, of another number of shards than $shards"
done

# What does not count at all is found out here, not in every task: a shard is counted for no time.
trial=$(mktemp -d)
trap 'rm -rf "$trial"' EXIT
shard=("$VUELTA" queens count "$size" "${flags[@]}" --threads "$cpus" --shard "1/$shards" --checkpoint "$trial/ledger" --quiet)
said=$(timeout -k 5 60 "${shard[@]}" --time-limit 1ms 2>&1 >/dev/null) ||
    [[ $? == 124 || $? == 137 ]] || { echo "$said" >&2; exit 2; }

# Which shards are not finished? All of them, or those that the ledgers which are there lack.
ledgers=("$dir"/shard-*-of-"$shards".ledger)
tasks=1-$shards
if [[ -e ${ledgers[0]} ]]; then
    # They must be of this count, which the first line of a ledger names before the shard.
    if [[ ! -s $trial/ledger ]]; then
        timeout -k 5 600 "${shard[@]}" >/dev/null 2>&1 & begun=$!
        until [[ -s $trial/ledger ]] || ! kill -0 $begun 2>/dev/null; do sleep 0.1; done
        kill $begun 2>/dev/null || true
        wait $begun || true
    fi
    [[ -s $trial/ledger ]] || { echo "error: the count could not be begun here, and compared with the ledgers in '$dir'" >&2; exit 1; }
    asked=$(head -n 1 "$trial/ledger")
    for ledger in "${ledgers[@]}"; do
        there=$(head -n 1 "$ledger")
        [[ -z $there || ${there%% shard=*} == "${asked%% shard=*}" ]] ||
            { echo "error: '$ledger' is of another count; --dir DIR gives this one a folder of its own" >&2; exit 4; }
    done
    status=0
    said=$("$VUELTA" merge "${ledgers[@]}" 2>&1) || status=$?
    case $status in
        0) tasks='' ;;
        1) tasks=$(sed -n "s|.* --shard \([0-9]*\)/$shards .*|\1|p" <<<"$said" | paste -sd,) ;;
        *) echo "$said" >&2; exit "$status" ;;
    esac
    echo "${#ledgers[@]} ledgers are there; shards to count: ${tasks:-none}" >&2
fi

# submit FLAGS... <SCRIPT: gives the job's number; a dry run shows both instead.
submit() {
    local common=(--parsable --chdir="$dir" --requeue --open-mode=append "${sbatch_flags[@]}")
    if [[ -z $dry_run ]]; then sbatch "${common[@]}" "$@"; return; fi
    { printf '#'; printf ' %q' sbatch "${common[@]}" "$@"; printf '\n'; cat; echo; } >&3
    echo ARRAY_JOB
}
exec 3>&1
[[ -n $dry_run ]] || mkdir -p "$dir/log"
printf -v words ' %q' "$VUELTA" queens count "$size" "${flags[@]}" --threads "$cpus" --shard "auto/$shards" \
    --checkpoint "$dir/shard-{shard}.ledger"
after=()
if [[ -n $tasks ]]; then
    array=$(submit --job-name="queens-$size" --array="$tasks" --cpus-per-task="$cpus" --ntasks=1 \
        --signal=B:TERM@60 --output="$dir/log/%a.log" <<JOB
#!/usr/bin/env bash
# Slurm sends the signal a minute before the time limit; the count then saves, and the task is queued again.
set -uo pipefail
echo "task \$SLURM_ARRAY_TASK_ID, restart \${SLURM_RESTART_COUNT:-0}, on \$SLURMD_NODENAME"
$words & count=\$!
trap 'kill -TERM \$count' TERM
wait \$count; status=\$?
while kill -0 \$count 2>/dev/null; do wait \$count; status=\$?; done # a trapped signal ends a wait
trap '' TERM
case \$status in
    124 | 137 | 143) # out of time, or killed
        ((\${SLURM_RESTART_COUNT:-0} < $restarts)) || { echo "no more restarts"; exit \$status; }
        echo "ended with \$status: queued again"
        scontrol requeue "\${SLURM_ARRAY_JOB_ID}_\$SLURM_ARRAY_TASK_ID" && sleep 60 ;;
esac
exit \$status
JOB
    )
    after=(--dependency=afterany:"$array")
    [[ -n $dry_run ]] || echo "array $array: tasks $tasks"
fi

# afterany, not afterok: one failed task would keep the merge from running for good, even once it is repeated.
printf -v words ' %q' "$VUELTA" merge
merge=$(submit "${after[@]}" --job-name="merge-$size" --ntasks=1 --output="$dir/log/merge-%j.log" <<JOB
#!/usr/bin/env bash
set -uo pipefail
rm -f total.txt total.json missing.txt
shopt -s nullglob
ledgers=(shard-*-of-$shards.ledger)
((\${#ledgers[@]})) || { echo "no shard has a ledger" | tee missing.txt; exit 1; }
$words "\${ledgers[@]}" -o union.ledger >result.txt; status=\$?
case \$status in
    0) $words union.ledger --json >total.json && mv result.txt total.txt; cat total.txt ;;
    1) mv result.txt missing.txt; cat missing.txt ;;
esac
exit \$status
JOB
)
[[ -n $dry_run ]] || echo "merge $merge: writes $dir/total.txt, or missing.txt"
