//! large N SAMPLES SEED [isa]: times of a random sample of subproblems
use std::time::Instant;
use vuelta::queens::halves::Halves;
use vuelta::search::{Problem, StopFlag, Workers};
use vuelta::simd::Isa;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: u32 = a[1].parse().unwrap();
    let samples: u64 = a[2].parse().unwrap();
    let seed: u64 = a[3].parse().unwrap();
    let isa = a.get(4).map_or(Isa::detect(), |i| i.parse().unwrap());
    let workers = Workers::new(1).unwrap();
    let halves = Halves::new(n, isa, None, &workers).unwrap();
    let mut scratch = halves.scratch();
    let len = halves.len();
    let mut s = 0x9e3779b97f4a7c15u64 ^ seed.wrapping_mul(0xd1342543de82ef95);
    let mut ids: Vec<u64> = (0..len).collect();
    for i in 0..samples.min(len) {
        s ^= s << 13; s ^= s >> 7; s ^= s << 17;
        let j = i + s % (len - i);
        ids.swap(i as usize, j as usize);
    }
    let warm = &ids[..samples.min(len) as usize];
    for &id in warm.iter().take(4.max(warm.len() / 8)) { let _ = halves.count(id, &mut scratch, &StopFlag::default()); }
    let (mut total, mut sum) = (0.0, 0u128);
    for &id in &ids[..samples.min(len) as usize] {
        let t = Instant::now();
        let c = halves.count(id, &mut scratch, &StopFlag::default()).unwrap();
        let e = t.elapsed().as_secs_f64();
        total += e;
        let w = u128::from(halves.subproblem(id).weight);
        sum += c * w;
        if a.len() > 5 { println!("S {id} {e:.6} {}", c * w); }
    }
    println!("N={n} samples {samples} seconds {total:.4} sum {sum} len {len} core-hours {:.3}", total / samples as f64 * len as f64 / 3600.0);
}
