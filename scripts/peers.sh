#!/bin/sh
exec cargo run --quiet --locked --manifest-path "$(dirname "$0")/../Cargo.toml" --package xtask -- peers "$@"
