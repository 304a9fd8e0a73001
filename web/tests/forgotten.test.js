// An anagram game that the server has ended, or forgotten for a new one, under a board that still stands.

import "./page-steps.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { RefusedError } from "../link.js";
import { Desk } from "../components/anagram/desk.js";
import { Course as Practice } from "../components/practice/practice.js";
import { board, joined, listenedTo } from "./store-steps.js";

const puzzle = "practice-anagram-en-7/3";
const tea = { word: "tea", length: 3, points: 9, ms: 900 };
const shape = { puzzle, number: 3, length: 7, tiles: "natried", seconds: null, ranked: false, elapsed: 0, words: [] };

let link, store, heard, said;

beforeEach(() => {
  ({ link, store, heard } = listenedTo());
  said = [];
});

const app = { refuse: async ({ code }) => void said.push(code) };

/** Lays a word on the board of a game. */
function lay(game, word) {
  const desk = Object.assign(Object.create(Desk.prototype), { sent: new Set(), refuse() {} });
  Object.defineProperty(desk, "game", { value: game });
  return desk.send({ app, store }, word);
}

for (const how of ["a word", "the end"]) {
  test(`In a practice game that was forgotten ${how} has its view ask for the one of now`, async () => {
    link.answers.open = { ...shape, state: "playing" };
    const game = store.games.get(await store.open(puzzle));
    const refusal = new RefusedError({ code: "not_open" });
    link.answers = { open: refusal, guess: refusal, end_practice: refusal };
    if (how === "a word") await lay(game, "tea");
    else await Practice.prototype.end.call({ view: { app, store, game } });
    assert.deepEqual(said, ["not_open"]);
    assert.equal(store.games.has(puzzle), false);
    assert.deepEqual(heard.at(-1), ["game", { puzzle }]);
  });
}

test("A word after the end brings the end", async () => {
  link.answers.open = { ...shape, state: "playing" };
  const game = store.games.get(await store.open(puzzle));
  link.answers.guess = new RefusedError({ code: "game_over" });
  link.answers.open = { ...shape, state: "solved", words: [tea], answer: "trained", result: { solved: true } };
  await lay(game, "red");
  assert.equal(store.games.get(puzzle).state, "solved");
});

test("A word of a round whose time is up fetches nothing: the end comes by itself", async () => {
  const round = board({ game: "anagram", length: 7, tiles: "natried", seconds: 90, words: [] });
  link.answers.join = joined({ board: round });
  await store.enterRoom("KYTE7", "join");
  link.answers.play = new RefusedError({ code: "game_over" });
  await lay(store.games.get("KYTE7/sprint-1-1"), "red");
  assert.deepEqual([said, link.asked.map(({ type }) => type)], [["game_over"], ["join", "play"]]);
  assert.ok(store.rooms.has("KYTE7"));
});

test("A word that is wrong changes nothing else", async () => {
  link.answers.open = { ...shape, state: "playing" };
  const game = store.games.get(await store.open(puzzle));
  link.answers.guess = new RefusedError({ code: "not_in_word_list" });
  await lay(game, "tain");
  assert.deepEqual(link.asked.map(({ type }) => type), ["open", "guess"]);
});

test("A word that is refused for now, also by a server that restarts, is sent again on the same line", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  link.answers.open = { ...shape, state: "playing" };
  const game = store.games.get(await store.open(puzzle));
  for (const code of ["rate_limited", "draining"]) {
    link.answers.guess = new RefusedError({ code, retry: 300 });
    const laid = lay(game, "tea");
    await new Promise(setImmediate);
    link.answers.guess = { row: 0, ...tea, state: "playing" };
    const before = link.asked.length;
    t.mock.timers.tick(300);
    await laid;
    assert.equal(link.asked.length, before + 1, code);
  }
  assert.deepEqual(store.games.get(puzzle).guesses.map(({ word }) => word), ["tea"]);
});
