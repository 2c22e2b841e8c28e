#!/usr/bin/env bash
# Runs a list of counts, one a line, and keeps each result as JSON and CSV:
#
#     scripts/batch.sh [--out DIR] [--json] [--time-limit DURATION] [--jobs] JOBS
#
# A line of the file JOBS is a count as on the command line without its `count`; several boards are one job for each:
#
#     queens 8-16            # comments are allowed
#     queens 18,20 --threads 2
#     senku english
#
# --json leaves the CSV out. --time-limit (90s, 2m) holds for each job; one that comes to it leaves a file NAME.limit
# behind, so that it is not tried again with the same limit. Larger boards of its line take longer and are left out. Such
# jobs are not failures.
#
# A result that DIR (default results/batch) holds already is skipped, a job that fails does not end the
# batch, and its line in JOBS is named; the last line says how many failed; they are the exit code too (at most 100). A
# job cannot name its own --export, --checkpoint, --shard or --json: the batch names its files. VUELTA names the
# program; without it target/release/vuelta is built and taken.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/results/batch
jobs="" limit=""
forms=(json csv)
usage() { echo "usage: ${0##*/} [--out DIR] [--json] [--time-limit DURATION] [--jobs] JOBS" >&2; exit 2; }
while (($#)); do
    case $1 in
        --out) (($# >= 2)) || usage; out=$2; shift 2 ;;
        --json) forms=(json); shift ;;
        --time-limit) (($# >= 2)) || usage; limit=$2; shift 2 ;;
        --jobs) (($# >= 2)) && [[ -z $jobs ]] || usage; jobs=$2; shift 2 ;;
        -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
        -?*) usage ;;
        *) [[ -z $jobs ]] || usage; jobs=$1; shift ;;
    esac
done
[[ -n $jobs ]] || usage
[[ -r $jobs && ! -d $jobs ]] || { echo "error: the job list '$jobs' cannot be read" >&2; exit 2; }
if [[ -z ${VUELTA:-} ]]; then
    type -P cargo >/dev/null || { echo "error: there is no cargo to build the program; VUELTA=vuelta names an installed one" >&2; exit 2; }
    cargo build --release --quiet --manifest-path "$root/Cargo.toml"
    VUELTA=$root/target/release/vuelta
fi
mkdir -p "$out"

failed=0 counted=0 skipped=0 late=0 number=0

# A job or a line that cannot be counted: says why, with the line's number.
fail() {
    echo "error: line $number: $*" >&2
    failed=$((failed + 1))
}

# The name of a job's result: its words, and where those say more than a name can, or more than fits into one, a
# checksum that tells it from others.
name() {
    local words=$* plain
    plain=$(printf '%s-' "$@" | tr -cs 'A-Za-z0-9.\n' '-')
    plain=${plain%-}
    if [[ $words == *[!A-Za-z0-9.,=' '-]* || ${#plain} -gt 100 ]]; then
        plain=${plain:0:100}-$(printf '%s\n' "$@" | cksum | cut -d ' ' -f 1)
    fi
    echo "$plain"
}

# Whether the folder $1 has the result of name $2 in every form.
has() {
    local form
    for form in "${forms[@]}"; do [[ -s $1/$2.$form ]] || return 1; done
}

# The time that the result in the file $1 took.
seconds() {
    local value
    value=$(sed -n 's/^ *"seconds": *\([0-9.e-]*\),\{0,1\}$/\1/p;T;q' "$1")
    LC_ALL=C printf '%.3g s' "$value"
}

# Counts one job: its words are the count's. A result appears under its name whole or not at all. The exit code is
# 1 where larger boards need not be tried.
count() {
    local problem=$1 name part form status=0 exports=()
    shift
    name=$(name "$problem" "$@")
    if has "$out" "$name"; then
        echo "$name: there already"
        skipped=$((skipped + 1))
        return 0
    fi
    if [[ -n $limit && -e $out/$name.limit && $(<"$out/$name.limit") == "$limit" ]]; then
        echo "$name: longer than $limit, as before"
        late=$((late + 1))
        return 1
    fi
    part=$(mktemp -d "$out/.$name.XXXXXX")
    for form in "${forms[@]}"; do exports+=(--export "$part/$name.$form"); done
    "$VUELTA" "$problem" count "$@" --quiet ${limit:+--time-limit "$limit"} "${exports[@]}" \
        >"$part/numbers" 2>"$part/errors" </dev/null || status=$?
    if ((status == 0)) && has "$part" "$name"; then
        for form in "${forms[@]}"; do mv -f "$part/$name.$form" "$out/"; done
        rm -f "$out/$name.limit"
        echo "$name: $(paste -sd' ' "$part/numbers"), $(seconds "$out/$name.json")"
        counted=$((counted + 1))
    elif ((status == 124)) && [[ -n $limit ]]; then
        echo "$limit" >"$out/$name.limit"
        echo "$name: longer than $limit"
        late=$((late + 1))
    else
        fail "$name: failed with exit code $status: $(head -n 1 "$part/errors")"
    fi
    rm -rf "$part"
    ((status != 124)) || [[ -z $limit ]]
}

# Puts the boards that the words name, 8-10, 8-20:2, 8,10 or 8 10, into boards; false where the words say anything else.
sizes() {
    local pieces piece first last step
    boards=()
    read -ra pieces <<<"${*//,/ }"
    for piece in "${pieces[@]}"; do
        [[ $piece =~ ^([0-9]{1,2})(-([0-9]{1,2})(:([0-9]{1,2}))?)?$ ]] || return 1
        first=$((10#${BASH_REMATCH[1]})) last=$((10#${BASH_REMATCH[3]:-${BASH_REMATCH[1]}}))
        step=$((10#${BASH_REMATCH[5]:-1}))
        ((first <= last && step > 0)) || return 1
        for ((; first <= last; first += step)); do boards+=("$first"); done
    done
    ((${#boards[@]}))
}

while IFS= read -r line || [[ -n $line ]]; do
    number=$((number + 1))
    # As other systems write texts: with a mark at the beginning, with a carriage return at the end of each line.
    line=${line#$'\xef\xbb\xbf'}
    line=${line//$'\r'/}
    read -ra words <<<"${line%%#*}"
    ((${#words[@]})) || continue
    own=
    for word in "${words[@]}"; do
        [[ $word =~ ^(--(export|checkpoint|shard|json)|-j)(=|$) ]] && own=${BASH_REMATCH[1]}
    done
    if [[ -n $own ]]; then
        fail "a job cannot have its own $own: the batch names its files"
    elif [[ ${words[0]} == queens ]]; then
        flags=1
        while ((flags < ${#words[@]})) && [[ ${words[flags]} != -* ]]; do flags=$((flags + 1)); done
        if sizes "${words[@]:1:flags-1}"; then
            longest=100 left=()
            for board in "${boards[@]}"; do
                if ((board > longest)); then left+=("$board"); else count queens "$board" "${words[@]:flags}" || longest=$board; fi
            done
            ((${#left[@]} == 0)) || echo "line $number: larger boards are left out: ${left[*]}"
        else
            count "${words[@]}" || true # --board, or what the program refuses
        fi
    elif [[ ${words[0]} == senku ]]; then
        count "${words[@]}" || true
    else
        printf -v words %q "${line:0:60}"
        fail "$words is no job: a job begins with queens or senku"
    fi
done <"$jobs"

echo "$counted counted, $skipped there already, $failed failed$( ((late == 0)) || echo ", $late longer than $limit")"
exit $((failed > 100 ? 100 : failed))
