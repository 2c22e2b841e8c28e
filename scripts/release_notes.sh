#!/usr/bin/env bash
# Prints what CHANGELOG.md says of a release, and sees to it that the release can be made.
#
#     scripts/release_notes.sh TAG
#
# TAG is `v` and the version that Cargo.toml has. Another tag is an error, and so is a section of CHANGELOG.md that is
# missing, empty, or headed "not yet released".
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "error: $*" >&2; exit 1; }
(($# == 1)) || { echo "usage: ${0##*/} TAG" >&2; exit 2; }
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
[[ $1 == "v$version" ]] || fail "the tag is $1, but Cargo.toml has version $version"
heading=$(grep -F "## $version " CHANGELOG.md || true)
[[ -n $heading ]] || fail "CHANGELOG.md has no section for $version"
[[ $heading != *"not yet released"* ]] || fail "CHANGELOG.md says that $version is not yet released: write the date there"
notes=$(awk -v heading="$heading" '/^## / { on = $0 == heading; next } on' CHANGELOG.md)
[[ $notes == *[![:space:]]* ]] || fail "CHANGELOG.md says nothing about $version"
echo "$notes" | sed '/./,$!d'
