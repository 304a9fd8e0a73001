// The letters and words that a stage tells of a round; its overlay, on the picture of somebody who may race, none.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { textsOf } from "./page-steps.js";
import { Told } from "../components/stage/told.js";
import { kinds } from "../kinds.js";
import { stageOf } from "./stage-steps.js";
import { joined, listenedTo } from "./store-steps.js";

/** What is told beside the name of a room in a round of anagrams, in this phase. */
function toldIn(phase, isOverlay) {
  const { store } = listenedTo();
  const race = {
    race: "sprint-1-1", kind: "sprint", game: "anagram", length: 7, rows: 6, lanes: [], tiles: "natried",
    ...(phase === "over" && { answer: "trained" }),
  };
  const series = { series: 1, round: 1, of: 2, phase: "round", points: [], next: null, cancelled: false };
  store.enter(joined({ seat: undefined, snapshot: { ...joined().snapshot, races: [race], series } }), "watch");
  const told = new Told();
  const face = { told: (answer) => `The word was ${answer}` };
  const pace = { follow() {}, phase };
  stageOf(store, { told, isOverlay, face, faced: kinds.get("anagram"), pace }).render();
  return { letters: textsOf(told.element).join(""), label: told.element.getAttribute("aria-label") };
}

test("A stage tells the letters of a round of anagrams, and its word at the end", () => {
  assert.deepEqual(toldIn("racing", false), { letters: "NATRIED", label: "The letters: N, A, T, R, I, E, D" });
  assert.deepEqual(toldIn("over", false), { letters: "TRAINED", label: "The word was trained" });
});

test("An overlay tells no letter, neither to the eye nor to the ear", () => {
  for (const phase of ["racing", "over"]) assert.deepEqual(toldIn(phase, true), { letters: "", label: null }, phase);
});
