#!/usr/bin/env bash
# How many instructions NEON saves on ARM: both instruction sets on the same counts, emulated on one thread. Instructions, as
# speed cannot be measured by emulation.
#
#     scripts/arm_instructions.sh [FILE.csv]
#
# It builds the program of this commit for aarch64 and an instruction counter for qemu-user (tried with 7.2; it asks for plugins
# of version 1). It needs gcc, gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user.
set -euo pipefail
cd "$(dirname "$0")/.."

target=aarch64-unknown-linux-gnu
CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc cargo build --locked --quiet --release --target "$target"
program=${CARGO_TARGET_DIR:-target}/$target/release/vuelta
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

gcc -shared -fPIC -O2 -o "$folder/count.so" -x c - <<'PLUGIN'
// Adds the length of each block of instructions that is entered. Declared here is what it takes of qemu's interface.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
typedef uint64_t plugin;
struct block;
size_t qemu_plugin_tb_n_insns(const struct block *);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin, void (*)(plugin, struct block *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct block *, int add, void *to, uint64_t number);
void qemu_plugin_register_atexit_cb(plugin, void (*)(plugin, void *), void *);
int qemu_plugin_version = 1;
static uint64_t instructions;
static void translated(plugin id, struct block *block) {
    qemu_plugin_register_vcpu_tb_exec_inline(block, 0, &instructions, qemu_plugin_tb_n_insns(block));
}
static void ended(plugin id, void *none) { fprintf(stderr, "%" PRIu64 "\n", instructions); }
int qemu_plugin_install(plugin id, const void *info, int count, char **arguments) {
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
PLUGIN

# count ISA COMMAND...: prints the instructions; what is counted goes to $folder/ISA.
count() {
    qemu-aarch64 -L /usr/aarch64-linux-gnu -plugin "$folder/count.so" \
        "$program" "${@:2}" --threads 1 --isa "$1" --quiet >"$folder/$1" 2>"$folder/instructions"
    tail -n 1 "$folder/instructions"
}

commit=$(git rev-parse --short=12 HEAD)
{
    echo commit,command,portable,neon,ratio
    for command in 'queens count 16' 'queens count 18' 'senku count' 'senku count triangle28'; do
        # (A command is several words.)
        # shellcheck disable=SC2086
        portable=$(count portable $command) neon=$(count neon $command)
        cmp -s "$folder/portable" "$folder/neon" || { echo "the counts of '$command' differ" >&2; exit 1; }
        awk -v c="$commit,$command" -v p="$portable" -v n="$neon" 'BEGIN { printf "%s,%.0f,%.0f,%.3f\n", c, p, n, n / p }'
    done
} | tee "${1:-/dev/null}"
