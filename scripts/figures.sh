#!/usr/bin/env bash
# The measured figures of README.md and doc/, from the result files: what stands between `<!-- figures: NAME -->` and
# `<!-- end of figures -->` is what the function of that name below prints.
#
#     scripts/figures.sh            writes them
#     scripts/figures.sh --check    only compares
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
[[ $# == 0 || ($# == 1 && $1 == --check) ]] || { echo "usage: ${0##*/} [--check]" >&2; exit 2; }

# The series that is quoted: one machine, one commit.
from=results/2026-11-zen4
best="engine-halves-isa-avx512"

# value FILE FIELD: a field of a result's own, which --export indents by two blanks.
value() { sed -n "s/^  \"$2\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$from/$1.json" | grep . || { echo "$from/$1.json has no $2" >&2; exit 1; }; }
# environment FILE FIELD: likewise of its environment.
environment() { sed -n "s/^    \"$2\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$from/$1.json" | grep .; }
# seconds X: with three digits.
seconds() {
    awk -v s="$1" 'BEGIN {
        unit = " s"
        if (s < 1) { s *= 1000; unit = " ms" }
        if (s >= 1000) { s /= 60; unit = " min" }
        form = "%.2f"
        if (s >= 9.995) form = "%.1f"
        if (s >= 99.95) form = "%.0f"
        printf form "%s", s, unit }'
}
time_of() { seconds "$(value "$1" seconds)"; }
# grouped X: a whole number with commas; round X DIGITS: X with so many digits that count.
grouped() { awk -v x="$1" 'BEGIN { s = sprintf("%.0f", x); while (match(s, /[0-9][0-9][0-9][0-9]+/)) { n = RSTART + RLENGTH - 4; s = substr(s, 1, n) "," substr(s, n + 1) } print s }'; }
round() { awk -v x="$1" -v d="$2" 'BEGIN { p = 10 ^ (int(log(x) / log(10)) + 1 - d); if (p < 1) printf "%.1f", x; else printf "%.0f", int(x / p + 0.5) * p }'; }
machine() { echo "two threads of an $(environment "queens-16-$best-threads-2" processor) ($(environment "queens-16-$best-threads-2" microarchitecture), AVX-512)"; }

# Other programs beside ours: the last file by its folder's name. Only newer ones have a peers.json, which names the machine.
peers=$(printf '%s\n' results/*/peers.csv | tail -n 1)
# peer PROGRAM N [WHAT]: the median of the runs that were made in turn with the others; nothing where there is none.
peer() { awk -F, -v program="$1" -v n="$2" -v what="${3:-queens}" '$1 == program && $4 == n && ($11 == "" ? "queens" : $11) == what { print $7 }' "$peers"; }
of_peers() { sed -n "s/^  \"machine\": .*\"$1\":\"\([^\"]*\)\".*/\1/p" "${peers%.csv}.json"; }
peers_machine() {
    if [[ -e ${peers%.csv}.json ]]; then
        local threads isa=''
        threads=$(awk -F, 'NR == 2 { print $5 == 1 ? "one thread" : $5 == 2 ? "two threads" : $5 " threads" }' "$peers")
        ! grep -q '^  "machine": .*"isas":.*"avx512"' "${peers%.csv}.json" || isa=', AVX-512'
        echo "$threads of an $(of_peers processor) ($(of_peers microarchitecture)$isa)"
    else
        machine
    fi
}

speed() {
    local program column n what line filled median columns=('16 queens' '18 queens') on=''
    echo "On $(peers_machine), each program in turn with the others, median of their runs"
    echo "([peers.csv]($peers) has commits, compiler flags and spread):"
    echo
    line='| | N = 16 | N = 18 |' filled='|---|---:|---:|'
    for what in solutions 'winning positions'; do
        [[ -n $(peer vuelta english "senku-${what%% *}") ]] || continue
        columns+=("english senku-${what%% *}") line+=" Senku, 33 holes: $what |" filled+='---:|'
    done
    printf '%s\n' "$line" "$filled"
    for program in vuelta Kluev m-queens textbook feschber; do
        case $program in
            vuelta) line='| `vuelta`' ;;
            Kluev) line="| [Kluev's](https://github.com/EvgenyKluev/N-Queens-Count-Sol)" ;;
            m-queens) line='| [m-queens](https://github.com/sudden6/m-queens)' ;;
            textbook) line='| [the textbook search in C](scripts/textbook.c)' ;;
            feschber) line="| [feschber's](https://github.com/feschber/peg-solitaire)" ;;
        esac
        filled=''
        for column in "${columns[@]}"; do
            read -r n what <<<"$column"
            median=$(peer "$program" "$n" "$what")
            line+=" | ${median:+$(seconds "$median")}" filled+=$median
        done
        [[ -z $filled ]] || echo "$line |"
    done
    [[ $(peers_machine) == "$(machine)" ]] || on="On $(machine) "
    echo
    echo "${on}N = 20 takes $(time_of "queens-20-$best-threads-2"), N = 21 $(time_of "queens-21-$best-threads-2"), and both numbers of Senku on 33 holes $(time_of senku-english-engine-dense-isa-avx512-threads-2)."
    echo "The textbook search (\`--engine backtrack\`) takes $(time_of queens-16-engine-backtrack-threads-2) for N = 16."
    echo "With AVX2 N = 18 takes $(ratio avx2) times as long, in plain code $(ratio portable) times."
}
ratio() {
    awk -v a="$(value "queens-18-engine-halves-isa-$1-threads-2" seconds)" -v b="$(value "queens-18-$best-threads-2" seconds)" \
        'BEGIN { printf "%.1f", a / b }'
}

