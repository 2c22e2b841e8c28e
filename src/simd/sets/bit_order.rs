//! A permutation of the bits of a word, in the forms that instruction sets use.

/// Bit `p` of the result is bit `source[p]` of the word; bits that are not a source are dropped.
#[derive(Debug, Clone)]
pub(crate) struct BitOrder {
    /// The source of each bit of the result, 0 to 63.
    pub(super) source: [u8; 64],
    /// The bits of the result that have a source.
    pub(super) live: u64,
    /// `bytes[b][x]`: the contribution of byte b of the word with value x.
    pub(super) bytes: Box<[[u64; 256]; 8]>,
}

impl BitOrder {
    pub fn new() -> Self {
        BitOrder { source: [0; 64], live: 0, bytes: Box::new([[0; 256]; 8]) }
    }

    /// Sets the permutation: bit `p` of the result comes from bit `sources[p]`. Sources are below 64 and distinct.
    /// O(2048) if the instruction set permutes `by_bytes`.
    pub fn set(&mut self, sources: &[u8], by_bytes: bool) {
        self.source = [0; 64];
        self.source[..sources.len()].copy_from_slice(sources);
        self.live = if sources.len() == 64 { !0 } else { (1 << sources.len()) - 1 };
        if !by_bytes {
            return;
        }
        for table in self.bytes.iter_mut() {
            table.fill(0);
        }
        for (place, &source) in sources.iter().enumerate() {
            self.bytes[usize::from(source / 8) % 8][1 << (source % 8)] = 1 << place;
        }
        for table in self.bytes.iter_mut() {
            // An entry is the entry of its lowest bit and that of its other bits.
            for x in 1..256usize {
                table[x] = table[x & (x - 1)] | table[1 << x.trailing_zeros()];
            }
        }
    }

    /// A word permuted by the byte tables.
    #[inline(always)]
    pub(super) fn by_bytes(&self, x: u64) -> u64 {
        let mut result = 0;
        for (byte, table) in x.to_le_bytes().into_iter().zip(self.bytes.iter()) {
            result |= table[usize::from(byte)];
        }
        result
    }
}
