// What is said of a seal: no more than the server states.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sealedWhen } from "../components/verify/seal.js";

test("Each time of a seal has its words, and only what came before the word was known shows something", () => {
  assert.deepEqual(sealedWhen({ when: "before", at: 1 }), { text: "Sealed before the day began", shows: true });
  assert.deepEqual(sealedWhen({ when: "on", at: 1, time: "10:32" }), {
    text: "Sealed on the day at 10:32",
    shows: true,
  });
  assert.deepEqual(sealedWhen({ when: "after", at: 1 }), {
    text: "Made afterwards: proves nothing about that day",
    shows: false,
  });
  assert.deepEqual(sealedWhen({ when: "unknown" }), {
    text: "Nobody knows when: proves nothing about that day",
    shows: false,
  });
});

test("A document without a seal shows no seal", () => {
  assert.equal(sealedWhen(undefined).shows, false);
});
