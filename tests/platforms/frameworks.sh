#!/usr/bin/env bash
# frameworks.sh FOLDER: Apple's frameworks as a linker sees them, with the names that the program takes from them (by the crate
# sysinfo) and no others. A name that is missing here is an error of the linker.
set -euo pipefail

# stub FOLDER FRAMEWORK NAME...
stub() {
    local names
    names=$(printf ', _%s' "${@:3}")
    mkdir -p "$1/$2.framework"
    cat >"$1/$2.framework/$2.tbd" <<TBD
--- !tapi-tbd
tbd-version: 4
targets: [ arm64-macos, x86_64-macos ]
install-name: '/System/Library/Frameworks/$2.framework/Versions/A/$2'
exports:
  - targets: [ arm64-macos, x86_64-macos ]
    symbols: [ ${names#, } ]
...
TBD
}

stub "$1" CoreFoundation CFDataGetBytePtr CFDataGetBytes CFDataGetLength CFDataGetTypeID CFGetTypeID CFRelease CFRetain \
    CFStringCreateWithBytes CFStringCreateWithBytesNoCopy CFStringGetBytes CFStringGetLength CFStringGetTypeID \
    kCFAllocatorDefault kCFAllocatorNull
stub "$1" IOKit IOIteratorNext IOObjectRelease IORegistryEntryCreateCFProperty IORegistryEntryGetName \
    IOServiceGetMatchingService IOServiceGetMatchingServices IOServiceMatching kIOMasterPortDefault
