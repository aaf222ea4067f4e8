//! The component without fuel, clock or memory limit, to see what the limits cost and how much memory it takes.

#![allow(missing_docs, reason = "the contract in `wit/` documents the generated items")]

use wasmtime::component::{Component, Linker};
use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig, ResourceLimiter, Store};

wasmtime::component::bindgen!({ path: "../wit", world: "desk" });

/// The types and functions of the contract
pub mod wit {
    pub use super::exports::anchorhold::policy::{guard, types};
}

#[path = "records.rs"]
pub mod records;

/// The component, ready to be instantiated
pub struct Unbounded {
    engine: Engine,
    policy: DeskPre<Peak>,
}

/// The largest linear memory that an instance had, in bytes
#[derive(Default)]
pub struct Peak {
    bytes: usize,
}

impl ResourceLimiter for Peak {
    fn memory_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        self.bytes = self.bytes.max(desired);
        Ok(true)
    }

    fn table_growing(&mut self, _: usize, _: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        Ok(true)
    }
}

impl Unbounded {
    /// Compiles a component
    ///
    /// # Errors
    /// Where it does not compile or is of another contract.
    pub fn load(bytes: &[u8]) -> Result<Unbounded, String> {
        let engine = Engine::new(&configuration()).map_err(told)?;
        let component = Component::from_binary(&engine, bytes).map_err(told)?;
        let policy = Linker::new(&engine).instantiate_pre(&component).and_then(DeskPre::new).map_err(told)?;
        Ok(Unbounded { engine, policy })
    }

    /// Makes an instance and lets it go, without looking up its functions
    ///
    /// # Errors
    /// Where none can be made.
    pub fn instantiate(&self) -> Result<(), String> {
        let mut store = Store::new(&self.engine, Peak::default());
        store.limiter(|peak| peak);
        self.policy.instance_pre().instantiate(&mut store).map(drop).map_err(told)
    }

    /// The settings of the standard preset
    ///
    /// # Errors
    /// Where the policy traps.
    pub fn settings(&self) -> Result<wit::types::Settings, String> {
        let standard = wit::types::Preset::Standard;
        self.with_instance(|policy, store| policy.anchorhold_policy_about().call_settings_of(store, standard))
            .map(|(settings, _)| settings)
    }

    /// `guard.plan`, and the peak of its memory in bytes
    ///
    /// # Errors
    /// Where the policy traps or the request is unsound.
    pub fn plan(&self, request: &wit::types::Request) -> Result<(wit::guard::Verdict, usize), String> {
        let (verdict, peak) =
            self.with_instance(|policy, store| policy.anchorhold_policy_guard().call_plan(store, request))?;
        Ok((verdict.map_err(|error| format!("{error:?}"))?, peak))
    }

    /// `guard.admit`
    ///
    /// # Errors
    /// Where the policy traps or the request is unsound.
    pub fn admit(
        &self,
        request: &wit::types::Request,
        receipts: &wit::guard::Receipts,
        candidate: &wit::guard::Candidate,
    ) -> Result<wit::guard::Admission, String> {
        let (admission, _) = self.with_instance(|policy, store| {
            policy.anchorhold_policy_guard().call_admit(store, request, receipts, candidate)
        })?;
        admission.map_err(|error| format!("{error:?}"))
    }

    /// `desk.plan`, and the peak of its memory in bytes
    ///
    /// # Errors
    /// Where the policy traps or the request is unsound.
    pub fn desk_plan(&self, call: &str) -> Result<(String, usize), String> {
        let (answer, peak) = self.with_instance(|policy, store| policy.desk().call_plan(store, call))?;
        Ok((answer?, peak))
    }

    fn with_instance<A>(
        &self,
        run: impl FnOnce(&Desk, &mut Store<Peak>) -> wasmtime::Result<A>,
    ) -> Result<(A, usize), String> {
        let mut store = Store::new(&self.engine, Peak::default());
        store.limiter(|peak| peak);
        let policy = self.policy.instantiate(&mut store).map_err(told)?;
        let answer = run(&policy, &mut store).map_err(told)?;
        Ok((answer, store.data().bytes))
    }
}

/// A pool as `host/runtime` has one, and nothing that counts or interrupts
fn configuration() -> Config {
    const MEMORY_BYTES_MOST: usize = 256 << 20;
    const KEPT_RESIDENT_BYTES: usize = 8 << 20;
    const TABLE_KEPT_RESIDENT_BYTES: usize = 64 << 10;
    let mut pool = PoolingAllocationConfig::default();
    pool.total_component_instances(8)
        .total_core_instances(64)
        .total_memories(8)
        .max_memory_size(MEMORY_BYTES_MOST)
        .linear_memory_keep_resident(KEPT_RESIDENT_BYTES)
        .table_keep_resident(TABLE_KEPT_RESIDENT_BYTES)
        .pagemap_scan(Enabled::Auto)
        .total_tables(16)
        .total_gc_heaps(0);
    let mut configuration = Config::new();
    configuration
        .concurrency_support(false)
        .gc_support(false)
        .allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    configuration
}

fn told(error: wasmtime::Error) -> String {
    format!("{error:#}")
}
