#!/usr/bin/env bash
# Tries what a release is made by: scripts/package.sh for this machine (without the release's optimisations), unpacked and
# used; scripts/release_notes.sh; scripts/fill_manifests.sh. Nothing is published.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "test_release: $*" >&2; exit 1; }

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
target=$(rustc -vV | sed -n 's/^host: //p')
export VUELTA_PROFILE=${VUELTA_PROFILE:-test}
name=vuelta-$version-$target
[[ $(scripts/package.sh "$target" "$folder/a") == "$folder/a/$name.tar.gz" ]] || fail "the archive has another name"
(cd "$folder/a" && sha256sum --quiet -c "$name.tar.gz.sha256") || fail "the sum is wrong"
tar -xzf "$folder/a/$name.tar.gz" -C "$folder"
expected='CHANGELOG.md CITATION.cff LICENSE-APACHE LICENSE-MIT README.md complete/_vuelta complete/_vuelta.ps1 complete/vuelta.bash complete/vuelta.fish doc/vuelta.1 vuelta '
found=$(cd "$folder/$name" && find . -type f -size +0 -printf '%P\n' | LC_ALL=C sort | tr '\n' ' ')
[[ $found == "$expected" ]] || fail "the archive has: $found"
[[ $(cd / && "$folder/$name/vuelta" queens count 8 --quiet) == 92 ]] || fail "the program does not count"
grep -q '^\.TH vuelta 1' "$folder/$name/doc/vuelta.1" || fail "the man page is none"
# Bash completes a verb as the program spells it.
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

copy=$folder/copy
mkdir -p "$copy/scripts"
cp scripts/release_notes.sh "$copy/scripts"
cp Cargo.toml "$copy"
notes() { "$copy/scripts/release_notes.sh" "$@" 2>&1; }
printf '# Changes\n\n## %s (2026-12-01)\n\nNew: this.\n\n## 0.0.1 (2026-01-01)\n\nOld: that.\n' "$version" >"$copy/CHANGELOG.md"
[[ $(notes "v$version") == "New: this." ]] || fail "the notes are: $(notes "v$version")"
! notes v0.0.1 >"$folder/said" || fail "another version's tag is taken"
grep -q "^error: the tag is v0.0.1, but Cargo.toml has version $version$" "$folder/said" || fail "$(cat "$folder/said")"
sed -i 's/2026-12-01/not yet released/' "$copy/CHANGELOG.md"
! notes "v$version" >"$folder/said" || fail "an unreleased version is taken"
grep -q '^error: CHANGELOG.md says that .* is not yet released' "$folder/said" || fail "$(cat "$folder/said")"

# Every archive of .github/workflows/release.yml, with a sum of its own.
mapfile -t targets < <(sed -n 's/^ *- { target: \([a-z0-9_-]*\),.*/\1/p' .github/workflows/release.yml)
((${#targets[@]} == 8)) || fail "release.yml has ${#targets[@]} targets"
for target in "${targets[@]}"; do
    case $target in *-windows-*) ending=zip ;; *) ending=tar.gz ;; esac
    echo "$(sha256sum <<<"$target" | cut -d ' ' -f 1)  vuelta-$version-$target.$ending"
done >"$folder/sums"
scripts/fill_manifests.sh somebody/vuelta "$folder/sums" "$folder/filled"
for file in vuelta.rb somebody.Vuelta.yaml somebody.Vuelta.locale.en-US.yaml somebody.Vuelta.installer.yaml; do
    [[ -s $folder/filled/$file ]] || fail "$file is missing"
done
for target in aarch64-apple-darwin x86_64-unknown-linux-musl; do
    grep -A 1 "somebody/vuelta/releases/download/v$version/vuelta-$version-$target.tar.gz" "$folder/filled/vuelta.rb" \
        | grep -q "sha256 \"$(sha256sum <<<"$target" | cut -d ' ' -f 1)\"" || fail "the formula has no sum of $target"
done
sed -i /apple/d "$folder/sums"
! scripts/fill_manifests.sh somebody/vuelta "$folder/sums" "$folder/filled" 2>/dev/null || fail "a missing archive is no error"
echo "the release's scripts are well"
