//! A graphics card through wgpu: its adapters, its buffers, a dispatch and the answers.

use super::joins::{JOB_BYTES, Join, Joins, Piece, ROOM_OF_NODES, Sum};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use wgpu::{Backends, Buffer, BufferUsages, DeviceType};

/// The divisions and the leaf.
pub(super) const SHADERS: [&str; 2] = [include_str!("divide.wgsl"), include_str!("leaf.wgsl")];
/// The workgroup storage of a leaf, with room for alignment.
const WORKGROUP_BYTES: u32 = 22 << 10;
/// The largest buffer that is used, and the least that must be possible.
pub(super) const MOST_BYTES: u64 = 2 << 30;
const LEAST_BYTES: u64 = 32 << 20;
/// The bytes of words in uploads from which further ones wait, and the most bytes of buffers that are kept for later ones:
/// drivers may put them into the card's memory.
const MOST_USED_BYTES: u64 = 4 << 30;
const MOST_FREE_BYTES: u64 = 2 << 30;
/// The most bytes of both. A buffer is up to twice as large as what it holds.
pub(super) const MOST_UPLOAD_BYTES: u64 = 2 * MOST_USED_BYTES + MOST_FREE_BYTES;
/// The buffers that a shader uses.
const STORAGE_BUFFERS: u32 = 6;
/// The part of a buffer that is kept for known joins.
const KNOWN_BYTES: u64 = 1 << 20;
/// The most workgroups, which go from job to job: several times as many as a card runs at the same time. A program that acts
/// as a card takes as long to start a workgroup as for a job.
const MOST_GROUPS: u32 = 1 << 14;
const MOST_GROUPS_OF_SOFTWARE: u32 = 16;
/// The longest time of a dispatch: afterwards the card is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A graphics card, or a program that acts as one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Adapter {
    /// The name of `--device`: `gpu:0`.
    pub device: String,
    /// The maker's name.
    pub name: String,
    /// The driver and its version.
    pub driver: String,
    /// `discrete`, `integrated`, `virtual`, `software` or `other`.
    pub kind: &'static str,
    /// The interface: `vulkan`, `metal` or `dx12`.
    pub interface: String,
    /// The largest buffer in bytes. Interfaces do not tell the memory.
    pub buffer_bytes: u64,
    /// The workgroup storage in bytes.
    pub workgroup_bytes: u32,
    /// Whether half boards can be joined on it.
    pub usable: bool,
}

impl Adapter {
    /// The adapters of this machine, in the order of their numbers: fast kinds first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        adapters().iter().enumerate().map(|(number, adapter)| Adapter::of(number, adapter)).collect()
    }

    fn of(number: usize, adapter: &wgpu::Adapter) -> Self {
        let (info, limits) = (adapter.get_info(), adapter.limits());
        let mut adapter = Adapter {
            device: format!("gpu:{number}"),
            name: info.name.trim().to_owned(),
            driver: format!("{} {}", info.driver, info.driver_info).trim().to_owned(),
            kind: KINDS[rank(info.device_type)],
            interface: info.backend.to_string(),
            buffer_bytes: limits.max_buffer_size.min(limits.max_storage_buffer_binding_size),
            workgroup_bytes: limits.max_compute_workgroup_storage_size,
            usable: limits.max_compute_invocations_per_workgroup >= 256
                && limits.max_compute_workgroup_size_x >= 256
                && limits.max_storage_buffers_per_shader_stage >= STORAGE_BUFFERS,
        };
        adapter.usable &= adapter.workgroup_bytes >= WORKGROUP_BYTES && adapter.buffer_bytes >= LEAST_BYTES;
        adapter
    }
}

const KINDS: [&str; 5] = ["discrete", "integrated", "virtual", "other", "software"];

fn rank(kind: DeviceType) -> usize {
    match kind {
        DeviceType::DiscreteGpu => 0,
        DeviceType::IntegratedGpu => 1,
        DeviceType::VirtualGpu => 2,
        DeviceType::Other => 3,
        DeviceType::Cpu => 4,
    }
}

