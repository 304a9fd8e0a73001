import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { RefusedError } from "../link.js";
import { Store } from "../store.js";
import { FakeLink, game, welcome } from "./store-steps.js";

let link, store, heard;

beforeEach(() => {
  link = new FakeLink();
  store = new Store(link);
  heard = [];
  store.addEventListener("game", (event) => heard.push(["game", event.detail]));
});

test("A past day is opened as one, also after a lost line, and is no race of today's", async () => {
  const past = "guess-en-5/2026-11-03";
  link.answers.open = game({ puzzle: past, ranked: false });
  await store.open(past, "off", false, { archive: true });
  assert.equal(store.games.get(past).ranked, false);
  assert.equal(store.begun.has(past), false);
  await store.welcomed({ welcome: { ...welcome, games: [] }, clockOffset: 0 });
  assert.deepEqual(
    link.asked.filter((message) => message.type === "open").map((message) => message.archive),
    [true, true],
  );
  assert.equal(store.begun.has(past), false);
  store.received({ type: "judged", puzzle: past, row: 0, word: "crane", marks: "22222", ms: 5, state: "solved" });
  assert.equal(store.begun.has(past), false);
});

test("Practice: the word under way, another one, and the same again after a lost line", async () => {
  link.answers.practice = (message) =>
    game({ puzzle: message.new ? "practice-en-5/18" : "practice-en-5/17", ranked: false });
  assert.equal(await store.open("practice-en-5"), "practice-en-5/17");
  assert.equal(await store.open("practice-en-5", "hard", false, { new: true }), "practice-en-5/18");
  store.games.delete("practice-en-5/17");
  link.answers.open = () => game({ puzzle: "practice-en-5/18", ranked: false });
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.deepEqual(
    link.asked.filter((message) => message.type === "practice"),
    [
      { type: "practice", language: "en", length: 5, hard: "off" },
      { type: "practice", language: "en", length: 5, hard: "hard", new: true },
    ],
  );
  const opened = () =>
    link.asked.filter((message) => message.type === "open").map(({ puzzle, follow }) => [puzzle, follow]);
  assert.deepEqual(opened(), [["practice-en-5/18", undefined]]);
  // A tab that was moved does not take its word back.
  link.push({ type: "moved", puzzle: "practice-en-5/18" });
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.deepEqual(opened().at(-1), ["practice-en-5/18", true]);
  assert.equal(store.games.get("practice-en-5/18").moved, true);
  // The other tab has gone on to another word: the view of this one is to ask anew.
  link.answers.open = new RefusedError({ code: "not_open" });
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.equal(store.games.has("practice-en-5/18"), false);
  assert.deepEqual(heard.at(-1), ["game", { puzzle: "practice-en-5/18" }]);
  assert.equal(store.begun.size, 0);
});

test("A game that the server ends by time is over here too, and a moved tab stays one", async () => {
  const puzzle = "anagram-en-7/2026-11-21";
  const timed = { puzzle, number: 7, length: 7, tiles: "natried", seconds: 90, elapsed: 400, ranked: true };
  const tea = { word: "tea", length: 3, points: 9, ms: 2000 };
  link.answers.open = { ...timed, state: "playing", words: [tea] };
  await store.open(puzzle);
  const game = store.games.get(puzzle);
  assert.deepEqual([game.tiles, game.seconds], ["natried", 90]);
  assert.deepEqual(game.guesses, [{ word: "tea", marks: "222", ms: 2000, points: 9 }]);
  // A word with every letter has a colour of its own; the same word twice is one move.
  const full = { type: "judged", puzzle, row: 1, word: "trained", length: 7, points: 147, ms: 3000, state: "playing" };
  for (const repeated of [false, true]) store.received({ ...full, repeated });
  assert.deepEqual(game.guesses[1], { word: "trained", marks: "1111111", ms: 3000, points: 147 });
  assert.equal(game.guesses.length, 2);
  store.received({ type: "moved", puzzle });
  const result = { solved: true, turns: 2, points: 156, ms: 3000 };
  store.received({ type: "game", ...timed, state: "solved", words: [tea], answer: "trained", result });
  const over = store.games.get(puzzle);
  assert.deepEqual([over.state, over.answer, over.result, over.moved], ["solved", "trained", result, true]);
  assert.equal(store.begun.get(puzzle), "solved");
});