# instructions COMMAND: those of NEON, as a ratio to those of portable code.
instructions() { awk -F, -v command="$1" '$2 == command { printf "%.2f", $5 }' results/2026-11/arm-instructions.csv; }
# static WHAT: the static program's median time, as a ratio to the usual one's.
static() { awk -F, -v command="$1" '$1 == command && $4 == "static" { printf "%.2f", $10 }' results/2026-11-zen5/previous-pairs.csv; }
arm() {
    echo "Speed on ARM is not known: an emulator tells instructions, not time. NEON takes $(instructions 'queens count 16') of those of portable code for"
    echo "N = 16, $(instructions 'queens count 18') for N = 18 and $(instructions 'senku count') for Senku on 33 holes"
    echo "([arm-instructions.csv](results/2026-11/arm-instructions.csv), by \`scripts/arm_instructions.sh\`). The static Linux program takes $(static 'queens count 16 -t2') of the usual"
    echo "one's time for N = 16, $(static 'queens count 18 -t2') for N = 18 and $(static 'queens list 14 -t2') for the list of N = 14 ([previous-pairs.csv](results/2026-11-zen5/previous-pairs.csv))."
}

# digits FILE FIELD: a whole number of any length with commas.
digits() { value "$1" "$2" | sed ':again; s/\([0-9]\)\([0-9]\{3\}\)\($\|,\)/\1,\2\3/; t again'; }
diamond() {
    local from=results/2026-11-zen5 record=senku-diamond-threads-2
    echo "The diamond of 41 holes from its centre, counted whole on $(date -u -d "@$(environment $record ended_unix)" '+%-d %B %Y') in $(time_of $record) on two threads of an"
    echo "$(environment $record processor) ($(environment $record microarchitecture)): **$(digits $record games) games**, none of which is won, and $(digits $record positions)"
    echo "positions up to symmetry ([record]($from/$record.json)). We know of one count of it before, B. Butler's."
}

# The largest boards that were counted whole, on one machine.
largest() {
    local from=results/2026-11-zen5 n record texts=()
    for n in 21 22 23; do
        record=queens-$n-$best-threads-2
        texts+=("N = $n in $(time_of $record) ([record]($from/$record.json))")
    done
    echo "The largest that we have counted whole is N = $n: on two threads of an $(environment $record processor) ($(environment $record microarchitecture))"
    echo "${texts[0]}, ${texts[1]} and ${texts[2]}."
}

# is_sampled N: whether the sample was large enough to say something. core_hours N: rounded; bounds N: the interval of
# 95 % for them, which is that of the time.
is_sampled() { grep -q '^  "low": [0-9]' "$from/estimate-$1.json"; }
core_hours() { is_sampled "$1" && grouped "$(round "$(value "estimate-$1" core_hours)" 2)" || echo "too few samples"; }
bounds() {
    local hours bound texts=()
    is_sampled "$1" || return 0
    hours=$(value "estimate-$1" core_hours)
    for bound in low high; do
        texts+=("$(grouped "$(round "$(awk -v h="$hours" -v b="$(value "estimate-$1" $bound)" -v s="$(value "estimate-$1" seconds)" 'BEGIN { print h * b / s }')" 2)")")
    done
    echo "${texts[0]} to ${texts[1]}"
}

estimate() {
    echo "Our own estimate for N = 27 is $(core_hours 27) core-hours (95 %: $(bounds 27), from $(sampled 27) subproblems)."
}

