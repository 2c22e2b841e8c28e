#!/usr/bin/env bash
# The whole gate, or some of its steps, as CI runs them:
#
#     scripts/check-full.sh [STEP...]     (default: all steps; doc/TESTING.md says what each checks)
#
# VUELTA_PLATFORMS, VUELTA_PYTHON and VUELTA_SLURM are `no` where one is not wanted, and `yes` where it is an error that
# one cannot be checked.
set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=scripts/gate.sh
. scripts/gate.sh

# The program, optimised as the tests are, and built with them.
has_vuelta() {
    cargo build --locked --quiet --profile test --bin vuelta
    VUELTA=$(realpath "${CARGO_TARGET_DIR:-target}/debug/vuelta")
    export VUELTA
}

# The tests run the commands of doc/JSON.md if there is jq.
run_check() { has_program jq jq || true; scripts/check.sh; }

run_library() {
    cargo clippy --locked -p vuelta --lib -- -D warnings
    local dependencies
    dependencies=$(cargo tree --locked -p vuelta --edges normal --depth 1 --prefix none | sed '1d; s/ .*//' | LC_ALL=C sort | tr '\n' ' ')
    if [[ $dependencies != 'crc32fast crossbeam rayon thiserror ' ]]; then
        echo "the library alone depends on $dependencies" >&2
        exit 1
    fi
    scripts/semver.sh
}

# The last of the list is the one that `auto` takes: the README's test command has tested it.
run_isas() {
    local isas others isa
    has_vuelta
    isas=$("$VUELTA" info --json | sed -n 's/.*"isas":\[\([^]]*\)\].*/\1/p' | tr -d '"')
    [[ -n $isas ]] || { echo "vuelta info --json names no instruction sets" >&2; exit 1; }
    others=${isas%"${isas##*,}"}
    for isa in ${others//,/ }; do
        echo "on $isa"
        # Files, reports, streams, signals, arguments, the solver and the middle of a game know no instruction set. The first
        # three tests that are left out try all of them; the others are slow, and try another limit of memory and a larger map.
        VUELTA_ISA=$isa cargo test --locked --quiet --lib -- "${kernels[@]}" --skip the_english_centre_game \
            --skip subproblems_of_larger_boards --skip instruction_sets_methods \
            --skip numbers_that_do_not_fit_give_way --skip any_position_of_the_english_board --skip the_middle_alone
        VUELTA_ISA=$isa cargo test --locked --quiet --test all -- queens:: senku:: senku_published:: \
            --skip the_fewest_moves --skip the_catalogue
    done
}

run_platforms() { [[ ${VUELTA_PLATFORMS:-} == no ]] || scripts/check-platforms.sh; }

run_release() {
    scripts/test_release.sh
    local files
    files=$(cargo package --locked --list --allow-dirty -p vuelta 2>/dev/null)
    grep -qx src/lib.rs <<<"$files"
    if grep -vE '^(src|examples)/|^[^/]*$' <<<"$files"; then
        echo "these files do not belong in the library's archive: see 'include' in Cargo.toml" >&2
        exit 1
    fi
}

run_python() { [[ ${VUELTA_PYTHON:-} == no ]] || scripts/check-python.sh; }

run_web() {
    has_vuelta
    if type -P npm >/dev/null; then scripts/web.sh --test; else left_out "there is no npm"; fi
}

run_valgrind() { ! has_program valgrind valgrind || scripts/valgrind.sh; }

run_fuzz() {
    cargo fmt --manifest-path fuzz/Cargo.toml --check
    # The readers are small: compiling them without optimisation takes less time than it saves.
    ! has_program c++ g++ || CARGO_PROFILE_RELEASE_OPT_LEVEL=0 scripts/fuzz.sh 4
}

software_vulkan() { find /usr/share/vulkan/icd.d -name 'lvp_icd*.json' 2>/dev/null | grep -m 1 .; }

# A card that the machine has is left alone.
run_gpu() {
    software_vulkan >/dev/null || has_packages mesa-vulkan-drivers || true
    VK_DRIVER_FILES=$(software_vulkan) || { left_out "there is no software Vulkan"; return; }
    export VK_DRIVER_FILES XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-/tmp} # Mesa complains without one
    cargo clippy --locked --features gpu --lib --bins --tests -- -D warnings
    # Without optimisation, because most of the time is the software's that acts as a card; frames are larger then.
    RUST_MIN_STACK=33554432 cargo test --locked --quiet -p vuelta -p vuelta-cli --features gpu --profile dev --lib --test all -- gpu::
}

run_licences() {
    if type -P cargo-deny >/dev/null; then
        cargo deny --offline --log-level error check licenses bans sources
    else
        left_out "there is no cargo-deny"
    fi
}

run_scripts() {
    local script
    for script in scripts/*.sh tests/slurm/*.sh tests/platforms/*.sh .ci/run; do bash -n "$script"; done
    has_vuelta
    cargo clippy --locked --quiet -p xtask -p vuelta-benches --all-targets -- -D warnings
    cargo test --locked --quiet -p xtask --profile dev # as cargo xtask builds it
}

run_pictures() {
    local pictures
    has_vuelta
    pictures=$(mktemp -d)
    cargo xtask pictures "$pictures"
    diff -r doc/pictures "$pictures" || { echo "cargo xtask pictures draws them anew" >&2; exit 1; }
    rm -r "$pictures"
}

run_slurm() {
    if [[ ${VUELTA_SLURM:-} == yes ]] || { [[ ${VUELTA_SLURM:-} != no && $(id -u) == 0 ]] && type -P apt-get >/dev/null; }; then
        has_vuelta
        tests/slurm/run.sh
    else
        left_out "it needs root on a Debian machine, or is not wanted"
    fi
}

steps=(check library isas gpu release python web licences scripts pictures platforms slurm valgrind fuzz)
names=("$@")
((${#names[@]})) || names=("${steps[@]}")
for name in "${names[@]}"; do
    [[ " ${steps[*]} " == *" $name "* ]] || { echo "error: there is no step '$name'; the steps are ${steps[*]}" >&2; exit 2; }
done

run() {
    step "$1"
    "run_$1"
}

# These steps run one after the other beside the rest, which does not keep all processors busy. The first step goes before:
# its tests measure times, and what fails there need not be tried elsewhere.
beside=()
for name in "${names[@]:1}"; do
    case $name in platforms | slurm | valgrind | fuzz) beside+=("$name") ;; esac
done
run_beside() { for name in "${beside[@]}"; do run "$name"; done; }

run "${names[0]}"
if ((${#beside[@]})); then
    log=$(mktemp)
    has_vuelta
    set -m # a group of processes, which ends as one
    run_beside &>"$log" &
    lane=$!
    set +m
    trap 'kill -- -$lane 2>/dev/null' EXIT
fi
for name in "${names[@]:1}"; do
    [[ " ${beside[*]} " == *" $name "* ]] || run "$name"
done
if ((${#beside[@]})); then
    trap - EXIT
    status=0
    wait "$lane" || status=$?
    cat "$log"
    ((status == 0)) || exit "$status"
fi
printf '\nall is well (%d s)\n' "$SECONDS"
