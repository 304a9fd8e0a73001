// The banner of a sprint beside the word of the day: it says that a round is on for as long as one is.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Made, textsOf } from "./page-steps.js";
import { RaceView } from "../components/race/race.js";
import { Pace } from "../components/sprint/pace.js";
import { SprintRace } from "../components/sprint/sprint.js";

/** A page that shows the word of the day while its room has a series in this phase. */
function page(series) {
  const store = { today: null, instant: 5, now: () => store.instant };
  const round = { race: "sprint-1-3", kind: "sprint", game: "guess", length: 5, rows: 6, lanes: new Map(), starts: 10,
    ends: 90 };
  const room = { series: { series: 1, round: 3, of: 3, next: null, points: new Map(), ...series }, races: [round] };
  let drawn = 0;
  const view = Object.assign(Object.create(RaceView.prototype), {
    store, code: "KYTE7", course: {}, bar: { time: new Made(), showTime() {} },
  });
  Object.defineProperty(view, "room", { get: () => room });
  const sprint = Object.assign(Object.create(SprintRace.prototype), { view, store, pace: new Pace(), seen: 1 });
  view.sprint = sprint;
  view.render = () => {
    drawn += 1;
    sprint.follow();
  };
  view.render();
  return { view, store, room, banner: () => sprint.banner()?.flatMap(textsOf).join(" "), drawings: () => drawn };
}

test("The banner of a sprint stands while a round is live, and in no pause", () => {
  assert.match(page({ phase: "round" }).banner(), /^Word 3 of 3 is on/);
  assert.equal(page({ phase: "pause" }).banner(), undefined);
  assert.equal(page({ phase: "over", points: new Map([[1, 10]]) }).banner(), undefined);
});

test("A page that shows the word of the day is drawn again with each phase of the sprint", () => {
  const { view, store, room, banner, drawings } = page({ phase: "round" });
  view.tick();
  assert.equal(drawings(), 1, "nothing has changed");
  store.instant = 20;
  view.tick();
  assert.equal(drawings(), 2, "the countdown is over");
  Object.assign(room.series, { phase: "over", points: new Map([[1, 10]]) });
  room.races[0].answer = "glide";
  view.tick();
  assert.deepEqual([drawings(), view.sprint.phase, banner()], [3, "over", undefined]);
  view.sprint.pace.podiumAt -= 8000;
  view.tick();
  assert.deepEqual([drawings(), view.sprint.phase], [4, "podium"]);
});
