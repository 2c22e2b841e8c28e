#!/usr/bin/env bash
# Shards on a real Slurm with two emulated nodes, as a user runs them with scripts/slurm_submit.sh:
#
#     tests/slurm/run.sh          brings a private Slurm up (root, Debian), runs this test under it, takes it down
#
# The array completes and the merge job, which waited, has the right total; a task whose process is killed is queued
# again and goes on; so does a task that is killed with its shell, once it is asked to; so do the tasks of a node that
# is lost. (What the scripts refuse, and a second submission, are tested in tests/all/scripts.txt.)
set -uo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
if [[ -z ${WITH_SLURM_DIR:-} ]]; then
    [[ -n ${VUELTA:-} ]] || cargo build --quiet --locked --release --manifest-path "$root/Cargo.toml" || exit 1
    exec "$here/with-slurm.sh" bash "${BASH_SOURCE[0]}"
fi

export VUELTA=${VUELTA:-$root/target/release/vuelta}
submit=$root/scripts/slurm_submit.sh
work=$(mktemp -d "$WITH_SLURM_DIR/work.XXXXXX") && cd "$work" || exit 1
passed=0 failed=0
# N = 17 by bitmasks: some twelve seconds of one core in all, and ledgers of some hundred lines.
total=95,815,104 count=(queens 17 --engine bitmask --chunk 20ms --shards 6)

check() { # check WHAT WANTED FOUND
    if [[ $2 == "$3" ]]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $1: want '$2', got '$3'"; fi
}
within() { # within SECONDS TEST...: polls
    local end=$((SECONDS + $1)); shift
    until "$@"; do ((SECONDS < end)) || { echo "gave up on: $*"; return 1; }; sleep 0.1; done
}
lap=$SECONDS; part() { echo "$1: $((SECONDS - lap)) s ($passed passed, $failed failed)"; lap=$SECONDS; }

run() { # run DIR FLAGS...: submits, and sets `array` and `merge`
    local dir=$1 said; shift
    said=$("$submit" "$@" --dir "$dir") || { echo "$said"; return 1; }
    array=$(sed -n 's/^array \([0-9]*\):.*/\1/p' <<<"$said") merge=$(sed -n 's/^merge \([0-9]*\):.*/\1/p' <<<"$said")
}
state() { squeue -h -r -t all -j "$1" -o %T 2>/dev/null; }
over() { [[ -z $(squeue -h -r -j "$1" -o %i 2>/dev/null) ]]; }
lines() { cat "$1/shard-$2-of-6.ledger" 2>/dev/null | wc -l; }
has_lines() { (($(lines "$1" "$2") >= $3)); }
process() { cut -d' ' -f2 "$1/shard-$2-of-6.ledger.lock"; }
found() { grep -o "$total" "$1/total.txt" 2>/dev/null; }
# What a ledger's chunks say was counted, against what it holds: each subproblem once, or it would be refused.
resumed() { sed -n 's/^resuming at \([0-9]*\).*/\1/p' "$1/log/$2.log" | tail -n 1; }
kept() { # the lines that were there before the kill are there still, in their places
    head -n "$(wc -l <"$2")" "$1" | cmp -s - "$2" && echo yes
}

# 1. All tasks finish, and only then does the merge job run.
run one "${count[@]}"
check 'the merge waits' PENDING "$(state "$merge")"
within 240 over "$merge"
check 'all tasks' 6 "$(state "$array" | grep -c COMPLETED)"
check 'the total' "$total" "$(found one)"
check 'the JSON' '"total":"95815104"' "$(grep -o '"total":"95815104"' one/total.json)"
check 'both nodes worked' 'n0 n1' "$(sed -n 's/^task .* on //p' one/log/?.log | sort -u | xargs)"
part 'an array'

# 2. The process of one task is killed, another task with its shell and all. The first is queued again by itself.
run two "${count[@]}"
within 30 has_lines two 1 8; within 30 has_lines two 2 8
cp two/shard-1-of-6.ledger two/shard-2-of-6.ledger .
kill -KILL "$(process two 1)"
process=$(process two 2)
kill -KILL "$(ps -o ppid= -p "$process")" "$process"
is_failed() { [[ $(state "${array}_2") == FAILED ]]; }
within 30 is_failed; scontrol requeue "${array}_2"
within 240 over "$merge"
check 'all tasks' 6 "$(state "$array" | grep -c COMPLETED)"
for i in 1 2; do
    check "task $i was queued again" 1 "$(grep -c 'restart 1,' "two/log/$i.log")"
    check "task $i went on" yes "$( (($(resumed two $i) > 0)) && echo yes)"
    check "task $i kept its lines" yes "$(kept two/shard-$i-of-6.ledger shard-$i-of-6.ledger)"
