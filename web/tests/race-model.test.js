// Where the page of a race stands: in which mode, and what of a race may be shown.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { RaceModel } from "../components/race/model.js";

const today = { puzzle: "guess-en-5/2026-11-21", day: "2026-11-21", number: 1 };
const row = { marks: "00000", ms: 1000 };

let store, course, told;

beforeEach(() => {
  store = { today, lines: [today], rooms: new Map(), seated: [], games: new Map() };
  course = { puzzle: today.puzzle, hasBegun: false };
  told = Infinity;
});

const model = (code = null) => {
  const one = new RaceModel(store, code);
  one.course = course;
  Object.defineProperty(one, "told", { get: () => told });
  return one;
};

/** A room as the store has it, with me on a seat, or on none. */
function room(seat, more = {}) {
  const lanes = new Map([[1, { seat: 1, rows: [row, row], finish: { solved: true, turns: 2, ms: 2000 } }]]);
  store.rooms.set("KYTE7", {
    seat, series: null, members: new Map([[1, "Mika"], [2, "Zoe"]]), present: [1, 2],
    races: [{ race: today.puzzle, puzzle: today.puzzle, length: 5, rows: 6, answer: "crane", lanes }], ...more,
  });
  if (seat) store.seated = ["KYTE7"];
}

const game = { puzzle: today.puzzle, state: "playing", guesses: [], result: null };

test("Alone, the gate stands before the board, and nothing before the day is known", () => {
  assert.equal(model().mode, "gate");
  course.hasBegun = true;
  assert.equal(model().mode, "loading", "its clock runs: the board is on its way");
  store.games.set(today.puzzle, game);
  assert.equal(model().mode, "board");
  store.today = null;
  assert.equal(model().mode, "loading");
});

test("In a room the seat says what one may do, and a course may say more", () => {
  assert.equal(model("KYTE7").mode, "loading", "the room has not come");
  room(null);
  const seatless = model("KYTE7");
  assert.equal(seatless.mode, "visiting");
  seatless.isWatcher = true;
  assert.equal(seatless.mode, "watching");
  store.seated = ["KYTE7"];
  assert.equal(seatless.mode, "loading", "the seat is mine, and the room does not know yet");
  room(1);
  assert.equal(seatless.mode, "gate");
  course.mode = "grid";
  assert.equal(seatless.mode, "grid");
});

test("Which course is on is not known before the sprint has come", () => {
  room(1, { series: { series: 1 } });
  const one = model("KYTE7");
  assert.equal(one.mode, "loading");
  one.sprint = {};
  assert.equal(one.mode, "gate");
});

test("Who comes in is shut out no more", () => {
  const one = model("KYTE7");
  one.door = "password_needed";
  assert.equal(one.mode, "door");
  one.gone = { code: "kicked" };
  assert.equal(one.mode, "gone");
  room(1);
  store.rooms.get("KYTE7").seat = null;
  one.letIn();
  assert.equal(one.mode, "gone", "my seat is not confirmed");
  room(1);
  one.letIn();
  assert.deepEqual([one.mode, one.door, one.gone], ["gate", "", null]);
});

test("No row, end or answer is told before its tiles have turned, of mine alone", () => {
  room(1);
  told = 1;
  const one = model("KYTE7");
  const lane = one.race?.lanes.get(1);
  assert.deepEqual([lane?.rows.length, lane?.finish, one.race?.answer], [1, null, undefined]);
  told = 2;
  assert.equal(one.race?.answer, "crane");
  room(2);
  told = 0;
  assert.equal(one.race?.lanes.get(1)?.rows.length, 2, "a rival's lane hides nothing");
});

test("Lanes are those of the race, of my game alone, or what the course says", () => {
  assert.deepEqual(model().lanes().map(({ you, state }) => [you, state]), [[true, "waiting"]]);
  store.games.set(today.puzzle, { ...game, guesses: [row, row] });
  told = 1;
  assert.equal(model().lanes()[0]?.rows.length, 1);
  assert.deepEqual(model("KYTE7").lanes(), [], "the room has not come");
  room(2);
  const lanes = model("KYTE7").lanes();
  assert.deepEqual(lanes.map(({ key, you }) => [key, you]).sort(), [["1", false], ["2", true]]);
  course.lanes = () => [];
  assert.deepEqual(model("KYTE7").lanes(), []);
});

test("Today's puzzle, and my time, are the course's where it says so", () => {
  assert.equal(model().today, today);
  store.games.set(today.puzzle, { ...game, result: { solved: true, turns: 2, ms: 2000 } });
  assert.equal(model().ownTime, 2000);
  Object.assign(course, { today: null, time: null });
  assert.deepEqual([model().today, model().ownTime], [null, null]);
});
