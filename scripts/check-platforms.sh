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

# Sees to it that a toolchain is there.
has_toolchain() {
    { type -P rustup >/dev/null && { rustup run "$1" rustc --version || rustup toolchain install "$1" --profile minimal; } &>/dev/null; } ||
        { left_out "rustup cannot install Rust $1"; return 1; }
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

check_aarch64() {
    local target=aarch64-unknown-linux-gnu
    step "$target: lints"
    has_target "$target" || return 0
    cargo clippy --locked --quiet --target "$target" --lib --no-default-features -- -D warnings
}

# The oldest Rust, which stands in Cargo.toml: everything is checked with it, tests and dependencies too. (That nothing newer
# is called is said by clippy's incompatible_msrv as well, without that Rust.)
check_msrv() {
    local oldest
    oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    step "the oldest Rust, $oldest"
    has_toolchain "$oldest" || return 0
    cargo "+$oldest" check --locked --quiet --all-targets --target-dir "${CARGO_TARGET_DIR:-target}/oldest"
}

names=("$@")
((${#names[@]})) || mapfile -t names < <(compgen -A function check_ | sed 's/^check_//')
for name in "${names[@]}"; do
    declare -F "check_$name" >/dev/null || { echo "there is no check of '$name'" >&2; exit 2; }
    "check_$name"
done
echo
echo "the other platforms are well"
