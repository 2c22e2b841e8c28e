#!/usr/bin/env bash
# Builds the page into web/dist, a folder of static files for any host:
#
#     scripts/web.sh [--test | --bench]
#
# --test lints the module, builds the page and runs its tests in Chromium and in Firefox, which are installed where that is
# possible; --bench measures the page and prints JSON. To look at the page: python3 -m http.server -d web/dist
#
# VUELTA is the native program that numbers are compared with; CHROMIUM and FIREFOX are the browsers.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
'' | --test | --bench) ;;
*) echo "error: there is no option '$1'; the options are --test and --bench" >&2; exit 2 ;;
esac

built=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export VUELTA=${VUELTA:-$built/debug/vuelta}
[[ ${1:-} != --test || -x $VUELTA ]] || cargo build --locked --quiet

target=wasm32-unknown-unknown
# Flags of its own need a target folder of its own. Without the names of this machine's folders, which panics would tell, the
# module is smaller.
flags=(-Ctarget-feature=+simd128 "--remap-path-prefix=$PWD/=" "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src/=")
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f' && printf '%s' "${flags[*]}")
export CARGO_TARGET_DIR=$built/web CARGO_ENCODED_RUSTFLAGS
if type -P rustup >/dev/null; then rustup -q target add "$target"; fi
if [[ ${1:-} == --test ]]; then
    (cd web && cargo fmt --check && cargo clippy --locked --quiet --target "$target" -- -D warnings)
fi
(cd web && cargo build --locked --quiet --release --target "$target")

rm -rf web/dist
mkdir web/dist
cp web/page/* crates/picture/src/trace/player.{js,css} crates/picture/src/trace/spanish.js "$CARGO_TARGET_DIR/$target/release/vuelta_web.wasm" web/dist
# A tenth smaller. The tests install what it needs, where that is possible.
# shellcheck source=scripts/gate.sh
if type -P wasm-opt >/dev/null || { [[ ${1:-} == --test ]] && (. scripts/gate.sh && has_program wasm-opt binaryen); }; then
    wasm-opt -Oz -Oz --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals \
        --enable-nontrapping-float-to-int --enable-reference-types --enable-multivalue web/dist/vuelta_web.wasm -o web/dist/vuelta_web.wasm
    most=500000
else
    most=515000
fi
# The service worker keeps all files, under a name that changes when one of them does.
files=(web/dist/*)
version=vuelta-$(cat "${files[@]}" | sha256sum | cut -c1-16)
list=$(basename -a "${files[@]}" | sed '/^sw.js$/d; s|^|./|' | tr '\n' ' ')
sed "s|@VERSION@|$version|; s|@FILES@|./ ${list% }|" web/page/sw.js >web/dist/sw.js

bytes=$(wc -c <web/dist/vuelta_web.wasm)
packed=$(gzip -9c web/dist/vuelta_web.wasm | wc -c)
echo "web/dist: the module has $bytes bytes, $packed by gzip"
# The readers of other programs' files take 100 and 40 KB of it. In one folder, the same
# sources gave a thousand bytes more by gzip than in another.
if ((bytes > 1400000 || packed > most)); then
    echo "the module must stay below 1.4 MB, and $most bytes by gzip" >&2
    exit 1
fi

[[ -n ${1:-} ]] || exit 0
export CHROMIUM=${CHROMIUM:-/usr/bin/chromium}
# shellcheck source=scripts/gate.sh
[[ -x $CHROMIUM ]] || { . scripts/gate.sh; has_program chromium chromium fonts-dejavu-core || true; }
cd web/test
[[ -d node_modules ]] || npm ci --no-audit --no-fund --loglevel=error
tests() { node --test --test-concurrency=2 ./*.test.mjs; }
case $1 in
--test)
    (unset FIREFOX && tests)
    export FIREFOX=${FIREFOX:-/usr/bin/firefox-esr}
    # shellcheck source=scripts/gate.sh
    if [[ -x $FIREFOX ]] || (. ../../scripts/gate.sh && has_program firefox-esr firefox-esr); then tests; fi
    ;;
--bench) node bench.mjs ;;
esac
