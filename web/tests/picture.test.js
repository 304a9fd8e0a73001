import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { most, placeOf, shownOf } from "../components/picture/drawing.js";
import { cut } from "../components/picture/ink.js";
import { pictureOf } from "../components/picture/picture.js";
import { standings } from "../racing.js";
import { placeWords } from "../wording.js";
import { joined, listenedTo, welcome } from "./store-steps.js";

test("A name in a picture is cut at its end, never within a character", () => {
  const measure = (text) => [...new Intl.Segmenter().segment(text)].length;
  assert.equal(cut("Mika", 4, measure), "Mika");
  assert.equal(cut("Wilhelmina", 5, measure), "Wilh…");
  assert.equal(cut("👩‍🚀👩‍🚀👩‍🚀", 2, measure), "👩‍🚀…");
  assert.equal(cut("नमस्ते जी", 4, measure), "नमस्ते…".slice(0, "नमस्ते".length) + "…");
  assert.equal(cut("مصطفى عبد", 4, measure), "مصط…");
});

test("A picture places nobody who has no point of a series, or is out", () => {
  assert.equal(placeOf({ place: 10, isOut: false, points: "0" }), "–");
  assert.equal(placeOf({ place: 2, isOut: true, points: "7" }), "2");
  assert.equal(placeOf({ place: 4, isOut: true, points: "" }), "–");
  assert.equal(placeOf({ place: 3, isOut: false, points: "" }), "3");
});

test("The picture of a day of any kind places its lanes as the track does", () => {
  for (const [line, found, none] of [
    ["guess-en-5", { solved: true, turns: 3, ms: 9000 }, { solved: false, turns: 6, ms: 9000 }],
    ["anagram-en-7", { solved: true, turns: 1, ms: 9000, points: 9 }, { solved: false, turns: 0, ms: 0, points: 0 }],
  ]) {
    const puzzle = `${line}/2026-11-21`;
    const { store } = listenedTo();
    const members = [1, 2, 3].map((seat) => ({ seat, name: `Racer ${seat}` }));
    const lanes = [found, none, null].map((finish, index) => ({ seat: index + 1, rows: [], finish }));
    const races = [{ race: "1", puzzle, length: 7, rows: 6, lanes }];
    store.enter(joined({ snapshot: { ...joined().snapshot, members, races } }), "join");
    store.lines = [{ ...welcome.today, puzzle }];
    const room = store.rooms.get("KYTE7");
    const app = { store, reachable: { url: "https://race.example.org" } };
    const places = Object.fromEntries(
      pictureOf(app, room, room.races[0], false).lanes.map((lane) => [lane.name, placeOf(lane)]),
    );
    const onTrack = Object.fromEntries(
      standings(room, room.races[0]).map(({ name, place, state }) => [name, placeWords(place, state !== "out")]),
    );
    assert.deepEqual(places, onTrack, line);
    assert.equal(places["Racer 2"], "–", line);
  }
});

test("A picture never leaves out one's own lane", () => {
  const lanes = (you) => Array.from({ length: 30 }, (_, index) => ({ place: index + 1, you: index + 1 === you }));
  const places = (you) => shownOf(lanes(you)).map(({ place }) => place);
  assert.deepEqual(places(0), places(most));
  assert.deepEqual(places(0).length, most);
  assert.deepEqual(places(17), [1, 2, 3, 4, 5, 6, 7, 8, 9, 17]);
});
