#!/usr/bin/env bash
# Is what stands here faster than an earlier commit?
#
#     scripts/bench_vs_previous.sh [--pairs K] [COMMIT] [-- ARGUMENTS OF vuelta]
#
# Builds COMMIT (default HEAD~1) and the sources as they are now, both in release, and runs the two in turn, in pairs
# A B, B A, A B, ...: what the machine does beside them, and how warm it is, meets both alike. Each command gets one run
# of each that is not timed, then K pairs (default 11; 3 at most where one of these took more than 5 s). Without ARGUMENTS the
# commands are N-queens from 8 to 20 on all threads, 18 in plain code, the list of 14, and Senku on 33 and 37 holes; given ones get
# --quiet. What the two print, lists too, must be the same (exit code 3), so that commands that print times cannot be compared.
#
# The table has the median time of each in seconds (start of the process included), the median of the ratios present / previous of
# the pairs, and between what the middle half of these ratios lies: 1 in that range says that no difference was seen.
# PREVIOUS and VUELTA name programs that are built already. COMMIT's dependencies are kept in target/previous.
set -euo pipefail
export LC_ALL=C # EPOCHREALTIME and awk: a point in numbers
cd "$(dirname "$0")/.."
. scripts/quantile.sh

usage() { echo "usage: ${0##*/} [--pairs K] [COMMIT] [-- ARGUMENTS OF vuelta]" >&2; exit 2; }
refuse() { echo "error: $*" >&2; exit 2; }
commit='' pairs=11
commands=('queens count 8' 'queens count 16' 'queens count 17' 'queens count 18' 'queens count 18 --isa portable' 'queens count 20' 'queens list 14' 'senku count english' 'senku count european')
given=()
while (($#)); do
    case $1 in
        -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
        --pairs) (($# >= 2)) || usage; pairs=$2; shift 2 ;;
        --) shift; (($#)) || usage; given=("$@"); break ;;
        -*) usage ;;
        *) [[ -z $commit ]] || usage; commit=$1; shift ;;
    esac
done
[[ $pairs =~ ^[1-9][0-9]{0,3}$ ]] || refuse "'$pairs' is no number of pairs from 1 to 9999"
for word in "${given[@]}"; do [[ $word != --json ]] || refuse "--json prints times, which differ in each run"; done

folder=$(mktemp -d)
worktree=
trap '[[ -z $worktree ]] || git worktree remove --force "$worktree" || true; rm -rf "$folder"' EXIT

# The earlier program. Its target folder is its own, so that neither build makes the other's anew.
if [[ -z ${PREVIOUS:-} ]]; then
    commit=$(git rev-parse --verify --quiet "${commit:-HEAD~1}^{commit}") || refuse "'${commit:-HEAD~1}' is no commit of this repository"
    git worktree add --quiet --detach "$folder/sources" "$commit"
    worktree=$folder/sources
    echo "building $(git log -1 --format='%h %s' "$commit")" >&2
    CARGO_TARGET_DIR=$PWD/target/previous cargo build --release --locked --quiet --manifest-path "$worktree/Cargo.toml"
    PREVIOUS=$folder/previous
    cp target/previous/release/vuelta "$PREVIOUS"
    # The temporary folder's name is part of these: no later build takes them.
    rm -f target/previous/release/deps/*vuelta-*
fi
if [[ -z ${VUELTA:-} ]]; then
    echo "building the sources as they are" >&2
    cargo build --release --locked --quiet
    # A copy, which no build changes meanwhile.
    VUELTA=$folder/present
    cp "${CARGO_TARGET_DIR:-target}/release/vuelta" "$VUELTA"
fi

# run NAME WORD...: puts the program's answer into $folder/answer-NAME, and says how long it took in microseconds.
run() {
    local start=$EPOCHREALTIME status=0
    "${!1}" "${@:2}" --quiet >"$folder/answer-$1" 2>"$folder/errors" </dev/null || status=$?
    micros=$((${EPOCHREALTIME/./} - ${start/./}))
    ((status == 0)) || { echo "error: '${*:2}' ends with exit code $status: $(head -n 1 "$folder/errors")" >&2; exit 1; }
}

# both FIRST SECOND: runs the command with the two programs, and sets what they took.
both() {
    local name
    declare -gA took=()
    for name in "$@"; do
        run "$name" "${command[@]}"
        took[$name]=$micros
    done
    cmp -s "$folder/answer-$1" "$folder/answer-$2" || {
        beginning() { head -c 60 "$folder/answer-$1"; }
        echo "error: '${command[*]}' gives different answers: '$(beginning "$1")' by $1 and '$(beginning "$2")' by $2" >&2
        exit 3
    }
}

# One line of the table: columns of the times in $folder/times are previous, present, and the ratio of the two.
row() {
    column() { cut -d ' ' -f "$1" "$folder/times" | quantile "$2"; }
    printf '%-34s %9.4f %9.4f %8.3f   %.3f to %.3f %5d\n' "${command[*]}" \
        "$(column 1 0.5)" "$(column 2 0.5)" "$(column 3 0.5)" "$(column 3 0.25)" "$(column 3 0.75)" "$most"
}

measure() {
    local most=$pairs
    both PREVIOUS VUELTA
    ((most <= 3 || (took[PREVIOUS] <= 5000000 && took[VUELTA] <= 5000000))) || most=3
    : >"$folder/times"
    for ((pair = 0; pair < most; pair++)); do
        if ((pair % 2)); then both VUELTA PREVIOUS; else both PREVIOUS VUELTA; fi
        awk -v a="${took[PREVIOUS]}" -v b="${took[VUELTA]}" 'BEGIN { printf "%.6f %.6f %.6f\n", a / 1e6, b / 1e6, b / a }' >>"$folder/times"
    done
    row
}

printf '%-34s %9s %9s %8s   %-14s %5s\n' 'medians, seconds' previous present ratio 'its middle half' pairs
if ((${#given[@]})); then
    command=("${given[@]}")
    measure
else
    for words in "${commands[@]}"; do read -ra command <<<"$words"; measure; done
fi
