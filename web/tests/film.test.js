import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { tilesOf } from "../components/anagram/order.js";
import { isDealt, ownWords } from "../components/anagram/facts.js";
import { durationOf, isSealed, momentsOf, stateAt } from "../components/replay/film.js";
import { standings } from "../racing.js";

const salt = "00112233445566778899aabbccddeeff";
const sealed = (text) =>
  createHash("sha256")
    .update(Buffer.concat([Buffer.from(salt, "hex"), Buffer.from(text)]))
    .digest("hex");

/** A round: Mika is home, Ana has one guess, Bo none. */
const round = {
  race: "sprint-1-2",
  room: "Kites",
  language: "en",
  length: 5,
  rows: 6,
  answer: "glide",
  salt,
  commitment: sealed("e1/sprint-1-2glide"),
  sprint: { series: 1, round: 2, of: 3, hard: "off", epoch: "e1", starts: 1000, ends: 181_000, over: 61_000 },
  lanes: [
    {
      seat: 1,
      name: "Mika",
      hard: "off",
      moves: [
        { word: "crane", marks: "00002", ms: 8000 },
        { word: "glide", marks: "22222", ms: 21_000 },
      ],
      finish: { solved: true, turns: 2, ms: 21_000 },
    },
    { seat: 2, name: "Ana", hard: "off", moves: [{ word: "crane", marks: "00002", ms: 30_000 }] },
    { seat: 3, name: "Bo", hard: "off", moves: [] },
  ],
  standings: [],
};
const daily = {
  ...round,
  race: "guess-en-5/2026-11-19",
  number: 410,
  sprint: undefined,
  commitment: sealed("guess-en-5/2026-11-19glide"),
};

test("A round lasts until it was over, a daily race until its last guess and a moment more", () => {
  assert.equal(durationOf(round), 60_000);
  assert.equal(durationOf(daily), 31_000);
  assert.equal(durationOf({ ...round, lanes: [] }), 60_000);
  assert.equal(
    durationOf({ ...round, sprint: { ...round.sprint, over: 61_001 } }),
    60_100,
    "the scrubber's last place",
  );
});

test("The moments of a film are in the order of their times", () => {
  assert.deepEqual(momentsOf(round).map(({ ms, seat, turn, isHome }) => [ms, seat, turn, isHome]),
    [[8000, 1, 1, false], [21_000, 1, 2, true], [30_000, 2, 1, false]]);
});

test("At every moment there is what had been guessed by then, and the order of it", () => {
  const at = (ms, isOver = false) => {
    const state = stateAt(round, ms, isOver);
    return standings(state, state.race).map(({ name, state: how, rows }) => [name, how, rows.length]);
  };
  assert.deepEqual(at(0), [["Mika", "racing", 0], ["Ana", "racing", 0], ["Bo", "racing", 0]]);
  assert.deepEqual(at(7999)[0], ["Mika", "racing", 0]);
  assert.deepEqual(at(8000)[0], ["Mika", "racing", 1]);
  assert.deepEqual(at(21_000)[0], ["Mika", "home", 2]);
  assert.deepEqual(at(60_000, true), [["Mika", "home", 2], ["Ana", "out", 1], ["Bo", "out", 0]]);
});

test("No word is shown before the end", () => {
  assert.equal(stateAt(round, 59_999, false).race.answer, undefined);
  assert.equal(stateAt(round, 60_000, true).race.answer, "glide");
});

test("The seal of the word is checked, of sprints and of days", () => {
  assert.equal(isSealed(round), true);
  assert.equal(isSealed(daily), true);
  assert.equal(isSealed({ ...round, answer: "slide" }), false);
  assert.equal(isSealed({ ...round, salt: salt.replace("00", "01") }), false);
  assert.equal(isSealed({ ...round, sprint: { ...round.sprint, epoch: "e2" } }), false);
});

/** A round of anagrams of 30 s: Mika finds the word of every letter, Noor nothing. */
const anagrams = JSON.parse(readFileSync(new URL("../../Tests/fuzz/corpus/replay/anagrams", import.meta.url), "utf8"));

test("A race that the clock ends has no move that ends it: the lanes run until the time is up", () => {
  assert.deepEqual(momentsOf(anagrams).map(({ ms, seat, isHome }) => [ms, seat, isHome]), [
    [4100, 1, false],
    [9000, 1, true],
  ]);
  const lanes = (ms, isOver = false) =>
    [...stateAt(anagrams, ms, isOver).race.lanes.values()].map(({ rows, finish }) => [
      rows.map(({ marks, points }) => `${marks}=${points}`).join(),
      finish !== null,
    ]);
  assert.deepEqual(lanes(4100), [["22222=25", false], ["", false]]);
  assert.deepEqual(lanes(29_999), [["22222=25,1111111=147", false], ["", false]]);
  assert.deepEqual(lanes(30_000), [["22222=25,1111111=147", true], ["", true]]);
  assert.equal(stateAt(anagrams, 0, false).race.rows, 6);
});

test("The tiles are in the order that follows from the salt and the word, as every server deals them", () => {
  assert.equal(tilesOf(anagrams.salt, anagrams.answer), anagrams.tiles);
  assert.ok(isDealt(anagrams) && isSealed(anagrams));
  assert.ok(!isDealt({ ...anagrams, tiles: "vibnart" }));
  assert.ok(!isDealt({ ...anagrams, answer: "brain" }));
  // One letter only has one order, and none is waited for.
  assert.equal(tilesOf(anagrams.salt, "aaa"), "aaa");
});

test("A word that one of several players found is framed, and none of somebody who played alone", () => {
  const moves = (...words) => ({ moves: words.map((word) => ({ word })) });
  assert.deepEqual([...ownWords([moves("tea", "rain"), moves("rain"), moves()])], ["tea"]);
  assert.deepEqual([...ownWords([moves("tea", "rain"), moves()])], []);
});
