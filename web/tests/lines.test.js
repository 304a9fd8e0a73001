// The lines of puzzles: which there are, what they are called, where their races are; what a kind says of games.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { askedLine, lineChoice, lineNames, lineTitle } from "../components/lines/lines.js";
import { todayOf, todayPath, todays, wordsOf } from "../components/lines/lines.js";
import { barsOf } from "../components/result/bars.js";
import { lineSelect } from "../components/room-line/room-line.js";
import { hasDays } from "../components/solo/lines.js";
import { compareResults } from "../racing.js";
import { Store } from "../store.js";
import { kinds } from "../kinds.js";

const today = (/** @type {string} */ line, more = {}) => ({ puzzle: `${line}/2026-11-21`, number: 412, ...more });
const two = [today("guess-en-5", { rows: 6 }), today("anagram-en-7", { length: 7, seconds: 90 })];
const store = { welcome: { lines: two }, today: two[0], line: "guess-en-5" };
const [guess, anagram] = ["guess-en-5", "anagram-en-7"].map((puzzle) => wordsOf({ puzzle }));

test("Today's puzzles are those of the server's lines, less those of kinds that the page does not play", () => {
  assert.deepEqual(todays(store), two);
  assert.deepEqual(todays({ ...store, welcome: { lines: [...two, today("chess-en-5")] } }), two);
  // Before anything is told, and by a server of before.
  assert.deepEqual(todays({ welcome: null, today: null }), []);
  assert.deepEqual(todays({ welcome: {}, today: two[0] }), [two[0]]);
  assert.equal(todayOf(store, "anagram-en-7"), two[1]);
  for (const line of ["guess-en-6", "", null, undefined]) assert.equal(todayOf(store, line), undefined);
});

test("The first line's race has the short address, each other one its own", () => {
  assert.equal(todayPath(store, "guess-en-5"), "/today");
  assert.equal(todayPath(store, "anagram-en-7"), "/today?line=anagram-en-7");
});

test("Until the server has told the first line, nobody names one", () => {
  globalThis.location ??= /** @type {any} */ ({ origin: "http://localhost" });
  const untold = new Store(new EventTarget());
  assert.equal(untold.line, null);
  assert.equal(todayPath(untold, untold.line), "/today");
  assert.equal(todayPath(untold, "anagram-en-7"), "/today?line=anagram-en-7");
  assert.equal(lineChoice(untold, untold.line, () => {}), null);
  const app = (/** @type {string} */ kept) => ({ store: untold, preferences: { get: () => kept }, path: "/archive" });
  assert.equal(askedLine(app("[]")), "");
  assert.equal(askedLine(app('[{"line":"anagram-en-7"},{"line":"guess-en-5"}]')), "anagram-en-7");
  untold.today = today("anagram-en-7");
  assert.equal(untold.line, "anagram-en-7");
});

test("Before the server has told its lines, those of the last visit are known", () => {
  const app = (/** @type {string | null} */ kept) => ({ store: { welcome: null }, preferences: { get: () => kept } });
  assert.deepEqual(lineNames(app('[{"line":"guess-en-5"},{"line":"anagram-en-7"},{"line":"chess-en-5"}]')), [
    "guess-en-5",
    "anagram-en-7",
  ]);
  for (const kept of [null, "", "{", "3", "[null]"]) assert.deepEqual(lineNames(app(kept)), [], String(kept));
  assert.deepEqual(lineNames({ store, preferences: { get: () => null } }), ["guess-en-5", "anagram-en-7"]);
});

test("A line is called by its kind, and by what tells it from others of its kind", () => {
  const title = (/** @type {string} */ line, /** @type {string[]} */ ...others) => lineTitle(line, [line, ...others]);
  assert.equal(title("guess-en-5", "anagram-en-7"), "Word");
  assert.equal(title("anagram-en-7", "guess-en-5"), "Anagram");
  assert.equal(title("guess-en-6", "guess-en-5", "anagram-en-7"), "Word, 6 letters");
  assert.equal(title("guess-de-5", "guess-en-5"), "Word, German");
  assert.equal(title("guess-de-6", "guess-en-5"), "Word, German, 6 letters");
});

test("A room's line is chosen by the names that lines have everywhere", () => {
  const select = lineSelect({ ...store, lines: two }, "anagram-en-7", {});
  assert.deepEqual(select.parts.map(({ textContent }) => textContent), ["Word", "Anagram"]);
  assert.equal(select.value, "anagram-en-7");
  assert.equal(lineSelect({ ...store, lines: two }, "guess-de-9", {}).value, "guess-en-5");
  assert.equal(lineSelect({ welcome: { lines: two.slice(1) }, lines: two.slice(1) }, undefined, {}), null);
});

