#!/usr/bin/env bash
# Makes the archive of a release for one target: the program, its man page and completions, the documents, the licences.
#
#     scripts/package.sh TARGET [DIR]
#
# DIR (default target/packages) gets vuelta-VERSION-TARGET.tar.gz (.zip for Windows), which unpacks into one folder of that
# name, and the archive's SHA-256 sum beside it (.sha256, as `sha256sum -c` reads it). The same commit and compiler give
# the same bytes: files are sorted, of one owner, and as old as the commit. The man page and the completions come from the
# program itself; where it does not run here (another system's) from the one that VUELTA names, or else one is built.
# VUELTA_PROFILE names another cargo profile than `release`. It needs bash, cargo with the target, Python 3 and, for another
# system than this one, its linker; it runs on Linux, macOS and Windows (in Git's bash).
set -euo pipefail
cd "$(dirname "$0")/.."

usage() { echo "usage: ${0##*/} TARGET [DIR]" >&2; exit 2; }
(($# == 1 || $# == 2)) || usage
case $1 in -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p;}' "$0"; exit 0 ;; -*) usage ;; esac
target=$1 folder=${2:-target/packages} profile=${VUELTA_PROFILE:-release}

# Linker and compiler of a static or of another system, where nobody named them: Debian's.
upper=$(tr 'a-z-' 'A-Z_' <<<"$target") lower=${target//-/_}
linker=CARGO_TARGET_${upper}_LINKER flags=CARGO_TARGET_${upper}_RUSTFLAGS cc=CC_$lower
case $target in
    aarch64-unknown-linux-*)
        if [[ $(uname -m) == x86_64 && -z ${!linker:-} ]]; then
            export "$linker=aarch64-linux-gnu-gcc" "$cc=${!cc:-aarch64-linux-gnu-gcc}"
        elif [[ $target == *-musl && -z ${!cc:-} ]] && type -P musl-gcc >/dev/null; then
            export "$cc=musl-gcc"
        fi
        # (musl has not what the compiler's own atomic operations ask for.)
        if [[ $target == *-musl ]]; then export "CFLAGS_$lower=-mno-outline-atomics"; fi ;;
    # Nothing of Visual C++ has to be installed for it.
    *-windows-msvc) export "$flags=${!flags:-} -C target-feature=+crt-static" ;;
esac

# (For this machine in the folder that other builds are in, so that they share what is built.)
build=(cargo build --locked --quiet --profile "$profile" --bin vuelta) place=${CARGO_TARGET_DIR:-target}
if [[ $target != "$(rustc -vV | sed -n 's/^host: //p')" ]]; then build+=(--target "$target") place+=/$target; fi
"${build[@]}"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
case $profile in dev | test) place+=/debug ;; *) place+=/$profile ;; esac
program=$place/vuelta
case $target in *-windows-*) program+=.exe format=zip ;; *) format=tar.gz ;; esac

speaker=$program
if ! "$speaker" --version >/dev/null 2>&1; then
    if [[ -z ${VUELTA:-} ]]; then
        cargo build --locked --quiet --bin vuelta
        VUELTA=${CARGO_TARGET_DIR:-target}/debug/vuelta
    fi
    speaker=$VUELTA
fi
if [[ $("$speaker" --version) != "vuelta $version" ]]; then
    echo "error: $speaker is not vuelta $version" >&2
    exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
archive=vuelta-$version-$target
mkdir -p "$folder" "$work/$archive/doc" "$work/$archive/complete"
cp "$program" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$work/$archive"
# Only a release knows its date (from CHANGELOG.md) and its repository.
known=()
date=$(sed -n "s/^## $version (\(20[0-9-]*\))\$/\1/p" CHANGELOG.md)
[[ -z $date ]] || known+=(-e "s/^#\(date-released: \)@DATE@/\1$date/")
[[ -z ${GITHUB_REPOSITORY:-} ]] || known+=(-e "s|^#\(repository-code: .*\)@REPOSITORY@|\1$GITHUB_REPOSITORY|")
sed "${known[@]}" -e '/^#/d' CITATION.cff >"$work/$archive/CITATION.cff"
"$speaker" man >"$work/$archive/doc/vuelta.1"
"$speaker" completions bash >"$work/$archive/complete/vuelta.bash"
"$speaker" completions zsh >"$work/$archive/complete/_vuelta"
"$speaker" completions fish >"$work/$archive/complete/vuelta.fish"
"$speaker" completions powershell >"$work/$archive/complete/_vuelta.ps1"

# The age of all files: the commit's, or where there is none the first that a .zip can tell.
age=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}
for python in python3 python; do ! "$python" -c '' 2>/dev/null || break; done
"$python" scripts/archive.py "$work" "$archive" "$format" "$age" "$folder"
echo "$folder/$archive.$format"
