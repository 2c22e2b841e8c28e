#!/usr/bin/env bash
# Runs a list of counts, one a line, and keeps each result as JSON and CSV:
#
#     scripts/batch.sh [--out DIR] [--json] [--time-limit DURATION] JOBS
#
# A line is a count as on the command line without its `count`; a range of boards is one job for each:
#
#     queens 8-16            # comments are allowed
#     queens 18 --threads 2
#     senku english
#
# --json leaves the CSV out. --time-limit (90s, 2m) holds for each job; one that comes to it leaves a file NAME.limit
# behind, so that it is not tried again with the same limit, and ends its range: larger boards take longer. Such
# jobs are not failures.
#
# A result that DIR (default results/batch) holds already is skipped, a job that fails does not end the
# batch, and the last line says how many failed; they are the exit code too (at most 100). VUELTA names the
# program; without it target/release/vuelta is built and taken.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/results/batch
jobs= limit=
forms=(json csv)
usage() { echo "usage: ${0##*/} [--out DIR] [--json] [--time-limit DURATION] JOBS" >&2; exit 2; }
while (($#)); do
    case $1 in
        --out) (($# >= 2)) || usage; out=$2; shift 2 ;;
        --json) forms=(json); shift ;;
        --time-limit) (($# >= 2)) || usage; limit=$2; shift 2 ;;
        -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
        -?*) usage ;;
        *) [[ -z $jobs ]] || usage; jobs=$1; shift ;;
    esac
done
[[ -n $jobs ]] || usage
[[ -r $jobs && ! -d $jobs ]] || { echo "error: the job list '$jobs' cannot be read" >&2; exit 2; }
if [[ -z ${VUELTA:-} ]]; then
    cargo build --release --quiet --manifest-path "$root/Cargo.toml"
    VUELTA=$root/target/release/vuelta
fi
mkdir -p "$out"

failed=0 counted=0 skipped=0 late=0

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
        echo "$name: $(paste -sd' ' "$part/numbers")"
        counted=$((counted + 1))
    elif ((status == 124)) && [[ -n $limit ]]; then
        echo "$limit" >"$out/$name.limit"
        echo "$name: longer than $limit"
        late=$((late + 1))
    else
        echo "$name: failed with exit code $status: $(head -n 1 "$part/errors")" >&2
        failed=$((failed + 1))
    fi
    rm -rf "$part"
    ((status != 124)) || [[ -z $limit ]]
}

while IFS= read -r line || [[ -n $line ]]; do
    # As other systems write texts: with a mark at the beginning, with a carriage return at the end of each line.
    line=${line#$'\xef\xbb\xbf'}
    line=${line//$'\r'/}
    read -ra words <<<"${line%%#*}"
    ((${#words[@]})) || continue
    if [[ ${words[0]} == queens && ${words[1]:-} =~ ^([0-9]{1,2})-([0-9]{1,2})$ ]]; then
        first=$((10#${BASH_REMATCH[1]})) last=$((10#${BASH_REMATCH[2]}))
        ((first <= last)) || { printf 'error: the range in %q runs backwards\n' "${line:0:60}" >&2; failed=$((failed + 1)); }
        for ((n = first; n <= last; n++)); do count queens "$n" "${words[@]:2}" || break; done
    elif [[ ${words[0]} == queens || ${words[0]} == senku ]]; then
        count "${words[@]}" || true
    else
        printf 'error: %q is no job: a job begins with queens or senku\n' "${line:0:60}" >&2
        failed=$((failed + 1))
    fi
done <"$jobs"

echo "$counted counted, $skipped there already, $failed failed$( ((late == 0)) || echo ", $late longer than $limit")"
exit $((failed > 100 ? 100 : failed))
