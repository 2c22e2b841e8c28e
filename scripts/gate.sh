# shellcheck shell=bash
# Shared by the scripts of the gate, which source it.

# Everything is built once from nothing: incremental builds take longer then, and without line tables programs and tests share
# their dependencies.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=false

# The library's tests of what runs on instruction sets. The others know none.
# shellcheck disable=SC2034 # for the scripts that source this one
kernels=(simd:: queens::halves queens::list queens::placements queens::torus queens::fundamental senku::dense senku::sweeps senku::winning)

step() { printf '\n== %s (at %d s)\n' "$*" "$SECONDS"; }

# Reports why a check is left out: an error if `wanted` is yes.
left_out() {
    echo "left out: $*"
    [[ ${wanted:-} != yes ]] || exit 1
}

# has_packages PACKAGE...: installs Debian's packages, as root there. Scripts take turns.
has_packages() {
    [[ $(id -u) == 0 ]] && type -P apt-get >/dev/null &&
        DEBIAN_FRONTEND=noninteractive flock /tmp/vuelta-packages sh -c \
            'apt-get update -qq && apt-get install -yqq --no-install-recommends "$@"' - "$@" >/dev/null
}

# has_program PROGRAM PACKAGE...: installs the packages if the program is missing.
has_program() {
    if type -P "$1" >/dev/null || has_packages "${@:2}"; then return; fi
    left_out "there is no $1"
    return 1
}
