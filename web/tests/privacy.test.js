// The page about what the server keeps, over a line that was not up at first.

import "./page-steps.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { textsOf } from "./page-steps.js";
import { View } from "../components/privacy/privacy.js";
import { privacy } from "../wording/account.js";
import { listenedTo } from "./store-steps.js";

globalThis.location ??= /** @type {any} */ ({ origin: "http://localhost", pathname: "/privacy" });

const facts = {
  server: { name: "Tilerace", zone: "UTC" }, cookie: { name: "tilerace", days: 90 }, link: { minutes: 10 },
  log: { level: "info", addresses: false }, metrics: false, deleted_name: "Somebody",
  keeps: [{ what: "practice", until: "deletion" }, { what: "audit", until: "host", days: 400 }],
};

test("What did not come is asked for again with the next session, and what is shown is not", async (context) => {
  let [asked, isUp] = [0, false];
  context.mock.method(globalThis, "fetch", async () => {
    asked += 1;
    if (!isUp) throw new TypeError("no line");
    return { ok: true, text: async () => JSON.stringify(facts) };
  });
  const { store } = listenedTo();
  const view = new View({ store, isShut: false });
  const session = async () => {
    store.announce("session");
    await new Promise((done) => setImmediate(done));
  };
  await new Promise((done) => setImmediate(done));
  assert.match(textsOf(view.body).join(), /No answer from the server/);
  isUp = true;
  await session();
  const shown = textsOf(view.body).join("\n");
  assert.match(shown, /Tilerace/);
  assert.match(shown, /Your practice games\. Until you delete yourself\./);
  assert.match(shown, /for 400 days\. .*with your random number\.$/m);
  await session();
  assert.equal(asked, 2);
  view.remove();
});

test("Whatever the server says that it keeps has a heading, words, and an end in words", () => {
  const source = readFileSync(new URL("../../Sources/Server/Routes/PrivacyFacts.swift", import.meta.url), "utf8");
  const kept = [...source.matchAll(/Kept\(what: "(\w+)", until: \.(\w+)/g)].map(([, what, until]) => ({ what, until }));
  assert.ok(kept.length > 7, "the facts were not found");
  const names = kept.map(({ what }) => what).sort();
  assert.deepEqual(names, Object.keys(privacy.whats).sort());
  assert.deepEqual(names, Object.keys(privacy.keeps).sort());
  for (const { until } of kept) assert.ok(until in privacy.untils, until);
});

test("The page says after how many days data goes, and whom the server forgets where it forgets", () => {
  const { audit, player, refused, rooms } = privacy.keeps;
  assert.match(audit?.(366, {}) ?? "", /for 366 days\./);
  assert.match(refused?.(1, {}) ?? "", /for 1 day,/);
  assert.doesNotMatch(player?.(0, { rooms: 365 }) ?? "", /If you do not come/);
  assert.match(player?.(0, { players: 90 }) ?? "", /for 90 days you are deleted .* on the roster of a class here\.$/);
  assert.match(rooms?.(0, { players: 90 }) ?? "", /the room was called first\.$/);
  assert.match(rooms?.(0, { rooms: 365 }) ?? "", /nothing happens for 365 days is deleted/);
});
