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

check_aarch64() {
    local target=aarch64-unknown-linux-gnu
    step "$target: lints"
    has_target "$target" || return 0
    cargo clippy --locked --quiet --target "$target" --lib --no-default-features -- -D warnings
}

# Windows: the library's tests and some of the program's run by Wine, which is not Windows: doc/TESTING.md.
check_windows() {
    local target=x86_64-pc-windows-gnu work=$PWD/target/platforms/windows
    step "$target: lints"
    has_target "$target" && has_program x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64-win32 || return 0
    cargo clippy --locked --quiet --all-targets --target "$target" -- -D warnings
    step "$target: the program"
    cargo test --locked --quiet --no-run --lib --test all --target "$target" # and the program, optimised as the tests are
    has_program wine wine wine64 || return 0
    mkdir -p "$work"
    x86_64-w64-mingw32-gcc -shared -o "$work/bcryptprimitives.dll" tests/platforms/bcryptprimitives.c
    (
        export WINEPREFIX=$work/wine WINEDEBUG=-all WINEPATH WINEDLLOVERRIDES='mscoree,mshtml='
        export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine
        WINEPATH=$(winepath -w "$work")
        step "$target: the program, by Wine"
        rm -rf "$work/folder" && mkdir "$work/folder"
        program=$PWD/${CARGO_TARGET_DIR:-target}/$target/debug/vuelta.exe tests=$PWD/tests/platforms
        (cd "$work/folder" && "$tests/wine.sh" "$program")
        step "$target: tests, by Wine"
        cargo test --locked --quiet --target "$target" --lib
        cargo test --locked --quiet --target "$target" --test all -- windows:: resume:: limits:: report:: picture:: drawn::
    )
}

# zig's compiler and linker for macOS, and a cargo that uses them, in a virtual environment.
has_zig() {
    local venv=$PWD/target/platforms/zig
    if [[ ! -x $venv/bin/cargo-zigbuild ]]; then
        has_program python3 python3 python3-venv || return 1
        { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet ziglang cargo-zigbuild; } >/dev/null 2>&1 ||
            { left_out "ziglang and cargo-zigbuild cannot be installed"; return 1; }
    fi
    PATH=$venv/bin:$PATH
}

# macOS: the program is linked against frameworks that are but lists of names, and not run.
check_macos() {
    local arch frameworks=$PWD/target/platforms/frameworks
    step "macOS: lints"
    has_target aarch64-apple-darwin && has_target x86_64-apple-darwin || return 0
    if ! has_zig; then # a dependency of the benchmarks is in C
        for arch in aarch64 x86_64; do
            cargo clippy --locked --quiet --lib --bins --target "$arch-apple-darwin" -- -D warnings
        done
        return 0
    fi
    for arch in aarch64 x86_64; do
        cargo-zigbuild clippy --locked --quiet --all-targets --target "$arch-apple-darwin" -- -D warnings
    done
    step "macOS: the program for ARM, linked by zig" # which warns that Apple's own files are not there
    tests/platforms/frameworks.sh "$frameworks"
    RUSTFLAGS="${RUSTFLAGS:-} -Clink-arg=-F$frameworks" cargo-zigbuild zigbuild --locked --quiet --target aarch64-apple-darwin
}

names=("$@")
((${#names[@]})) || mapfile -t names < <(compgen -A function check_ | sed 's/^check_//')
for name in "${names[@]}"; do
    declare -F "check_$name" >/dev/null || { echo "there is no check of '$name'" >&2; exit 2; }
    "check_$name"
done
echo
echo "the other platforms are well"
