// Holds the first load to 60 KB (gzip) and 15 requests, and the page to what its content security policy allows.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const read = (path) => readFileSync(join(root, path), "utf8");

/** A module and all it imports statically. */
function modules(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const match of read(path).matchAll(/^(?:import|export)\b[^;]*?from "(\.[^"]+)";/gms)) modules(join(dirname(path), match[1]), seen);
  return seen;
}

const html = read("index.html");
const linked = [...html.matchAll(/(?:href|src)="\/([^"]+)"/g)].map((match) => match[1]);

function firstLoad(...entries) {
  const files = new Set(["index.html", ...linked]);
  for (const entry of ["main.js", ...entries]) {
    if (entry.endsWith(".js")) for (const file of modules(entry)) files.add(file);
    else files.add(entry);
  }
  return [...files];
}

// The requests that are no files: POST /session, and GET /today on home. The socket is a connection, not a load.
const loads = {
  home: { calls: 2, files: firstLoad("components/home/home.js", "components/home/home.css") },
  "a visitor of a room": { calls: 1, files: firstLoad("components/race/race.js", "components/race/race.css", "components/race/panels.js") },
  "a reload in mid-race": { calls: 1, files: firstLoad("components/race/race.js", "components/race/race.css", "components/desk/desk.js") },
};

for (const [name, { calls, files }] of Object.entries(loads)) {
  test(`first load of ${name}: at most 15 requests and 60 KB`, () => {
    const bytes = files.map((file) => (file.endsWith(".woff2") ? statSync(join(root, file)).size : gzipSync(read(file)).length));
    const total = bytes.reduce((sum, size) => sum + size, 0);
    console.log(`${name}: ${files.length + calls} requests, ${(total / 1024).toFixed(1)} KB`);
    assert.ok(files.length + calls <= 15, `${files.length + calls} requests: ${files.join(" ")}`);
    assert.ok(total <= 60 * 1024, `${total} bytes`);
  });
}

test("what a sprint adds to a room, once its page stands: at most 8 requests and 15 KB", () => {
  const before = new Set(firstLoad("components/race/race.js", "components/race/race.css", "components/race/panels.js", "components/desk/desk.js"));
  const files = firstLoad("components/sprint/sprint.js", "components/sprint/sprint.css").filter((file) => !before.has(file));
  const total = files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
  console.log(`a sprint: ${files.length} requests, ${(total / 1024).toFixed(1)} KB`);
  assert.ok(files.length <= 8, files.join(" "));
  assert.ok(total <= 15 * 1024, `${total} bytes`);
});

const sources = readdirSync(root, { recursive: true }).map(String).filter((file) => !file.startsWith("tests"));
const scripts = sources.filter((file) => file.endsWith(".js"));

test("user text never becomes markup", () => {
  for (const file of scripts) assert.doesNotMatch(read(file), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser/, file);
});

test("nothing needs unsafe-inline or unsafe-eval", () => {
  assert.doesNotMatch(html, /<style|style="|\son[a-z]+=|<script(?![^>]*\bsrc=)/);
  for (const file of scripts) assert.doesNotMatch(read(file), /\beval\(|new Function\(|setAttribute\("style"|style: "/, file);
});

test("files have at most 400 lines", () => {
  for (const file of sources.filter((one) => /\.(js|css)$/.test(one))) assert.ok(read(file).split("\n").length <= 401, file);
});

test("every file that a module or the page names exists", () => {
  for (const file of scripts) {
    for (const match of read(file).matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) assert.ok(existsSync(join(root, dirname(file), match[1])), `${file}: ${match[1]}`);
    for (const match of read(file).matchAll(/"\/(components\/[^"]+\.(?:js|css))"/g)) assert.ok(existsSync(join(root, match[1])), `${file}: ${match[1]}`);
  }
  for (const file of linked) assert.ok(existsSync(join(root, file)), file);
});
