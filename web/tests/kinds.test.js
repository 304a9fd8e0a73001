// Kinds of games are known by their registry alone: what it does not have is not offered, and nothing else names one.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { hasWords, lineOf, offered, practiceOf } from "../components/solo/lines.js";
import { kindOf, kinds } from "../kinds.js";

const guess = kindOf({ kind: "guess" });

test("The kind of a game is what it says, or what its puzzle says; practice names none but later ones", () => {
  assert.equal(guess?.name, "guess");
  for (const puzzle of ["guess-en-5/2026-11-21", "guess-de-6", "practice-en-5", "practice-en-5/17", "KYTE7/sprint-1-1"])
    assert.equal(kindOf({ puzzle }), guess, puzzle);
  assert.equal(kindOf({ puzzle: null }), guess);
  assert.equal(kindOf({ puzzle: "KYTE7/sprint-1-1", kind: "chess" }), undefined);
  for (const puzzle of ["anagram-en-7/2026-11-21", "practice-anagram-en-7/17"])
    assert.equal(kindOf({ puzzle })?.name, "anagram", puzzle);
  for (const puzzle of ["chess-en-5/2026-11-21", "practice-chess-en-5/17", "constructor-en-5"])
    assert.equal(kindOf({ puzzle }), undefined, puzzle);
});

test("The text of a line or a puzzle is read in each of its forms, and nothing else is one", () => {
  const line = { kind: "guess", language: "en", length: 5 };
  assert.deepEqual(lineOf("guess-en-5"), { ...line, isPractice: false, rest: "" });
  assert.deepEqual(lineOf("guess-en-5/2026-11-21"), { ...line, isPractice: false, rest: "2026-11-21" });
  assert.deepEqual(lineOf("practice-en-5/17"), { ...line, isPractice: true, rest: "17" });
  for (const text of ["", "guess", "guess-en", "en-x", "chess-en-5", "practice-chess-en-5", "guess-en-5x/1"])
    assert.equal(lineOf(text), null, text);
  assert.equal(practiceOf(line), "practice-en-5");
  assert.equal(practiceOf({ language: "de", length: 6 }), "practice-de-6");
  assert.equal(practiceOf({ kind: "anagram", language: "en", length: 7 }), "practice-anagram-en-7");
});

test("What the server has words for is offered, but for a kind that the page does not have", () => {
  const english = { kind: "guess", language: "en", lengths: [4, 5] };
  const [chess, anagram] = ["chess", "anagram"].map((kind) => ({ kind, language: "en", lengths: [8] }));
  const store = { welcome: { sprints: [english, chess, anagram] } };
  assert.deepEqual(offered(store), [english, anagram]);
  assert.ok(hasWords(store, "practice-anagram-en-8") && hasWords(store, "anagram-en-8/2026-11-21"));
  assert.ok(!hasWords(store, "practice-anagram-en-7"));
  assert.deepEqual(offered({ welcome: null }), []);
  assert.ok(hasWords(store, "practice-en-5"));
  assert.ok(!hasWords(store, "practice-en-8"));
  assert.ok(!hasWords(store, "chess-en-8/2026-11-21"));
  // A server of before has not said what kind it is.
  assert.ok(hasWords({ welcome: { sprints: [{ language: "en", lengths: [5] }] } }, "guess-en-5/2026-11-21"));
});

test("The race of a day has a name that a phone of 360 px shows whole beside its clock", () => {
  for (const { name, bar } of kinds.values()) assert.ok(bar.length > 0 && bar.length <= 12, `${name}: ${bar}`);
});

test("Only the registry and a kind's own folder ask for a kind by its name", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const own = /^(?:tests|node_modules|kinds\.js|components\/(?:desk|anagram))/;
  const files = readdirSync(root, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".js") && !own.test(file));
  assert.ok(files.length > 80, "the test reads the folder");
  for (const file of files) {
    const code = readFileSync(`${root}/${file}`, "utf8").replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
    const named = code.match(/(?:[!=]==|\bcase|kind:) "(?:guess|anagram)"|["'`^](?:guess|anagram)-/g) ?? [];
    assert.deepEqual(named, [], file);
  }
});
