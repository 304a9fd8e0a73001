// What the page names for each route is what the view of that route imports: nothing is asked for in vain, and nothing
// waits for another file to name it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("..", import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(`.${path}`, root), "utf8");

/** The links of the page that are for a route: those for every one, and its own. */
function named(route) {
  return [
    ...read("/index.html").matchAll(
      /<link rel="modulepreload" href="([^"]+)"(?: fetchpriority="low")?(?: data-on="([^"]+)")?>/g,
    ),
  ]
    .filter(([, , on]) => !on || on.split(" ").includes(route))
    .map(([, href]) => href);
}

/** The modules that a module imports at once, itself among them. */
function imported(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, to] of read(path).matchAll(/^(?:import|export)\s[^"']*?from "([^"]+)"|^import "([^"]+)"/gm))
    imported(new URL(to, new URL(path, "file:///")).pathname, found);
  return found;
}

const views = {
  "/": ["/components/home/home.js"],
  "/today": ["/components/race/race.js"],
  "/room/": ["/components/race/race.js"],
  // A practice board takes letters as soon as it stands.
  "/practice": ["/components/practice/practice.js", "/components/desk/desk.js"],
  // A past day begins with its gate, and asks whether it was raced before.
  "/archive/": [
    "/components/day/day.js",
    "/components/desk/desk.js",
    "/components/day/panels.js",
    "/api.js",
    "/days.js",
  ],
};

for (const [route, entries] of Object.entries(views)) {
  test(`The page of ${route} names the modules of its view`, () => {
    const wanted = new Set(["/main.js", ...entries].flatMap((entry) => [...imported(entry)]));
    for (const run of ["/main.js", "/link.js"]) wanted.delete(run); // The page runs these.
    assert.deepEqual(named(route).filter((href) => href.endsWith(".js")).sort(), [...wanted].sort());
  });
}

test("Other routes name what all do", () => {
  const all = [...imported("/main.js")].filter((path) => path !== "/main.js");
  for (const route of ["/stage/", "/replay/", "/verify"])
    for (const href of named(route).filter((one) => one.endsWith(".js"))) {
      assert.ok(all.includes(href) || ["/racing.js", "/components/track/track.js"].includes(href), href);
    }
});
