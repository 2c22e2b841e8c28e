// The divisions before the leaf: one workgroup divides the patterns of a join into leaves, by several bits at once.
//
// A node of depth d is the patterns with equal d highest bits. A leaf is the highest node of at most 256 patterns whose
// other bits fit the leaf's table; or a node of the greatest depth, in slices of 256. Patterns are sorted by these bits, so
// that those of a node are together.
//
// A leaf's items are those that have none of its bits. Each node of a middle depth gets a list of its items, so that a
// leaf below it need not read the others. An item is in one list for each subset of its zeros
// among these bits. Without room for the lists, the leaves read all items of the join.

/// Its patterns and its items are pieces of words: the first `n_pattern_pieces` pieces, and those up to `n_pieces`.
struct Join {
    n_patterns: u32, n_items: u32, n_once: u32, bits: u32,
    words: u32, pieces: u32, n_pattern_pieces: u32, n_pieces: u32, lists: u32,
}
/// Words from a place of the join's words to a place of its lists.
struct Piece { start: u32, to: u32, len: u32 }
struct Job { patterns: u32, n_patterns: u32, items: u32, n_items: u32, n_once: u32, without: u32, join: u32 }
/// The jobs, and the words of lists that are taken.
struct Jobs { n: atomic<u32>, n_words: atomic<u32>, list: array<Job> }
struct Sum { low: u32, high: u32, n_done: u32, n_jobs: u32 }

@group(0) @binding(0) var<storage, read> joins: array<Join>;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read> pieces: array<Piece>;
/// The patterns of each join, sorted, and its items; then the items of nodes.
@group(0) @binding(3) var<storage, read_write> lists: array<u32>;
@group(0) @binding(4) var<storage, read_write> jobs: Jobs;
@group(0) @binding(5) var<storage, read_write> sums: array<Sum>;

const THREADS = 256u;
/// The threads that copy a piece.
const ROW = 32u;
const MOST_PATTERNS = 256u;
const MOST_ITEMS = 32768u;
const LEAF_BITS = 28u;
/// The greatest depth, and the nodes there.
const DEPTH = 10u;
const NODES = 1024u;
/// The greatest middle depth, and the nodes there.
const MIDDLE = 5u;
const MIDDLE_NODES = 32u;
/// The most words of these lists, so that the sum of those that find no room fits 32 bits.
const MOST_TAKEN = 0x100000u;

/// For each node of the greatest depth, the patterns before it, and those of it that have a place.
var<workgroup> before: array<u32, 1025>;
var<workgroup> next: array<atomic<u32>, NODES>;
var<workgroup> totals: array<u32, THREADS>;
/// The items with these highest bits, first those that count once; then the places of the next items of each node.
var<workgroup> of_bits: array<atomic<u32>, 64>;
var<workgroup> next_item: array<atomic<u32>, 64>;
/// The items of each middle node: the first one, their number, and the number of those that count once.
var<workgroup> node_start: array<u32, MIDDLE_NODES>;
var<workgroup> node_items: array<u32, MIDDLE_NODES>;
var<workgroup> node_once: array<u32, MIDDLE_NODES>;
var<workgroup> is_listed: u32;
var<workgroup> used: atomic<u32>;

/// Takes room for n words and returns its place; the number of all words if there is none.
fn take(n: u32) -> u32 {
    let all = arrayLength(&lists);
    if n > min(all, MOST_TAKEN) || atomicLoad(&jobs.n_words) > all - n { return all; }
    let taken = atomicAdd(&jobs.n_words, n);
    return select(all, taken, taken <= all - n);
}

