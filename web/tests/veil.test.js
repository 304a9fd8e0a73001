import assert from "node:assert/strict";
import { test } from "node:test";
import { lifted, over, remember } from "../components/veil/veil.js";
import { codeFrom } from "../racing.js";

test("The code is taken out of every address that has one", () => {
  assert.equal(over("/room/KYTE7"), "/room/-----");
  assert.equal(over("/stage/KYTE7?overlay=1"), "/stage/-----?overlay=1");
  assert.equal(over("/stage/KYTE7?overlay=1#key=m3p0Vb2xkT8yZqKfE1cWdA"), "/stage/-----?overlay=1");
  assert.equal(over("/stage/KYTE7#key=m3p0Vb2xkT8yZqKfE1cWdA"), "/stage/-----");
  assert.equal(over("/replay/KYTE7/guess-en-5/2026-11-21"), "/replay/-----/guess-en-5/2026-11-21");
  assert.equal(over("/room/kyte-7"), "/room/-----", "also as people type it");
});

test("Other addresses stay as they are", () => {
  for (const path of ["/", "/today", "/?from=/room/KYTE7", "/room/"]) assert.equal(over(path), path);
});

test("The text in place of a hidden code is no code", () => {
  assert.equal(codeFrom(over("/room/KYTE7")), "");
});

test("A tab that knows no more goes to the room whose link was used last", () => {
  const kept = new Map();
  const app = {
    preferences: { get: (name) => kept.get(name) ?? null },
    rememberRoom: (code) => kept.set("room", code),
  };
  assert.equal(lifted(app, "/room/-----"), "/room/-----");
  remember(app, { dataset: { path: "/stage/MQRA4?overlay=1" } });
  remember(app, { dataset: {} });
  remember(app, { dataset: { path: "/" } });
  assert.equal(lifted(app, "/stage/-----?overlay=1"), "/stage/MQRA4?overlay=1");
  assert.equal(lifted(app, "/today"), "/today");
});
