//! Components that are written as text: all functions of the contract, one of them with a body of the test's choice.

use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::abi::{AbiVariant, WasmType};
use wit_parser::{Function, Resolve, WorldId, WorldItem, WorldKey};

/// A component whose `desk.read` has this body, and whose other functions trap
pub struct Subject {
    /// What `desk.read` does: instructions that leave the address of a `result<string, string>` on the stack
    pub read: &'static str,
    /// Fields of the core module beside the functions; `cabi_realloc` and the memory are there
    pub fields: &'static str,
    /// The limits of its memory in pages
    pub memory: &'static str,
    /// The world that it is of
    pub world: &'static str,
    /// What other functions do, by their names in the core module, such as `desk#plan`
    pub others: &'static [(&'static str, &'static str)],
    /// JSON texts with which functions of the desk answer, by their names in the core module
    pub answers: &'static [(&'static str, &'static str)],
}

impl Default for Subject {
    /// Answers with `Ok("fine")`
    fn default() -> Subject {
        Subject { read: "i32.const 16", fields: "", memory: "1 64", world: "desk", others: &[], answers: &[] }
    }
}

impl Subject {
    pub fn component(&self) -> Vec<u8> {
        let mut resolve = Resolve::default();
        let wit = concat!(env!("CARGO_MANIFEST_DIR"), "/../../wit");
        let (package, _) = resolve.push_dir(wit).expect("the contract parses");
        let world = resolve.select_world(&[package], Some(self.world)).expect("the contract has the world");
        let mut module = wat::parse_str(self.module(&resolve, world)).expect("the module is sound");
        embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8).expect("it can be described");
        ComponentEncoder::default()
            .validate(true)
            .module(&module)
            .expect("it is of the world")
            .encode()
            .expect("it becomes a component")
    }

    fn body(&self, name: &str) -> String {
        if let Some(place) = self.answers.iter().position(|(answering, _)| *answering == name) {
            return format!("i32.const {}", answer_places(place).0);
        }
        let other = self.others.iter().find(|(function, _)| *function == name).map(|(_, body)| *body);
        other.unwrap_or(if name == "desk#read" { self.read } else { "unreachable" }).to_owned()
    }

    fn module(&self, resolve: &Resolve, world: WorldId) -> String {
        let mut functions = String::new();
        for (key, item) in &resolve.worlds[world].exports {
            let WorldItem::Interface { id, .. } = item else { continue };
            let interface = match key {
                WorldKey::Name(name) => name.clone(),
                WorldKey::Interface(id) => resolve.id_of(*id).expect("it has a name"),
            };
            for function in resolve.interfaces[*id].functions.values() {
                let name = format!("{interface}#{}", function.name);
                functions.push_str(&text_of(resolve, function, &name, &self.body(&name)));
            }
        }
        for (place, (_, text)) in self.answers.iter().enumerate() {
            let (result, start) = answer_places(place);
            let words = [0, start, u32::try_from(text.len()).expect("it is short")];
            let words: String =
                words.iter().flat_map(|word| word.to_le_bytes()).map(|byte| format!("\\{byte:02x}")).collect();
            let text: String = text.bytes().map(|byte| format!("\\{byte:02x}")).collect();
            functions
                .push_str(&format!("(data (i32.const {result}) \"{words}\") (data (i32.const {start}) \"{text}\")\n"));
        }
        let Subject { fields, memory, .. } = self;
        format!(
            r#"(module
                (memory (export "memory") {memory})
                (data (i32.const 16) "\00\00\00\00\40\00\00\00\04\00\00\00")
                (data (i32.const 64) "fine")
                (global $top (mut i32) (i32.const 49152))
                (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
                    (global.get $top)
                    (global.set $top (i32.add (global.get $top) (local.get 3))))
                {functions}
                {fields})"#
        )
    }
}

/// Where the result of an answer lies, and where its text does
fn answer_places(place: usize) -> (u32, u32) {
    let place = u32::try_from(place).expect("there are few");
    (512 + 16 * place, 16_384 + 4096 * place)
}

fn text_of(resolve: &Resolve, function: &Function, name: &str, body: &str) -> String {
    let signature = resolve.wasm_signature(AbiVariant::GuestExport, function);
    let names = |types: &[WasmType]| types.iter().map(|of| format!(" {}", type_name(*of))).collect::<String>();
    format!(
        "(func (export {name:?}) (param{}) (result{}) {body})\n",
        names(&signature.params),
        names(&signature.results)
    )
}

fn type_name(of: WasmType) -> &'static str {
    match of {
        WasmType::I64 | WasmType::PointerOrI64 => "i64",
        WasmType::F32 => "f32",
        WasmType::F64 => "f64",
        WasmType::I32 | WasmType::Pointer | WasmType::Length => "i32",
    }
}