/// Gathers and divides the lists of a join; `t` is the thread.
fn divide_join(id: u32, t: u32) {
    let join = joins[id];
    let depth = min(DEPTH, join.bits);
    let nodes = 1u << depth;
    let shift = join.bits - depth;
    // Leaves are one or two deeper on average.
    let wanted = min(min(firstLeadingBit(max(join.n_patterns / MOST_PATTERNS, 2u)) - 1u, MIDDLE), depth);
    // Without a middle depth, items need not be counted.
    let n_counted = select(join.n_pieces, join.n_pattern_pieces, wanted == 0u);
    let item_shift = min(join.bits - wanted, 31u);
    let item_bits = (1u << wanted) - 1u;

    for (var x = t; x < NODES; x += THREADS) { atomicStore(&next[x], 0u); }
    if t < 64u { atomicStore(&of_bits[t], 0u); }
    if t == 0u { atomicStore(&used, 0u); }
    workgroupBarrier();
    for (var r = t / ROW; r < n_counted; r += THREADS / ROW) {
        let piece = pieces[join.pieces + r];
        for (var i = t % ROW; i < piece.len; i += ROW) {
            let word = words[join.words + piece.start + i];
            if r < join.n_pattern_pieces {
                atomicAdd(&next[(word >> shift) & (nodes - 1u)], 1u);
            } else {
                let twice = select(0u, MIDDLE_NODES, piece.to + i - join.n_patterns >= join.n_once);
                atomicAdd(&of_bits[twice + ((word >> item_shift) & item_bits)], 1u);
            }
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
    totals[t] = sum;
    if t <= item_bits {
        var once = 0u;
        var twice = 0u;
        for (var bits = 0u; bits <= item_bits; bits++) {
            if (bits & t) == 0u {
                once += atomicLoad(&of_bits[bits]);
                twice += atomicLoad(&of_bits[MIDDLE_NODES + bits]);
            }
        }
        node_once[t] = once;
        node_items[t] = once + twice;
    }
    for (var s = 1u; s < THREADS; s <<= 1u) {
        workgroupBarrier();
        var more = 0u;
        if t >= s { more = totals[t - s]; }
        workgroupBarrier();
        totals[t] += more;
    }
    let first = totals[t] - sum;
    for (var k = 0u; k < 4u; k++) {
        before[4u * t + k] = first + own[k];
        atomicStore(&next[4u * t + k], first + own[k]);
    }
    if t == THREADS - 1u { before[NODES] = totals[t]; }
    if t == 0u {
        var all = 0u;
        for (var x = 0u; x <= item_bits; x++) { all += node_items[x]; }
        var start = join.lists + join.n_patterns;
        is_listed = 0u;
        if wanted > 0u {
            let taken = take(all);
            if taken < arrayLength(&lists) {
                start = taken;
                is_listed = 1u;
            }
        }
        if is_listed == 0u {
            node_items[0] = join.n_items;
            node_once[0] = join.n_once;
        }
        for (var x = 0u; x <= item_bits; x++) {
            node_start[x] = start;
            atomicStore(&next_item[x], start);
            atomicStore(&next_item[MIDDLE_NODES + x], start + node_once[x]);
            start += node_items[x];
        }
    }
    workgroupBarrier();

    let middle = select(0u, wanted, is_listed == 1u);
    for (var r = t / ROW; r < join.n_pieces; r += THREADS / ROW) {
        let piece = pieces[join.pieces + r];
        for (var i = t % ROW; i < piece.len; i += ROW) {
            let word = words[join.words + piece.start + i];
            if r < join.n_pattern_pieces {
                lists[join.lists + atomicAdd(&next[(word >> shift) & (nodes - 1u)], 1u)] = word;
            } else if middle == 0u {
                lists[join.lists + piece.to + i] = word;
            } else {
                let twice = select(0u, MIDDLE_NODES, piece.to + i - join.n_patterns >= join.n_once);
                let zeros = ~(word >> item_shift) & item_bits;
                var x = 0u;
                loop { // over the subsets of the zeros
                    lists[atomicAdd(&next_item[twice + x], 1u)] = word;
                    x = (x - zeros) & zeros;
                    if x == 0u { break; }
                }
            }
        }
    }
    // The thread of a leaf's first node writes its jobs.
    let least = max(max(join.bits, LEAF_BITS) - LEAF_BITS, middle);
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
        let node = x >> (depth - middle);
        for (var p = start; p < before[end]; p += MOST_PATTERNS) {
            for (var i = 0u; i < node_items[node]; i += MOST_ITEMS) {
                atomicAdd(&used, 1u);
                let slot = atomicAdd(&jobs.n, 1u);
                if slot >= arrayLength(&jobs.list) { continue; }
                let items = min(MOST_ITEMS, node_items[node] - i);
                let once = min(max(node_once[node], i) - i, items);
                jobs.list[slot] = Job(join.lists + p, min(MOST_PATTERNS, before[end] - p),
                    node_start[node] + i, items, once, x << shift, id);
            }
        }
    }
    workgroupBarrier();
    if t == 0u { sums[id].n_jobs = atomicLoad(&used) + 1u; }
}

@compute @workgroup_size(256)
fn divide(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
          @builtin(local_invocation_index) t: u32) {
    for (var id = group.x; id < arrayLength(&joins); id += groups.x) { divide_join(id, t); } // the whole workgroup
}
