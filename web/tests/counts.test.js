import assert from "node:assert/strict";
import { test } from "node:test";
import { RefusedError } from "../link.js";

globalThis.matchMedia ??= () => ({ matches: false });
globalThis.document ??= /** @type {any} */ ({});
const { Counts } = await import("../components/anagram/counts.js");

const game = { puzzle: "anagram-en-7/2026-11-21", tiles: "natried", state: "playing", moved: false };

/** A server with these answers, one after the other: counts, or the refusal of a question. */
function asking(...answers) {
  const asked = [];
  const told = [];
  const request = async (message) => {
    asked.push(message);
    const answer = answers.shift();
    if (Array.isArray(answer)) return { type: "counts", counts: answer };
    throw new RefusedError(answer);
  };
  return { asked, told, counts: new Counts({ link: { request } }, (counts) => told.push(counts)) };
}

test("how many words there are is asked once for a board, whenever it is shown", async () => {
  const { asked, told, counts } = asking([38, 52, 31, 14, 3]);
  await Promise.all([counts.see(game), counts.see(game)]);
  await counts.see(game);
  assert.deepEqual(asked, [{ type: "counts", puzzle: game.puzzle }]);
  assert.deepEqual(told, [[38, 52, 31, 14, 3]]);
});

test("nobody asks before the tiles are dealt, after the end, or for a game that another tab plays", async () => {
  const { asked, counts } = asking();
  for (const other of [{ tiles: null }, { state: "solved" }, { moved: true }]) await counts.see({ ...game, ...other });
  assert.deepEqual(asked, []);
});

test("a round is named by its room, and asked for within a second of its start", async () => {
  const { asked, told, counts } = asking([1, 2, 3]);
  await counts.see({ ...game, puzzle: "KYTE7/sprint-1-1", room: "KYTE7", race: "sprint-1-1" });
  assert.deepEqual(asked, [{ type: "counts", room: "KYTE7", race: "sprint-1-1" }]);
  assert.deepEqual(told, [[1, 2, 3]]);
});

test("a server that has too much to do is asked three times, and one that does not tell is asked once", async () => {
  const busy = { code: "rate_limited", retry: 1 };
  const patient = asking(busy, busy, [5]);
  await patient.counts.see(game);
  assert.deepEqual(patient.told, [[5]]);
  const hopeless = asking(busy, busy, busy, [5]);
  await hopeless.counts.see(game);
  await hopeless.counts.see(game);
  assert.deepEqual([hopeless.asked.length, hopeless.told], [3, []]);
  const older = asking({ code: "unknown_type" }, [5]);
  await older.counts.see(game);
  await older.counts.see(game);
  assert.deepEqual([older.asked.length, older.told], [1, []]);
});

test("what was lost with the line is asked again when the board is shown again", async () => {
  for (const code of ["disconnected", "draining"]) {
    const { asked, told, counts } = asking({ code }, [7]);
    await counts.see(game);
    await counts.see(game);
    assert.deepEqual([asked.length, told], [2, [[7]]]);
  }
});
