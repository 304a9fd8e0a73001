// Holds the modules of the page to an order: none imports, over however many others, itself. A circle leaves one of its
// modules without what it needs while it runs, and nobody can read or test one of them alone.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const modules = readdirSync(root, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith(".js") && !file.startsWith("tests") && !file.startsWith("node_modules"));

/** Modules that a text imports at once. `import("…")` is fetched when it is wanted, and a type in a comment never. */
function imported(file, text) {
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
  const found = [...code.matchAll(/^(?:import|export)\s(?:[^"';]*?\sfrom\s)?"(\.[^"]+)"/gm)];
  return found.map(([, to]) => posix.join(posix.dirname(file), to));
}

/**
 * The first circle of a graph; null where there is none.
 * @param {Map<string, string[]>} graph
 * @returns {string[] | null} modules in the order of their imports; the last is the first again
 */
function circle(graph) {
  const done = new Set();
  const visit = (file, path) => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const found = visit(next, [...path, file]);
      if (found) return found;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const found = visit(file, []);
    if (found) return found;
  }
  return null;
}

test("No module imports itself over others", () => {
  const graph = new Map(modules.map((file) => [file, imported(file, readFileSync(`${root}/${file}`, "utf8"))]));
  assert.ok([...graph.values()].flat().length > 100, "the test reads the imports");
  for (const [file, all] of graph) for (const to of all) assert.ok(existsSync(`${root}/${to}`), `${file}: ${to}`);
  assert.equal(circle(graph)?.join(" > "), undefined);
});

test("A circle is seen, over however many modules", () => {
  assert.equal(
    circle(
      new Map([
        ["a", ["b", "c"]],
        ["b", ["c"]],
        ["c", []],
      ]),
    ),
    null,
  );
  assert.deepEqual(
    circle(
      new Map([
        ["a", ["b"]],
        ["b", ["c"]],
        ["c", ["b"]],
      ]),
    ),
    ["b", "c", "b"],
  );
  assert.deepEqual(circle(new Map([["a", ["a"]]])), ["a", "a"]);
});

test("Imports are read in each of their forms, and nothing else is one", () => {
  const text = [
    'import "./a.js";',
    'import { b } from "./b.js";',
    "import {",
    "  c,",
    '} from "../c.js";',
    'export { d } from "./d.js";',
    '// import "./no.js";',
    '/** @type {import("./no.js").No} */',
    'void import("./no.js");',
  ].join("\n");
  assert.deepEqual(imported("x/y.js", text), ["x/a.js", "x/b.js", "c.js", "x/d.js"]);
});
