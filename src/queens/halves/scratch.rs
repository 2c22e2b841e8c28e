//! What one worker keeps from subproblem to subproblem, so that nothing is allocated in between.

use super::half_board::HalfBoards;
use super::join::Workspace;
use super::permuted::Permuted;
use super::radix::{Buckets, Gathered};

/// A worker's memory. Pairs are east and west.
pub struct Scratch {
    /// Half boards whose masks fit 32 bits.
    pub(super) narrow: [HalfBoards<u32>; 2],
    /// And those whose masks do not.
    pub(super) wide: [HalfBoards<u64>; 2],
    pub(super) permuted: [Permuted; 2],
    pub(super) buckets: [[Buckets; 4]; 2],
    pub(super) gathered: Gathered,
    pub(super) workspace: Workspace,
}

impl Scratch {
    pub(super) fn new() -> Self {
        Scratch {
            narrow: Default::default(),
            wide: Default::default(),
            permuted: [Permuted::new(), Permuted::new()],
            buckets: Default::default(),
            gathered: Gathered::new(),
            workspace: Workspace::new(),
        }
    }
}
