// The card of days beside a board: it is asked for when a game begins to count, and when it ends, however that is told.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Made } from "./page-steps.js";
import { showCards } from "../components/cards/alone.js";
import { listenedTo, welcome } from "./store-steps.js";

const puzzle = "anagram-en-7/2026-11-21";
const shape = { type: "game", puzzle, number: 7, length: 7, tiles: "natried", seconds: 90, ranked: true, elapsed: 0 };
const tea = { word: "tea", length: 3, points: 9, ms: 900 };

test("The end of a game is looked at once, with a last move or without one", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  globalThis.location ??= /** @type {any} */ ({ origin: "http://localhost", pathname: "/today" });
  let asked = 0;
  context.mock.method(globalThis, "fetch", async (path) => {
    asked += Number(path.includes("/me/games"));
    return { ok: true, text: async () => "{}" };
  });
  const { link, store } = listenedTo();
  store.welcome = { ...welcome, features: ["archive"], lines: [{ ...welcome.today, puzzle, length: 7, seconds: 90 }] };
  [store.today] = store.welcome.lines;
  const stop = new AbortController();
  showCards(new Made(), { app: { preload: async () => {} }, store, course: {}, puzzle, stop });
  /** How often the days were asked for, by this and what follows it. */
  const looks = async (act) => {
    const before = asked;
    act();
    context.mock.timers.tick(3000);
    await new Promise((done) => setImmediate(done));
    return asked - before;
  };
  const judged = (row) => link.push({ type: "judged", puzzle, row, ...tea, state: "playing" });
  const end = () => link.push({ ...shape, state: "solved", words: [tea], result: { solved: true, turns: 1 } });
  assert.equal(await looks(() => link.push({ ...shape, state: "playing" })), 0, "nothing counts before the first word");
  assert.equal(await looks(() => judged(0)), 1);
  assert.equal(await looks(() => judged(1)), 0);
  assert.equal(await looks(end), 1, "its clock has ended it");
  assert.equal(await looks(end), 0, "told again it is no news");
  // One that ends with a move.
  const guess = "guess-en-5/2026-11-21";
  const guesses = [{ word: "crane", marks: "00000", ms: 1 }];
  const board = { ...shape, puzzle: guess, length: 5, rows: 6, tiles: null, seconds: null, guesses };
  assert.equal(await looks(() => link.push({ ...board, state: "playing" })), 0);
  const last = { type: "judged", puzzle: guess, row: 1, word: "glide", marks: "22222", ms: 2, state: "solved" };
  assert.equal(await looks(() => link.push(last)), 1);
  stop.abort();
});
