//! A policy: a component that was admitted and compiled, and whose functions can be called.

use crate::admission::{Refusal, World, admit};
use crate::bindings::exports::{anchorhold::policy as interfaces, desk};
use crate::wit::{about, classifier, guard, types};
use crate::{Bounds, CompiledCache, Digest, Engine, Failure};
use std::str::FromStr;
use std::str::Utf8Error;
use wasmtime::component::{Component, Instance, InstancePre, Linker};
use wasmtime::{ResourceLimiter, Store, Trap};

/// A policy that is ready to decide. Clones share the compiled code.
#[derive(Clone)]
pub struct Policy {
    engine: Engine,
    digest: Digest,
    instance: InstancePre<Limits>,
    classifier: interfaces::classifier::GuestIndices,
    pub(crate) guard: interfaces::guard::GuestIndices,
    pub(crate) recall: interfaces::recall::GuestIndices,
    pub(crate) effects: interfaces::effects::GuestIndices,
    about: interfaces::about::GuestIndices,
    desk: Option<desk::GuestIndices>,
}

/// What a policy answered, and what that took
#[derive(Clone, PartialEq, Debug)]
pub struct Decided<A> {
    /// The answer
    pub answer: A,
    /// The fuel that it used. Equal requests use equal fuel on one version of the engine.
    pub fuel_used: u64,
}

/// The functions of the desk: each takes JSON text and answers with JSON text
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is described in wit/desk.wit under its name")]
pub enum DeskFunction {
    Read,
    Classify,
    Plan,
    Admit,
    Check,
    Probes,
    Divergence,
    Judge,
    Describe,
}

