#!/usr/bin/env bash
# Tries scripts/package.sh for this machine (without the release's optimisations): the archive is unpacked and used.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "test_release: $*" >&2; exit 1; }

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
target=$(rustc -vV | sed -n 's/^host: //p')
export VUELTA_PROFILE=${VUELTA_PROFILE:-test}
name=vuelta-$version-$target
export GITHUB_REPOSITORY=owner/vuelta
[[ $(scripts/package.sh "$target" "$folder/a") == "$folder/a/$name.tar.gz" ]] || fail "the archive has another name"
(cd "$folder/a" && sha256sum --quiet -c "$name.tar.gz.sha256") || fail "the sum is wrong"
tar -xzf "$folder/a/$name.tar.gz" -C "$folder"
expected='CHANGELOG.md CITATION.cff LICENSE-APACHE LICENSE-MIT README.md complete/_vuelta complete/_vuelta.ps1 complete/vuelta.bash complete/vuelta.fish doc/vuelta.1 vuelta '
found=$(cd "$folder/$name" && find . -type f -size +0 -printf '%P\n' | LC_ALL=C sort | tr '\n' ' ')
[[ $found == "$expected" ]] || fail "the archive has: $found"
[[ $(cd / && "$folder/$name/vuelta" queens count 8 --quiet) == 92 ]] || fail "the program does not count"
grep -qx 'repository-code: "https://github.com/owner/vuelta"' "$folder/$name/CITATION.cff" || fail "the citation names no repository"
! grep -q '[#@]' "$folder/$name/CITATION.cff" || fail "the citation has a placeholder"
grep -q '^\.TH vuelta 1' "$folder/$name/doc/vuelta.1" || fail "the man page is none"
# Bash completes a command as the program spells it.
completed=$(bash -c 'source "$1" && COMP_WORDS=(vuelta que) COMP_CWORD=1 && _vuelta vuelta que vuelta && echo "${COMPREPLY[*]}"' - "$folder/$name/complete/vuelta.bash")
[[ $completed == queens ]] || fail "bash completes 'que' to '$completed'"
scripts/package.sh "$target" "$folder/b" >/dev/null
cmp "$folder/a/$name.tar.gz" "$folder/b/$name.tar.gz" || fail "made again it has other bytes"

# For Windows the archive is a .zip; what is put into it need not be built for that.
mkdir -p "$folder/bin" "$folder/target/x86_64-pc-windows-msvc/debug"
printf '#!/bin/sh\n' >"$folder/bin/cargo"
chmod +x "$folder/bin/cargo"
echo 'not a program' >"$folder/target/x86_64-pc-windows-msvc/debug/vuelta.exe"
zip=$(PATH=$folder/bin:$PATH CARGO_TARGET_DIR=$folder/target VUELTA=$folder/$name/vuelta scripts/package.sh x86_64-pc-windows-msvc "$folder/c")
(cd "$folder/c" && sha256sum --quiet -c ./*.sha256) || fail "the sum of the .zip is wrong"
python3 -m zipfile -e "$zip" "$folder"
zipped=$(cd "$folder/vuelta-$version-x86_64-pc-windows-msvc" && find . -type f -size +0 -printf '%P\n' | LC_ALL=C sort | tr '\n' ' ')
[[ $zipped == "${expected/%vuelta /vuelta.exe }" ]] || fail "the .zip has: $zipped"
echo "the archive is well"
