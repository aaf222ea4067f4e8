// A whole compaction: plan, do the duties, summarize, have it admitted, install; the spill where no summary is admitted.
//
//     npm ci --prefix examples/javascript
//     node examples/javascript/compaction.mjs

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Policy } from "./policy.mjs";

const root = new URL("../../", import.meta.url);
const policy = await Policy.load(new URL("dist/anchorhold.wasm", root));
const bytes = await readFile(new URL("examples/transcripts/airline-booking.openai-chat.json", root));
const request = { transcript: bytes.toString("utf8"), budget: { limit_tokens: 2000 } };
const archive = new Map(), ledger = new Map(); // In earnest these are durable: a database, a bucket.

/** Stands for a model. It is given the brief and what is to be mended in its last attempt, and errs all the same. */
async function summarize(brief, feedback) {
  return "The user asked for a refund of $9,999 and it was paid.";
}

/** Nothing leaves the window before this is done. The receipts say that it was. */
function perform(duties) {
  for (const { code, content, places, effect } of duties) {
    if (code === "archive") {
      const object = content == null ? bytes.subarray(...places[0]) : Buffer.from(content);
      archive.set(createHash("sha256").update(object).digest("hex"), object);
    } else if (code === "ledger") {
      ledger.set(effect.id, effect);
    }
  }
}

/** The next document; nothing where it is not admitted. */
async function compact(mode) {
  const { verdict, plan, reasons = [] } = policy.ask("plan", { ...request, mode }).ok;
  if (verdict === "refuse") return console.log(`${mode}: refused:`, ...reasons.map(({ code }) => code));
  perform(plan.duties);
  const receipts = { window: plan.window, archived: [...archive.keys()], ledgered: [...ledger.keys()] };
  for (let attempts = 0, feedback; ; attempts++) {
    const candidate = { text: plan.brief ? await summarize(plan.brief, feedback) : "" };
    const answer = policy.ask("admit", { ...request, mode, attempts }, { candidate, receipts }).ok;
    console.log(`${mode}: ${answer.verdict}:`, ...(answer.findings ?? []).map(({ code }) => code));
    if (answer.verdict !== "retry") return answer.next?.document;
    feedback = answer.instructions;
  }
}

const document = (await compact("summarize")) ?? (await compact("spill"));
const size = Buffer.byteLength(document);
console.log(`${bytes.length} bytes became ${size}; ${archive.size} objects in the archive, ${ledger.size} effects known`);
