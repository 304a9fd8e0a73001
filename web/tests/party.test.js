import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { textsOf } from "./page-steps.js";
import { figures } from "../components/anagram/party.js";
import { withMine } from "../components/cards/cards.js";
import { defaults, overlayOptions, overlayQuery } from "../components/overlay/options.js";
import { Celebration } from "../components/stage/celebration.js";
import { headline, placeWords } from "../wording.js";

test("Only who came home has a place, in every list", () => {
  assert.deepEqual(
    [placeWords(1, true), placeWords(12, true), placeWords(1, false), placeWords(0, true)],
    ["1", "12", "–", "–"],
  );
});

test("A game without a result is headed out of time or out of guesses", () => {
  assert.deepEqual(
    [headline(true, 4), headline(false, 6, 6), headline(false, 2, 6), headline(false, 0, 6), headline(true, 2, 6)],
    ["Home in 4", "Out of guesses", "Out of time", "Out of time", "Home in 2"],
  );
  assert.equal(headline(false, 6), "Out of guesses", "of a race that has no time");
});

test("A short list of points has its reader in it", () => {
  const all = Array.from({ length: 30 }, (_, index) => ({ seat: index + 1 }));
  const seats = (mine) => withMine(all, mine).map(({ seat }) => seat);
  assert.deepEqual(seats(null), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(seats(6), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(seats(7), [1, 2, 3, 4, 5, 7]);
  assert.deepEqual(seats(30), [1, 2, 3, 4, 5, 30]);
  assert.deepEqual(withMine(all.slice(0, 3), 3).length, 3);
});

/** A round of anagrams with these results: points, words, and ms of the last word. */
function roundOf(...results) {
  const lanes = results.map(([points, turns, ms], index) =>
    [index + 1, { seat: index + 1, rows: [], finish: { solved: true, turns, ms, points } }]);
  return { round: 0, race: { race: "sprint-1-1", answer: "trained", lanes: new Map(lanes) } };
}

/** What the stage says of these rounds. */
function saidOf(...rounds) {
  const members = new Map([[1, "Mika"], [2, "Noor"], [3, "Ana"]]);
  const party = Object.assign(Object.create(Celebration.prototype), {
    room: { members, pseudonyms: new Map() },
    options: { rounds, of: 0, unit: "", kind: { figures } },
  });
  return textsOf(party.figures().element).join(" ");
}

test("A dead heat is one of points, words and the last word; else what decided is told", () => {
  assert.equal(saidOf(roundOf([30, 4, 90], [30, 4, 90])), "Closest finish Dead heat Mika and Noor");
  assert.equal(saidOf(roundOf([30, 4, 90], [30, 3, 99])), "Closest finish 1 word Noor before Mika");
  assert.equal(saidOf(roundOf([30, 4, 390], [30, 4, 90])), "Closest finish 0.300 s Noor before Mika");
  assert.equal(saidOf(roundOf([34, 9, 90], [30, 4, 90])), "Closest finish 4 points Mika before Noor");
  // The closest of all: points first, as the places go.
  assert.equal(
    saidOf(roundOf([34, 4, 90], [33, 4, 90]), roundOf([30, 4, 90], [30, 6, 10])),
    "Closest finish 2 words Mika before Noor",
  );
  assert.equal(
    saidOf(roundOf([30, 4, 90], [30, 6, 10], [30, 6, 10])),
    "Closest finish Dead heat Noor and Ana",
  );
});

test("An overlay's address says what is not meant anyway, and is read back", () => {
  assert.equal(overlayQuery(defaults), "overlay=1");
  const options = { at: "bottom-right", size: "small", names: "off" };
  assert.equal(overlayQuery(options), "overlay=1&at=bottom-right&size=small&names=off");
  assert.deepEqual(overlayOptions(new URLSearchParams(overlayQuery(options))), options);
  assert.deepEqual(overlayOptions(new URLSearchParams("overlay=1&at=middle&size=&names=maybe")), defaults);
});
