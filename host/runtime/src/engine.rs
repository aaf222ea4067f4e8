//! The engine: one compiler configuration, one clock and one pool of instances for all policies of a process.

use crate::Bounds;
use crate::slots::Slots;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use wasmtime::{
    Config, Enabled, EngineWeak, InstanceAllocationStrategy, PoolingAllocationConfig, WasmBacktraceDetails,
    WasmFeatures,
};

/// How often the clock of the engine ticks. It is the precision of the wall-clock limit.
const TICK: Duration = Duration::from_millis(5);

/// Compiles and runs policies. Clones share everything.
#[derive(Clone)]
pub struct Engine {
    inner: wasmtime::Engine,
    bounds: Arc<Bounds>,
    slots: Arc<Slots>,
}

/// Why there is no engine
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The machine does not give what the bounds ask for, such as address space
    #[error("cannot set up the engine")]
    SetUp(#[source] wasmtime::Error),
    /// The clock's thread did not start
    #[error("cannot start the clock of the engine")]
    Clock(#[source] io::Error),
}

impl Engine {
    /// An engine whose policies have these bounds
    ///
    /// # Errors
    /// Where the machine does not give the address space that the bounds ask for, or no thread.
    pub fn new(bounds: Bounds) -> Result<Engine, EngineError> {
        let inner = wasmtime::Engine::new(&configuration(&bounds)).map_err(EngineError::SetUp)?;
        start_clock(inner.weak()).map_err(EngineError::Clock)?;
        let slots = Arc::new(Slots::new(bounds.concurrent_decisions_max));
        Ok(Engine { inner, bounds: Arc::new(bounds), slots })
    }

    /// A name for the engine with its settings: where it is the same, equal decisions use equal fuel
    pub fn identity(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.inner.precompile_compatibility_hash().hash(&mut hasher);
        format!("wasmtime {:016x}", hasher.finish())
    }

    /// The bounds of its policies
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    pub(crate) fn inner(&self) -> &wasmtime::Engine {
        &self.inner
    }

    pub(crate) fn slots(&self) -> &Slots {
        &self.slots
    }

    /// The number of ticks after which the wall-clock limit is over for sure
    pub(crate) fn ticks_max(&self) -> u64 {
        let ticks = self.bounds.wall_clock_max.as_nanos().div_ceil(TICK.as_nanos());
        u64::try_from(ticks).unwrap_or(u64::MAX).saturating_add(1)
    }
}

/// What a pure policy needs, and nothing else. The component model's async part, which is on by default, cannot be
/// switched on: the crate is built without it.
fn configuration(bounds: &Bounds) -> Config {
    let mut configuration = Config::new();
    configuration
        .consume_fuel(true)
        .epoch_interruption(true)
        .concurrency_support(false)
        .gc_support(false)
        .cranelift_nan_canonicalization(true)
        .max_wasm_stack(bounds.stack_bytes_max)
        // Where a policy trapped is of use to its author only, and costs each trap a walk of the stack.
        .wasm_backtrace_max_frames(None)
        .wasm_backtrace_details(WasmBacktraceDetails::Disable)
        .allocation_strategy(InstanceAllocationStrategy::Pooling(pool(bounds)));
    for feature in features_off().iter() {
        configuration.wasm_features(feature, false);
    }
    configuration
}

/// Proposals that a policy has no use for, or that would make equal requests answer differently on two machines
fn features_off() -> WasmFeatures {
    WasmFeatures::THREADS
        | WasmFeatures::GC
        | WasmFeatures::FUNCTION_REFERENCES
        | WasmFeatures::EXCEPTIONS
        | WasmFeatures::MEMORY64
        | WasmFeatures::MULTI_MEMORY
        | WasmFeatures::RELAXED_SIMD
        | WasmFeatures::TAIL_CALL
        | WasmFeatures::CUSTOM_PAGE_SIZES
        | WasmFeatures::WIDE_ARITHMETIC
}

/// A pool with one place for each decision that may be under way
fn pool(bounds: &Bounds) -> PoolingAllocationConfig {
    /// What a decision about a window of a megabyte touches. Above it pages are given back, and taken anew one by one.
    const KEPT_RESIDENT_BYTES: usize = 8 << 20;
    const TABLE_KEPT_RESIDENT_BYTES: usize = 64 << 10;
    let decisions = u32::try_from(bounds.concurrent_decisions_max).unwrap_or(u32::MAX);
    let mut pool = PoolingAllocationConfig::default();
    pool.total_component_instances(decisions)
        .total_core_instances(decisions.saturating_mul(bounds.core_instances_max))
        .max_core_instances_per_component(bounds.core_instances_max)
        .total_memories(decisions)
        .max_memories_per_component(1)
        .max_memory_size(bounds.memory_bytes_max)
        .linear_memory_keep_resident(KEPT_RESIDENT_BYTES)
        .table_keep_resident(TABLE_KEPT_RESIDENT_BYTES)
        // Where the kernel can tell which pages were touched, only those are cleared for the next decision.
        .pagemap_scan(Enabled::Auto)
        .total_tables(decisions.saturating_mul(2))
        .max_tables_per_component(2)
        .max_tables_per_module(2)
        .table_elements(bounds.table_elements_max)
        .total_gc_heaps(0);
    pool
}

/// Ticks as long as the engine lives. It holds the engine weakly, so that it ends with it; a tick that comes late is
/// not made up for, since a burst of ticks would end decisions that have used no time.
fn start_clock(engine: EngineWeak) -> io::Result<()> {
    let tick = move || {
        let mut next = Instant::now() + TICK;
        loop {
            thread::sleep(next.saturating_duration_since(Instant::now()));
            let Some(engine) = engine.upgrade() else { return };
            engine.increment_epoch();
            drop(engine);
            next = (next + TICK).max(Instant::now());
        }
    };
    thread::Builder::new().name("anchorhold-clock".to_owned()).spawn(tick).map(drop)
}
