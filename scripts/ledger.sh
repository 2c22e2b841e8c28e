# shellcheck shell=bash
# What scripts read out of ledgers; to be sourced. The form of their lines is known here only (src/search/ledger).

# ledger_chunks LEDGER...: the first subproblem of each finished chunk, the one behind its last, and its count.
ledger_chunks() { sed -n 's/^\([0-9]*\)\.\.\([0-9]*\) count=\([0-9]*\) .*/\1 \2 \3/p' "$@"; }

# ledger_subproblems LEDGER...: how many subproblems are finished.
ledger_subproblems() { ledger_chunks "$@" | awk '{ sum += $2 - $1 } END { print sum + 0 }'; }
