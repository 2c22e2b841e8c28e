# shellcheck shell=bash
# What the scripts of the gate share. They source it.

step() { printf '\n== %s (at %d s)\n' "$*" "$SECONDS"; }

# Says why a check is left out: an error where `wanted` is yes.
left_out() {
    echo "left out: $*"
    [[ ${wanted:-} != yes ]] || exit 1
}
