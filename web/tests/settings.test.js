// The menu of a race: what it offers of the game in hand, and where its buttons lead.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Made, textsOf } from "./page-steps.js";
import { content } from "../components/settings/settings.js";
import { joined, listenedTo } from "./store-steps.js";

globalThis.navigator ??= {};
globalThis.Text ??= class extends Made {};

/** The menu of a page, and the sheets that it opens. */
function menu(props) {
  const { store } = listenedTo();
  store.enter(joined(), "join");
  const sheets = [];
  const preferences = Object.assign(new EventTarget(), { get: () => null, forced: new EventTarget() });
  const app = {
    store, preferences, codeWords: (code) => code, address: (href) => ({ href }), boards: false, isClass: true,
    sheet: (name, given) => void sheets.push([name, given]),
  };
  const body = new Made();
  content(app, { body, closed: new AbortController().signal, close() {} }, props);
  return { body, sheets };
}

/** Presses the button of a part of the page that has these words. */
function press(part, words) {
  if (typeof part === "string") return;
  if (textsOf(part).join("") === words) part.dispatchEvent(new Event("click"));
  else part.parts.forEach((one) => press(one, words));
}

const race = (more) => ({ code: "KYTE7", room: { seat: 1, members: new Map() }, ...more });
const daily = "guess-en-5/2026-11-21";

test("the ranking beside a sprint is that of the room's day, as beside the day's own race", () => {
  for (const page of [{ puzzle: daily }, { puzzle: "KYTE7/sprint-1-1", sprint: { daily: { puzzle: daily } } }]) {
    const { body, sheets } = menu({ code: "KYTE7", race: race(page) });
    press(body, "Ranking");
    assert.deepEqual(sheets, [["leaderboard", { code: "KYTE7", puzzle: daily }]]);
  }
});

test("hard mode is offered in a game of rows, and in no other", () => {
  const game = (puzzle) => ({ puzzle, state: "playing", guesses: [], hard: "off" });
  for (const [puzzle, isOffered] of [[daily, true], ["practice-en-5/17", true], ["anagram-en-7/2026-11-21", false],
    ["practice-anagram-en-7/3", false]]) {
    const { body } = menu({ game: game(puzzle), race: race({ code: null, puzzle }) });
    assert.equal(textsOf(body).includes("Hard mode"), isOffered, puzzle);
  }
});
