# shellcheck shell=bash
# For scripts that measure; to be sourced.

# quantile SHARE < NUMBERS: between the two nearest in rank. `LC_ALL=C` has to be set: a point in numbers.
quantile() {
    sort -g | awk -v share="$1" '{ x[NR - 1] = $1 } END {
        at = share * (NR - 1); low = int(at); high = low + (low < NR - 1)
        printf "%.6f", x[low] + (at - low) * (x[high] - x[low]) }'
}
