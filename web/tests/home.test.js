import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Made } from "./page-steps.js";
import { dayRuns, HomeView } from "../components/home/home.js";
import { joined, listenedTo } from "./store-steps.js";

const shape = { length: 5, rows: 6 };
const rival = (seat, marks, finish = null) => ({
  seat,
  name: "Noor",
  pseudonym: false,
  place: seat,
  state: finish ? (finish.solved ? "home" : "out") : "racing",
  present: true,
  rows: marks.map((one) => ({ marks: one, ms: 1 })),
  finish,
});
const mine = (state, marks) => ({
  state,
  guesses: marks.map((one) => ({ word: "crane", marks: one, ms: 1 })),
  result: state === "playing" ? null : { solved: state === "solved", turns: marks.length, ms: 1 },
});
const told = (lanes) =>
  lanes.map(({ you, state, rows }) => [you ? "you" : state, ...rows.map(({ marks }) => marks)].join(" "));

test("With sixteen home no lane is empty, the lanes are spread over the field, and nobody's colours are told", () => {
  const lanes = dayRuns(shape, null, [], { solved: 16, finished: 18, distribution: [0, 1, 6, 8, 1, 0] }, 5);
  assert.deepEqual(told(lanes), [
    "home 33333 33333 22222",
    "home 33333 33333 22222",
    "home 33333 33333 33333 22222",
    "home 33333 33333 33333 22222",
    "out 33333 33333 33333 33333 33333 33333",
  ]);
  assert.deepEqual(
    lanes.map(({ place }) => place),
    [1, 2, 3, 4, 5],
  );
});

test("My own run is the first, and none of the others as well", () => {
  const day = { solved: 1, finished: 1, distribution: [0, 1, 0, 0, 0, 0] };
  assert.deepEqual(told(dayRuns(shape, mine("solved", ["00112", "22222"]), [], day, 5)), ["you 00112 22222"]);
  assert.deepEqual(told(dayRuns(shape, mine("failed", Array(6).fill("00000")), [], { ...day, finished: 2 }, 5)), [
    `you${" 00000".repeat(6)}`,
    "home 33333 22222",
  ]);
  assert.deepEqual(told(dayRuns(shape, mine("playing", ["00112"]), [], null, 5)), ["you 00112"]);
});

test("Rivals of a room have their colours, once", () => {
  const day = { solved: 2, finished: 3, distribution: [0, 1, 1, 0, 0, 0] };
  const rivals = [rival(1, ["00112", "22222"], { solved: true, turns: 2, ms: 5 }), rival(2, ["00100"])];
  assert.deepEqual(told(dayRuns(shape, null, rivals, day, 5)), [
    "home 00112 22222",
    "racing 00100",
    "home 33333 33333 22222",
    `out${" 33333".repeat(6)}`,
  ]);
  // Somebody with my colours is somebody else.
  assert.equal(
    dayRuns(shape, mine("solved", ["00112", "22222"]), rivals, day, 5).filter(({ rows }) => rows[0]?.marks === "00112")
      .length,
    2,
  );
  assert.equal(dayRuns(shape, null, rivals, day, 1).length, 1);
});

test("Figures that are late never make a lane too many", () => {
  assert.deepEqual(
    dayRuns(shape, mine("solved", ["22222"]), [], { solved: 0, finished: 0, distribution: [0, 0, 0, 0, 0, 0] }, 5)
      .length,
    1,
  );
  assert.deepEqual(dayRuns(shape, null, [], null, 5), []);
});

/** Home with its form for a new room, of which only that works. */
function form() {
  const { link, store } = listenedTo();
  const gone = [];
  const app = { go: (path) => void gone.push(path), rememberRoom() {}, refuse: ({ code }) => void gone.push(code) };
  const roomName = Object.assign(new Made(), { value: "Kites" });
  const view = Object.assign(Object.create(HomeView.prototype), {
    app, store, stop: new AbortController(), dom: { createButton: new Made(), roomName },
  });
  return { link, store, view, gone };
}

test("Who leaves home while a room is being made is not taken to it, and does not sit in it", async () => {
  const { link, store, view, gone } = form();
  let answer = () => {};
  link.answers.create_room = () => new Promise((resolve) => { answer = () => resolve(joined()); });
  link.answers.watch = joined();
  const creating = view.create();
  view.stop.abort();
  answer();
  await creating;
  assert.deepEqual(gone, []);
  assert.deepEqual(store.seated, ["KYTE7"], "the room is there all the same");
  assert.equal(store.wanted.get("KYTE7"), "watch");
});

test("Who leaves home before the line is up makes no room, and who stays is taken to theirs", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { link, store, view, gone } = form();
  link.answers.create_room = joined();
  link.state = "waiting";
  const creating = view.create();
  view.stop.abort();
  store.announce("session");
  await creating;
  assert.deepEqual([link.asked, gone], [[], []]);
  const stays = form();
  stays.link.answers.create_room = joined();
  await stays.view.create();
  assert.deepEqual(stays.gone, ["/room/KYTE7"]);
});
