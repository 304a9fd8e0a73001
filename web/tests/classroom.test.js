// A pupil's own lane, of which the server tells nothing before the race is over.

import assert from "node:assert/strict";
import { test } from "node:test";

const { withMine } = await import("../components/classroom/classroom.js");

const room = (lanes = []) => ({
  code: "KYTE7", seat: 2,
  races: [{ race: "sprint-1-1", kind: "sprint", lanes: new Map(lanes) }, { race: "p", puzzle: "p", lanes: new Map() }],
});
const guesses = [{ word: "adieu", marks: "01200", ms: 900 }];
const board = (more = {}) => new Map([["KYTE7/sprint-1-1", { guesses, result: null, ranked: true, ...more }]]);

test("A board of mine is my lane, without its letters", () => {
  const { races } = withMine(room(), board());
  assert.deepEqual(races[0].lanes.get(2), { seat: 2, rows: [{ marks: "01200", ms: 900 }], finish: null });
  assert.equal(races[1].lanes.size, 0);
  const finish = { solved: true, turns: 1, ms: 900 };
  assert.deepEqual(withMine(room(), board({ result: finish })).races[0].lanes.get(2).finish, finish);
});

test("Nothing new leaves the room as it is", () => {
  const known = withMine(room(), board());
  assert.equal(withMine(known, board()), known);
  assert.equal(withMine(room(), new Map()).races[0].lanes.size, 0);
  assert.equal(withMine(room(), board({ ranked: false })).races[0].lanes.size, 0, "a past day is no race");
  const watching = { ...room(), seat: null };
  assert.equal(withMine(watching, board()), watching);
});

test("What the server tells in the end stays", () => {
  const rows = [{ marks: "01200", ms: 900 }, { marks: "22222", ms: 950 }];
  const over = room([[2, { seat: 2, rows, finish: { solved: true } }]]);
  assert.equal(withMine(over, board()), over);
});
