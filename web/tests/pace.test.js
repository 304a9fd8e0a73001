import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Aloud, byEye, onPodium, Pace, placePoints, podiumPlaces } from "../components/sprint/pace.js";

const series = (more = {}) => ({
  series: 1,
  round: 3,
  of: 3,
  phase: "over",
  points: new Map([[1, 10]]),
  next: null,
  cancelled: false,
  ...more,
});
const room = (more = {}) => ({
  series: series(more),
  races: [
    { race: "sprint-1-3", kind: "sprint", length: 5, rows: 6, lanes: new Map(), starts: 0, ends: 9, answer: "glide" },
  ],
});

test("A racer of the last round sees how it ended before the podium", () => {
  for (const before of ["racing", "over"]) {
    const pace = new Pace();
    pace.phase = before;
    assert.equal(pace.next(room(), 5), "over");
    pace.phase = "over";
    pace.podiumAt -= 8_000;
    assert.equal(pace.next(room(), 5), "podium");
    pace.phase = "podium";
    assert.equal(pace.next(room(), 5), "podium", "and it stays");
  }
});

test("A latecomer, and everybody after a series that was called off, sees the podium at once", () => {
  assert.equal(new Pace().next(room(), 5), "podium");
  const pace = new Pace();
  pace.phase = "racing";
  assert.equal(pace.next(room({ cancelled: true }), 5), "podium");
});

test("Equal ones share a place on the podium", () => {
  const places = podiumPlaces(series({ points: new Map([[3, 10], [1, 17], [2, 10], [4, 0]]) }));
  assert.deepEqual(places.map(({ seat, place }) => [seat, place]), [[1, 1], [2, 2], [3, 2], [4, 4]]);
});

test("All who share one of the first three places stand on the podium, unless there is no room for all of them", () => {
  const shown = (...places) => onPodium(places.map((place, seat) => ({ place, seat }))).map(({ place }) => place);
  assert.deepEqual(shown(1, 2, 3, 4), [1, 2, 3]);
  assert.deepEqual(shown(1, 2, 3, 3, 5), [1, 2, 3, 3]);
  assert.deepEqual(shown(1, 1, 3, 3), [1, 1, 3, 3]);
  assert.deepEqual(shown(1, 2, 2, 2, 5), [1, 2, 2, 2]);
  assert.deepEqual(shown(1, 2, 3, 3, 3, 3), [1, 2], "none of four is chosen before the others");
  assert.deepEqual(shown(1, 1, 1, 1, 1, 1, 1), [1, 1, 1], "somebody stands there");
  assert.deepEqual(shown(), []);
  for (const count of [1, 2, 3, 4, 5]) {
    const order = Array.from({ length: count }, (_, index) => byEye(index, count));
    assert.equal(new Set(order).size, count);
    if (count > 1) assert.ok(order[1] < order[0], "the second is left of the winner");
  }
});

test("The own rank is read when it has changed, once in 8 s at most, and not the first", () => {
  const lane = (seat, marks) => [seat, { seat, rows: marks.map((one) => ({ marks: one, ms: 100 })), finish: null }];
  const race = (mine, others) => ({
    ...room().races[0], answer: undefined, lanes: new Map([lane(1, mine), lane(2, others)]),
  });
  const both = { ...room(), seat: 1, members: new Map([[1, "Mika"], [2, "Ana"]]), present: [1, 2], out: [] };
  const [ahead, behind] = [race(["22220"], []), race([], ["22220"])];
  const aloud = new Aloud();
  assert.equal(aloud.rankOf(both, ahead, 7_999), "");
  assert.equal(aloud.rank, 0, "not yet");
  assert.equal(aloud.rankOf(both, ahead, 8_000), "");
  assert.equal(aloud.rank, 1, "known, and no news");
  assert.equal(aloud.rankOf(both, behind, 15_999), "", "too soon");
  assert.match(aloud.rankOf(both, behind, 16_000), /2/);
  assert.equal(aloud.rankOf(both, behind, 30_000), "", "it is the same");
  aloud.begin();
  assert.equal(aloud.rankOf(both, ahead, 40_000), "", "the first of another round");
});

test("That little time is left is read once in a round", () => {
  const aloud = new Aloud();
  assert.notEqual(aloud.late(9_900), "");
  assert.equal(aloud.late(9_700), "");
  aloud.begin();
  assert.notEqual(aloud.late(9_900), "");
});

test("Ten seconds are not said to be left where a page is loaded after that", () => {
  const aloud = new Aloud();
  assert.equal(aloud.late(3_000), "");
  assert.equal(aloud.late(2_800), "");
});

test("Places of a round have the points that the server gives them", () => {
  const rules = readFileSync(new URL("../../Sources/Rooms/Round+Points.swift", import.meta.url), "utf8");
  const [, points = ""] = /static let points = \[([\d, ]+)\]/.exec(rules) ?? [];
  assert.deepEqual(placePoints, points.split(", ").map(Number));
});
