// Past races that the server does not tell: the replay and the list of a room say why.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Made, textsOf } from "./page-steps.js";
import { content } from "../components/history/history.js";
import { View as ReplayView } from "../components/replay/replay.js";
import { replay as words } from "../wording/fairness.js";

/** Has the server answer so. */
function answered(t, status, code, headers = {}) {
  const body = JSON.stringify({ type: "about:blank", status, code });
  t.mock.method(globalThis, "fetch", async () => {
    if (status === 0) throw new TypeError("no network");
    return new Response(body, { status, headers });
  });
}

/** The words of the page of a replay that gets this answer, with the button below them. */
async function shown(t, ...answer) {
  answered(t, ...answer);
  const app = { read() {}, address: (href) => ({ href }), partLost: () => false };
  const dom = { page: new Made(), reel: new Made() };
  const view = Object.assign(Object.create(ReplayView.prototype), {
    app, dom, code: "KYTE7", name: "sprint-1-2", stop: new AbortController(),
  });
  await view.load();
  return textsOf(dom.reel);
}

test("A replay says for each refusal what it means, and offers to ask again where that can help", async (t) => {
  for (const code of ["no_such_race", "not_over", ""])
    assert.deepEqual(await shown(t, 404, code), [...words.none, words.toRoom], code);
  const unreadable = "The words of that race cannot be shown any more";
  assert.deepEqual(await shown(t, 404, "words_unreadable"), [words.failed, unreadable, words.toRoom]);
  assert.deepEqual(await shown(t, 403, "banned"), [words.failed, "This server keeps you out", words.toRoom]);
  const stored = "The server cannot reach its storage. Try again in a moment";
  assert.deepEqual(await shown(t, 503, "storage_unavailable"), [words.failed, stored, words.tryAgain]);
  assert.deepEqual(await shown(t, 429, "rate_limited"), [...words.tooMany, words.tryAgain]);
  assert.deepEqual(await shown(t, 0), [...words.noAnswer, words.tryAgain]);
});

test("The list of past races says why it could not be told", async (t) => {
  const said = async (...answer) => {
    answered(t, ...answer);
    const body = new Made();
    content({ address: (href) => ({ href }) }, { body, closed: new AbortController().signal }, { code: "KYTE7" });
    await new Promise((done) => setTimeout(done, 5));
    return textsOf(body);
  };
  assert.ok((await said(404, "no_such_room")).includes("There is no room with that code"));
  assert.ok((await said(429, "rate_limited", { "Retry-After": "7" })).includes("Too fast. Try again in 7 s"));
  assert.ok((await said(0)).includes("No answer from the server. Try again in a moment"));
});
