// The panel of a sprint between its rounds: what it shows is drawn anew, and nothing for what it does not show.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { SprintPanel } from "../components/sprint/panel.js";

globalThis.HTMLElement ??= class {};

const settings = { language: "en", length: 5, rows: 6, hard: "off", limit: 180, rounds: 2, next: "auto" };
const lane = (seat) => [seat, { seat, rows: [], finish: null, words: [] }];

/** A panel in a phase, its room, and how often it was drawn. */
function shownIn(phase, seat = 1) {
  const series = { series: 1, round: 1, of: 2, phase: "pause", next: 9000, cancelled: false };
  const room = {
    code: "KYTE7", seat, host: 1, present: [1, 2], ready: [], out: [], locked: false, sprint: settings,
    members: new Map([[1, "Mika"], [2, "Ana"]]), pseudonyms: new Map(), races: [],
    series: { ...series, points: new Map([[1, 10], [2, 0]]) },
  };
  const lanes = new Map([1, 2].map(lane));
  const race = { race: "sprint-1-1", kind: "sprint", length: 5, rows: 6, answer: "glide", lanes };
  const face = { told: () => "", series: () => "", lane: () => null, word: () => null };
  const panel = new SprintPanel({
    room, phase, race, face, isHost: false, isOut: false, hostName: "Mika", racing: 1, ready: 0, unit: "word",
    words: "Word 1 of 2", store: {}, view: {}, tabs: () => null,
  });
  let draws = 0;
  const { replaceChildren } = panel.element;
  panel.element.replaceChildren = (...parts) => {
    draws += 1;
    replaceChildren.apply(panel.element, parts);
  };
  panel.show();
  return { panel, room, series: room.series, draws: () => draws };
}

test("After a round nobody who gets ready, goes or sits down has the standings drawn anew", () => {
  const { panel, room, draws } = shownIn("over");
  panel.show();
  assert.equal(draws(), 1);
  Object.assign(room, { ready: [2], present: [1], out: [2], locked: true });
  room.members.set(3, "Noor");
  panel.show();
  assert.equal(draws(), 1);
  room.members.set(2, "Anna");
  panel.show();
  assert.equal(draws(), 2, "a name of the standings");
  room.series.points.set(2, 7);
  panel.show();
  assert.equal(draws(), 3, "their points");
});

test("After a round who looks on is offered a lane while there is one", () => {
  const { panel, room, draws } = shownIn("over", null);
  room.locked = true;
  panel.show();
  assert.equal(draws(), 2);
});

test("Before a sprint and at its podium who is ready is shown", () => {
  for (const phase of ["idle", "podium"]) {
    const { panel, room, draws } = shownIn(phase);
    room.ready = [1];
    panel.show();
    assert.equal(draws(), 2, phase);
  }
  const { panel, room, draws } = shownIn("idle");
  room.present = [1];
  panel.show();
  assert.equal(draws(), 2, "who is there can be ready");
});

test("Who waits for a round is told how many still race", () => {
  const { panel, room, draws } = shownIn("racing");
  room.ready = [2];
  panel.show();
  assert.equal(draws(), 1);
  panel.sprint.racing = 0;
  panel.show();
  assert.equal(draws(), 2);
});