# sampled N: how many of its subproblems, or of those of smaller boards.
sampled() {
    local samples
    samples=$(grouped "$(value "estimate-$1" samples)")
    case $(value "estimate-$1" extrapolated) in
        true) echo "$samples of smaller boards" ;;
        *) echo "$samples of $(grouped "$(value "estimate-$1" subproblems)")" ;;
    esac
}
# Graphics cards, as others print them. One card: seconds of N = 20, 21 and 22; eight RTX 5090: seconds of N = 26 and 27, and
# the days that are projected for 28. From README.md and logs/5090.log of github.com/ygch/n_queens (commit dba7b01; its last
# log, of 13 August to 15 September 2025) and README.md of github.com/olepoeschl/NQueensFAF (commit 0356bc7).
rtx5090=(2.778 21.242 180.364) rtx4090=(3.636 28.551 245.090) rtx3080=(5.85 48 416)
eight_rtx5090=([26]=218591.696 [27]=2455104.768) projected_days=340
card_hours() { awk -v s="${eight_rtx5090[$1]}" 'BEGIN { print s * 8 / 3600 }'; }
# worth OURS THEIRS: how many of our cores one card is worth, from the time that each needs alone.
worth() { awk -v a="$1" -v b="$2" 'BEGIN { printf a / b < 9.95 ? "%.1f" : "%.0f", a / b }'; }
on_one_core() { awk -v s="$(value "queens-$1-$best-threads-2" seconds)" 'BEGIN { print 2 * s }'; }
cards() {
    local time n row
    echo "| | N = 20 | N = 21 | N = 22 | N = 26 | N = 27 | N = 28 |"
    echo "|---|---:|---:|---:|---:|---:|---:|"
    row='| RTX 5090 [(ygch)](https://github.com/ygch/n_queens)'
    for time in "${rtx5090[@]}"; do row+=" | $(seconds "$time")"; done
    for n in 26 27; do row+=" | $(grouped "$(card_hours $n)") h"; done
    echo "$row | $(grouped $((projected_days * 24 * 8))) h (projected) |"
    row='| RTX 4090 (ygch)'
    for time in "${rtx4090[@]}"; do row+=" | $(seconds "$time")"; done
    echo "$row | | | |"
    row='| RTX 3080 [(NQueensFAF)](https://github.com/olepoeschl/NQueensFAF)'
    for time in "${rtx3080[@]}"; do row+=" | $time s"; done
    echo "$row | | | |"
    echo "| \`vuelta\` on two threads | $(time_of "queens-20-$best-threads-2") | $(time_of "queens-21-$best-threads-2") | | | | |"
    echo "| \`vuelta\`, core-hours (sampled) | | | | $(core_hours 26) | $(core_hours 27) | $(core_hours 28) |"
    row='| our cores that one RTX 5090 is worth'
    for n in 20 21; do row+=" | $(worth "$(on_one_core $n)" "${rtx5090[n - 20]}")"; done
    row+=' |'
    for n in 26 27; do row+=" | $(is_sampled $n && worth "$(value "estimate-$n" core_hours)" "$(card_hours $n)")"; done
    echo "$row | |"
}

gibibytes() { awk -v b="$1" 'BEGIN { printf "%.1f GiB", b / 2 ^ 30 }'; }
mebibytes() { awk -v b="$1" 'BEGIN { printf "%.1f MiB", b / 2 ^ 20 }'; }
plan() {
    local n rows=('| core-hours' '| 95 % interval of them' '| subproblems sampled' '| memory for one' '| ledger')
    echo "| | N = 26 | N = 27 | N = 28 |"
    echo "|---|---:|---:|---:|"
    for n in 26 27 28; do
        rows[0]+=" | $(core_hours $n)"
        rows[1]+=" | $(bounds $n)"
        rows[2]+=" | $(sampled $n)"
        rows[3]+=" | $(gibibytes "$(value estimate-$n memory_bytes_per_subproblem)")"
        rows[4]+=" | $(mebibytes "$(value estimate-$n ledger_bytes)")"
    done
    printf '%s |\n' "${rows[@]}"
    echo
    echo "Sampled on $(machine)."
}

# wall HOURS CORES: as long as so many core-hours take on so many cores.
wall() {
    awk -v h="$1" -v c="$2" 'BEGIN { h /= c; if (h < 60) printf "%.0f hours", h; else if (h < 24 * 60) printf "%.0f days", h / 24; else printf "%.0f months", h / 730 }'
}
walls() {
    local hours
    hours=$(value estimate-27 core_hours)
    echo "| machine | N = 27 |"
    echo "|---|---:|"
    echo "| a workstation, 16 cores | $(wall "$hours" 16) |"
    echo "| a node of 2 x 96 cores | $(wall "$hours" 192) |"
    echo "| 16 nodes of 64 cores, four tasks of 16 cores on each | $(wall "$hours" 1024) |"
}
shards() {
    awk -v h="$(value estimate-27 core_hours)" 'BEGIN { printf "At N = 27 a shard takes some %.0f core-hours, %.0f minutes of a task.\n", h / 1000, h / 16000 * 60 }'
}
# A subproblem of N = 26 has about 35 million half boards, each of which is written and read twice in 32 bytes.
bandwidth() {
    awk -v h="$(value estimate-26 core_hours)" -v n="$(value estimate-26 subproblems)" 'BEGIN {
        s = h * 3600 / n; rate = 35e6 * 64 / s / 1e9
        printf "A core writes and reads its lists from memory: 32 bytes for each half board that is made and sorted, and about as\n"
        printf "many when it is joined. At N = 26 that is 35 million of them in %.1f s, some %.1f GB/s; a node of 64 cores would need %.0f GB/s.\n", s, rate, 64 * rate }'
}

