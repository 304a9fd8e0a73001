// What stands below a board that is over, and what it leads to.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { textsOf } from "./page-steps.js";
import { home as pastDay } from "../components/day/panels.js";
import { showResult } from "../components/race/panels.js";
import { kinds } from "../kinds.js";

const guess = "guess-en-5/2026-11-21";
const anagram = "anagram-en-7/2026-11-03";

/** The view of a game that is over, and the sheets that were opened. */
function viewOf(puzzle, { ranked, today = "guess-en-5/2026-11-21" }) {
  const sheets = [];
  const app = { sheet: (content, props) => void sheets.push([content, props.game.puzzle]), preload: async () => {} };
  const result = { solved: true, turns: 2, ms: 5000, points: 18, share: "" };
  const game = { puzzle, state: "solved", ranked, result, guesses: [], answer: "glide" };
  const course = { puzzle, archivePath: "/archive", todayPath: "/today" };
  return { view: { app, code: null, course, game, ownTime: 5000, today: { puzzle: today } }, sheets };
}

/** Presses the button of a panel that has these words. */
function press(panel, words) {
  if (textsOf(panel).join("") === words && panel.attributes.get("class").startsWith("button"))
    return panel.dispatchEvent(new Event("click"));
  return panel.parts.some((part) => typeof part !== "string" && press(part, words));
}

test("A result is shown of what counts, and of today's race where it counts for nothing", () => {
  for (const [puzzle, ranked, shown] of [
    [guess, true, 1],
    ["guess-en-5/2026-11-20", true, 1],
    // Whoever chose today's word.
    [guess, false, 1],
    ["guess-en-5/2026-11-03", false, 0],
    ["practice-en-5/17", false, 0],
  ]) {
    const { view, sheets } = viewOf(puzzle, { ranked });
    showResult(view);
    assert.equal(sheets.length, shown, `${puzzle}, ${ranked}`);
  }
});

test("A past day of a kind with many words leads to all of them", () => {
  const { view, sheets } = viewOf(anagram, { ranked: false });
  press(pastDay(view), "All words");
  assert.deepEqual(sheets, [[kinds.get("anagram").result, anagram]]);
  const word = viewOf("guess-en-5/2026-11-03", { ranked: false });
  assert.equal(textsOf(pastDay(word.view)).includes("All words"), false, "a word has been told already");
});
