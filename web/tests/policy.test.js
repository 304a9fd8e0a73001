// Holds the page's files to what its content security policy allows, and to each other. What a first load weighs as it
// is sent is held by PageBudgetTests of the server.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const read = (path) => readFileSync(join(root, path), "utf8");

const html = read("index.html");
const linked = [...html.matchAll(/(?:href|src)="\/([^"]+)"/g)].map((match) => match[1]);

const sources = readdirSync(root, { recursive: true }).map(String).filter((file) => !file.startsWith("tests"));
const scripts = sources.filter((file) => file.endsWith(".js"));

test("User text never becomes markup", () => {
  for (const file of scripts)
    assert.doesNotMatch(read(file), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser/, file);
});

test("Nothing needs unsafe-inline or unsafe-eval", () => {
  assert.doesNotMatch(html, /<style|style="|\son[a-z]+=|<script(?![^>]*\bsrc=)/);
  for (const file of scripts)
    assert.doesNotMatch(read(file), /\beval\(|new Function\(|setAttribute\("style"|style: "/, file);
});

test("Type is sized in rem, and screens in em: a reader's own size of type counts", () => {
  // The wall and the overlay of a stream are sized by their screen.
  for (const file of sources.filter((one) => one.endsWith(".css") && !/^components\/(stage|overlay)\//.test(one))) {
    const css = read(file);
    for (const [, value] of css.matchAll(/(?<![-\w])font(?:-size)?:([^;}]*)/g))
      assert.doesNotMatch(value, /(?<![\w.])(?:[89]|\d{2,})(?:\.\d+)?px/, `${file}: ${value}`);
    for (const [query] of css.matchAll(/@media[^{]*/g))
      assert.doesNotMatch(query, /(?:width|height): \d+px/, `${file}: ${query}`);
  }
});

test("Every file that a module or the page names exists", () => {
  for (const file of scripts) {
    for (const match of read(file).matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g))
      assert.ok(existsSync(join(root, dirname(file), match[1])), `${file}: ${match[1]}`);
    for (const match of read(file).matchAll(/"\/(components\/[^"]+\.(?:js|css))"/g))
      assert.ok(existsSync(join(root, match[1])), `${file}: ${match[1]}`);
  }
  for (const file of linked) assert.ok(existsSync(join(root, file)), file);
});
