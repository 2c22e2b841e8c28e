// A leaf of the join: one workgroup counts the disjoint pairs of at most 256 patterns and any number of items.
//
// The patterns are transposed into a set of 256 patterns per bit. From these sets a table is made: for each value of a
// chunk of 7 bits, the set of the patterns that have none of its bits. The AND of an item's four entries is the set of
// the patterns that are disjoint from it.
//
// Four chunks share each row of the 32 banks of workgroup memory, eight banks each. Neighbouring items read the chunks
// in different orders, and so from different banks.

struct Job { patterns: u32, n_patterns: u32, items: u32, n_items: u32, n_once: u32, without: u32 }

@group(0) @binding(0) var<storage, read> jobs: array<Job>;
/// Items.
@group(0) @binding(1) var<storage, read> words: array<u32>;
/// Patterns.
@group(0) @binding(2) var<storage, read> sorted: array<u32>;
/// 1 more than the count, which tells a job that was done from one that was not.
@group(0) @binding(3) var<storage, read_write> counts: array<u32>;

const THREADS = 256u;
const WIDTH = 7u;
const CHUNKS = 4u;
const ENTRIES = 128u;
/// The vectors of a set, which are the threads of an item.
const SET = 2u;
/// Items that pass the filter are collected from this many.
const TILE = 512u;
/// Marks an item that counts twice; the chunks end below.
const TWICE = 0x80000000u;

/// Blocks of 32 patterns. Once transposed, word 32 w + b has bit b of the patterns 32 w to 32 w + 31.
var<workgroup> rows: array<u32, 256>;
var<workgroup> table: array<vec4<u32>, 1024>;
var<workgroup> tile: array<u32, TILE>;
var<workgroup> kept: atomic<u32>;
var<workgroup> total: atomic<u32>;

fn entry(chunk: u32, x: u32) -> u32 { return x * 8u + chunk * SET; }

/// Those of the patterns 128 q to 128 q + 127 that have bit b.
fn having(b: u32, q: u32) -> vec4<u32> {
    let first = 128u * q + b;
    return vec4(rows[first], rows[first + 32u], rows[first + 64u], rows[first + 96u]);
}

/// Those of the patterns 128 q to 128 q + 127 that exist.
fn existing(n: u32, q: u32) -> vec4<u32> {
    let before = 128u * q + vec4(0u, 32u, 64u, 96u);
    let here = min(max(vec4(n), before) - before, vec4(32u));
    return select((vec4(1u) << (here & vec4(31u))) - 1u, vec4(0xffffffffu), here == vec4(32u));
}

@compute @workgroup_size(256)
fn leaf(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) t: u32) {
    let id = group.y * groups.x + group.x;
    if id >= arrayLength(&jobs) { return; } // the whole workgroup
    let job = jobs[id];
    if job.n_patterns == 0u || job.n_patterns > THREADS {
        // Nothing to do, or a job that cannot be done.
        if t == 0u && job.n_patterns == 0u { counts[id] = 1u; }
        return;
    }
    if t == 0u { atomicStore(&total, 0u); }
    rows[t] = 0u;
    if t < job.n_patterns { rows[t] = sorted[job.patterns + t]; }

    // Transposes 32 x 32 bits: one exchange of two words per thread and stage.
    var mask = 0x0000ffffu;
    for (var s = 16u; s > 0u; s >>= 1u) {
        workgroupBarrier();
        let pair = t & 15u;
        let a = (t >> 4u) * 32u + ((pair & ~(s - 1u)) << 1u) + (pair & (s - 1u));
        if t < 128u {
            let x = ((rows[a] >> s) ^ rows[a + s]) & mask;
            rows[a] ^= x << s;
            rows[a + s] ^= x;
        }
        mask ^= mask << (s >> 1u);
    }
    workgroupBarrier();

    // Eight entries per thread and turn: their low three bits by doubling.
    let q = t % SET;
    for (var unit = t / SET; unit < CHUNKS * (ENTRIES / 8u); unit += THREADS / SET) {
        let chunk = unit / (ENTRIES / 8u);
        let high = (unit % (ENTRIES / 8u)) * 8u;
        var sets: array<vec4<u32>, 8>;
        sets[0] = vec4(0xffffffffu);
        if chunk == 0u { sets[0] = existing(job.n_patterns, q); }
        for (var b = 3u; b < WIDTH; b++) {
            if ((high >> b) & 1u) == 1u { sets[0] &= ~having(chunk * WIDTH + b, q); }
        }
        for (var b = 0u; b < 3u; b++) {
            let without = ~having(chunk * WIDTH + b, q);
            for (var x = 0u; x < (1u << b); x++) { sets[(1u << b) + x] = sets[x] & without; }
        }
        for (var x = 0u; x < 8u; x++) { table[entry(chunk, high + x) + q] = sets[x]; }
    }

    var found = vec4(0u);
    let turn = t / SET % CHUNKS;
    for (var first = 0u; first < job.n_items; first += TILE) {
        if t == 0u { atomicStore(&kept, 0u); }
        workgroupBarrier(); // the table too
        for (var i = first + t; i < min(first + TILE, job.n_items); i += THREADS) {
            let item = words[job.items + i];
            if (item & job.without) == 0u {
                tile[atomicAdd(&kept, 1u)] = select(item | TWICE, item & ~TWICE, i < job.n_once);
            }
        }
        workgroupBarrier();
        let n = atomicLoad(&kept);
        for (var i = t / SET; i < n; i += THREADS / SET) {
            let item = tile[i];
            var disjoint = vec4(0xffffffffu);
            for (var k = 0u; k < CHUNKS; k++) {
                let chunk = k ^ turn;
                disjoint &= table[entry(chunk, (item >> (chunk * WIDTH)) & (ENTRIES - 1u)) + q];
            }
            found += countOneBits(disjoint) << vec4(item >> 31u);
        }
        workgroupBarrier();
    }
    atomicAdd(&total, found.x + found.y + found.z + found.w);
    workgroupBarrier();
    if t == 0u { counts[id] = atomicLoad(&total) + 1u; }
}
