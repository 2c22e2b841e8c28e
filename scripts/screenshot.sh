#!/usr/bin/env bash
# Pictures of a page in a real browser, to be looked at: as on a desktop, as on a phone, and both in dark mode.
#
#     scripts/screenshot.sh PAGE.html [OUT]     OUT (default .) gets desktop.png, phone.png, ...-dark.png
#
# It needs Chromium; as root on a Debian machine it installs it. CHROMIUM names another one.
set -euo pipefail

[[ $# == 1 || $# == 2 ]] || { echo "usage: ${0##*/} PAGE.html [OUT]" >&2; exit 2; }
[[ -r $1 ]] || { echo "error: the page '$1' cannot be read" >&2; exit 2; }
page=$(realpath "$1") out=${2:-.}
chromium=${CHROMIUM:-chromium}
if ! type -P "$chromium" >/dev/null; then
    [[ $(id -u) == 0 ]] && type -P apt-get >/dev/null || { echo "error: there is no $chromium" >&2; exit 1; }
    apt-get -qq update && apt-get -qq install -y chromium >/dev/null
fi
mkdir -p "$out"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# A window is never narrower than 500 pixels, so that a phone is a frame in one.
frame() { # frame WIDTH HEIGHT
    printf '<!doctype html><style>body{margin:0;background:#888}iframe{border:0;width:%spx;height:%spx}</style><iframe src="file://%s"></iframe>' \
        "$1" "$2" "$page" >"$folder/frame.html"
}

shoot() { # shoot NAME WIDTH HEIGHT URL [FLAG...]
    local name=$1 width=$2 height=$3 url=$4
    shift 4
    "$chromium" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --hide-scrollbars --user-data-dir="$folder/profile-$name" \
        --window-size="$width,$height" --screenshot="$folder/$name.png" "$@" "$url" >"$folder/log" 2>&1 ||
        { cat "$folder/log" >&2; exit 1; }
    [[ -s $folder/$name.png ]] || { cat "$folder/log" >&2; echo "error: no picture of $name" >&2; exit 1; }
    mv "$folder/$name.png" "$out/$name.png"
    echo "$out/$name.png"
}

# Blink's own switch: 0 is dark, 1 is light.
dark=--blink-settings=preferredColorScheme=0
frame 390 "${PHONE_HEIGHT:-7000}"
shoot desktop 1280 "${DESKTOP_HEIGHT:-5200}" "file://$page"
shoot desktop-dark 1280 "${DESKTOP_HEIGHT:-5200}" "file://$page" $dark
shoot phone 500 "${PHONE_HEIGHT:-7000}" "file://$folder/frame.html"
shoot phone-dark 500 "${PHONE_HEIGHT:-7000}" "file://$folder/frame.html" $dark
