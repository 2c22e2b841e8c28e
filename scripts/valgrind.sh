#!/usr/bin/env bash
# The kernels under valgrind's memcheck: does any of them read or write outside what it owns, or depend on memory that
# nobody has written?
#
#     scripts/valgrind.sh
#
# Valgrind (3.19 to 3.22 at least) knows AVX2 but not AVX-512, and tells programs so: the AVX-512 kernels share the text
# of the others, but their own loads and stores are not tried here. Portable and AVX2 are. As root on Debian valgrind is
# installed where it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=scripts/gate.sh
. scripts/gate.sh
wanted=yes
has_program valgrind valgrind

# The tests of the kernels try every instruction set that this machine has, with all assertions, those of the standard
# library about unsafe code too.
filters=(simd:: queens::halves::join_tests)
cargo test --locked --quiet -p vuelta --lib --profile dev -- "${filters[@]}"

# Under valgrind the optimised code, which the tests have built.
tests=$(cargo test --locked --lib --no-run --message-format=json 2>/dev/null |
    grep -o '"executable":"[^"]*/vuelta-[^"/]*"' | cut -d '"' -f 4)
[[ -x $tests ]] || { echo "the tests could not be built" >&2; exit 1; }
valgrind --quiet --error-exitcode=9 --exit-on-first-error=yes --fair-sched=yes \
    "$tests" --test-threads=1 --quiet "${filters[@]}"
