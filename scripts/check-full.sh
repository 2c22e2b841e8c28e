#!/usr/bin/env bash
# The whole gate, as CI runs it: scripts/check.sh, then the tests on the other instruction sets of this machine, the other
# platforms (VUELTA_PLATFORMS=no leaves them out, =yes makes it an error where one cannot be checked), the package for Python
# (VUELTA_PYTHON likewise), valgrind, licences, scripts, pictures, killed runs, faults. As root on a Debian machine it runs the
# tests on a private Slurm too (VUELTA_SLURM=no leaves them out, =yes makes it an error that they cannot run).
set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=scripts/gate.sh
. scripts/gate.sh

scripts/check.sh

# What `auto` takes was tested above: the last of the list, which is in ascending order.
export VUELTA=$PWD/${CARGO_TARGET_DIR:-target}/debug/vuelta
isas=$("$VUELTA" info --json | sed -n 's/.*"isas":\[\([^]]*\)\].*/\1/p' | tr -d '"')
[[ -n $isas ]] || { echo "vuelta info --json names no instruction sets" >&2; exit 1; }
others=${isas%"${isas##*,}"}
for isa in ${others//,/ }; do
    step "the tests on $isa"
    VUELTA_ISA=$isa cargo test --locked --quiet --lib
    # Files, streams, signals and arguments know no instruction set.
    VUELTA_ISA=$isa cargo test --locked --quiet --test all -- queens:: queens_ senku resume:: merge::
done

if [[ ${VUELTA_PLATFORMS:-} != no ]]; then
    scripts/check-platforms.sh
fi

if [[ ${VUELTA_PYTHON:-} != no ]]; then
    scripts/check-python.sh
fi

step "the kernels under valgrind"
if type -P valgrind >/dev/null || { [[ $(id -u) == 0 ]] && type -P apt-get >/dev/null; }; then
    scripts/valgrind.sh --short
else
    left_out "there is no valgrind"
fi

step "licences, duplicates and sources of dependencies"
if type -P cargo-deny >/dev/null; then
    cargo deny --offline --log-level error check licenses bans sources
else
    left_out "there is no cargo-deny"
fi

step "scripts"
scripts/test_batch.sh
scripts/test_bench_vs_previous.sh
scripts/test_peers.sh

step "the pictures of the documents"
pictures=$(mktemp -d)
scripts/pictures.sh "$pictures"
diff -r doc/pictures "$pictures" || { echo "scripts/pictures.sh draws them anew" >&2; exit 1; }
rm -r "$pictures"

step "killed and resumed"
scripts/kill_resume.sh --short

step "faults: kills during exports, full disks, closed streams, memory that cannot be read"
scripts/faults.sh --short

step "shards on a private Slurm"
can_run_slurm() { [[ $(id -u) == 0 ]] && { type -P slurmctld || type -P apt-get; } >/dev/null; }
if [[ ${VUELTA_SLURM:-} != no ]] && { [[ ${VUELTA_SLURM:-} == yes ]] || can_run_slurm; }; then
    tests/slurm/run.sh
else
    left_out "it needs root on a Debian machine, or is not wanted"
fi

echo
echo "all is well"
