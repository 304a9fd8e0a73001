import assert from "node:assert/strict";
import { test } from "node:test";
import { canBeAround, countOf, radius } from "../components/leaderboard/ranking.js";

test("A ranking counts who finished a day, and who raced in a longer period", () => {
  assert.deepEqual([{ finished: 3 }, { players: 4 }, { finished: 0, players: 5 }, {}].map(countOf), [3, 4, 0, 0]);
});

test("The reader has neighbours where more are in the ranking than are shown around anybody", () => {
  const you = /** @type {any} */ ({ place: 1 });
  assert.equal(canBeAround({ finished: 2 * radius, you }), false);
  assert.equal(canBeAround({ finished: 2 * radius + 1, you }), true);
  assert.equal(canBeAround({ finished: 100, you: null }), false, "who is not in it");
});
