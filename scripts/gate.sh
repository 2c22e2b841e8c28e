# shellcheck shell=bash
# Shared by the scripts of the gate, which source it.

# Everything is built once from nothing: incremental builds take longer then, and without line tables programs and tests share
# their dependencies.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=false

step() { printf '\n== %s (at %d s)\n' "$*" "$SECONDS"; }

# Reports why a check is left out: an error if `wanted` is yes.
left_out() {
    echo "left out: $*"
    [[ ${wanted:-} != yes ]] || exit 1
}

# has_program PROGRAM PACKAGE...: installs Debian's packages, as root there, if the program is missing. Scripts take turns.
has_program() {
    type -P "$1" >/dev/null && return
    if [[ $(id -u) == 0 ]] && type -P apt-get >/dev/null; then
        DEBIAN_FRONTEND=noninteractive flock /tmp/vuelta-packages sh -c \
            'apt-get update -qq && apt-get install -yqq --no-install-recommends "$@"' - "${@:2}" >/dev/null && return
    fi
    left_out "there is no $1"
    return 1
}
