//! The static check of a component before it is compiled.
//!
//! What passes here imports nothing, runs nothing of its own accord, has one memory with a bound, and uses no part of the
//! component model beyond plain functions. Most known faults of engines lie in the parts that are refused here.

use crate::{Bounds, Digest};
use wasmparser::{
    BinaryReaderError, CanonicalFunction, CanonicalOption, ComponentDefinedType, ComponentExternalKind, ComponentType,
    ComponentTypeDeclaration, Encoding, InstanceTypeDeclaration, MemoryType, Parser, Payload, TableType, Validator,
    WasmFeatures,
};

/// A component that may be compiled
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Admitted {
    /// SHA-256 of its bytes
    pub digest: Digest,
    /// Its size in bytes
    pub size_bytes: usize,
    /// The world that it is of
    pub world: World,
    /// The interfaces and functions that it exports, in its order
    pub exports: Vec<String>,
    /// How far its memory may grow, in bytes
    pub memory_bytes_max: u64,
}

/// The worlds of the contract that the host knows, the newest version of each
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum World {
    /// `anchorhold:policy/policy@0.1.0`: the typed interfaces
    Policy,
    /// `anchorhold:policy/desk@0.1.0`: these, and the same functions as JSON text
    Desk,
}

/// What bytes are that are not a component
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// Nothing
    Empty,
    /// A core module
    CoreModule,
    /// A native program or library, as which compiled components are also kept
    Elf,
    /// Text
    Text,
    /// Something else
    Unknown,
}

/// Why a component is not compiled
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Refusal {
    /// More bytes than a component may have
    #[error("it has {given} bytes, {allowed} are allowed")]
    TooLarge {
        /// Its bytes
        given: usize,
        /// What is allowed
        allowed: usize,
    },
    /// Something else than a component
    #[error("it is {}, not a component", found.phrase())]
    NotAComponent {
        /// What it is
        found: Found,
    },
    /// A component that is cut off or broken
    #[error("it is malformed at byte {offset}: {message}")]
    Malformed {
        /// Where
        offset: usize,
        /// What the parser says, for people
        message: String,
    },
    /// It imports something
    #[error("it imports `{name}`; a policy imports nothing")]
    Imports {
        /// What
        name: String,
    },
    /// Something in it runs without being called
    #[error("it has a start function")]
    Starts,
    /// A memory without a declared maximum
    #[error("its memory has no maximum")]
    MemoryUnbounded,
    /// A memory whose declared maximum is above the bound
    #[error("its memory may grow to {declared} bytes, {allowed} are allowed")]
    MemoryTooLarge {
        /// Its maximum in bytes
        declared: u64,
        /// What is allowed in bytes
        allowed: u64,
    },
    /// More than one memory
    #[error("it has more than one memory")]
    SeveralMemories,
    /// A table that begins larger than the bound
    #[error("it has a table of {declared} elements, {allowed} are allowed")]
    TableTooLarge {
        /// Its elements
        declared: u64,
        /// What is allowed
        allowed: u64,
    },
    /// A part of the component model that a pure policy has no use for
    #[error("it uses {feature}")]
    ForbiddenFeature {
        /// Which
        feature: &'static str,
    },
    /// A component inside it that has code
    #[error("a component inside it has code")]
    NestedCode,
    /// It does not export what a world of the contract does
    #[error("it does not export `{missing}`")]
    WrongWorld {
        /// The first interface that is missing
        missing: &'static str,
    },
}

impl World {
    pub(crate) const DESK_INTERFACE: &'static str = "desk";

    const POLICY_INTERFACES: [&'static str; 6] = [
        "anchorhold:policy/types@0.1.0",
        "anchorhold:policy/classifier@0.1.0",
        "anchorhold:policy/guard@0.1.0",
        "anchorhold:policy/recall@0.1.0",
        "anchorhold:policy/effects@0.1.0",
        "anchorhold:policy/about@0.1.0",
    ];

    /// Its name in the contract
    pub fn name(self) -> &'static str {
        match self {
            World::Policy => "anchorhold:policy/policy@0.1.0",
            World::Desk => "anchorhold:policy/desk@0.1.0",
        }
    }
}

