#!/usr/bin/env bash
# Times Vuelta beside other programs that count the same, in turn and on as many threads, and checks their answers.
#
#     scripts/peers.sh [--dir DIR] [--pairs K] [--threads T] [--limit DURATION] [--out FOLDER] [--list FILE] [BOARD...]
#
# The programs are those of scripts/peers.tsv (or FILE), which says how each is run and what it counts. Vuelta and the textbook search
# in C (scripts/textbook.c) are built here. Every other one is run from DIR/NAME, where you have built it as its page says: the list
# says how the executable is called there. One that is not there is named with its page, and the rest goes on. The commit
# is what git says of DIR/NAME; compiler, version and flags are the line that you write into DIR/NAME/BUILD. What is not
# known is left out. A BOARD is a size or the name of a Senku board; without one they are 16, 18 and english.
#
# On each board every program runs once without being timed, and then K times (default 9) in rounds: a b c, c b a, a b c, ... The
# timed runs of one program on one board may take DURATION together (90s, 5m, 1h; default 5m): a slow program gets fewer, at least one,
# and a run that alone takes longer is ended. T is by default the number of processors. Let nothing else run meanwhile.
#
# Times are those of whole processes, ours too, whatever a program prints about itself. The table has for each program the median,
# the least and the most in seconds, the median of the ratios program / vuelta of the rounds, and between what the middle
# half of these lies. FOLDER gets the same as peers.csv and peers.json, with the machine; they replace those of before. Exit code 3 where an answer
# is wrong, else 1 where a program fails, else 124 where one took too long. VUELTA names a program that is built already.
set -euo pipefail
export LC_ALL=C # EPOCHREALTIME, sort and awk: a point in numbers
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/scripts/quantile.sh"

