#!/usr/bin/env bash
# Compares the libraries' public items with those of the last release, as Cargo's rules for versions have it:
#
#     scripts/semver.sh
#
# Before the first release there is nothing to compare with; until then doc/public-items.txt shows each change.
set -euo pipefail
cd "$(dirname "$0")/.."

last=$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null) || { echo "there is no release to compare with"; exit; }
type -P cargo-semver-checks >/dev/null || cargo install --locked --quiet cargo-semver-checks
cargo semver-checks --package vuelta --package vuelta-picture --package vuelta-records --baseline-rev "$last"
