import assert from "node:assert/strict";
import { test } from "node:test";
import { byEye, onPodium, Pace, podiumPlaces } from "../components/sprint/pace.js";

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

test("a racer of the last round sees how it ended before the podium", () => {
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

test("a latecomer, and everybody after a series that was called off, sees the podium at once", () => {
  assert.equal(new Pace().next(room(), 5), "podium");
  const pace = new Pace();
  pace.phase = "racing";
  assert.equal(pace.next(room({ cancelled: true }), 5), "podium");
});

test("equal ones share a place on the podium", () => {
  const places = podiumPlaces(series({ points: new Map([[3, 10], [1, 17], [2, 10], [4, 0]]) }));
  assert.deepEqual(places.map(({ seat, place }) => [seat, place]), [[1, 1], [2, 2], [3, 2], [4, 4]]);
});

test("all who share one of the first three places stand on the podium, unless there is no room for all of them", () => {
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