/// Why a file is not a policy that can be used
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The static check refused it, before it was compiled
    #[error("the component is refused: {0}")]
    Refused(#[from] Refusal),
    /// The engine did not compile it
    #[error("the component does not compile")]
    NotCompiled(#[source] wasmtime::Error),
    /// Its functions are not of the types that the contract gives them
    #[error("the component is of another version of the contract")]
    WrongTypes(#[source] wasmtime::Error),
    /// An instance of it cannot be made
    #[error("no instance of the component can be made: {0}")]
    NotInstantiated(#[source] Failure),
}

impl Policy {
    /// Admits and compiles a component
    ///
    /// # Errors
    /// Where it is not a policy: see [`LoadError`].
    pub fn load(engine: &Engine, bytes: &[u8]) -> Result<Policy, LoadError> {
        admit(bytes, engine.bounds())?;
        Policy::link(engine, Digest::of(bytes), compile(engine, bytes)?)
    }

    /// The same, but takes the compiled code from the cache where it is there, and puts it there where it is not
    ///
    /// # Errors
    /// As [`Policy::load`]. A cache that cannot be read or written is no error: the component is compiled.
    pub fn load_cached(engine: &Engine, bytes: &[u8], cache: &CompiledCache) -> Result<Policy, LoadError> {
        let digest = Digest::of(bytes);
        if let Some(component) = cache.get(engine, &digest) {
            return Policy::link(engine, digest, component);
        }
        admit(bytes, engine.bounds())?;
        let component = compile(engine, bytes)?;
        // A full disk costs the next process its quick start, and nothing else.
        let _ = cache.put(engine, &digest, &component);
        Policy::link(engine, digest, component)
    }

    /// SHA-256 of the component
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The bounds of its decisions
    pub fn bounds(&self) -> &Bounds {
        self.engine.bounds()
    }

    /// The engine on which it runs; see [`Engine::identity`]
    pub fn engine_identity(&self) -> String {
        self.engine.identity()
    }

    /// The world that the component is of
    pub fn world(&self) -> World {
        if self.desk.is_some() { World::Desk } else { World::Policy }
    }

    /// Calls a function of the desk. The answer is its `result`: JSON text either way, and `Err` for an input error.
    ///
    /// # Errors
    /// Where no decision was made: see [`Failure`].
    pub fn call(&self, function: DeskFunction, json: &str) -> Result<Decided<Result<String, String>>, Failure> {
        let desk = self.desk.as_ref().ok_or(Failure::NoDesk)?;
        self.decide(json.len(), |store, instance| {
            let desk = desk.load(&mut *store, instance)?;
            match function {
                DeskFunction::Read => desk.call_read(store, json),
                DeskFunction::Classify => desk.call_classify(store, json),
                DeskFunction::Plan => desk.call_plan(store, json),
                DeskFunction::Admit => desk.call_admit(store, json),
                DeskFunction::Check => desk.call_check(store, json),
                DeskFunction::Probes => desk.call_probes(store, json),
                DeskFunction::Divergence => desk.call_divergence(store, json),
                DeskFunction::Judge => desk.call_judge(store, json),
                DeskFunction::Describe => desk.call_describe(store, json),
            }
        })
    }

    /// Answers one line of a batch with another, as `desk.answer` does: `{"ok": …}` or `{"input_error": …}`.
    ///
    /// # Errors
    /// Where no decision was made: see [`Failure`].
    pub fn answer(&self, line: &str) -> Result<Decided<String>, Failure> {
        let desk = self.desk.as_ref().ok_or(Failure::NoDesk)?;
        self.decide(line.len(), |store, instance| desk.load(&mut *store, instance)?.call_answer(store, line))
    }

    /// `guard.plan`
    ///
    /// # Errors
    /// Where no decision was made: see [`Failure`].
    pub fn plan(
        &self,
        request: &types::Request,
    ) -> Result<Decided<Result<guard::Verdict, types::InputError>>, Failure> {
        self.decide(size_bytes(&request.window), |store, instance| {
            self.guard.load(&mut *store, instance)?.call_plan(store, request)
        })
    }

    /// `guard.admit`
    ///
    /// # Errors
    /// Where no decision was made: see [`Failure`].
    pub fn admit(
        &self,
        request: &types::Request,
        receipts: &guard::Receipts,
        candidate: &guard::Candidate,
    ) -> Result<Decided<Result<guard::Admission, types::InputError>>, Failure> {
        let input_bytes = size_bytes(&request.window).saturating_add(candidate.text.len());
        self.decide(input_bytes, |store, instance| {
            self.guard.load(&mut *store, instance)?.call_admit(store, request, receipts, candidate)
        })
    }

    /// `classifier.classify`
    ///
    /// # Errors
    /// Where no decision was made: see [`Failure`].
    pub fn classify(
        &self,
        window: &[types::Element],
        tools: &[types::ToolTraits],
        settings: &types::Settings,
    ) -> Result<Decided<Result<Vec<classifier::Classification>, types::InputError>>, Failure> {
        self.decide(size_bytes(window), |store, instance| {
            self.classifier.load(&mut *store, instance)?.call_classify(store, window, tools, settings)
        })
    }

    /// `about.describe`
    ///
    /// # Errors
    /// Where no answer was given: see [`Failure`].
    pub fn describe(&self) -> Result<Decided<about::Description>, Failure> {
        self.decide(0, |store, instance| self.about.load(&mut *store, instance)?.call_describe(store))
    }

    /// `about.settings-of`
    ///
    /// # Errors
    /// Where no answer was given: see [`Failure`].
    pub fn settings_of(&self, preset: types::Preset) -> Result<Decided<types::Settings>, Failure> {
        self.decide(0, |store, instance| self.about.load(&mut *store, instance)?.call_settings_of(store, preset))
    }

    /// Finds the functions, and makes one instance to see that they are of the contract's types
    fn link(engine: &Engine, digest: Digest, component: Component) -> Result<Policy, LoadError> {
        let is_desk = component.get_export_index(None, World::DESK_INTERFACE).is_some();
        let instance = Linker::new(engine.inner()).instantiate_pre(&component).map_err(LoadError::WrongTypes)?;
        let policy = Policy {
            engine: engine.clone(),
            digest,
            classifier: interfaces::classifier::GuestIndices::new(&instance).map_err(LoadError::WrongTypes)?,
            guard: interfaces::guard::GuestIndices::new(&instance).map_err(LoadError::WrongTypes)?,
            recall: interfaces::recall::GuestIndices::new(&instance).map_err(LoadError::WrongTypes)?,
            effects: interfaces::effects::GuestIndices::new(&instance).map_err(LoadError::WrongTypes)?,
            about: interfaces::about::GuestIndices::new(&instance).map_err(LoadError::WrongTypes)?,
            desk: if is_desk { Some(desk::GuestIndices::new(&instance).map_err(LoadError::WrongTypes)?) } else { None },
            instance,
        };
        policy.check_types()?;
        Ok(policy)
    }

    fn check_types(&self) -> Result<(), LoadError> {
        let checked = self.decide(0, |store, instance| {
            Ok(self
                .classifier
                .load(&mut *store, instance)
                .and_then(|_| self.guard.load(&mut *store, instance))
                .and_then(|_| self.recall.load(&mut *store, instance))
                .and_then(|_| self.effects.load(&mut *store, instance))
                .and_then(|_| self.about.load(&mut *store, instance))
                .and_then(|_| self.desk.as_ref().map(|desk| desk.load(&mut *store, instance)).transpose())
                .map(drop))
        });
        checked.map_err(LoadError::NotInstantiated)?.answer.map_err(LoadError::WrongTypes)
    }

    /// Runs one decision in an instance of its own, under the engine's bounds
    pub(crate) fn decide<A>(
        &self,
        input_bytes: usize,
        run: impl FnOnce(&mut Store<Limits>, &Instance) -> wasmtime::Result<A>,
    ) -> Result<Decided<A>, Failure> {
        let bounds = self.engine.bounds();
        if input_bytes > bounds.input_bytes_max {
            return Err(Failure::InputTooLarge { given: input_bytes, allowed: bounds.input_bytes_max });
        }
        let wait = bounds.wait_max;
        let _slot = self.engine.slots().take(wait).ok_or(Failure::Busy { wait })?;

        let fuel = bounds.fuel(input_bytes);
        let mut store = Store::new(self.engine.inner(), Limits::of(bounds));
        store.limiter(|limits| limits);
        store.set_hostcall_fuel(bounds.output_bytes(input_bytes));
        store.set_max_component_handles(0);
        store.set_epoch_deadline(self.engine.ticks_max());
        store.set_fuel(fuel).map_err(|_| Failure::NoInstance)?;

        let instance = self
            .instance
            .instantiate(&mut store)
            .map_err(|error| stopped(&error, bounds, fuel).unwrap_or(Failure::NoInstance))?;
        let answer = run(&mut store, &instance).map_err(|error| {
            stopped(&error, bounds, fuel).unwrap_or_else(|| unread(&error, bounds.output_bytes(input_bytes)))
        })?;
        let fuel_left = store.get_fuel().map_err(|_| Failure::NoInstance)?;
        Ok(Decided { answer, fuel_used: fuel.saturating_sub(fuel_left) })
    }
}

impl DeskFunction {
    /// All of them, in the order of the contract
    pub const ALL: [DeskFunction; 9] = [
        DeskFunction::Read,
        DeskFunction::Classify,
        DeskFunction::Plan,
        DeskFunction::Admit,
        DeskFunction::Check,
        DeskFunction::Probes,
        DeskFunction::Divergence,
        DeskFunction::Judge,
        DeskFunction::Describe,
    ];

    /// Its name in the contract
    pub fn name(self) -> &'static str {
        match self {
            DeskFunction::Read => "read",
            DeskFunction::Classify => "classify",
            DeskFunction::Plan => "plan",
            DeskFunction::Admit => "admit",
            DeskFunction::Check => "check",
            DeskFunction::Probes => "probes",
            DeskFunction::Divergence => "divergence",
            DeskFunction::Judge => "judge",
            DeskFunction::Describe => "describe",
        }
    }
}

impl FromStr for DeskFunction {
    type Err = ();

    fn from_str(name: &str) -> Result<DeskFunction, ()> {
        DeskFunction::ALL.into_iter().find(|function| function.name() == name).ok_or(())
    }
}

/// The limits of one instance. Growth beyond them ends the decision: a policy that went on without the memory would
/// answer something else than it would elsewhere.
pub(crate) struct Limits {
    memory_bytes_max: usize,
    table_elements_max: usize,
}

/// What a limit denied
#[derive(Clone, Copy, Debug, thiserror::Error)]
enum Denied {
    #[error("{0} bytes of memory")]
    Memory(usize),
    #[error("a table of {0} elements")]
    Table(usize),
}

impl Limits {
    fn of(bounds: &Bounds) -> Limits {
        Limits { memory_bytes_max: bounds.memory_bytes_max, table_elements_max: bounds.table_elements_max }
    }
}

impl ResourceLimiter for Limits {
    fn memory_growing(&mut self, _: usize, desired: usize, declared: Option<usize>) -> wasmtime::Result<bool> {
        if desired > declared.map_or(self.memory_bytes_max, |declared| declared.min(self.memory_bytes_max)) {
            return Err(Denied::Memory(desired).into());
        }
        Ok(true)
    }

    fn table_growing(&mut self, _: usize, desired: usize, declared: Option<usize>) -> wasmtime::Result<bool> {
        if desired > declared.map_or(self.table_elements_max, |declared| declared.min(self.table_elements_max)) {
            return Err(Denied::Table(desired).into());
        }
        Ok(true)
    }
}

fn compile(engine: &Engine, bytes: &[u8]) -> Result<Component, LoadError> {
    Component::from_binary(engine.inner(), bytes).map_err(LoadError::NotCompiled)
}

/// What stopped the policy. `None`: it ran to its end.
fn stopped(error: &wasmtime::Error, bounds: &Bounds, fuel: u64) -> Option<Failure> {
    if let Some(denied) = error.downcast_ref::<Denied>() {
        return Some(match *denied {
            Denied::Memory(asked) => Failure::OutOfMemory { asked, allowed: bounds.memory_bytes_max },
            Denied::Table(asked) => Failure::OutOfTable { asked, allowed: bounds.table_elements_max },
        });
    }
    error.downcast_ref::<Trap>().map(|trap| match *trap {
        Trap::OutOfFuel => Failure::OutOfFuel { allowed: fuel },
        Trap::Interrupt => Failure::OutOfTime { allowed: bounds.wall_clock_max },
        Trap::StackOverflow => Failure::StackOverflow { allowed: bounds.stack_bytes_max },
        code => Failure::Trap { code },
    })
}

/// Why the answer of a policy that ran to its end was not read. The engine has no public type for an answer above the
/// bound; all that it says otherwise of an answer is a plain text or an error of UTF-8.
fn unread(error: &wasmtime::Error, output_bytes_max: usize) -> Failure {
    let is_malformed = error.is::<Utf8Error>() || error.is::<String>() || error.is::<&'static str>();
    if is_malformed { Failure::AnswerUnreadable } else { Failure::OutputTooLarge { allowed: output_bytes_max } }
}

/// The size of a window for its share of fuel: its texts, and a constant for the rest of each element
pub(crate) fn size_bytes(window: &[types::Element]) -> usize {
    const RECORD_BYTES: usize = 256;
    window.iter().fold(0, |sum: usize, element| sum.saturating_add(element.text.len()).saturating_add(RECORD_BYTES))
}
