// What the entrance of a private server says, and where it leads.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "../api.js";
import { refusalOf, roomOf } from "../components/entrance/entrance.js";
import { entrance as words } from "../wording/entrance.js";

/** What the page makes of an answer of the server. */
async function refused(t, status, body, headers = {}) {
  t.mock.method(globalThis, "fetch", async () => new Response(JSON.stringify(body), { status, headers }));
  const fault = await ask("/session", { method: "POST", body: { password: "x" } }).catch((error) => error);
  return refusalOf(fault);
}

test("A wrong password is told by its code, and can be tried again at once", async (t) => {
  assert.deepEqual(await refused(t, 403, { code: "wrong_password", detail: "No." }), { text: words.wrong, wait: 0 });
  const foreign = { code: "foreign_origin", detail: "A page of another origin may not do this." };
  assert.match((await refused(t, 403, foreign)).text, /takes this page for another site’s/);
});

test("Too many tries are told with the time to wait, which the button keeps", async (t) => {
  const answer = await refused(t, 429, {}, { "Retry-After": "42" });
  assert.deepEqual(answer, { text: "Too many tries. Wait 42 seconds.", wait: 42 });
  assert.equal((await refused(t, 429, {}, { "Retry-After": "1" })).text, "Too many tries. Wait 1 second.");
  assert.equal((await refused(t, 429, {}, { "Retry-After": "601" })).text, "Too many tries. Wait 11 minutes.");
  assert.equal((await refused(t, 429, {})).wait, 60, "without a time, a minute");
});

test("A busy server and one that does not answer are told apart from a wrong password", async (t) => {
  assert.deepEqual(await refused(t, 503, {}, { "Retry-After": "2" }), { text: words.busy, wait: 2 });
  t.mock.method(globalThis, "fetch", async () => { throw new TypeError("no network"); });
  const fault = await ask("/session", { method: "POST" }).catch((error) => error);
  assert.match(refusalOf(fault).text, /^No answer from the server/);
});

test("The room of an address is told by its code, and no other address has one", () => {
  assert.deepEqual(["/room/kyte7", "/stage/KYTE7?overlay=1#key=x"].map(roomOf), ["KYTE7", "KYTE7"]);
  for (const path of ["/", "/archive/2026-11-21", "/replay/KYTE7-1", "/today?line=guess-en-6"])
    assert.equal(roomOf(path), "", path);
});