done
check 'nobody else started twice' 0 "$(cat two/log/[3-6].log | grep -c 'restart 1,')"
check 'the total' "$total" "$(found two)"
part 'SIGKILL'

# 3. A node is lost with what runs on it.
run three "${count[@]}"
within 30 has_lines three 1 4; within 30 has_lines three 2 4
node=$(sed -n 's/^task .* on //p' three/log/1.log)
slurm-node fail "$node"
within 240 over "$merge"
check 'all tasks' 6 "$(state "$array" | grep -c COMPLETED)"
check 'the lost task started again' 1 "$(grep -c 'restart 1,' three/log/1.log)"
check 'the lost task went on' yes "$( (($(resumed three 1) > 0)) && echo yes)"
check 'the total' "$total" "$(found three)"
slurm-node start "$node"
is_idle() { [[ $(sinfo -h -N -n "$node" -o %T) == idle ]]; }
within 30 is_idle
part 'a lost node'

check 'more shards than an array can have' 2 "$("$submit" queens 16 --shards 10001 --dir "$work/wrong" &>/dev/null; echo $?)"

# 4. The plan of doc/RECORD-PLAN.md, small: N = 20 in shards, and a sample of them again by another instruction set.
run four queens 20 --chunk 100ms --shards 16
within 240 over "$merge"
check 'all tasks of N = 20' 16 "$(state "$array" | grep -c COMPLETED)"
check 'the total of N = 20' 39,029,188,884 "$(grep -o '39,029,188,884' four/total.txt)"
"$VUELTA" queens count 20 --shard 11/16 --isa portable --chunk 100ms --checkpoint four/again.ledger -q 2>/dev/null
# As doc/RECORD-PLAN.md compares counts that were made twice.
chunks() { sed -n 's/^\([0-9]*\.\.[0-9]*\) count=\([0-9]*\) .*/\1 \2/p' "$@" | sort; }
compared() { join <(chunks "$1") <(chunks "$2") | awk '{ n++ } $2 != $3 { wrong++ } END { print (n > 0 ? "" : "none"), wrong + 0 }'; }
check 'a sample of the same plan' yes "$(cmp -s <(head -n 1 four/shard-11-of-16.ledger) <(head -n 1 four/again.ledger) && echo yes)"
check 'a sample again' ' 0' "$(compared four/shard-11-of-16.ledger four/again.ledger)"
sed 's/count=\([0-9]*\)[0-4] /count=\15 /' four/again.ledger >four/wrong.ledger
check 'wrong counts are seen' yes "$(compared four/shard-11-of-16.ledger four/wrong.ledger | grep -q ' [1-9]' && echo yes)"
part 'the plan of N = 27 at N = 20'

# 5. The commands of doc/CLUSTER.md's worked case, small: N = 17 in 6 shards, in the partition that there is.
mapfile -t case < <(sed -n '/^### A worked case/,/^###* [^A]/{/^   ```sh/,/^   ```$/{s/^   //;/^```/d;p}}' "$root/doc/CLUSTER.md" |
    sed 's/\b22\b/17/g; s/\b160\b/6/g; s/--partition=[^ ]* //; s/--cpus 4/--cpus 1/; s|^scripts/slurm_submit.sh|"$submit"|; s/^vuelta/"$VUELTA"/')
check 'the commands of the case' 5 "${#case[@]}"
eval "${case[0]}" >estimate.txt; check 'its estimate' 0 $?
merge=$(eval "${case[1]}" | sed -n 's/^merge \([0-9]*\):.*/\1/p')
within 240 over "$merge"
check 'its total' "$total" "$(eval "${case[2]}" | grep -o "$total")"
first=$(eval "${case[3]}" 2>/dev/null)
check 'its shard again' "${first:-nothing}" "$(eval "${case[4]}" 2>/dev/null)"
part "the worked case"

echo "tests/slurm: $passed passed, $failed failed"
((failed == 0))
