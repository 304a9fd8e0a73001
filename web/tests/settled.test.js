// What the page makes of races that another tab or device of the same player plays.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { followOthers } from "../settled.js";
import { game, listenedTo, puzzle, welcome } from "./store-steps.js";

const yesterday = "guess-en-5/2026-11-20";
const judged = (more = {}) => ({
  type: "judged", puzzle, row: 0, word: "crane", marks: "00002", ms: 1, state: "playing", ...more,
});

/** A page that has settled and holds no game. */
async function settledPage() {
  const { link, store, heard } = listenedTo();
  followOthers(store);
  const games = [{ puzzle: yesterday, state: "playing" }];
  await store.welcomed({ welcome: { ...welcome, lines: [welcome.today], games, rooms: [] }, clockOffset: 0 });
  return { link, store, told: () => heard.filter(([topic]) => topic === "game").map(([, one]) => one.puzzle) };
}

test("A race that begins and ends in another tab is begun, and over, on this page too", async () => {
  const { link, store, told } = await settledPage();
  link.push(judged());
  assert.equal(store.begun.get(puzzle), "playing");
  link.push(judged({ row: 1 }));
  link.push(judged({ row: 2, state: "solved" }));
  assert.equal(store.begun.get(puzzle), "solved");
  assert.deepEqual(told(), [puzzle, puzzle], "told when it begins and when it ends, and not of every row");
});

test("Yesterday's race that is ended in another tab is no longer one to go on with", async () => {
  const { link, store, told } = await settledPage();
  link.push(judged({ puzzle: yesterday, row: 5, state: "failed" }));
  assert.equal(store.begun.get(yesterday), "failed");
  assert.deepEqual(told(), [yesterday]);
});

test("Past days and practice of another tab are no races of today", async () => {
  const { link, store, told } = await settledPage();
  for (const other of ["guess-en-5/2026-11-03", "practice-en-5/17"]) {
    link.push(judged({ puzzle: other }));
    assert.equal(store.begun.has(other), false, other);
  }
  assert.deepEqual(told(), []);
});

test("A game that was opened here is kept by the store alone", async () => {
  const { link, store, told } = await settledPage();
  link.answers.open = game();
  await store.open(puzzle);
  link.push(judged({ state: "solved" }));
  assert.equal(store.games.get(puzzle).guesses.length, 1);
  assert.deepEqual(told(), [puzzle], "when it was opened");
});
