// How many are said to be done: in a race of points nobody comes home without a word, and whoever has none is done.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Made, textsOf } from "./page-steps.js";
import { showCount } from "../components/door/door.js";
import { content as field } from "../components/field/field.js";
import { Bar } from "../components/race/race.js";
import { awaited } from "../components/race/panels.js";
import { Track } from "../components/track/track.js";
import { kinds } from "../kinds.js";
import { stageOf } from "./stage-steps.js";
import { joined, listenedTo } from "./store-steps.js";

globalThis.ResizeObserver ??= class {
  observe() {}
  disconnect() {}
};

const lanes = ["home", "out", "out"].map((state, index) => ({
  key: `${index}`, seat: index + 1, state, place: index + 1, name: "Otter", present: true, rows: [], finish: null,
}));

/** The page of a room whose race of this kind is over for these lanes. */
const viewOf = (kind, shown) => ({
  kind: kinds.get(kind), lanes: () => shown.map((lane) => ({ ...lane })), course: {}, race: { length: 7, rows: 6 },
});

for (const [kind, shown, counts, said] of [
  ["anagram", lanes, "3", "done"],
  ["anagram", lanes.slice(1), "2", "done"],
  ["guess", lanes, "1", "home"],
]) {
  const states = shown.map(({ state }) => state).join(", ");
  test(`Of ${states} in a race of kind ${kind} ${counts} are ${said}`, (context) => {
    for (const name of ["show", "fit"]) context.mock.method(Track.prototype, name, () => {});
    const view = viewOf(kind, shown);
    assert.deepEqual(Bar.prototype.figure.call({ view }), [counts, said], "the bar");
    const place = new Made();
    showCount(view, { querySelector: () => place });
    assert.match(place.textContent, new RegExp(`, ${counts} ${said}\\.$`), "the door");
    // One more has not begun, or nothing is counted.
    const waiting = viewOf(kind, [...shown, { ...lanes[0], state: "waiting" }]);
    assert.equal(awaited(waiting)[0], `${counts} ${said}`, "below the lanes");
    const body = new Made();
    const app = { store: listenedTo().store, preferences: { get: () => null } };
    field(app, { body, closed: new AbortController().signal }, { view });
    assert.match(textsOf(body)[1], new RegExp(`, ${counts} ${said}\\.$`), "the sheet of all lanes");
  });
}

test("A stage counts those without a word as done", () => {
  const { store } = listenedTo();
  const puzzle = "anagram-en-7/2026-11-21";
  const seats = [1, 2];
  const members = seats.map((seat) => ({ seat, name: `Racer ${seat}` }));
  const finish = { solved: false, turns: 0, ms: 0, points: 0 };
  const race = { race: "1", puzzle, length: 7, rows: 0, lanes: seats.map((seat) => ({ seat, rows: [], finish })) };
  store.enter(joined({ seat: undefined, snapshot: { ...joined().snapshot, members, races: [race] } }), "watch");
  store.lines = [{ puzzle, length: 7, rows: 0 }];
  const stage = stageOf(store, { faced: kinds.get("anagram") });
  stage.render();
  assert.deepEqual(textsOf(stage.dom.figures).slice(0, 4), ["0", "racing", "2", "done"]);
});
