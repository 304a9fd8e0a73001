// Holds the first line of each script and of each JSDoc comment to a noun phrase or a verb: a reader who has seen
// nothing else of the file learns from it what stands there. Tests/ArchitectureTests holds the Swift sources to the
// same.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const scripts = readdirSync(root, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith(".js") && !file.startsWith("tests") && !file.startsWith("node_modules"));

const forbidden = new RegExp(
  "^(?:What|Who|Whose|Where|Of|Those|There|That|How|As|It|They|Without|Since|By|From|Before|With|Behind" +
    "|Some of|The same)\\b",
);

/**
 * The summaries of a text that begin with a forbidden word.
 * @param {string} text
 */
function faults(text) {
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .map((line, index) => {
      if (index === 0) return /^\/\/ (.*)/.exec(line)?.[1];
      return lines[index - 1] === "/**" ? /^\* (.*)/.exec(line)?.[1] : /^\/\*\* (.*)/.exec(line)?.[1];
    })
    .filter((summary) => summary !== undefined && forbidden.test(summary));
}

test("A summary begins with what it is about", () => {
  assert.ok(scripts.length > 100, "the test reads the scripts");
  for (const file of scripts) assert.deepEqual(faults(readFileSync(`${root}/${file}`, "utf8")), [], file);
});

test("A forbidden beginning is seen in a first line and in JSDoc, and nowhere else", () => {
  assert.equal(faults("// What it is.\n").length, 1);
  assert.equal(faults("let a;\n/** Who plays. */\n").length, 1);
  assert.equal(faults("let a;\n  /**\n   * Where it is.\n   */\n").length, 1);
  const fine = "// The lanes.\n// What else.\n/**\n * Shows it.\n * Of all.\n */\n// Who asks waits.\n";
  assert.deepEqual(faults(fine), []);
});
