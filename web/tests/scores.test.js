// Races of points: the order of lanes, how their runs are drawn, and what is told of a round.

import assert from "node:assert/strict";
import { test } from "node:test";
import { scaleOf, scales } from "../components/anagram/scale.js";
import { shareOf } from "../components/anagram/shares.js";
import { placed } from "../components/sprint/pace.js";
import { applyEvent, gameFromBoard, roomFromReply, standings, todayIn } from "../racing.js";

const race = "sprint-1-1";
const sprint = { kind: "anagram", language: "en", length: 7, rows: 6, hard: "off", limit: 30, rounds: 2 };

function room(seats = 4) {
  const members = Array.from({ length: seats }, (_, index) => ({ seat: index + 1, name: `Racer ${index + 1}` }));
  const snapshot = {
    name: "Kites", host: 1, members, races: [], present: [1, 2, 3, 4], watchers: 0, daily: "anagram-en-7", sprint,
  };
  return roomFromReply({ room: "KYTE7", epoch: "e", seq: 0, recovered: false, seat: 1, snapshot }, undefined);
}

/** The room after these events. */
function after(before, ...events) {
  return events.reduce((now, event) => applyEvent(now, { seq: now.seq + 1, time: 0, event }), before);
}

const word = (seat, row, length, ms, isWhole = false) => ({
  kind: "guessed", race, seat, row, length, points: length ** 2 * (isWhole ? 3 : 1), ms,
});
const begun = (seats) => [
  { kind: "series", series: 1, sprint },
  { kind: "round", series: 1, round: 1, of: 2, seats, race, game: "anagram", length: 7, rows: 6 },
];
const dealt = begun([1, 2, 3, 4]);

test("Lanes of points: more points, fewer words, the earlier last word; who has none comes after", () => {
  const now = after(
    room(),
    ...dealt,
    word(1, 0, 3, 100),
    word(1, 1, 4, 200),
    word(2, 0, 5, 900),
    word(3, 0, 5, 800),
  );
  const all = standings(now, now.races[0]);
  assert.deepEqual(all.map(({ seat, points }) => [seat, points]), [[3, 25], [2, 25], [1, 25], [4, 0]]);
  assert.deepEqual(all.map(({ place }) => place), [1, 2, 3, 4]);
});

test("A word is told by its length, and one of every letter by another colour", () => {
  const now = after(room(), ...dealt, word(1, 0, 4, 100), word(1, 1, 7, 200, true));
  assert.deepEqual(now.races[0].lanes.get(1).rows.map(({ marks }) => marks), ["2222", "1111111"]);
  // Told twice it is there once.
  const again = after(now, word(1, 1, 7, 200, true));
  assert.equal(again.races[0].lanes.get(1).rows.length, 2);
});

test("Who has ended is in front of who still races by points alone", () => {
  const puzzle = "anagram-en-7/2026-11-21";
  const start = after(room(), { kind: "opened", race: puzzle, puzzle, length: 7, rows: 6 });
  const now = after(
    start,
    { kind: "guessed", race: puzzle, seat: 1, row: 0, length: 3, points: 9, ms: 10 },
    { kind: "finished", race: puzzle, seat: 1, solved: true, turns: 1, ms: 10, points: 9 },
    { kind: "guessed", race: puzzle, seat: 2, row: 0, length: 4, points: 16, ms: 10 },
    { kind: "started", race: puzzle, seat: 3 },
    { kind: "finished", race: puzzle, seat: 4, solved: false, turns: 0, ms: 0, points: 0 },
  );
  const all = standings(now, now.races[0]).map(({ seat, state }) => `${seat} ${state}`);
  assert.deepEqual(all, ["2 racing", "1 home", "3 racing", "4 out"]);
});

test("The letters of a round come with its start, and its end brings results and words", () => {
  const standing = (seat, place, score, words) => ({
    seat, place, points: 10, solved: words.length > 0, turns: words.length, ms: 5, score, words,
  });
  const now = after(
    room(2),
    ...begun([1, 2]),
    { kind: "dealt", race, tiles: "natried" },
    word(1, 0, 3, 100),
    {
      kind: "round_over",
      race,
      answer: "trained",
      standings: [standing(1, 1, 9, ["tea"]), standing(2, 2, 0, [])],
      next: null,
    },
  );
  const [round] = now.races;
  assert.equal(round.tiles, "natried");
  assert.deepEqual(round.lanes.get(1).finish, { solved: true, turns: 1, ms: 5, points: 9 });
  assert.deepEqual(round.lanes.get(1).words, ["tea"]);
  assert.deepEqual(standings(now, round).map(({ state }) => state), ["home", "out"]);
  assert.deepEqual(placed(round).map(({ seat, place, points, score }) => [seat, place, points, score]), [
    [1, 1, 10, 9],
    [2, 2, 0, 0],
  ]);
});

