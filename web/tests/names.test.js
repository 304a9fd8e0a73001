// Holds the names of tests to the beginning of a sentence. One with a value in it begins with words: a value may begin
// with anything.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const folder = new URL(".", import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith(".test.js"));

/** The names of the tests in a text. */
const names = (text) =>
  [...text.matchAll(/(?<![\w.])(?:test|it|suite|describe)\(\s*["'`]([^\n]+)/g)].map(([, name]) => name);
/** Those that do not begin as sentences do. */
const faults = (text) => names(text).filter((name) => !/^\p{Lu}/u.test(name));

test("The name of a test begins with a capital letter", () => {
  const texts = files.map((file) => [file, readFileSync(new URL(file, folder), "utf8")]);
  assert.ok(texts.flatMap(([, text]) => names(text)).length > 300, "the test reads the names");
  for (const [file, text] of texts) assert.deepEqual(faults(text), [], file);
});

test("A name that begins with a small letter or with a value is seen", () => {
  const planted = (/** @type {string} */ start) => faults(`${"test"}(${start}`).length;
  assert.deepEqual(['"a name",', "`${route} has", '\n  "one below",', "'quoted'"].map(planted), [1, 1, 1, 1]);
  assert.deepEqual(['"A name",', "`Of ${route}", '\n  "One below",', "name, () => {});"].map(planted), [0, 0, 0, 0]);
});
