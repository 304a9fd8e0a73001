// Keys and pastes go to the board that stands on the page, and to no other.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Made } from "./page-steps.js";

globalThis.Element ??= Made;
globalThis.ResizeObserver ??= class { observe() {} };
const hub = new EventTarget();
globalThis.window ??= hub;
for (const act of ["addEventListener", "removeEventListener"]) document[act] ??= hub[act].bind(hub);
const { Desk: GuessDesk } = await import("../components/desk/desk.js");
const { Desk: AnagramDesk } = await import("../components/anagram/desk.js");

const typed = (key, more = {}) => hub.dispatchEvent(Object.assign(new Event("keydown"), { key, ...more }));
const pasted = () => hub.dispatchEvent(new Event("paste"));
const game = { puzzle: "KYTE7/sprint-1-1", room: "KYTE7", race: "sprint-1-1", kind: "guess", length: 5, rows: 6,
  state: "playing", guesses: [], pending: null, moved: false, hard: "off" };

/** A board of guesses, and the words that are entered on it and the hints that it gives. */
function guessBoard() {
  const desk = new GuessDesk(game, "");
  const told = [];
  for (const topic of ["draft", "word", "foreign"]) desk.addEventListener(topic, ({ detail }) => told.push(detail));
  return { parts: [desk.face], told, remove: () => desk.remove() };
}

/** A board of anagrams, without what is drawn on it. */
function anagramBoard() {
  const told = [];
  let word = "";
  const type = (letter) => told.push((word += letter));
  const desk = Object.assign(Object.create(AnagramDesk.prototype), {
    area: new Made(), game: { state: "playing", moved: false, tiles: "trained" }, tray: { type },
    add: (act) => act(), enter: () => told.push(word),
  });
  const listener = (event) => desk.onKeyDown(event);
  hub.addEventListener("keydown", listener);
  return { parts: [desk.area], told, remove: () => hub.removeEventListener("keydown", listener) };
}

for (const [kind, make] of [["guess", guessBoard], ["anagram", anagramBoard]]) {
  test(`The board of ${kind} games that has left the page takes no key and no paste until it is back`, (t) => {
    const { parts, told, remove } = make();
    t.after(remove);
    for (const part of parts) part.isConnected = false;
    for (const key of ["t", "r", "a", "i", "n", "Enter", "é"]) typed(key);
    pasted();
    assert.deepEqual(told, []);
    for (const part of parts) part.isConnected = true;
    for (const key of ["t", "r", "a", "i", "n", "Enter"]) typed(key);
    assert.equal(told.at(-1), "train");
  });

  test(`The board of ${kind} games leaves shortcuts, words being composed and keys of fields alone`, (t) => {
    const { told, remove } = make();
    t.after(remove);
    for (const held of ["ctrlKey", "altKey", "metaKey", "isComposing"]) typed("t", { [held]: true });
    const field = Object.assign(new Made(), { closest: (names) => names.includes("select") });
    const event = Object.assign(new Event("keydown"), { key: "t" });
    Object.defineProperty(event, "target", { value: field });
    hub.dispatchEvent(event);
    assert.deepEqual(told, []);
  });
}