test("Equal results of a round share a place and its points", () => {
  const lane = (seat, points, turns, ms) => [seat, { seat, rows: [], finish: { solved: true, turns, ms, points } }];
  const lanes = new Map([lane(1, 30, 4, 90), lane(2, 34, 9, 90), lane(3, 30, 4, 90), lane(4, 30, 3, 99)]);
  const round = { race, lanes };
  assert.deepEqual(placed(round).map(({ seat, place, points }) => [seat, place, points]), [
    [2, 1, 10],
    [4, 2, 7],
    [1, 3, 5],
    [3, 3, 5],
  ]);
});

test("A board of a round has its time from the common start, and no letters before it", () => {
  const board = {
    race, game: "anagram", length: 7, rows: 6, hard: "off", starts: 5000, ends: 35_000, tiles: null, seconds: 30,
    elapsed: 0, words: [], state: "playing",
  };
  const game = gameFromBoard("KYTE7", board, 2000);
  assert.deepEqual([game.startedAt, game.tiles, game.seconds, game.guesses], [5000, null, 30, []]);
  const later = gameFromBoard("KYTE7", { ...board, words: [{ word: "tea", length: 3, points: 9, ms: 40 }] }, 2000);
  assert.deepEqual(later.guesses, [{ word: "tea", points: 9, ms: 40, marks: "222" }]);
});

test("A room races its own line, and a day keeps the one with which it began", () => {
  const [words, anagrams] = ["guess-en-5", "anagram-en-7"].map((line) => ({ puzzle: `${line}/2026-11-21` }));
  const store = { lines: [words, anagrams], today: words };
  assert.equal(todayIn(store, undefined), words);
  assert.equal(todayIn(store, room()), anagrams);
  const opened = after(room(), { kind: "opened", race: anagrams.puzzle, puzzle: anagrams.puzzle, length: 7, rows: 6 });
  const changed = after(opened, { kind: "daily", line: "guess-en-5" });
  assert.equal(changed.daily, "guess-en-5");
  assert.equal(todayIn(store, changed), anagrams);
  assert.equal(todayIn({ ...store, lines: [words] }, room()), words);
});

test("Runs get narrower together, as far as the longest needs it", () => {
  const run = (count, length = 4) => ({ rows: Array.from({ length: count }, () => ({ marks: "2".repeat(length) })) });
  assert.deepEqual(scales[scaleOf([run(0), run(3)], 216)], [6, 2]);
  assert.deepEqual(scales[scaleOf([run(1), run(12)], 216)], [3.25, 1.5]);
  assert.equal(scaleOf([run(400)], 216), scales.length - 1);
  // With room they are larger, and one word is never the whole of a lane.
  assert.ok((scales[scaleOf([run(1)], 900)]?.[0] ?? 0) > 6);
  assert.deepEqual(scales[scaleOf([run(1)], 100)], [6, 2]);
  for (const [index, [letter, between]] of scales.entries()) {
    const [wider, space] = scales[index - 1] ?? [99, 99];
    assert.ok(letter <= wider && between <= space);
  }
});

test("What one alone found, what all did, and the best that nobody did", () => {
  const lanes = [
    { seat: 1, words: ["rain", "trained", "tea"] },
    { seat: 2, words: ["tea", "red"] },
    { seat: 3, words: [] },
  ];
  assert.deepEqual(shareOf(lanes, ["tea", "tide", "near", "retain"]), {
    alone: [
      { seat: 1, words: ["trained", "rain"] },
      { seat: 2, words: ["red"] },
    ],
    together: 4,
    missed: ["retain", "near", "tide"],
  });
  // With nobody to share them with no word is one's own.
  assert.deepEqual(shareOf([{ seat: 1, words: ["tea"] }], []).alone, []);
});
