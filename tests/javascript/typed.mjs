// Asks the typed `guard.plan` and the desk the same, and compares their verdicts: `typed.mjs COMPONENT CASE...`.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { Policy } from "../../examples/javascript/policy.mjs";

const [component, ...cases] = process.argv.slice(2);
const policy = await Policy.load(component);
const settings = policy.instance().about.settingsOf("standard");
for (const path of cases) {
  const { request } = JSON.parse(await readFile(path, "utf8")).call;
  for (const element of request.window) {
    if (element.arguments) element.arguments = JSON.stringify(element.arguments);
  }
  const asked = policy.ask("plan", request).ok;
  const verdict = policy.instance().guard.plan(typedRequest(request));
  assert.deepEqual(typedOutline(verdict), outline(asked), path);
  console.log(`${basename(path, ".json")}: ${asked.verdict}`);
}

/** A request of the desk as records. What the desk may leave out is said here. */
function typedRequest(request) {
  const revision = BigInt(request.revision ?? 0);
  return {
    window: request.window.map(typedElement),
    mode: request.mode ?? "summarize",
    budget: {
      limitTokens: request.budget.limit_tokens,
      reserveTokens: request.budget.reserve_tokens ?? 0,
      overheadTokens: 0,
    },
    settings,
    revision,
    currentRevision: BigInt(request.current_revision ?? revision),
    sequence: 1n,
    currentEpoch: request.current_epoch ?? 0,
    inferenceInFlight: request.inference_in_flight ?? false,
    episode: { passes: 0, acceptedAboveMargin: false },
    attempts: 0,
    refusalStreak: 0,
    index: request.index ? { tag: "built", val: typedIndex(request.index) } : { tag: "absent" },
    score: request.score ?? "structural",
    lossBound: { tag: "undeclared" },
    probes: [],
    ledger: [],
    plan: [],
    state: [],
    openWork: [],
    pins: [],
    installed: [],
    external: [],
    tools: [],
  };
}

function typedIndex(index) {
  return {
    fromSummaries: index.from_summaries ?? false,
    rebuiltFromSummaries: index.rebuilt_from_summaries,
    queriesLogged: index.queries_logged ?? false,
    divergence: index.divergence,
  };
}

function typedElement(element) {
  return {
    id: element.id,
    kind: typedKind(element),
    text: element.text ?? element.arguments ?? "",
    traits: { regenerable: "unknown", idempotent: "unknown", taskCritical: "unknown" },
    externalized: false,
    signed: false,
  };
}

function typedKind({ kind, call_id: callId = "", tool, arguments: given, outcome = "success" }) {
  if (kind === "tool-call") return { tag: kind, val: { callId, tool, arguments: given, process: "dead" } };
  if (kind === "tool-result") return { tag: kind, val: { callId, outcome } };
  return { tag: kind };
}

/** What must be equal, of a typed verdict */
function typedOutline({ tag: verdict, val: answer }) {
  if (verdict === "refuse") {
    return { verdict, reasons: answer.reasons.map(({ tag }) => tag), remedies: answer.remedies.map(({ tag }) => tag) };
  }
  const { before, mustStay: must_stay, budget, margin, summaryRoom: summary_room } = answer.sizes;
  return {
    verdict,
    window: answer.window,
    sizes: { before, must_stay, budget, margin, summary_room },
    treatments: answer.treatments.map(({ classification, disposition, tokens }) => [
      classification.element,
      classification.class,
      disposition.tag,
      tokens,
    ]),
    carry: answer.carry.text,
  };
}

/** The same, of a verdict of the desk */
function outline({ verdict, plan, reasons, remedies }) {
  if (verdict === "refuse") {
    return { verdict, reasons: reasons.map(({ code }) => code), remedies: remedies.map(({ code }) => code) };
  }
  return {
    verdict,
    window: plan.window,
    sizes: plan.sizes,
    treatments: plan.treatments.map((one) => [one.element, one.class, one.disposition, one.tokens]),
    carry: plan.carry.text,
  };
}
