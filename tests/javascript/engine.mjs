// Answers lines on standard input, one a line, by a component in Node: `engine.mjs COMPONENT`.

import { Policy } from "../../examples/javascript/policy.mjs";

const policy = await Policy.load(process.argv[2]);

// A line ends at a line feed and nowhere else: a carriage return or U+2028, at which `readline` parts, may stand in it.
process.stdin.setEncoding("utf8");
let rest = "";
for await (const text of process.stdin) {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  process.stdout.write(lines.map((line) => `${answer(line)}\n`).join(""));
}
if (rest) process.stdout.write(`${answer(rest)}\n`);

function answer(line) {
  try {
    return policy.answer(line);
  } catch (failure) {
    return JSON.stringify({ failure: { code: "trap", message: String(failure) } });
  }
}