fn adapters() -> Vec<wgpu::Adapter> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let interfaces = Backends::VULKAN | Backends::METAL | Backends::DX12;
    let mut adapters = pollster::block_on(instance.enumerate_adapters(interfaces));
    adapters.sort_by_key(|adapter| rank(adapter.get_info().device_type));
    adapters
}

/// An open card.
pub(super) struct Gpu {
    pub name: String,
    pub stage: Stage,
    device: wgpu::Device,
    queue: wgpu::Queue,
    /// Of the divisions and of the leaf.
    pipelines: [wgpu::ComputePipeline; 2],
    most_groups: u32,
    slots: [Slot; 2],
    /// The first fault that the card reported.
    fault: Arc<Mutex<Option<String>>>,
}

/// Words and pieces of joins, in memory of the processor that the card copies from.
#[derive(Debug)]
pub(super) struct Upload {
    stage: Stage,
    buffer: Buffer,
    /// The bytes of the words, and those of the pieces behind them.
    words: u64,
    pieces: u64,
}

impl Upload {
    /// The numbers of its words and pieces.
    pub fn len(&self) -> [u32; 2] {
        [self.words / size_of::<u32>() as u64, self.pieces / size_of::<Piece>() as u64].map(|n| n as u32)
    }
}

/// Keeps the buffer for later uploads, once the card has copied this one.
impl Drop for Upload {
    fn drop(&mut self) {
        let (sum, freed) = &*self.stage.used;
        *locked(sum) -= self.words;
        freed.notify_all();
        let (free, buffer) = (self.stage.free.clone(), self.buffer.clone());
        self.buffer.map_async(wgpu::MapMode::Write, .., move |result| {
            let mut free = locked(&free);
            let held: u64 = free.iter().map(Buffer::size).sum();
            if result.is_ok() && held + buffer.size() <= MOST_FREE_BYTES {
                free.push(buffer);
            }
        });
    }
}

/// Words that stay on the card for several requests.
#[derive(Debug)]
pub(super) struct Kept {
    upload: Upload,
    /// Made by the first dispatch, with room for known joins.
    on_card: OnceLock<Buffer>,
}

impl Kept {
    /// The number of its words.
    pub fn len(&self) -> u32 {
        self.upload.len()[0]
    }
}

impl From<Upload> for Kept {
    fn from(upload: Upload) -> Self {
        Kept { upload, on_card: OnceLock::new() }
    }
}

/// Makes uploads, on any thread.
#[derive(Debug, Clone)]
pub(super) struct Stage {
    device: wgpu::Device,
    /// Buffers that can be filled.
    free: Arc<Mutex<Vec<Buffer>>>,
    /// The bytes of the words of uploads in use.
    used: Arc<(Mutex<u64>, Condvar)>,
    /// The bytes of the largest buffer.
    pub most_bytes: u64,
}

impl Stage {
    /// Copies the words and pieces of these joins. Waits while other uploads take too much memory.
    ///
    /// # Errors
    /// A sentence if the card cannot give memory.
    pub fn fill(&self, joins: &Joins<'_>) -> Result<Upload, String> {
        let [words, pieces] = [4 * joins.n_words, size_of_val(&*joins.pieces)].map(|bytes| bytes as u64);
        // The service's own words, which are few, must not wait, because it makes room. Neither must requests without words.
        let (sum, freed) = &*self.used;
        let is_full = |sum: &mut u64| words > KNOWN_BYTES && *sum > 0 && *sum + words > MOST_USED_BYTES;
        *freed.wait_while(locked(sum), is_full).unwrap_or_else(PoisonError::into_inner) += words;
        let upload = Upload { stage: self.clone(), buffer: self.take(words + pieces), words, pieces };
        let buffer = &upload.buffer;
        let mut view = buffer.get_mapped_range_mut(..words + pieces).map_err(|error| error.to_string())?;
        let mut at = 0;
        let lists = joins.words.iter().map(|words| bytemuck::cast_slice(words));
        for bytes in lists.chain([bytemuck::cast_slice(&joins.pieces)]) {
            view.slice(at..at + bytes.len()).copy_from_slice(bytes);
            at += bytes.len();
        }
        drop(view);
        buffer.unmap();
        Ok(upload)
    }

