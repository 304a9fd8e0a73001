// Practice: what an Enter means when the time is out.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Course } from "../components/practice/practice.js";
import { Stopwatch } from "../components/practice/stopwatch.js";

test("The Enter of a word that the end of the time came before begins no other game", (context) => {
  let now = 1000;
  context.mock.method(performance, "now", () => now);
  context.mock.method(document, "querySelector", () => null);
  const desk = new EventTarget();
  let begun = 0;
  const game = { puzzle: "practice-anagram-en-7/3", state: "playing", seconds: 90, guesses: [], moved: false };
  const view = {
    game, store: { player: { id: "ana" }, line: "guess-en-5" }, start: () => void (begun += 1),
    app: { hush() {}, preferences: { get: () => null } },
  };
  const stopwatch = new Stopwatch({ read: () => null, write() {} }, () => now);
  const course = Object.assign(Object.create(Course.prototype), { view, stopwatch, savedAt: 0, words: "anagram-en-7" });
  course.seated(desk, null);
  game.state = "solved";
  desk.dispatchEvent(new Event("over"));
  for (const [ms, games] of [[0, 0], [1900, 0], [200, 1]]) {
    now += ms;
    desk.dispatchEvent(new Event("again"));
    assert.equal(begun, games, `${now - 1000} ms after the end`);
  }
});

test("An Enter below a game that was over when the page came begins the next one", (context) => {
  context.mock.method(document, "querySelector", () => null);
  const desk = new EventTarget();
  let begun = 0;
  const game = { puzzle: "practice-en-5/3", state: "solved", guesses: [], moved: false };
  const view = { game, store: { line: "guess-en-5" }, start: () => void (begun += 1), app: { hush() {} } };
  const course = Object.assign(Object.create(Course.prototype), { view, words: "en-5" });
  course.seated(desk, null);
  desk.dispatchEvent(new Event("again"));
  assert.equal(begun, 1);
});
