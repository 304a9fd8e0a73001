// What a line that broke leaves behind: answers that were lost, boards that are refused for now, and the clock.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { RefusedError } from "../link.js";
import { game, listenedTo, lost, puzzle, welcome } from "./store-steps.js";

let link, store, heard;

beforeEach(() => ({ link, store, heard } = listenedTo()));

test("A row that was told with the board is not told again by its late answer", async () => {
  const crane = { word: "crane", marks: "00002", ms: 5 };
  link.answers.open = game();
  await store.open(puzzle);
  let answer;
  link.answers.guess = () => new Promise((resolve) => (answer = resolve));
  void store.guess(puzzle, "crane");
  await new Promise(setImmediate);
  link.push({ type: "game", ...game({ guesses: [crane] }) });
  answer({ puzzle, row: 0, ...crane, state: "playing" });
  await new Promise(setImmediate);
  assert.equal(heard.filter(([topic]) => topic === "judged").length, 1);
  assert.equal(store.games.get(puzzle).guesses.length, 1);
});

for (const code of ["rate_limited", "storage_unavailable", "draining"])
  test(`A board that is refused as ${code} on the next line is asked for again, and its guess sent`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const troubles = [];
    store.addEventListener("trouble", ({ detail }) => troubles.push(detail.refusal.code));
    link.answers.open = game();
    await store.open(puzzle);
    link.answers.guess = lost;
    await store.guess(puzzle, "crane");
    const opened = () => link.asked.filter(({ type }) => type === "open").length;
    link.answers.open = new RefusedError({ code, retry: 3000 });
    await store.welcomed({ welcome, clockOffset: 0 });
    assert.deepEqual([troubles, opened()], [[code], 2]);
    t.mock.timers.tick(2999);
    assert.equal(opened(), 2, "not before the server has said");
    link.answers.open = game();
    link.answers.guess = ({ row, word }) => ({ puzzle, row, word, marks: "00002", ms: 5, state: "playing" });
    t.mock.timers.tick(501);
    await new Promise(setImmediate);
    assert.equal(opened(), 3);
    assert.deepEqual(store.games.get(puzzle).guesses.map(({ word }) => word), ["crane"]);
    t.mock.timers.tick(60_000);
    assert.equal(opened(), 3, "and no more");
  });

test("A board that was refused for now is asked for once over the next line", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  link.answers.open = game();
  await store.open(puzzle);
  link.answers.open = new RefusedError({ code: "rate_limited" });
  await store.welcomed({ welcome: { ...welcome }, clockOffset: 0 });
  link.answers.open = game();
  await store.welcomed({ welcome: { ...welcome }, clockOffset: 0 });
  const opened = () => link.asked.filter(({ type }) => type === "open").length;
  assert.equal(opened(), 3);
  t.mock.timers.tick(60_000);
  assert.equal(opened(), 3);
});

test("A pong sets the server's clock ahead, as after a sleep, and never back", async (t) => {
  let now = 500;
  t.mock.method(performance, "now", () => now);
  await store.welcomed({ welcome, clockOffset: 1000 });
  link.push({ type: "pong", time: 1490 });
  assert.equal(store.now(), 1500, "it was under way");
  // The device slept for half a minute, and its clock stood still.
  now = 600;
  link.push({ type: "pong", time: 31_600 });
  assert.equal(store.now(), 31_600);
  await store.welcomed({ welcome, clockOffset: 900 });
  assert.equal(store.now(), 1500, "a welcome knows it anew");
});
