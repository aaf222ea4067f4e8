// Loads a version of the policy. It is one WebAssembly component, the same file in Python, JavaScript and Rust.

import { transpileBytes } from "@bytecodealliance/jco-transpile";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

// `strict` refuses numbers outside their range, which JavaScript would otherwise wrap in silence.
const OPTIONS = { name: "policy", instantiation: "sync", strict: true, base64Cutoff: 0, emitTypescriptDeclarations: false };

// Node 20 has no `promising`. The generated code tries it for each function of each instance and catches the error, but
// V8 parses the code again to word it: 60 ms an instance, where it takes 0.3 ms with a `promising` that does nothing.
WebAssembly.promising ??= (wasmFunction) => wasmFunction;

/** One version of the policy. Its code stays in memory as long as the process lives, since modules are never unloaded. */
export class Policy {
  static async load(path) {
    const content = await readFile(path);
    const { files } = await transpileBytes(content, OPTIONS);
    const glue = Buffer.from(files["policy.js"]).toString("base64");
    const { instantiate } = await import(`data:text/javascript;base64,${glue}`);
    const core = await WebAssembly.compile(files["policy.core.wasm"]);
    const digest = createHash("sha256").update(content).digest("hex");
    return new Policy(digest, () => instantiate(() => core, {}));
  }

  constructor(digest, instance) {
    this.digest = digest;
    /** Makes an instance with all functions of the contract in `wit/`. Use each once: no call can spoil the next. */
    this.instance = instance;
  }

  /** Asks for a decision, such as `plan`; `docs/json.md` describes what goes in and what comes out. */
  ask(call, request, rest = {}) {
    return JSON.parse(this.answer(JSON.stringify({ call, request, ...rest })));
  }

  /** Answers one line of `anchorhold batch` with another, byte for byte as the command does. */
  answer(line) {
    return this.instance().desk.answer(line);
  }
}
