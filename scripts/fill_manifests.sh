#!/usr/bin/env bash
# Fills the templates of packaging/ (Homebrew's formula, winget's manifests) for a release.
#
#     scripts/fill_manifests.sh OWNER/REPOSITORY SUMS DIR
#
# SUMS has the archives' SHA-256 sums, as `sha256sum` prints them. DIR gets the files. A template that asks for an archive
# that SUMS does not have is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

(($# == 3)) && [[ $1 == */* && -r $2 ]] || { echo "usage: ${0##*/} OWNER/REPOSITORY SUMS DIR" >&2; exit 2; }
repository=$1 sums=$2 folder=$3
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
words=(-e "s|@REPOSITORY@|$repository|g" -e "s|@OWNER@|${repository%%/*}|g" -e "s|@VERSION@|$version|g")
while read -r sum archive; do
    target=${archive#"vuelta-$version-"}
    target=${target%.tar.gz}
    words+=(-e "s|@SHA256:${target%.zip}@|$sum|g")
done <"$sums"
mkdir -p "$folder"
for template in packaging/homebrew/vuelta.rb packaging/winget/*.yaml; do
    name=${template##*/}
    sed "${words[@]}" "$template" >"$folder/${name/OWNER/${repository%%/*}}"
done
if grep -rn '@[A-Z][A-Z0-9]*[:@]' "$folder" >&2; then
    echo "error: these were not filled in" >&2
    exit 1
fi
