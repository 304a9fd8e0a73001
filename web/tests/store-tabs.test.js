// What a tab does whose play went on in another one.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { RefusedError } from "../link.js";
import { board, game, joined, listenedTo, lost, puzzle, welcome } from "./store-steps.js";

let link, store, heard;

beforeEach(() => ({ link, store, heard } = listenedTo()));

test("A tab that was moved does not take the game back on reconnect", async () => {
  link.answers.open = game();
  await store.open(puzzle);
  link.push({ type: "moved", puzzle });
  link.answers.open = game({ guesses: [{ word: "crane", marks: "00002", ms: 5 }] });
  await store.welcomed({ welcome, clockOffset: 0 });
  const opens = link.asked.filter((message) => message.type === "open");
  assert.deepEqual(opens.map((message) => message.follow), [undefined, true]);
  assert.equal(store.games.get(puzzle).moved, true);
  assert.equal(store.games.get(puzzle).guesses.length, 1);
});

test("A moved tab follows with every judged push", async () => {
  link.answers.open = game();
  await store.open(puzzle);
  link.push({ type: "moved", puzzle });
  link.push({ type: "judged", puzzle, row: 0, word: "crane", marks: "00002", ms: 1, state: "playing" });
  assert.equal(store.games.get(puzzle).guesses.length, 1);
});

test("A board that is pushed opens the round; a moved tab follows it, and the rounds after it", async () => {
  link.answers.join = joined();
  await store.enterRoom("KYTE7", "join");
  link.push({ type: "board", room: "KYTE7", board: board() });
  link.push({ type: "moved", room: "KYTE7" });
  link.push({
    type: "played",
    room: "KYTE7",
    race: "sprint-1-1",
    row: 0,
    word: "crane",
    marks: "00002",
    ms: 1,
    state: "playing",
  });
  const game = store.games.get("KYTE7/sprint-1-1");
  assert.deepEqual([game.moved, game.guesses.length], [true, 1]);
  assert.deepEqual(heard.at(-2), ["game", { puzzle: "KYTE7/sprint-1-1" }], "it is told");
  link.push({ type: "board", room: "KYTE7", board: board({ race: "sprint-1-2" }) });
  assert.equal(store.games.get("KYTE7/sprint-1-2").moved, true);
});

/** A tab in a sprint whose player has gone on in another tab. */
async function movedTab() {
  link.answers.join = joined({ board: board() });
  await store.enterRoom("KYTE7", "join");
  link.push({ type: "moved", room: "KYTE7" });
}
const follows = () => link.asked.filter((message) => message.type === "join").map((message) => message.follow);

test("After a lost line a moved tab follows the sprint, and does not take it back", async () => {
  await movedTab();
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.deepEqual(follows(), [undefined, true]);
  assert.equal(store.games.get("KYTE7/sprint-1-1").moved, true);
  link.push({ type: "resync", room: "KYTE7" });
  await new Promise(setImmediate);
  assert.deepEqual(follows(), [undefined, true, true]);
});

test("A moved tab takes the sprint back by joining, from where it was", async () => {
  await movedTab();
  await store.enterRoom("KYTE7", "join");
  const { epoch, seq, follow } = link.asked.at(-1);
  assert.deepEqual([epoch, seq, follow], ["e", 3, undefined]);
  assert.equal(store.games.get("KYTE7/sprint-1-1").moved, false);
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.deepEqual(follows(), [undefined, undefined, undefined]);
});

test("A press on Play here is not lost with the line", async () => {
  await movedTab();
  link.answers.join = lost;
  await assert.rejects(store.enterRoom("KYTE7", "join"));
  link.answers.join = joined({ board: board() });
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.deepEqual(follows(), [undefined, undefined, undefined]);
  assert.equal(store.games.get("KYTE7/sprint-1-1").moved, false);
  // What is refused for another reason is wanted no more.
  link.push({ type: "moved", room: "KYTE7" });
  link.answers.join = new RefusedError({ code: "rate_limited" });
  await assert.rejects(store.enterRoom("KYTE7", "join"));
  link.answers.join = joined({ board: board() });
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.equal(follows().at(-1), true);
  // The code of the room may change before the line is back.
  link.answers.join = lost;
  await assert.rejects(store.enterRoom("KYTE7", "join"));
  link.answers.join = (message) => joined({ room: message.room, board: board() });
  store.recode("KYTE7", "NEWER");
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.equal(follows().at(-1), undefined);
  // The word of the day, too.
  link.answers.open = game();
  await store.open(puzzle);
  link.push({ type: "moved", puzzle });
  link.answers.open = lost;
  await assert.rejects(store.open(puzzle));
  link.answers.open = game();
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.equal(store.games.get(puzzle).moved, false);
});

test("A play that is refused as moved makes a tab follow, also under the room's next code", async () => {
  link.answers.join = (message) => joined({ room: message.room, board: board() });
  await store.enterRoom("KYTE7", "join");
  link.answers.play = new RefusedError({ code: "moved" });
  await store.guess("KYTE7/sprint-1-1", "crane");
  assert.equal(store.games.get("KYTE7/sprint-1-1").moved, true);
  link.push({ type: "event", room: "KYTE7", epoch: "e", seq: 4, time: 0, event: { kind: "code", code: "MQRA4" } });
  await new Promise(setImmediate);
  assert.deepEqual(link.asked.filter(({ room }) => room === "MQRA4").map(({ follow }) => follow), [true]);
  assert.equal(store.games.get("MQRA4/sprint-1-1").moved, true);
});

test("A moved sprint leaves the word of the day alone", async () => {
  link.answers.open = game();
  await store.open(puzzle);
  await movedTab();
  assert.equal(store.games.get(puzzle).moved, false);
});