test("A past day can be opened of a line with words here, or with a race of today", () => {
  const sprints = [
    { kind: "guess", language: "en", lengths: [5, 6] },
    { kind: "anagram", language: "en", lengths: [8] },
  ];
  const server = { welcome: { lines: two, sprints } };
  for (const line of ["guess-en-6", "anagram-en-7", "anagram-en-8"])
    assert.ok(hasDays(server, `${line}/2026-11-03`), line);
  for (const line of ["guess-de-5", "guess-en-7", "anagram-en-6", "chess-en-5", "practice-en-5"])
    assert.ok(!hasDays(server, `${line}/2026-11-03`), line);
  assert.ok(hasDays({ welcome: null }, "guess-en-5/2026-11-03"));
});

test("Every kind has all the words", async () => {
  const names = Object.keys(await kinds.get("guess")?.words()).sort();
  assert.ok(names.length > 20);
  for (const kind of kinds.values()) assert.deepEqual(Object.keys(await kind.words()).sort(), names, kind.name);
});

test("A game is told by what its kind counts", () => {
  const solved = { state: "solved", turns: 4, ms: 61_000 };
  assert.equal(guess.outcome(solved), "found in 4 guesses, 1:01");
  assert.equal(guess.outcome({ ...solved, turns: 1, ms: undefined }), "found in 1 guess");
  assert.equal(guess.outcome({ state: "failed" }), "out of guesses");
  assert.equal(guess.outcome({ state: "playing" }), "under way");
  assert.equal(anagram.outcome({ ...solved, points: 143 }), "143 points, 4 words");
  assert.equal(anagram.outcome({ state: "failed", points: 0, turns: 0 }), "no word found");
  const marks = [solved, { state: "failed" }, { state: "playing" }].map(guess.mark);
  assert.deepEqual(marks, ["4", "X", ""]);
  assert.deepEqual([{ ...solved, points: 143 }, { state: "failed" }].map(anagram.mark), ["143", "0"]);
});

test("A day is told by what its kind counts", () => {
  const day = { finished: 3, solved: 2, median: { turns: 4, ms: 156_000 } };
  assert.equal(guess.field(day), "2 found it. Typical: 4 guesses, 2:36.");
  assert.equal(guess.field({ finished: 1, solved: 0, median: null }), "Nobody has found today’s word yet.");
  const field = anagram.field({ ...day, median: { turns: 9, points: 143, ms: 1 } });
  assert.equal(field, "3 raced it. Typical: 143 points, 9 words.");
  assert.equal(anagram.field({ finished: 0, solved: 0, median: null }), "Nobody has raced it yet.");
  assert.equal(guess.dayTitle(7), "Word of the day No. 7");
  assert.equal(anagram.dayTitle(7), "Anagram of the day No. 7");
  assert.equal(anagram.roundTitle(1, 2, 3), "Sprint 1, anagram 2 of 3");
});

test("The better of two games is the one that ranks before the other", () => {
  const game = (/** @type {number} */ turns, /** @type {number} */ ms, points = 0) => ({ turns, ms, points });
  const isBetter = (/** @type {any} */ one, /** @type {any} */ other) => compareResults(one, other) < 0;
  assert.ok(isBetter(game(3, 90), game(4, 10)));
  assert.ok(isBetter(game(3, 10), game(3, 90)));
  assert.ok(!isBetter(game(3, 10), game(3, 10)));
  // More points, then fewer words, then the earlier last word.
  assert.ok(isBetter(game(9, 90, 144), game(1, 1, 143)));
  assert.ok(isBetter(game(8, 90, 143), game(9, 10, 143)));
  assert.ok(isBetter(game(9, 10, 143), game(9, 90, 143)));
  assert.ok(!isBetter(game(9, 10, 143), game(9, 10, 143)));
});

test("Bars are by guesses, with those who did not find it; or by hundreds of points", () => {
  const guesses = barsOf("guess-en-5", guess, { distribution: [0, 1, 2], lost: 3, mine: { solved: true, turns: 2 } });
  assert.deepEqual(
    guesses.map(({ label, count, isMine }) => [label, count, isMine]),
    [["1", 0, false], ["2", 1, true], ["3", 2, false], ["X", 3, false]],
  );
  assert.ok(barsOf("guess-en-5", guess, { distribution: [0], lost: 1, mine: { solved: false, turns: 1 } })[1].isMine);
  const points = (/** @type {number} */ own) => {
    const mine = { solved: own > 0, turns: 1, points: own };
    return barsOf("anagram-en-7", anagram, { distribution: Array(10).fill(0), lost: 4, mine });
  };
  assert.equal(points(0).length, 10);
  assert.equal(points(0).map(({ label }) => label).join(), "0,100,200,300,400,500,600,700,800,900+");
  for (const [own, at] of [[0, 0], [99, 0], [100, 1], [899, 8], [900, 9], [4000, 9]])
    assert.equal(points(own).findIndex(({ isMine }) => isMine), at, String(own));
  assert.equal(points(0)[2].name, "200 to 299 points");
  assert.ok(barsOf("anagram-en-7", anagram, { distribution: [1], lost: 0, mine: null }).every(({ isMine }) => !isMine));
});
