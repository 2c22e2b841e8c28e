#!/usr/bin/env bash
# The other platforms, from a Linux machine with rustup: what can be run is run (by emulation), the rest is built or checked.
#
#   scripts/check-platforms.sh [NAME...]     (default: all of those below)
#
# What is missing is installed, as root on a Debian machine. What cannot be had is left out with a sentence, or is an error
# where VUELTA_PLATFORMS=yes.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s (at %d s)\n' "$*" "$SECONDS"; }

# Says why a check is left out.
left_out() {
    echo "left out: $*"
    [[ ${VUELTA_PLATFORMS:-} != yes ]] || exit 1
}

# Sees to it that the standard library of a target is there.
has_target() {
    { type -P rustup >/dev/null && rustup --quiet target add "$1"; } || { left_out "rustup cannot add $1"; return 1; }
}

# has_program PROGRAM PACKAGE...: sees to it that a program is there, by Debian's packages.
has_program() {
    type -P "$1" >/dev/null && return
    if [[ $(id -u) == 0 ]] && type -P apt-get >/dev/null; then
        { apt-get update -qq && apt-get install -yqq --no-install-recommends "${@:2}"; } >/dev/null && return
    fi
    left_out "there is no $1"
    return 1
}

# The library's tests on each instruction set of ARM, by emulation. Left out: what is slow, and knows no instruction set or is
# tested with one on this machine.
check_aarch64() {
    local target=aarch64-unknown-linux-gnu isa
    step "$target: lints"
    has_target "$target" || return 0
    cargo clippy --locked --quiet --target "$target" --lib --no-default-features -- -D warnings
    step "$target: the library's tests, emulated"
    has_program aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross || return 0
    has_program qemu-aarch64 qemu-user || return 0
    for isa in portable neon; do
        VUELTA_ISA=$isa \
            CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc \
            CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER='qemu-aarch64 -L /usr/aarch64-linux-gnu' \
            cargo test --locked --quiet --target "$target" --lib --no-default-features -- \
            --skip conditions_leave_what_the_bitmask_search --skip the_english_centre_game \
            --skip subproblems_of_larger_boards
    done
}

names=("$@")
((${#names[@]})) || mapfile -t names < <(compgen -A function check_ | sed 's/^check_//')
for name in "${names[@]}"; do
    declare -F "check_$name" >/dev/null || { echo "there is no check of '$name'" >&2; exit 2; }
    "check_$name"
done
echo
echo "the other platforms are well"
