import assert from "node:assert/strict";
import { test } from "node:test";
import { most, placeOf, shownOf } from "../components/picture/drawing.js";
import { cut } from "../components/picture/ink.js";

test("a name in a picture is cut at its end, never within a character", () => {
  const measure = (text) => [...new Intl.Segmenter().segment(text)].length;
  assert.equal(cut("Mika", 4, measure), "Mika");
  assert.equal(cut("Wilhelmina", 5, measure), "Wilh…");
  assert.equal(cut("👩‍🚀👩‍🚀👩‍🚀", 2, measure), "👩‍🚀…");
  assert.equal(cut("नमस्ते जी", 4, measure), "नमस्ते…".slice(0, "नमस्ते".length) + "…");
  assert.equal(cut("مصطفى عبد", 4, measure), "مصط…");
});

test("a picture places nobody who has no point of a series, or is out", () => {
  assert.equal(placeOf({ place: 10, time: "", points: "0" }), "–");
  assert.equal(placeOf({ place: 2, time: "out", points: "7" }), "2");
  assert.equal(placeOf({ place: 4, time: "out", points: "" }), "–");
  assert.equal(placeOf({ place: 3, time: "", points: "" }), "3");
});

test("a picture never leaves out one's own lane", () => {
  const lanes = (you) => Array.from({ length: 30 }, (_, index) => ({ place: index + 1, you: index + 1 === you }));
  const places = (you) => shownOf(lanes(you)).map(({ place }) => place);
  assert.deepEqual(places(0), places(most));
  assert.deepEqual(places(0).length, most);
  assert.deepEqual(places(17), [1, 2, 3, 4, 5, 6, 7, 8, 9, 17]);
});
