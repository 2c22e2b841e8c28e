// The divisions before the leaf: one workgroup divides the patterns of a join into leaves, by several bits at once.
//
// A node of depth d is the patterns with equal d highest bits. A leaf is the highest node whose patterns and other bits
// fit the leaf's table: 128 patterns and 31 bits, or 256 and 28; or a node of the greatest depth, in slices of 256.
// Patterns are sorted by these bits, so that those of a node are together.
//
// A leaf's items are those that have none of its bits. Each node of a middle depth gets a list of its items, so that a
// leaf below it need not read the others. An item is in one list for each subset of its zeros
// among these bits. If there is no room for the lists, the middle depth is less; at depth 0, leaves read all items.

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
const MOST_BITS = 28u;
/// The same for leaves of few patterns.
const SMALL_PATTERNS = 128u;
const SMALL_BITS = 31u;
const MOST_ITEMS = 32768u;
/// The greatest depth, and the nodes there.
const DEPTH = 10u;
const NODES = 1024u;
/// The greatest middle depth, and the nodes there.
const MIDDLE = 6u;
const MIDDLE_NODES = 64u;
/// The most words of these lists, so that the sum of those that find no room fits 32 bits.
const MOST_TAKEN = 0x100000u;

/// The place of the next pattern of each node of the greatest depth; in the end, the first place behind it. (Few arrays, so
/// that more workgroups run at the same time.)
var<workgroup> next: array<atomic<u32>, NODES>;
var<workgroup> totals: array<u32, THREADS>;
/// The number of items with these highest bits, first of those that count once; then the places of the next items of each
/// middle node.
var<workgroup> of_items: array<atomic<u32>, 128>;
/// The items of each middle node: the first one, their number, and the number of those that count once.
var<workgroup> node_start: array<u32, MIDDLE_NODES>;
var<workgroup> node_items: array<u32, MIDDLE_NODES>;
var<workgroup> node_once: array<u32, MIDDLE_NODES>;
var<workgroup> has_room: u32;
var<workgroup> used: atomic<u32>;

/// Takes room for n words and returns its place; the number of all words if there is none.
fn take(n: u32) -> u32 {
    let all = arrayLength(&lists);
    if n > min(all, MOST_TAKEN) || atomicLoad(&jobs.n_words) > all - n { return all; }
    let taken = atomicAdd(&jobs.n_words, n);
    return select(all, taken, taken <= all - n);
}

/// The patterns before a node of the greatest depth, once all have their place.
fn patterns_before(x: u32) -> u32 {
    if x == 0u { return 0u; }
    return atomicLoad(&next[x - 1u]);
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
    if t < 2u * MIDDLE_NODES { atomicStore(&of_items[t], 0u); }
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
                atomicAdd(&of_items[twice + ((word >> item_shift) & item_bits)], 1u);
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
    for (var s = 1u; s < THREADS; s <<= 1u) {
        workgroupBarrier();
        var more = 0u;
        if t >= s { more = totals[t - s]; }
        workgroupBarrier();
        totals[t] += more;
    }
    let first = totals[t] - sum;
    for (var k = 0u; k < 4u; k++) { atomicStore(&next[4u * t + k], first + own[k]); }
    var middle = wanted;
    loop { // until there is room
        if t < (1u << middle) {
            var once = 0u;
            var twice = 0u;
            for (var bits = 0u; bits <= item_bits; bits++) {
                if ((bits >> (wanted - middle)) & t) == 0u {
                    once += atomicLoad(&of_items[bits]);
                    twice += atomicLoad(&of_items[MIDDLE_NODES + bits]);
                }
            }
            node_once[t] = once;
            node_items[t] = once + twice;
        }
        workgroupBarrier();
        if t == 0u {
            if middle == 0u {
                node_once[0] = join.n_once;
                node_items[0] = join.n_items;
            }
            var all = 0u;
            for (var x = 0u; x < (1u << middle); x++) { all += node_items[x]; }
            var start = join.lists + join.n_patterns;
            if middle > 0u { start = take(all); }
            has_room = u32(start < arrayLength(&lists));
            for (var x = 0u; x < (1u << middle); x++) {
                node_start[x] = start;
                start += node_items[x];
            }
        }
        workgroupBarrier();
        if has_room == 1u { break; }
        middle--;
    }

    let node_shift = min(join.bits - middle, 31u);
    let node_bits = (1u << middle) - 1u;
    if t <= node_bits {
        atomicStore(&of_items[t], node_start[t]);
        atomicStore(&of_items[MIDDLE_NODES + t], node_start[t] + node_once[t]);
    }
    workgroupBarrier();
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
                let zeros = ~(word >> node_shift) & node_bits;
                var x = 0u;
                loop { // over the subsets of the zeros
                    lists[atomicAdd(&of_items[twice + x], 1u)] = word;
                    x = (x - zeros) & zeros;
                    if x == 0u { break; }
                }
            }
        }
    }
    workgroupBarrier();
    // The thread of a leaf's first node writes its jobs.
    let least = max(max(join.bits, SMALL_BITS) - SMALL_BITS, middle);
    for (var x = t; x < nodes; x += THREADS) {
        var d = least;
        var start = 0u;
        var end = 0u;
        loop {
            let below = depth - d;
            start = patterns_before((x >> below) << below);
            end = patterns_before(((x >> below) + 1u) << below);
            let n = end - start;
            if d == depth || n <= SMALL_PATTERNS || (n <= MOST_PATTERNS && join.bits <= MOST_BITS + d) { break; }
            d++;
        }
        if x != ((x >> (depth - d)) << (depth - d)) || end == start { continue; }
        let node = x >> (depth - middle);
        for (var p = start; p < end; p += MOST_PATTERNS) {
            for (var i = 0u; i < node_items[node]; i += MOST_ITEMS) {
                atomicAdd(&used, 1u);
                let slot = atomicAdd(&jobs.n, 1u);
                if slot >= arrayLength(&jobs.list) { continue; }
                let items = min(MOST_ITEMS, node_items[node] - i);
                let once = min(max(node_once[node], i) - i, items);
                jobs.list[slot] = Job(join.lists + p, min(MOST_PATTERNS, end - p),
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
