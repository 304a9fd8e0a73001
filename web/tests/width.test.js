// Holds the page's scripts and styles to a formatter's width. That costs visitors little: the server takes indents and
// whole lines of comments out of what it sends.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const columns = 120;

const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((file) => /\.(?:js|css)$/.test(file) && !file.startsWith("node_modules"));

/** A line that is one text: a formatter leaves it whole, and so can it be searched for. */
const isOneText = (line) =>
  /^\s*(?:(?:\w+|"[\w-]+"): |[?:+] |return )?(?:"(?:[^"\\]|\\.)*"|`.*`)[\])},;]*(?: \+)?$/.test(line);

/** Lines of a text that are too wide, or hold several statements, by number. */
function faults(text) {
  return text.split("\n").flatMap((line, index) => {
    const isWide = line.length > columns && !isOneText(line);
    const isDense = /=> \{ [^"`]*; \w[^"`]*\}/.test(line);
    return isWide || isDense ? [`${index + 1}: ${line.trim()}`] : [];
  });
}

test("No script or style is wider than a formatter makes it, and no line holds several statements", () => {
  assert.ok(files.length > 100, "the test reads the folder");
  for (const file of files) {
    assert.deepEqual(faults(readFileSync(`${root}/${file}`, "utf8")), [], file);
  }
});

/** A text of a script, without a line break. */
const words = /"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** Lines of a script with a comment beside code, other than one that says a type: the server sends those along. */
const beside = (text) =>
  text.split("\n").filter((line) => /^(?!\s*(?:\/\/|\/?\*)).*\S\s*\/\/ /.test(line.replaceAll(words, "")));

test("No comment stands beside code", () => {
  for (const file of files.filter((one) => one.endsWith(".js") && !one.startsWith("tests"))) {
    assert.deepEqual(beside(readFileSync(`${root}/${file}`, "utf8")), [], file);
  }
});

test("A comment beside code is seen, and none in a text", () => {
  assert.equal(beside("  this.at = -1; // The row in hand.").length, 1);
  assert.equal(beside('  history.replaceState(null, ""); // No sheet.').length, 1);
  assert.deepEqual(beside('  // A line.\n  get("https://a.example/", //g);'), []);
});

test("Wide lines and several statements on a line are seen", () => {
  assert.deepEqual(faults("a".repeat(120)), []);
  assert.equal(faults("a".repeat(121)).length, 1);
  assert.deepEqual(faults(`  text: "${"a".repeat(130)}",`), []);
  assert.equal(faults(`  el("p", { text: "${"a".repeat(130)}" }),`).length, 1);
  assert.equal(faults(`const act = () => ${"{ one(); two(); }"};`).length, 1);
  assert.deepEqual(faults("const act = () => { one(); };"), []);
});
