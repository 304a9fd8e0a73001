// Home's card of a further line: how today's race of it stands for me.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Made } from "./page-steps.js";
import { showLines } from "../components/home/lines.js";
import { listenedTo, welcome } from "./store-steps.js";

const line = "anagram-en-7";
const on = (day) => ({ ...welcome.today, puzzle: `${line}/${day}`, length: 7, seconds: 90, day });

/** A card with a place for the line, and the text of its state. */
function cardOf() {
  const [state, link] = [new Made(), new Made()];
  const place = Object.assign(new Made(), { dataset: { line } });
  place.querySelector = (selector) => ({ ".line-state b": state, a: link })[selector] ?? null;
  const card = Object.assign(new Made(), { querySelectorAll: () => [place] });
  return { card, state };
}

test("My best is asked for again after my race, and on another day", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  let [best, asked] = [0, 0];
  context.mock.method(globalThis, "fetch", async (path) => {
    const isMine = path.includes("/me/statistics");
    asked += Number(isMine);
    const answer = isMine ? { points: { best } } : { today: on("2026-11-21"), finished: 0, solved: 0, median: null };
    return { ok: true, text: async () => JSON.stringify(answer) };
  });
  const { link, store } = listenedTo();
  store.welcome = { ...welcome, lines: [welcome.today, on("2026-11-21")] };
  store.today = welcome.today;
  link.answers.open = { ...on("2026-11-21"), state: "playing", elapsed: 0, words: [] };
  const stop = new AbortController();
  const app = { preferences: { get: () => null, set() {} } };
  const { card, state } = cardOf();
  const settled = () => new Promise((done) => setImmediate(done));
  best = 143;
  showLines({ store, app, stop }, card);
  await settled();
  assert.match(state.textContent, /143/);
  store.announce("session");
  await settled();
  assert.equal(asked, 1, "nothing has changed");
  // The race of today is raced, and its end told.
  const { puzzle } = on("2026-11-21");
  store.received({ ...on("2026-11-21"), type: "game", state: "playing", elapsed: 0, words: [] });
  await settled();
  assert.equal(asked, 1);
  best = 260;
  const word = { word: "trained", length: 7, points: 147, ms: 5 };
  const result = { solved: true, turns: 1, points: 260, ms: 5, share: "" };
  store.received({ ...on("2026-11-21"), type: "game", state: "solved", elapsed: 0, words: [word], result });
  await settled();
  assert.equal(asked, 2);
  assert.equal(store.begun.get(puzzle), "solved");
  // What another device has raced since is known on the next day.
  best = 300;
  link.push({ type: "day", time: 0, today: welcome.today, lines: [welcome.today, on("2026-11-22")] });
  assert.match(state.textContent, /143|260|/, "the old one stands until then");
  await settled();
  assert.equal(asked, 3);
  assert.match(state.textContent, /300/);
  stop.abort();
});
