// Asks whether a transcript may be compacted, and swaps the policy for another version while calls go on.
//
//     npm ci --prefix examples/javascript
//     node examples/javascript/guard.mjs

import { readFile } from "node:fs/promises";
import { setImmediate as turn } from "node:timers/promises";
import { Policy } from "./policy.mjs";

const root = new URL("../../", import.meta.url);
const transcript = await readFile(new URL("examples/transcripts/airline-booking.openai-chat.json", root), "utf8");
const request = { transcript, budget: { limit_tokens: 2000 } };

async function ask(policy) {
  await turn(); // Other work goes on between two calls.
  const { verdict, reasons = [] } = policy.ask("plan", request).ok;
  return [policy.digest.slice(0, 12), verdict, ...reasons.map(({ code }) => code)].join(" ");
}

let policy = await Policy.load(new URL("dist/anchorhold.wasm", root));
const newer = await Policy.load(new URL("dist/anchorhold-literal.wasm", root));
const before = Array.from({ length: 100 }, () => ask(policy));
policy = newer; // The swap. Calls under way end on the version they began with.
const after = Array.from({ length: 100 }, () => ask(policy));

for (const [when, calls] of Object.entries({ before, after })) {
  const answers = await Promise.all(calls);
  for (const answer of new Set(answers)) {
    console.log(`${answers.filter((other) => other === answer).length} calls ${when} the swap: ${answer}`);
  }
}
