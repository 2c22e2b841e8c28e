# shellcheck shell=bash
# What the tests of scripts share. They source it, in the project's folder: the program, a folder of their own, and how they fail.

if [[ -z ${VUELTA:-} ]]; then
    cargo build --quiet --locked --profile test
    VUELTA=$PWD/target/debug/vuelta
fi
export VUELTA
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    local name=${0##*/}
    echo "${name%.sh}: $*" >&2
    exit 1
}
