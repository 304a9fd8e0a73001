import assert from "node:assert/strict";
import { test } from "node:test";
import { defaults, overlayOptions, overlayQuery } from "../components/overlay/options.js";
import { headline, placeWords } from "../wording.js";

globalThis.matchMedia ??= () => ({ matches: false });
globalThis.document ??= /** @type {any} */ ({});
const { withMine } = await import("../components/cards/cards.js");

test("only who came home has a place, in every list", () => {
  assert.deepEqual(
    [placeWords(1, true), placeWords(12, true), placeWords(1, false), placeWords(0, true)],
    ["1", "12", "–", "–"],
  );
});

test("a game without a result is headed out of time or out of guesses", () => {
  assert.deepEqual(
    [headline(true, 4), headline(false, 6, 6), headline(false, 2, 6), headline(false, 0, 6), headline(true, 2, 6)],
    ["Home in 4", "Out of guesses", "Out of time", "Out of time", "Home in 2"],
  );
  assert.equal(headline(false, 6), "Out of guesses", "of a race that has no time");
});

test("a short list of points has its reader in it", () => {
  const all = Array.from({ length: 30 }, (_, index) => ({ seat: index + 1 }));
  const seats = (mine) => withMine(all, mine).map(({ seat }) => seat);
  assert.deepEqual(seats(null), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(seats(6), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(seats(7), [1, 2, 3, 4, 5, 7]);
  assert.deepEqual(seats(30), [1, 2, 3, 4, 5, 30]);
  assert.deepEqual(withMine(all.slice(0, 3), 3).length, 3);
});

test("an overlay's address says what is not meant anyway, and is read back", () => {
  assert.equal(overlayQuery(defaults), "overlay=1");
  const options = { at: "bottom-right", size: "small", names: "off" };
  assert.equal(overlayQuery(options), "overlay=1&at=bottom-right&size=small&names=off");
  assert.deepEqual(overlayOptions(new URLSearchParams(overlayQuery(options))), options);
  assert.deepEqual(overlayOptions(new URLSearchParams("overlay=1&at=middle&size=&names=maybe")), defaults);
});