impl Found {
    fn of(bytes: &[u8]) -> Found {
        match bytes {
            [] => Found::Empty,
            [0, b'a', b's', b'm', 1, 0, 0, 0, ..] => Found::CoreModule,
            [0x7f, b'E', b'L', b'F', ..] => Found::Elf,
            _ if std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0')) => Found::Text,
            _ => Found::Unknown,
        }
    }

    fn phrase(self) -> &'static str {
        match self {
            Found::Empty => "empty",
            Found::CoreModule => "a core module",
            Found::Elf => "native code",
            Found::Text => "text",
            Found::Unknown => "of an unknown format",
        }
    }
}

/// Checks a component without running or compiling anything of it
///
/// # Errors
/// The first thing that makes it unfit for a policy.
pub fn admit(bytes: &[u8], bounds: &Bounds) -> Result<Admitted, Refusal> {
    if bytes.len() > bounds.component_bytes_max {
        return Err(Refusal::TooLarge { given: bytes.len(), allowed: bounds.component_bytes_max });
    }
    if !Parser::is_component(bytes) {
        return Err(Refusal::NotAComponent { found: Found::of(bytes) });
    }
    let mut survey = Survey::new(bounds);
    for payload in Parser::new(0).parse_all(bytes) {
        survey.visit(payload?)?;
    }
    let world = survey.world()?;
    // Last, since it takes the longest, and since what it says is for people only.
    Validator::new_with_features(features()).validate_all(bytes)?;
    Ok(Admitted {
        digest: Digest::of(bytes),
        size_bytes: bytes.len(),
        world,
        exports: survey.exports,
        memory_bytes_max: survey.memory_bytes_max,
    })
}

impl From<BinaryReaderError> for Refusal {
    fn from(error: BinaryReaderError) -> Refusal {
        Refusal::Malformed { offset: error.offset(), message: error.message().to_owned() }
    }
}

/// What a policy may be made of: WebAssembly 2.0 and the component model without its optional parts
fn features() -> WasmFeatures {
    WasmFeatures::WASM2 | WasmFeatures::EXTENDED_CONST | WasmFeatures::COMPONENT_MODEL
}

/// What was seen of a component so far
struct Survey<'a> {
    bounds: &'a Bounds,
    /// What is open at this place, the outermost first
    open: Vec<Encoding>,
    exports: Vec<String>,
    memories: u32,
    memory_bytes_max: u64,
}

