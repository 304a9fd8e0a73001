// What the page says when an answer does not come whole: its own words, and never the browser's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "../api.js";

const unanswered = { name: "Error", status: 0, message: "No answer from the server. Try again in a moment" };

/** A body that breaks off in the middle. */
const broken = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"rows":['));
      controller.error(new TypeError("network error"));
    },
  });

/** @param {BodyInit | null} body */
function answer(body, status = 200) {
  globalThis.fetch = () => Promise.resolve(new Response(body, { status }));
}

test("A line that breaks is told in the page's words, before an answer and within one", async () => {
  globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  await assert.rejects(ask("/today"), unanswered);
  answer(broken());
  await assert.rejects(ask("/today"), unanswered);
});

test("An answer that something else has cut or written is told in the page's words", async () => {
  answer('{"rows":[');
  await assert.rejects(ask("/today"), unanswered);
});

test("A refusal keeps its status, whatever becomes of its body", async () => {
  for (const body of [broken(), '{"code":']) {
    answer(body, 429);
    await assert.rejects(ask("/today"), { status: 429, code: "" });
  }
});

test("Who turned away hears of it as such, and of no broken line", async () => {
  for (const status of [200, 500]) {
    const turned = new AbortController();
    globalThis.fetch = () => {
      turned.abort();
      return Promise.resolve(new Response(broken(), { status }));
    };
    await assert.rejects(ask("/today", { signal: turned.signal }), { name: "TypeError" });
  }
});

test("An answer is read, and an empty one is null", async () => {
  answer('{"rows":[1]}');
  assert.deepEqual(await ask("/today"), { rows: [1] });
  answer(null, 204);
  assert.equal(await ask("/today"), null);
});
