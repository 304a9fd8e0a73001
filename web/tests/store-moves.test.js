import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { RefusedError } from "../link.js";
import { game, listenedTo, lost, puzzle, welcome } from "./store-steps.js";

let link, store, heard;

beforeEach(() => ({ link, store, heard } = listenedTo()));

test("A guess in flight when the line broke is sent again after the next welcome, for the same row", async () => {
  link.answers.open = game();
  await store.open(puzzle);
  link.answers.guess = lost;
  await store.guess(puzzle, "crane");
  assert.deepEqual(store.games.get(puzzle).pending, { row: 0, word: "crane" });
  link.answers.guess = ({ row, word }) => ({ puzzle, row, word, marks: "00002", ms: 5, state: "playing" });
  await store.welcomed({ welcome, clockOffset: 0 });
  await new Promise(setImmediate);
  assert.deepEqual(
    link.asked.filter((message) => message.type === "guess").map(({ row, word }) => [row, word]),
    [
      [0, "crane"],
      [0, "crane"],
    ],
  );
  assert.equal(store.games.get(puzzle).guesses.length, 1);
  assert.equal(store.games.get(puzzle).pending, null);
});

test("A guess that comes too early by the server's clock alone is sent again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  link.answers.open = game();
  await store.open(puzzle);
  link.answers.guess = new RefusedError({ code: "not_started" });
  await store.guess(puzzle, "crane");
  assert.deepEqual(store.games.get(puzzle).pending, { row: 0, word: "crane" });
  link.answers.guess = ({ row, word }) => ({ puzzle, row, word, marks: "00002", ms: 5, state: "playing" });
  t.mock.timers.tick(100);
  await new Promise(setImmediate);
  assert.equal(store.games.get(puzzle).guesses.length, 1);
  assert.deepEqual(
    heard.filter(([topic]) => topic === "refused"),
    [],
  );
});

test("A guess that came too early is not sent for the next row after it was judged", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  link.answers.open = game();
  await store.open(puzzle);
  link.answers.guess = new RefusedError({ code: "not_started" });
  await store.guess(puzzle, "crane");
  link.answers.guess = ({ row, word }) => ({ puzzle, row, word, marks: "00002", ms: 5, state: "playing" });
  // The board comes anew, with the guess still under way.
  await store.open(puzzle);
  await new Promise(setImmediate);
  assert.deepEqual(store.games.get(puzzle).guesses.map(({ word }) => word), ["crane"]);
  t.mock.timers.tick(100);
  await new Promise(setImmediate);
  assert.deepEqual(store.games.get(puzzle).guesses.map(({ word }) => word), ["crane"]);
});