impl Survey<'_> {
    fn new(bounds: &Bounds) -> Survey<'_> {
        Survey { bounds, open: Vec::new(), exports: Vec::new(), memories: 0, memory_bytes_max: 0 }
    }

    fn visit(&mut self, payload: Payload<'_>) -> Result<(), Refusal> {
        match payload {
            Payload::Version { encoding, .. } => self.enter(encoding)?,
            Payload::End(_) => drop(self.open.pop()),
            Payload::StartSection { .. } | Payload::ComponentStartSection { .. } => return Err(Refusal::Starts),
            Payload::MemorySection(memories) => {
                for memory in memories {
                    self.visit_memory(&memory?)?;
                }
            }
            Payload::TableSection(tables) => {
                for table in tables {
                    self.visit_table(&table?.ty)?;
                }
            }
            Payload::TagSection(_) => return Err(Refusal::ForbiddenFeature { feature: "exceptions" }),
            // Inside, such a component imports the types of the one around it; outside there must be nothing.
            Payload::ComponentImportSection(imports) if self.is_outermost() => {
                if let Some(import) = imports.into_iter().next() {
                    return Err(Refusal::Imports { name: import?.name.name.to_owned() });
                }
            }
            Payload::ComponentExportSection(exports) if self.is_outermost() => {
                for export in exports {
                    let export = export?;
                    if matches!(export.kind, ComponentExternalKind::Instance | ComponentExternalKind::Func) {
                        self.exports.push(export.name.name.to_owned());
                    }
                }
            }
            Payload::ComponentTypeSection(types) => {
                for declared in types {
                    visit_type(&declared?)?;
                }
            }
            Payload::ComponentCanonicalSection(functions) => {
                for function in functions {
                    visit_canonical(&function?)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn enter(&mut self, encoding: Encoding) -> Result<(), Refusal> {
        let is_nested = self.open.len() > 1;
        self.open.push(encoding);
        if is_nested && encoding == Encoding::Module { Err(Refusal::NestedCode) } else { Ok(()) }
    }

    fn is_outermost(&self) -> bool {
        self.open.len() == 1
    }

    fn visit_memory(&mut self, memory: &MemoryType) -> Result<(), Refusal> {
        const PAGE_BYTES: u64 = 1 << 16;
        if memory.memory64 || memory.shared || memory.page_size_log2.is_some() {
            return Err(Refusal::ForbiddenFeature {
                feature: "a memory that is shared or has other addresses or pages",
            });
        }
        self.memories += 1;
        if self.memories > 1 {
            return Err(Refusal::SeveralMemories);
        }
        let allowed = self.bounds.memory_bytes_max as u64;
        let declared = match memory.maximum {
            Some(pages) => pages.saturating_mul(PAGE_BYTES),
            None if self.bounds.memory_declared => return Err(Refusal::MemoryUnbounded),
            None => allowed.max(memory.initial.saturating_mul(PAGE_BYTES)),
        };
        if declared > allowed {
            return Err(Refusal::MemoryTooLarge { declared, allowed });
        }
        self.memory_bytes_max = declared;
        Ok(())
    }

    fn visit_table(&self, table: &TableType) -> Result<(), Refusal> {
        let allowed = self.bounds.table_elements_max as u64;
        if table.initial > allowed {
            return Err(Refusal::TableTooLarge { declared: table.initial, allowed });
        }
        Ok(())
    }

    fn world(&self) -> Result<World, Refusal> {
        let is_exported = |name: &str| self.exports.iter().any(|export| export == name);
        if let Some(missing) = World::POLICY_INTERFACES.into_iter().find(|name| !is_exported(name)) {
            return Err(Refusal::WrongWorld { missing });
        }
        Ok(if is_exported(World::DESK_INTERFACE) { World::Desk } else { World::Policy })
    }
}

fn visit_canonical(function: &CanonicalFunction) -> Result<(), Refusal> {
    let options = match function {
        CanonicalFunction::Lift { options, .. } | CanonicalFunction::Lower { options, .. } => options,
        CanonicalFunction::ResourceNew { .. }
        | CanonicalFunction::ResourceDrop { .. }
        | CanonicalFunction::ResourceRep { .. } => return Err(RESOURCES),
        _ => return Err(ASYNC),
    };
    options.iter().try_for_each(|option| match option {
        CanonicalOption::UTF8
        | CanonicalOption::Memory(_)
        | CanonicalOption::Realloc(_)
        | CanonicalOption::PostReturn(_) => Ok(()),
        CanonicalOption::Async | CanonicalOption::Callback(_) => Err(ASYNC),
        CanonicalOption::UTF16 | CanonicalOption::CompactUTF16 => {
            Err(Refusal::ForbiddenFeature { feature: "strings that are not UTF-8" })
        }
        CanonicalOption::CoreType(_) | CanonicalOption::Gc => {
            Err(Refusal::ForbiddenFeature { feature: "garbage-collected values" })
        }
    })
}

fn visit_type(declared: &ComponentType<'_>) -> Result<(), Refusal> {
    match declared {
        ComponentType::Resource { .. } => Err(RESOURCES),
        ComponentType::Func(function) if function.async_ => Err(ASYNC),
        ComponentType::Func(_) => Ok(()),
        ComponentType::Defined(defined) => match defined {
            ComponentDefinedType::Own(_) | ComponentDefinedType::Borrow(_) => Err(RESOURCES),
            ComponentDefinedType::Future(_) | ComponentDefinedType::Stream(_) => Err(ASYNC),
            _ => Ok(()),
        },
        ComponentType::Component(declarations) => declarations.iter().try_for_each(|declaration| match declaration {
            ComponentTypeDeclaration::Type(inner) => visit_type(inner),
            _ => Ok(()),
        }),
        ComponentType::Instance(declarations) => declarations.iter().try_for_each(|declaration| match declaration {
            InstanceTypeDeclaration::Type(inner) => visit_type(inner),
            _ => Ok(()),
        }),
    }
}

const ASYNC: Refusal = Refusal::ForbiddenFeature { feature: "asynchronous functions, streams, futures or threads" };
const RESOURCES: Refusal = Refusal::ForbiddenFeature { feature: "resources" };