dense() {
    echo "English, centre, on $(machine): $(time_of senku-english-engine-dense-isa-avx512-threads-2),"
    echo "and on one of them $(time_of senku-english-engine-dense-isa-avx512-threads-1), with AVX2 $(time_of senku-english-engine-dense-isa-avx2-threads-1), in plain code $(time_of senku-english-engine-dense-isa-portable-threads-1)."
    echo "European, centre: $(time_of senku-european-engine-dense-isa-avx512-threads-2) on two threads."
}

# phases: a row for each step, a column for each N.
phases() {
    local file=results/2026-11-zen5/phases.csv
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) name[i] = $i; next } { for (i = 1; i <= NF; i++) value[i, NR - 1] = $i; rows = NR - 1 }
        function row(i, title, form,    r) { printf "| %s", title; for (r = 1; r <= rows; r++) printf " | " form, value[i, r]; print " |" }
        END {
            row(1, "N", "%s"); printf "|---"; for (r = 1; r <= rows; r++) printf "|---:"; print "|"
            for (i = 5; i <= 13; i++) { gsub(/_/, " ", name[i]); sub(/look ups/, "look-ups", name[i]); row(i, name[i] ", %", "%.0f") }
            row(14, "leaves", "%.0f"); row(15, "patterns of a leaf", "%.0f"); row(16, "items of a leaf", "%.0f"); row(17, "loads for a look-up", "%.1f")
        }' "$file"
}

# gains: by how much subproblems became faster, and what large boards take now.
gains() {
    local from=results/2026-11-zen5 n texts=()
    awk -F, 'FNR > 1 { printf "%s%s at N = %s", (lines++ ? ", " : "Time of the same subproblems, as a ratio to commit bc4a81e: "), $9, $1 } END { print "" }' "$from"/large-n-pairs{,-28}.csv
    echo "([large-n-pairs.csv](../$from/large-n-pairs.csv) and [large-n-pairs-28.csv](../$from/large-n-pairs-28.csv) have the spread). Estimates in"
    for n in 26 27 28; do texts+=("$(core_hours $n) for N = $n (95 %: $(bounds $n), from $(sampled $n) subproblems)"); done
    echo "core-hours on the same machine: ${texts[0]}, ${texts[1]}, ${texts[2]}."
}

# A row for each kind of condition: what scripts/measure.sh puts on the board, as it stands in the names of the results.
conditions() {
    local kind n line
    echo "On $(machine):"
    echo
    echo "| | N = 16 | 17 | 18 |"
    echo "|---|---:|---:|---:|"
    for kind in fixed-3-5 fixed-3-5-11-2 blocked-0-3-2-9-4-14-5-1-7-7-9-12-11-4-14-10; do
        case $kind in
            fixed-3-5) line='| one fixed queen' ;;
            fixed-*) line='| two fixed queens' ;;
            *) line='| eight blocked squares' ;;
        esac
        for n in 16 17 18; do line+=" | $(time_of "queens-$n-$kind")"; done
        echo "$line |"
    done
}

status=0
for document in README.md doc/*.md; do
    grep -q '^<!-- figures: ' "$document" || continue
    made=$(mktemp)
    while IFS= read -r line; do
        if [[ $line =~ ^'<!-- figures: '([a-z]+)' -->'$ ]]; then
            name=${BASH_REMATCH[1]}
            declare -F "$name" >/dev/null || { echo "$document: there are no figures '$name'" >&2; exit 1; }
            printf '%s\n' "$line"
            "$name"
            while IFS= read -r line && [[ $line != '<!-- end of figures -->' ]]; do :; done
        fi
        printf '%s\n' "$line"
    done <"$document" >"$made"
    if cmp -s "$made" "$document"; then
        rm "$made"
    elif [[ ${1:-} == --check ]]; then
        diff "$document" "$made" >&2 || true
        echo "error: figures of $document are not those of the results: run scripts/figures.sh" >&2
        status=1
        rm "$made"
    else
        cat "$made" >"$document"
        rm "$made"
    fi
done
exit $status
