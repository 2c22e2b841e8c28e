// A leaf of the join: one workgroup counts the disjoint pairs of at most 256 patterns and any number of items.
//
// The patterns are transposed into a set of patterns per bit. From these sets a table is made: for each value of a chunk
// of bits, the set of the patterns that have none of its bits. The AND of an item's entries is the set of the patterns
// that are disjoint from it.
//
// A row of the table has four columns of two vectors of 128 patterns, which lie in different banks of workgroup memory.
// - More than 128 patterns are compared by 28 bits: a column is a chunk of 7 bits, and its vectors are halves of a set.
//   Two threads share an item.
// - At most 128 patterns are compared by 31 bits: columns are chunks of 7, 7, 6 and 6 bits. The last two have the
//   chunk of the highest 5 bits below. Vectors of a column are equal, and each thread has an item of its own.
// Neighbouring items read the columns in different orders, and so from different banks.

struct Job { patterns: u32, n_patterns: u32, items: u32, n_items: u32, n_once: u32, without: u32, join: u32 }
struct Jobs { n: atomic<u32>, n_words: atomic<u32>, list: array<Job> }
struct Sum { low: atomic<u32>, high: atomic<u32>, n_done: atomic<u32>, n_jobs: u32 }

@group(0) @binding(0) var<storage, read_write> jobs: Jobs;
/// The patterns and the items of each join.
@group(0) @binding(1) var<storage, read> lists: array<u32>;
/// The counts of the joins, and their jobs that are done.
@group(0) @binding(2) var<storage, read_write> sums: array<Sum>;

const THREADS = 256u;
const WIDTH = 7u;
const COLUMNS = 4u;
/// The vectors of a column, and of a row.
const SIDES = 2u;
const ROW = COLUMNS * SIDES;
/// The most patterns of one vector.
const SMALL = 128u;
/// For them, the first bit of the last chunk, and its first row.
const LAST_BIT = 26u;
const LAST_ROW = 64u;
/// Items that are filtered at a time, into parts of the tile. With one part, all threads would add to one number.
const TILE = 1024u;
const PARTS = 8u;
const PART = TILE / PARTS;
/// The words from a part to the next one, which begins in another bank.
const STRIDE = PART + 4u;
/// The threads of a part.
const THREADS_OF_PART = THREADS / PARTS;
/// Marks an item that counts twice; the chunks end below.
const TWICE = 0x80000000u;

/// While patterns are transposed, two sets of rows; then the items that pass the filter.
var<workgroup> tile: array<u32, 1056>;
/// The patterns that have a bit, by bit and half; and what is read beyond the last bit, for rows that are not used.
var<workgroup> having: array<vec4<u32>, 66>;
var<workgroup> table: array<vec4<u32>, 1024>;
/// The items of each part of the tile, in turns.
var<workgroup> kept: array<atomic<u32>, 16>;
var<workgroup> total: atomic<u32>;

/// Those of the patterns 128 q to 128 q + 127 that exist.
fn existing(n: u32, q: u32) -> vec4<u32> {
    let before = 128u * q + vec4(0u, 32u, 64u, 96u);
    let here = min(max(vec4(n), before) - before, vec4(32u));
    return select((vec4(1u) << (here & vec4(31u))) - 1u, vec4(0xffffffffu), here == vec4(32u));
}

/// Adds the count of a job to that of its join, in two parts: a carry would have to wait for memory.
fn add(join: u32, count: u32) {
    atomicAdd(&sums[join].low, count & 0xfffu);
    atomicAdd(&sums[join].high, count >> 12u);
    atomicAdd(&sums[join].n_done, 1u);
}

/// A pattern of a job, or an empty one.
fn pattern(job: Job, t: u32) -> u32 {
    if t >= job.n_patterns { return 0u; }
    return lists[job.patterns + t];
}

/// Four items of a job, from number i on, as many apart as there are threads; the last one instead of those beyond it.
fn four_items(job: Job, i: u32) -> vec4<u32> {
    let at = vec4(job.items) + min(vec4(i) + vec4(0u, 1u, 2u, 3u) * THREADS, vec4(job.n_items - 1u));
    return vec4(lists[at.x], lists[at.y], lists[at.z], lists[at.w]);
}

/// Transposes 32 x 32 bits: a thread exchanges half of its word with another one, five times.
fn transpose(pattern: u32, t: u32) {
    var word = pattern;
    var mask = 0x0000ffffu;
    var side = 0u;
    for (var s = 16u; s > 0u; s >>= 1u) {
        tile[side + t] = word;
        workgroupBarrier();
        let other = tile[side + (t ^ s)];
        word = select((word & mask) | ((other & mask) << s), (word & ~mask) | ((other >> s) & mask), (t & s) != 0u);
        mask ^= mask << (s >> 1u);
        side ^= THREADS;
    }
    tile[side + t] = word;
    workgroupBarrier();
    if t < 64u {
        let first = side + 128u * (t % SIDES) + t / SIDES;
        having[t] = vec4(tile[first], tile[first + 32u], tile[first + 64u], tile[first + 96u]);
    }
    workgroupBarrier();
}

