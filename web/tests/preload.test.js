// A style that did not come is asked for again by who wants it next; one that came is not.

import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {any[]} the links in the head */
const links = [];
const made = () =>
  Object.assign(new EventTarget(), {
    setAttribute(name, value) {
      this[name] = value;
    },
    remove() {
      links.splice(links.indexOf(this), 1);
    },
  });
globalThis.document = /** @type {any} */ ({
  createElement: made,
  querySelector: () => null,
  head: { append: (link) => links.push(link) },
});
const { preload } = await import("../components/elements/elements.js");

test("A style that did not come is waited for no longer, and asked for again", async () => {
  const first = preload(["/a.css"]);
  const again = preload(["/a.css"]);
  assert.equal(links.length, 1, "two that want it at once ask once");
  links[0].dispatchEvent(new Event("error"));
  await Promise.all([first, again]);
  assert.equal(links.length, 0);
  const second = preload(["/a.css"]);
  assert.equal(links.length, 1);
  assert.equal(links[0].rel, "stylesheet");
  links[0].dispatchEvent(new Event("load"));
  await second;
  await preload(["/a.css"]);
  assert.equal(links.length, 1, "what is there is not asked for again");
});
