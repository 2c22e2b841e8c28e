// The bitmask search for N-queens, a yardstick for other programs: a bit for each column and diagonal that is attacked, the
// rows one after the other, and half of the first row alone, as the mirror image gives the other half.
//
//     cc -O3 -march=native -pthread -o textbook scripts/textbook.c
//     ./textbook N THREADS        N from 2 to 31; prints the number of solutions
//
// A task is a pair of columns for the first two rows; the threads take one after the other. Time O(nodes), memory O(N).
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_THREADS = 1024 };

static int n;
static uint32_t all;
static atomic_int next_task;
static atomic_uint_fast64_t total;

// The ways to fill the other rows. Columns that are attacked in the next row: straight, from the right, from the left.
static uint64_t count(uint32_t columns, uint32_t left, uint32_t right) {
    uint64_t ways = columns == all;
    for (uint32_t open = all & ~(columns | left | right); open; open &= open - 1) {
        uint32_t queen = open & -open;
        ways += count(columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return ways;
}

static void *work(void *unused) {
    uint64_t ways = 0;
    for (int task; (task = next_task++) < (n + 1) / 2 * n;) {
        int first = task / n, second = task % n;
        if (abs(first - second) < 2) continue;
        uint32_t a = 1u << first, b = 1u << second;
        // The middle column is its own mirror image.
        int images = 2 * first + 1 == n ? 1 : 2;
        ways += images * count(a | b, (a << 1 | b) << 1, (a >> 1 | b) >> 1);
    }
    total += ways;
    return unused;
}

int main(int argc, char **argv) {
    int threads = argc == 3 ? atoi(argv[2]) : 0;
    n = argc == 3 ? atoi(argv[1]) : 0;
    if (n < 2 || n > 31 || threads < 1 || threads > MOST_THREADS) {
        fprintf(stderr, "usage: textbook N THREADS, N from 2 to 31, up to %d threads\n", MOST_THREADS);
        return 2;
    }
    all = (1u << n) - 1;
    pthread_t others[MOST_THREADS];
    for (int i = 1; i < threads; i++) {
        if (pthread_create(&others[i], NULL, work, NULL)) return 1;
    }
    work(NULL);
    for (int i = 1; i < threads; i++) pthread_join(others[i], NULL);
    printf("%llu\n", (unsigned long long)total);
}