/// Fills the table: four rows of a vector per thread, their low two bits by doubling.
fn fill(n_patterns: u32, t: u32) {
    let side = t % SIDES;
    let column = t / SIDES % COLUMNS;
    let row = t / ROW * 4u;
    var half = side;
    var value = row;
    var bit = column * WIDTH;
    if n_patterns <= SMALL {
        half = 0u;
        if column >= 2u {
            value = row % LAST_ROW;
            bit = select(column * 6u + 2u, LAST_BIT, row >= LAST_ROW);
        }
    }
    var sets = vec4(0xffffffffu);
    if column == 0u { sets = existing(n_patterns, half); }
    for (var b = 2u; b < WIDTH; b++) {
        sets &= ~(having[(bit + b) * SIDES + half] & vec4(0u - ((value >> b) & 1u)));
    }
    let at = row * ROW + column * SIDES + side;
    let without_0 = ~having[bit * SIDES + half];
    let without_1 = ~having[(bit + 1u) * SIDES + half];
    table[at] = sets;
    table[at + ROW] = sets & without_0;
    table[at + 2u * ROW] = sets & without_1;
    table[at + 3u * ROW] = sets & without_0 & without_1;
}

/// This thread's share of the pairs of a job, of which these are the thread's first items.
fn pairs(job: Job, first_items: vec4<u32>, t: u32) -> u32 {
    // The order of the columns begins with the thread's own.
    let order = vec4(0u, 1u, 2u, 3u) ^ vec4(t / SIDES % COLUMNS);
    let is_small = job.n_patterns <= SMALL;
    let shifts = order * WIDTH - select(vec4(0u), order / 3u, is_small);
    let values = select(vec4(127u), vec4(127u) >> (order / 2u), is_small);
    let entries = order * SIDES + t % SIDES;
    let last = LAST_ROW * ROW + (2u + t / SIDES % 2u) * SIDES + t % SIDES;
    let part = t / THREADS_OF_PART;
    let threads = select(SIDES, 1u, is_small); // per item
    let start = part * STRIDE + t % THREADS_OF_PART / threads;
    let step = THREADS_OF_PART / threads;
    var items = first_items;
    var found = 0u;
    var turn = 0u;
    for (var first = 0u; first < job.n_items; first += TILE) {
        let places = vec4(first + t) + vec4(0u, 1u, 2u, 3u) * THREADS;
        let marked = select(items | vec4(TWICE), items & vec4(~TWICE), places < vec4(job.n_once));
        let passes = (places < vec4(job.n_items)) & ((items & vec4(job.without)) == vec4(0u));
        let one = vec4<u32>(passes);
        var to = t % PARTS * STRIDE + atomicAdd(&kept[turn + t % PARTS], one.x + one.y + one.z + one.w);
        if passes.x { tile[to] = marked.x; }
        to += one.x;
        if passes.y { tile[to] = marked.y; }
        to += one.y;
        if passes.z { tile[to] = marked.z; }
        to += one.z;
        if passes.w { tile[to] = marked.w; }
        if first + TILE < job.n_items { items = four_items(job, first + TILE + t); }
        workgroupBarrier(); // the table too
        let end = part * STRIDE + atomicLoad(&kept[turn + part]);
        turn ^= PARTS;
        if t < PARTS { atomicStore(&kept[turn + t], 0u); }
        for (var i = start; i < end; i += step) {
            let item = tile[i];
            let at = entries + ((vec4(item) >> shifts) & values) * ROW;
            var sets = table[at.x] & table[at.y] & table[at.z] & table[at.w];
            if is_small { sets &= table[last + ((item >> LAST_BIT) & 31u) * ROW]; }
            let ones = countOneBits(sets);
            found += (ones.x + ones.y + ones.z + ones.w) << (item >> 31u);
        }
        workgroupBarrier();
    }
    return found;
}

@compute @workgroup_size(256)
fn leaf(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) t: u32) {
    let n = min(atomicLoad(&jobs.n), arrayLength(&jobs.list));
    if group.x >= n { return; } // the whole workgroup
    // What a job needs first is loaded while the one before is counted.
    var job = jobs.list[group.x];
    var word = pattern(job, t);
    for (var id = group.x; id < n; id += groups.x) {
        let next = jobs.list[min(id + groups.x, n - 1u)];
        let items = four_items(job, t);
        if t == 0u { atomicStore(&total, 0u); }
        if t < 2u * PARTS { atomicStore(&kept[t], 0u); }
        transpose(word, t);
        fill(job.n_patterns, t);
        word = pattern(next, t);
        atomicAdd(&total, pairs(job, items, t));
        workgroupBarrier();
        if t == 0u { add(job.join, atomicLoad(&total)); }
        job = next;
    }
}