usage() { echo "usage: ${0##*/} [--dir DIR] [--pairs K] [--threads T] [--limit DURATION] [--out FOLDER] [--list FILE] [BOARD...]" >&2; exit 2; }
refuse() { echo "error: $*" >&2; exit 2; }
dir='' pairs=9 threads='' limit=5m out='' list=$root/scripts/peers.tsv boards=()
while (($#)); do
    case $1 in
        -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
        --dir | --pairs | --threads | --limit | --out | --list) (($# >= 2)) && [[ -n $2 ]] || usage; declare "${1#--}=$2"; shift 2 ;;
        -*) usage ;;
        *) boards+=("$1"); shift ;;
    esac
done
((${#boards[@]})) || boards=(16 18 english)
[[ $pairs =~ ^[1-9][0-9]{0,3}$ ]] || refuse "'$pairs' is no number of pairs from 1 to 9999"
[[ $threads =~ ^([1-9][0-9]{0,3})?$ ]] || refuse "'$threads' is no number of threads from 1 to 9999"
[[ $limit =~ ^([1-9][0-9]{0,5})(s|m|min|h)$ ]] || refuse "'$limit' is no time; examples are 90s, 5m and 1h"
case ${BASH_REMATCH[2]} in s) limit=${BASH_REMATCH[1]} ;; h) limit=$((BASH_REMATCH[1] * 3600)) ;; *) limit=$((BASH_REMATCH[1] * 60)) ;; esac
[[ -z $dir || -d $dir ]] || refuse "there is no folder '$dir'"
[[ -z $dir ]] || dir=$(realpath "$dir")

# The list, an array for each column.
names=() pages=() whats=() sizes=() environments=() commands=() patterns=()
[[ -r $list && ! -d $list ]] || refuse "the list '$list' cannot be read"
number=0
while IFS=$'\t' read -r name page what size environment command pattern || [[ -n $name ]]; do
    number=$((number + 1))
    [[ -n $name && $name != '#'* ]] || continue
    [[ $name =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ && $page =~ ^[^,\"\\]+$ && $what =~ ^[a-z-]+$ && -n $pattern ]] ||
        refuse "line $number of '$list' has not the seven columns that it should have"
    names+=("$name") pages+=("${page#-}") whats+=("$what") sizes+=("$size")
    environments+=("${environment#-}") commands+=("$command") patterns+=("$pattern")
done <"$list"

# is_for ROW BOARD: whether the program of this row counts this board.
is_for() {
    local part parts
    IFS=, read -ra parts <<<"${sizes[$1]}"
    for part in "${parts[@]}"; do
        [[ $part != "$2" ]] || return 0
        if [[ $2 =~ ^[1-9][0-9]?$ && $part =~ ^([1-9][0-9]*)-([1-9][0-9]*)$ ]]; then
            (($2 < BASH_REMATCH[1] || $2 > BASH_REMATCH[2])) || return 0
        fi
    done
    return 1
}
# subjects BOARD: what vuelta counts on it, and with that the others.
subjects() {
    local row
    for row in "${!names[@]}"; do
        if [[ ${names[row]} == vuelta ]] && is_for "$row" "$1"; then echo "${whats[row]}"; fi
    done
}
for board in "${boards[@]}"; do
    [[ $board =~ ^[A-Za-z0-9]+$ && -n $(subjects "$board") ]] || refuse "vuelta counts no board '$board' in '$list'"
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [[ -z ${VUELTA:-} ]]; then
    (cd "$root" && cargo build --release --locked --quiet)
    VUELTA=${CARGO_TARGET_DIR:-$root/target}/release/vuelta
fi
# A copy, which no build changes meanwhile.
cp "$(type -P "$VUELTA")" "$scratch/vuelta"
machine=$("$scratch/vuelta" info --json)
of_machine() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",]*\).*/\1/p" <<<"$machine"; }
[[ -n $threads ]] || threads=$(of_machine processors)
textbook_flags='-O3 -march=native -pthread' compiler=$(type -P "${CC:-cc}" || true)
read -ra words <<<"$textbook_flags"
if [[ -n $compiler ]] && ! "$compiler" "${words[@]}" -o "$scratch/textbook" "$root/scripts/textbook.c" 2>"$scratch/errors"; then
    echo "the textbook search cannot be built: $(head -n 1 "$scratch/errors")" >&2
fi

# told ROW: the commit and the build of the program of this row, as far as they are known.
told() {
    local folder=$dir/${names[$1]}
    commit='' build=''
    case ${commands[$1]} in
        '{vuelta}'*) commit=$(of_machine commit) build="$(of_machine rustc); $(of_machine target)" ;;
        '{textbook}'*) build="$("$compiler" --version | head -n 1) $textbook_flags" ;;
        *)
            # Not the commit of a repository that the folder lies in.
            [[ $(git -C "$folder" rev-parse --show-toplevel 2>/dev/null) != "$(realpath "$folder")" ]] ||
                commit=$(git -C "$folder" rev-parse --short=12 HEAD 2>/dev/null) || true
            [[ ! -r $folder/BUILD ]] || IFS= read -r build <"$folder/BUILD" || true
            ;;
    esac
    # It needs quotes in neither CSV nor JSON then.
    build=${build//[[:cntrl:]\"\\]/}
    build=${build//,/;}
}

# prepare ROW: sets command, environment and folder for the board. Gives 1, and why as reason, if the program cannot be run.
prepare() {
    local word words
    folder=$scratch command=() environment=() reason=''
    [[ ${commands[$1]} != *'{dir}'* ]] || folder=${dir:+$dir/${names[$1]}}
    read -ra words <<<"${environments[$1]} -- ${commands[$1]}"
    for word in "${words[@]}"; do
        word=${word//'{n}'/"$board"} word=${word//'{threads}'/"$threads"} word=${word//'{dir}'/"$folder"}
        word=${word//'{vuelta}'/"$scratch/vuelta"} word=${word//'{textbook}'/"$scratch/textbook"}
        command+=("$word")
    done
    while [[ ${command[0]} != -- ]]; do environment+=("${command[0]}") command=("${command[@]:1}"); done
    command=("${command[@]:1}")
    if [[ -z $folder || ! -d $folder ]] || ! type -P "${command[0]}" >/dev/null; then
        reason="not built here${pages[$1]:+: ${pages[$1]}}"
    elif [[ $threads != 1 && "${environments[$1]} ${commands[$1]}" != *'{threads}'* ]]; then
        reason='has one thread only'
    fi
    [[ -z $reason ]]
}

# run ROW: runs it once. Sets micros, answer and status, which is `ok` or what is wrong. The answer has to be `expected`, if that is known.
run() {
    local code=0 line start
    prepare "$1" || true
    start=$EPOCHREALTIME
    # What the shell says of a program that was killed is of no use.
    { (
        cd "$folder"
        ((${#environment[@]} == 0)) || declare -x "${environment[@]}"
        exec timeout --foreground --kill-after 5 "$limit" "${command[@]}"
    ) >"$scratch/output" 2>&1 </dev/null; } 2>/dev/null || code=$?
    micros=$((${EPOCHREALTIME/./} - ${start/./}))
    answer=''
    while [[ -z $answer ]] && IFS= read -r line; do
        [[ ! $line =~ ${patterns[$1]} ]] || answer=${BASH_REMATCH[1]}
    done <"$scratch/output"
    [[ $answer =~ ^[0-9]+$ ]] || answer=''
    if ((micros >= limit * 1000000)); then
        status='time limit'
    elif [[ -n $answer && $answer != "${expected:-$answer}" ]] || [[ ${names[$1]} == vuelta && $code == 3 ]]; then
        status='wrong answer'
    elif ((code)); then
        status="exit code $code"
    elif [[ -z $answer ]]; then
        status='no answer'
    else
        status=ok
    fi
}

# rounds ROWS...: runs them in turn, there and back, each as often as it may. $scratch/ROW gets a line for each: round and seconds.
rounds() {
    local round row order
    for ((round = 0; round < pairs; round++)); do
        order=()
        for row in "$@"; do if ((round % 2)); then order=("$row" "${order[@]}"); else order+=("$row"); fi; done
        for row in "${order[@]}"; do
            ((round < most[row])) && [[ ${state[row]} == ok ]] || continue
            run "$row"
            state[row]=$status found[row]=$answer
            awk -v round="$round" -v micros="$micros" 'BEGIN { printf "%d %.6f\n", round, micros / 1e6 }' >>"$scratch/$row"
        done
    done
}

# measure WHAT: what the programs for it take on the board, as rows of the table and of the files.
measure() {
    local row rows=() reference='' expected=''
    state=() found=() most=()
    for row in "${!names[@]}"; do
        if [[ ${whats[row]} != "$1" ]] || ! is_for "$row" "$board"; then continue; fi
        rows+=("$row")
        prepare "$row" || { state[row]=$reason; continue; }
        [[ -n $expected || ${names[row]} == vuelta ]] || { state[row]='nothing to compare with'; continue; }
        run "$row"
        state[row]=$status found[row]=$answer most[row]=$((limit * 1000000 / (micros + 1)))
        ((most[row])) || most[row]=1
        : >"$scratch/$row"
        [[ ${names[row]} != vuelta ]] || { reference=$row; [[ $status != ok ]] || expected=$answer; }
    done
    rounds "${rows[@]}"
    for row in "${rows[@]}"; do write "$row" "$reference"; done
}

# write ROW REFERENCE: the row's line of the table, and where it ran a line of both files.
write() {
    local row=$1 median='' least='' greatest='' ratio='' low='' high='' runs=0
    case ${state[row]} in
        'wrong answer') failed=3 ;;
        'exit code '* | 'no answer') ((failed == 3)) || failed=1 ;;
        'time limit') ((failed)) || failed=124 ;;
    esac
    printf '%-24s %-10s ' "${whats[row]} $board" "${names[row]}"
    if [[ ${state[row]} == ok ]]; then
        seconds() { cut -d ' ' -f 2 "$scratch/$row" | quantile "$1"; }
        runs=$(wc -l <"$scratch/$row") median=$(seconds 0.5) least=$(seconds 0) greatest=$(seconds 1)
        printf '%11.6f %11.6f %11.6f %4d' "$median" "$least" "$greatest" "$runs"
        if [[ ${state[$2]} == ok ]]; then
            awk 'NR == FNR { ours[$1] = $2; next } ours[$1] > 0 { print $2 / ours[$1] }' "$scratch/$2" "$scratch/$row" >"$scratch/ratios"
            ratio=$(quantile 0.5 <"$scratch/ratios") low=$(quantile 0.25 <"$scratch/ratios") high=$(quantile 0.75 <"$scratch/ratios")
            printf ' %10.3f   %.3f to %.3f' "$ratio" "$low" "$high"
        fi
        echo
    else
        echo "${state[row]}${found[row]:+ (${found[row]})}"
    fi
    [[ -n ${most[row]:-} ]] || return 0
    told "$row"
    keep "${names[row]}" "$commit" "$build" "$board" "$threads" "$runs" "$median" "$least" "$greatest" "${found[row]}" \
        "${whats[row]}" "${pages[row]}" "$ratio" "$low" "$high" "${state[row]}"
}

# keep FIELDS...: one more line of both files, without what is not known in JSON.
keep() {
    local fields=("$@") i sign=''
    csv+=$(IFS=,; echo "${fields[*]}")$'\n'
    json+=${json:+,$'\n'}'    {'
    for i in "${!fields[@]}"; do
        [[ -n ${fields[i]} ]] || continue
        case ${columns[i]} in
            threads | runs | *_seconds | ratio*) json+="$sign\"${columns[i]}\": ${fields[i]}" ;;
            *) json+="$sign\"${columns[i]}\": \"${fields[i]}\"" ;;
        esac
        sign=', '
    done
    json+='}'
    files
}

# files: what was measured so far, each by a draft that takes the file's place.
files() {
    [[ -n $out ]] || return 0
    (IFS=,; printf '%s\n' "${columns[*]}"; printf '%s' "$csv") >"$out/.peers.csv"
    printf '{\n  "machine": %s,\n  "peers": [\n%s\n  ]\n}\n' "$machine" "$json" >"$out/.peers.json"
    mv "$out/.peers.csv" "$out/peers.csv"
    mv "$out/.peers.json" "$out/peers.json"
}

columns=(program commit build n threads runs median_seconds min_seconds max_seconds answer what page ratio ratio_low ratio_high status)
csv='' json='' failed=0
[[ -z $out ]] || mkdir -p "$out"
echo "$(of_machine processor), threads: $threads; whole processes in seconds"
printf '%-24s %-10s %11s %11s %11s %4s %10s   %s\n' count program median least most runs "x vuelta" 'its middle half'
for board in "${boards[@]}"; do
    for what in $(subjects "$board"); do measure "$what"; done
done
exit "$failed"
