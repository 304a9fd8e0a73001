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
  const { link, store } = listenedTo();
  store.enter(joined(), "join");
  const sheets = [];
  const preferences = Object.assign(new EventTarget(), { get: () => null, forced: new EventTarget() });
  const app = {
    store, preferences, codeWords: (code) => code, address: (href) => ({ href }), boards: false, isClass: true,
    sheet: (name, given) => void sheets.push([name, given]), go() {},
  };
  const body = new Made();
  content(app, { body, closed: new AbortController().signal, close() {} }, props);
  return { body, sheets, link, store };
}

/** Presses the button of a part of the page that has these words. */
function press(part, words) {
  if (typeof part === "string") return;
  if (textsOf(part).join("") === words) part.dispatchEvent(new Event("click"));
  else part.parts.forEach((one) => press(one, words));
}

/** The texts of a part of the page that can be seen. */
const seen = (part) => (part.hidden ? [] : typeof part === "string" || part.parts.length === 0 ? textsOf(part)
  : part.parts.flatMap(seen));

const race = (more) => ({ code: "KYTE7", room: { seat: 1, members: new Map() }, ...more });
const daily = "guess-en-5/2026-11-21";

test("The ranking beside a sprint is that of the room's day, as beside the day's own race", () => {
  for (const page of [{ puzzle: daily }, { puzzle: "KYTE7/sprint-1-1", sprint: { daily: { puzzle: daily } } }]) {
    const { body, sheets } = menu({ code: "KYTE7", race: race(page) });
    press(body, "Ranking");
    assert.deepEqual(sheets, [["leaderboard", { code: "KYTE7", puzzle: daily }]]);
  }
});

test("Hard mode is offered in a game of rows, and in no other", () => {
  const game = (puzzle) => ({ puzzle, state: "playing", guesses: [], hard: "off" });
  for (const [puzzle, isOffered] of [[daily, true], ["practice-en-5/17", true], ["anagram-en-7/2026-11-21", false],
    ["practice-anagram-en-7/3", false]]) {
    const { body } = menu({ game: game(puzzle), race: race({ code: null, puzzle }) });
    assert.equal(textsOf(body).includes("Hard mode"), isOffered, puzzle);
  }
});

test("An open menu goes on with the code that the host has given its room meanwhile", async (t) => {
  const props = { code: "KYTE7", race: race({}) };
  const { body, sheets, link, store } = menu(props);
  let now = 1000;
  t.mock.method(performance, "now", () => now);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  // The sheet sees to its props, before its content hears of it.
  props.code = "MQRA4";
  store.recode("KYTE7", "MQRA4");
  assert.ok(seen(body).includes("Kites · MQRA4"));
  press(body, "Past races");
  assert.deepEqual(sheets, [["history", { code: "MQRA4" }]]);
  press(body, "Give up my seat");
  now += 600;
  press(body, "Give up my seat?");
  assert.deepEqual(link.asked.map(({ type, room }) => [type, room]), [["leave", "MQRA4"]]);
});

test("An open menu offers a seat to who has lost theirs, and no seat to give up", () => {
  const { body, store } = menu({ code: "KYTE7", race: race({}) });
  const offered = () => ["Give up my seat", "Take a seat", "Stop watching"].filter((one) => seen(body).includes(one));
  assert.deepEqual(offered(), ["Give up my seat"]);
  store.setRoom({ ...store.rooms.get("KYTE7"), seat: null });
  assert.deepEqual(offered(), ["Take a seat", "Stop watching"]);
});
