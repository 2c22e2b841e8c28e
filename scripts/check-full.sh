#!/usr/bin/env bash
# The whole gate, or some of its steps, as CI runs them:
#
#     scripts/check-full.sh [STEP...]     (default: all of them, in this order)
#
#   check      scripts/check.sh, which everyone runs before a commit
#   library    the library without default features, and what it must not depend on
#   isas       the tests on the other instruction sets of this machine
#   platforms  scripts/check-platforms.sh: other systems and processors, the oldest Rust, releases, workflows
#   python     scripts/check-python.sh: the package for Python
#   web        scripts/web.sh --test: the page, in Chromium
#   valgrind   the kernels under valgrind
#   licences   licences, duplicates and sources of dependencies
#   scripts    the shell scripts' syntax; lints and tests of xtask
#   pictures   those of the documents are drawn again
#   slurm      shards on a private Slurm, as root on a Debian machine
#
# VUELTA_PLATFORMS, VUELTA_PYTHON and VUELTA_SLURM are `no` where one is not wanted, and `yes` where it is an error that
# one cannot be checked.
set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=scripts/gate.sh
. scripts/gate.sh

# The program that the tests have built.
export VUELTA=${VUELTA:-$PWD/${CARGO_TARGET_DIR:-target}/debug/vuelta}
has_program() { [[ -x $VUELTA ]] || cargo test --locked --quiet --no-run; }

run_check() { scripts/check.sh; }

run_library() {
    local features
    for features in '' picture report; do
        cargo clippy --locked --lib --no-default-features --features "$features" -- -D warnings
    done
    if cargo tree --locked --no-default-features --edges normal --prefix none | grep -E '^(clap|indicatif)'; then
        echo "the library alone must not depend on these" >&2
        exit 1
    fi
}

# What `auto` takes is tested by the README's test command: the last of the list, which is in ascending order.
run_isas() {
    local isas others isa
    has_program
    isas=$("$VUELTA" info --json | sed -n 's/.*"isas":\[\([^]]*\)\].*/\1/p' | tr -d '"')
    [[ -n $isas ]] || { echo "vuelta info --json names no instruction sets" >&2; exit 1; }
    others=${isas%"${isas##*,}"}
    for isa in ${others//,/ }; do
        echo "on $isa"
        VUELTA_ISA=$isa cargo test --locked --quiet --lib
        # Files, streams, signals and arguments know no instruction set.
        VUELTA_ISA=$isa cargo test --locked --quiet --test all -- queens:: queens_ senku resume:: merge::
    done
}

run_platforms() { [[ ${VUELTA_PLATFORMS:-} == no ]] || scripts/check-platforms.sh; }

run_python() { [[ ${VUELTA_PYTHON:-} == no ]] || scripts/check-python.sh; }

run_web() {
    has_program
    if type -P npm >/dev/null; then scripts/web.sh --test; else left_out "there is no npm"; fi
}

run_valgrind() {
    if type -P valgrind >/dev/null || { [[ $(id -u) == 0 ]] && type -P apt-get >/dev/null; }; then
        scripts/valgrind.sh --short
    else
        left_out "there is no valgrind"
    fi
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
    has_program
    cargo clippy --locked --quiet -p xtask --all-targets -- -D warnings
    cargo test --locked --quiet -p xtask
}

run_pictures() {
    local pictures
    has_program
    pictures=$(mktemp -d)
    cargo xtask pictures "$pictures"
    diff -r doc/pictures "$pictures" || { echo "cargo xtask pictures draws them anew" >&2; exit 1; }
    rm -r "$pictures"
}

run_slurm() {
    if [[ ${VUELTA_SLURM:-} == yes ]] || { [[ ${VUELTA_SLURM:-} != no && $(id -u) == 0 ]] && type -P apt-get >/dev/null; }; then
        has_program
        tests/slurm/run.sh
    else
        left_out "it needs root on a Debian machine, or is not wanted"
    fi
}

steps=(check library isas platforms python web valgrind licences scripts pictures slurm)
names=("$@")
((${#names[@]})) || names=("${steps[@]}")
for name in "${names[@]}"; do
    [[ " ${steps[*]} " == *" $name "* ]] || { echo "error: there is no step '$name'; the steps are ${steps[*]}" >&2; exit 2; }
done
for name in "${names[@]}"; do
    step "$name"
    "run_$name"
done
printf '\nall is well\n'
