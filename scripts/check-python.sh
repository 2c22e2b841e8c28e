#!/usr/bin/env bash
# The package for Python: lints, its wheel, built and installed into a fresh environment, the tests there, types, the notebook.
#
#   scripts/check-python.sh [--save]     (--save keeps the notebook as it came out of the run)
#
# It needs a Python from 3.9 on ($PYTHON, default python3) and installs the rest into target/python. What cannot be had is left
# out with a sentence, or is an error where VUELTA_PYTHON=yes.
set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=scripts/gate.sh
. scripts/gate.sh
wanted=${VUELTA_PYTHON:-}

python=${PYTHON:-python3}
target=${CARGO_TARGET_DIR:-target}
work=$PWD/target/python
tools=$work/tools fresh=$work/fresh

"$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))' 2>/dev/null ||
    { left_out "there is no Python 3.9 or newer with venv"; exit 0; }

step "the tools, in $tools"
[[ -x $tools/bin/python ]] || "$python" -m venv "$tools"
"$tools/bin/python" -m pip install --quiet --disable-pip-version-check 'maturin>=1.9.4,<2' pyright ||
    { left_out "maturin cannot be installed"; exit 0; }

step "lints"
cargo clippy --locked --quiet -p vuelta-python -- -D warnings

step "the wheel" # optimised as the tests are
rm -rf "$work/wheels"
"$tools/bin/maturin" build --locked --quiet --profile dev --config 'profile.dev.lto="off"' --config profile.dev.package.vuelta.opt-level=2 \
    --config profile.dev.package.vuelta.debug-assertions=false --manifest-path python/Cargo.toml --target-dir "$target" --out "$work/wheels"
wheels=("$work"/wheels/*.whl)
ls -l "${wheels[0]}"
# One wheel serves every Python from 3.9 on, and names no folder of this tree.
[[ ${wheels[0]} == *-cp39-abi3-* ]] || { echo "the wheel is for one Python alone" >&2; exit 1; }
"$python" -m zipfile -e "${wheels[0]}" "$work/wheels/files"
if grep -rlF "$PWD" "$work/wheels/files"; then
    echo "these files of the wheel name $PWD" >&2
    exit 1
fi

step "into a fresh environment"
rm -rf "$fresh"
"$python" -m venv "$fresh"
"$fresh/bin/python" -m pip install --quiet --disable-pip-version-check "${wheels[0]}"
# Nothing else is needed to count, and the program is there.
(cd / && "$fresh/bin/python" -I -c 'from vuelta import queens; assert queens.count(8).agrees')
(cd / && [[ $("$fresh/bin/vuelta" queens count 10 --quiet) == 724 ]])
"$fresh/bin/python" -m pip install --quiet --disable-pip-version-check \
    pytest numpy tqdm 'mypy>=1.18' matplotlib nbclient nbformat ipykernel

step "tests"
"$fresh/bin/python" -m pytest -c python/pyproject.toml --rootdir python -p no:cacheprovider python/tests

step "types"
# It takes an alias of literals for a union.
(cd "$work" && "$fresh/bin/python" -m mypy.stubtest vuelta --ignore-disjoint-bases --mypy-config-file "$OLDPWD/python/pyproject.toml" \
    --ignore-unused-allowlist --allowlist <(echo 'vuelta\..*\.(Coordinates|Engine|Isa|Page)'))
"$fresh/bin/python" -m mypy --config-file python/pyproject.toml --cache-dir "$work/mypy" python/src/vuelta
"$tools/bin/pyright" --project python --pythonpath "$fresh/bin/python" ||
    { "$tools/bin/pyright" --version &>/dev/null && exit 1; echo "left out: pyright does not run here"; }

step "the notebook"
"$fresh/bin/python" python/examples/run.py "$@"

printf '\nthe package for Python is well\n'