    /// The smallest free buffer of at least this size, or a new one.
    fn take(&self, bytes: u64) -> Buffer {
        let mut free = locked(&self.free);
        let fitting = free.iter().enumerate().filter(|(_, buffer)| buffer.size() >= bytes);
        if let Some((best, _)) = fitting.min_by_key(|(_, buffer)| buffer.size()) {
            return free.swap_remove(best);
        }
        drop(free);
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes.next_power_of_two().clamp(1 << 16, self.most_bytes),
            usage: BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC,
            mapped_at_creation: true,
        })
    }
}

/// The numbers of a dispatch's buffers on the card: what goes there, and what is made there.
const WORDS: usize = 0;
const PIECES: usize = 1;
const JOINS: usize = 2;
const LISTS: usize = 3;
const JOBS: usize = 4;
const SUMS: usize = 5;

/// The buffers of a dispatch, and its answers once they are there.
#[derive(Default)]
struct Slot {
    buffers: [Option<Buffer>; 6],
    read: Option<Buffer>,
    n_joins: usize,
    submission: Option<wgpu::SubmissionIndex>,
    done: Arc<Mutex<Option<bool>>>,
}

fn locked<T>(value: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Gpu {
    /// Opens the adapter of this number, or else the first one, for buffers up to this many bytes.
    ///
    /// # Errors
    /// A sentence if there is no such adapter, or if it is too small.
    pub fn open(number: Option<usize>, shaders: [&str; 2], most_bytes: u64) -> Result<Self, String> {
        let adapters = adapters();
        let index = number.unwrap_or(0);
        let Some(adapter) = adapters.get(index) else {
            return Err(match (number, adapters.len()) {
                (_, 0) => "there is no graphics card, or it has no driver for Vulkan, Metal or DirectX 12"
                    .to_owned(),
                (_, 1) => format!("there is no gpu:{index}: 'vuelta info' lists one graphics card, gpu:0"),
                (_, all) => format!("there is no gpu:{index}: 'vuelta info' lists gpu:0 to gpu:{}", all - 1),
            });
        };
        let Adapter { name, driver, buffer_bytes, workgroup_bytes, usable, .. } = Adapter::of(index, adapter);
        let name = format!("{name} ({driver})");
        if !usable {
            return Err(format!(
                "{name} is too small: it has {workgroup_bytes} bytes of workgroup storage and buffers of {buffer_bytes} \
                 bytes, and {WORKGROUP_BYTES} and {LEAST_BYTES} are needed"
            ));
        }
        let most_bytes = buffer_bytes.min(most_bytes) / 4 * 4;
        let limits = wgpu::Limits {
            max_compute_workgroup_storage_size: WORKGROUP_BYTES,
            max_buffer_size: most_bytes,
            max_storage_buffer_binding_size: most_bytes,
            max_storage_buffers_per_shader_stage: STORAGE_BUFFERS,
            ..wgpu::Limits::downlevel_defaults()
        };
        let wanted = wgpu::DeviceDescriptor { required_limits: limits, ..Default::default() };
        let opened = pollster::block_on(adapter.request_device(&wanted));
        let (device, queue) = opened.map_err(|error| format!("{name} could not be opened: {error}"))?;
        let fault = Arc::new(Mutex::new(None));
        let report = |fault: &Arc<Mutex<Option<String>>>| {
            let fault = fault.clone();
            move |sentence: String| {
                locked(&fault).get_or_insert_with(|| one_line(&sentence));
            }
        };
        let (on_error, on_loss) = (report(&fault), report(&fault));
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| on_error(error.to_string())));
        device.set_device_lost_callback(move |_, sentence| on_loss(sentence));
        let pipelines = [("divide", shaders[0]), ("leaf", shaders[1])].map(|(name, shader)| {
            let source = wgpu::ShaderSource::Wgsl(shader.into());
            let descriptor = wgpu::ShaderModuleDescriptor { label: Some(name), source };
            // SAFETY: without runtime checks, shaders must not index arrays out of bounds, and their loops must end. Arrays
            // of workgroups are indexed by the thread's number, or by a number of bits that the array's length covers;
            // a part of `tile` by at most 4 places of each of its 32 threads. Buffers are indexed within what `dispatch` binds, because `Joins` are
            // made by their own functions alone, which assert that pieces are pieces of the words and lie one behind
            // the other; words that are kept are the lists that `take_lists` took out of such joins, in the same order. Jobs
            // and lists that do not fit are left out. Each loop counts up to a bound, or down to zero.
            // (The checks cost a tenth to a quarter of a leaf's time: results/2026-11-h100/leaf.csv.)
            #[allow(unsafe_code)]
            let module = unsafe {
                device.create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked())
            };
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(name),
                layout: None,
                module: &module,
                entry_point: Some(name),
                cache: None,
                compilation_options: wgpu::PipelineCompilationOptions {
                    zero_initialize_workgroup_memory: false,
                    ..Default::default()
                },
            })
        });
        let is_software = adapter.get_info().device_type == DeviceType::Cpu;
        let most_groups = if is_software { MOST_GROUPS_OF_SOFTWARE } else { MOST_GROUPS };
        let stage = Stage { device: device.clone(), free: Arc::default(), used: Arc::default(), most_bytes };
        let gpu =
            Gpu { name, stage, device, queue, pipelines, most_groups, slots: Default::default(), fault };
        gpu.healthy().map_err(|fault| format!("{} cannot run the join: {fault}", gpu.name))?;
        Ok(gpu)
    }

    /// The most bytes of a dispatch's requests, in its largest buffer.
    pub fn most_bytes(&self) -> usize {
        (self.stage.most_bytes - KNOWN_BYTES) as usize
    }

    #[cfg(test)]
    pub fn destroy(&self) {
        self.device.destroy();
    }

    /// The first fault that the card reported.
    pub fn healthy(&self) -> Result<(), String> {
        locked(&self.fault).clone().map_or(Ok(()), Err)
    }

    /// Sends joins, whose words and pieces are those of these uploads, one behind the other, after the words that are kept.
    ///
    /// # Errors
    /// The card's fault.
    pub fn dispatch<'a>(
        &mut self,
        slot: usize,
        joins: &[Join],
        most_jobs: usize,
        kept: Option<&Kept>,
        uploads: impl Iterator<Item = &'a Upload> + Clone,
    ) -> Result<(), String> {
        let sum = |of: fn(&Upload) -> u64| -> u64 { uploads.clone().map(of).sum() };
        let n_lists = joins.last().map_or(0, |join| u64::from(join.lists + join.len()));
        let kept_bytes = kept.map_or(0, |kept| kept.upload.words);
        let mut sizes = [kept_bytes + sum(|upload| upload.words), sum(|upload| upload.pieces), 0, 0, 0, 0];
        sizes[JOINS] = size_of_val(joins) as u64;
        sizes[LISTS] = 4 * n_lists;
        sizes[JOBS] = 8 + (JOB_BYTES * most_jobs) as u64;
        sizes[SUMS] = (size_of::<Sum>() * joins.len()) as u64;
        if sizes.iter().any(|bytes| *bytes > self.stage.most_bytes) {
            return Err(format!("a dispatch needs a buffer of more than {} bytes", self.stage.most_bytes));
        }
        sizes[LISTS] = (sizes[LISTS] * (1 + ROOM_OF_NODES as u64)).min(self.stage.most_bytes);
        let Gpu { stage, device, queue, pipelines, most_groups, slots, .. } = self;
        let ([divide, leaf], Slot { buffers, read, .. }) = (&*pipelines, &mut slots[slot]);
        let create = |size, usage| {
            let wanted = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
            device.create_buffer(&wanted)
        };
        let room = |buffer: &mut Option<Buffer>, bytes: u64, usage| {
            buffer.take_if(|buffer| buffer.size() < bytes);
            let size = bytes.next_power_of_two().clamp(1 << 16, stage.most_bytes);
            buffer.get_or_insert_with(|| create(size, usage)).clone()
        };
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let new = kept.filter(|kept| kept.on_card.get().is_none());
        let all: [(Buffer, u64); 6] = std::array::from_fn(|k| match kept {
            Some(Kept { on_card, .. }) if k == WORDS => {
                (on_card.get_or_init(|| create(kept_bytes + KNOWN_BYTES, usage)).clone(), sizes[k])
            }
            _ => (room(&mut buffers[k], sizes[k], usage), sizes[k]),
        });
        let buffer = |k: usize| &all[k].0;
        let read = room(read, sizes[SUMS], BufferUsages::MAP_READ | BufferUsages::COPY_DST);
        locked(&self.fault).clone().map_or(Ok(()), Err)?;
        queue.write_buffer(buffer(JOBS), 0, bytemuck::cast_slice(&[0, n_lists as u32]));
        queue.write_buffer(buffer(JOINS), 0, bytemuck::cast_slice(joins));
        let bound = |pipeline: &wgpu::ComputePipeline, buffers: &[usize]| {
            let entries = (0..).zip(buffers).map(|(binding, k)| {
                let (buffer, bytes) = &all[*k];
                let size = std::num::NonZeroU64::new(*bytes);
                let resource = wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset: 0, size });
                wgpu::BindGroupEntry { binding, resource }
            });
            let (layout, entries) = (&pipeline.get_bind_group_layout(0), &entries.collect::<Vec<_>>());
            device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries })
        };
        let steps = [
            (divide, bound(divide, &[JOINS, WORDS, PIECES, LISTS, JOBS, SUMS]), joins.len()),
            (leaf, bound(leaf, &[JOBS, LISTS, SUMS]), most_jobs),
        ];
        let mut encoder = device.create_command_encoder(&Default::default());
        if let Some(Kept { upload: Upload { buffer: words, .. }, .. }) = new {
            encoder.copy_buffer_to_buffer(words, 0, buffer(WORDS), 0, kept_bytes);
        }
        let (mut words_at, mut pieces_at) = (kept_bytes, 0);
        for Upload { buffer: upload, words, pieces, .. } in uploads {
            encoder.copy_buffer_to_buffer(upload, 0, buffer(WORDS), words_at, *words);
            encoder.copy_buffer_to_buffer(upload, *words, buffer(PIECES), pieces_at, *pieces);
            (words_at, pieces_at) = (words_at + words, pieces_at + pieces);
        }
        encoder.clear_buffer(buffer(SUMS), 0, Some(sizes[SUMS]));
        for (pipeline, group, workgroups) in &steps {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, group, &[]);
            pass.dispatch_workgroups((*workgroups as u32).min(*most_groups), 1, 1);
        }
        encoder.copy_buffer_to_buffer(buffer(SUMS), 0, &read, 0, sizes[SUMS]);
        let submission = queue.submit([encoder.finish()]);
        let done = Arc::new(Mutex::new(None));
        let told = done.clone();
        read.slice(..sizes[SUMS])
            .map_async(wgpu::MapMode::Read, move |result| *locked(&told) = Some(result.is_ok()));
        let slot = &mut self.slots[slot];
        (slot.n_joins, slot.submission, slot.done) = (joins.len(), Some(submission), done);
        self.healthy()
    }

    /// Whether the answers of a dispatch are there, or never will be.
    pub fn is_done(&self, slot: usize) -> bool {
        self.device.poll(wgpu::PollType::Poll).is_err() || locked(&self.slots[slot].done).is_some()
    }

    /// Waits for the answers of a dispatch.
    ///
    /// # Errors
    /// The card's fault.
    pub fn sums(&mut self, slot: usize) -> Result<Vec<Sum>, String> {
        let Slot { read, n_joins, submission, done, .. } = &mut self.slots[slot];
        let wait = wgpu::PollType::Wait { submission_index: submission.take(), timeout: Some(PATIENCE) };
        let waited = self.device.poll(wait);
        locked(&self.fault).clone().map_or(Ok(()), Err)?;
        waited.map_err(|error| format!("it did not answer: {error}"))?;
        let (Some(read), Some(true)) = (read, *locked(done)) else {
            return Err("its answers could not be read".to_owned());
        };
        let range = read.slice(..(size_of::<Sum>() * *n_joins) as u64).get_mapped_range();
        let sums = bytemuck::cast_slice(&range.map_err(|error| error.to_string())?).to_vec();
        read.unmap();
        Ok(sums)
    }
}

/// A message on one line, and not too long: those of drivers are long.
fn one_line(message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ").trim_end_matches('.').chars().take(300).collect()
}
