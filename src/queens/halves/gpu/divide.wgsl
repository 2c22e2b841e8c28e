// The divisions before the leaf: one workgroup divides the patterns of a join into leaves, by several bits at once.
//
// A node of depth d is the patterns with equal d highest bits. A leaf is the highest node of at most 256 patterns whose
// other bits fit the leaf's table; or a node of the greatest depth, in slices of 256. Patterns are sorted by these bits, so
// that those of a node are together. A leaf's items are those that have none of its bits: the leaf skips the others.

/// Its patterns and its items are pieces of words: the first `n_pattern_pieces` pieces, and those up to `n_pieces`.
struct Join {
    n_patterns: u32, n_items: u32, n_once: u32, bits: u32,
    words: u32, pieces: u32, n_pattern_pieces: u32, n_pieces: u32, lists: u32, jobs: u32, room: u32,
}
/// Words from a place of the join's words to a place of its lists.
struct Piece { start: u32, to: u32, len: u32 }
struct Job { patterns: u32, n_patterns: u32, items: u32, n_items: u32, n_once: u32, without: u32 }

@group(0) @binding(0) var<storage, read> joins: array<Join>;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read> pieces: array<Piece>;
/// The patterns of each join, sorted, and its items.
@group(0) @binding(3) var<storage, read_write> lists: array<u32>;
/// For each join, `room` jobs from `jobs` on. Those that are left have no patterns.
@group(0) @binding(4) var<storage, read_write> jobs: array<Job>;

const THREADS = 256u;
/// The threads that copy a piece.
const ROW = 32u;
const MOST_PATTERNS = 256u;
const MOST_ITEMS = 32768u;
const LEAF_BITS = 28u;
/// The greatest depth, and the nodes there.
const DEPTH = 10u;
const NODES = 1024u;

/// For each node of the greatest depth, the patterns before it, and those of it that have a place.
var<workgroup> before: array<u32, 1025>;
var<workgroup> next: array<atomic<u32>, NODES>;
var<workgroup> sums: array<u32, THREADS>;
var<workgroup> used: atomic<u32>;

/// Gathers and divides the lists of a join; `t` is the thread.
fn divide_join(join: Join, t: u32) {
    let depth = min(DEPTH, join.bits);
    let nodes = 1u << depth;
    let shift = join.bits - depth;

    for (var x = t; x < NODES; x += THREADS) { atomicStore(&next[x], 0u); }
    if t == 0u { atomicStore(&used, 0u); }
    workgroupBarrier();
    for (var r = t / ROW; r < join.n_pattern_pieces; r += THREADS / ROW) {
        let piece = pieces[join.pieces + r];
        for (var i = t % ROW; i < piece.len; i += ROW) {
            atomicAdd(&next[(words[join.words + piece.start + i] >> shift) & (nodes - 1u)], 1u);
        }
    }
    workgroupBarrier();
    // Prefix sums: each thread adds up four nodes, then come the sums of threads.
    var own: array<u32, 4>;
    var sum = 0u;
    for (var k = 0u; k < 4u; k++) {
        own[k] = sum;
        sum += atomicLoad(&next[4u * t + k]);
    }
    sums[t] = sum;
    for (var s = 1u; s < THREADS; s <<= 1u) {
        workgroupBarrier();
        var more = 0u;
        if t >= s { more = sums[t - s]; }
        workgroupBarrier();
        sums[t] += more;
    }
    let first = sums[t] - sum;
    for (var k = 0u; k < 4u; k++) {
        before[4u * t + k] = first + own[k];
        atomicStore(&next[4u * t + k], first + own[k]);
    }
    if t == THREADS - 1u { before[NODES] = sums[t]; }
    workgroupBarrier();

    for (var r = t / ROW; r < join.n_pieces; r += THREADS / ROW) {
        let piece = pieces[join.pieces + r];
        for (var i = t % ROW; i < piece.len; i += ROW) {
            let word = words[join.words + piece.start + i];
            var to = piece.to + i;
            if r < join.n_pattern_pieces { to = atomicAdd(&next[(word >> shift) & (nodes - 1u)], 1u); }
            lists[join.lists + to] = word;
        }
    }
    // The thread of a leaf's first node writes its jobs.
    let least = max(join.bits, LEAF_BITS) - LEAF_BITS;
    for (var x = t; x < nodes; x += THREADS) {
        var d = least;
        var end = 0u;
        loop {
            let below = depth - d;
            end = ((x >> below) + 1u) << below;
            if d == depth || before[end] - before[(x >> below) << below] <= MOST_PATTERNS { break; }
            d++;
        }
        let start = before[x];
        if x != ((x >> (depth - d)) << (depth - d)) || before[end] == start { continue; }
        let without = x << shift;
        for (var p = start; p < before[end]; p += MOST_PATTERNS) {
            for (var i = 0u; i < join.n_items; i += MOST_ITEMS) {
                let slot = atomicAdd(&used, 1u);
                if slot >= join.room { continue; }
                let items = min(MOST_ITEMS, join.n_items - i);
                let once = min(max(join.n_once, i) - i, items);
                jobs[join.jobs + slot] = Job(join.lists + p, min(MOST_PATTERNS, before[end] - p),
                    join.lists + join.n_patterns + i, items, once, without);
            }
        }
    }
    workgroupBarrier();
    let written = atomicLoad(&used);
    for (var slot = written + t; slot < join.room; slot += THREADS) {
        jobs[join.jobs + slot] = Job(0u, 0u, 0u, 0u, 0u, 0u);
    }
    // A join without enough room is marked: its first job has more patterns than a leaf can have.
    workgroupBarrier();
    if t == 0u && written > join.room { jobs[join.jobs].n_patterns = 0xffffffffu; }
}

@compute @workgroup_size(256)
fn divide(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
          @builtin(local_invocation_index) t: u32) {
    for (var id = group.x; id < arrayLength(&joins); id += groups.x) { divide_join(joins[id], t); } // the whole workgroup
}
