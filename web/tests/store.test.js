import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { RefusedError } from "../link.js";
import { board, game, joined, listenedTo, lost, puzzle, welcome } from "./store-steps.js";

let link, store, heard;

beforeEach(() => ({ link, store, heard } = listenedTo()));

test("A page whose cookie is another player's sends nothing of what it holds", async () => {
  link.answers.open = game();
  link.answers.join = joined();
  await store.welcomed({ welcome, clockOffset: 0 });
  await store.open(puzzle);
  await store.enterRoom("KYTE7", "join");
  const before = link.asked.length;
  store.addEventListener("session", () => assert.fail("no view is to go on with what it has"));
  await store.welcomed({ welcome: { ...welcome, player: { id: "2", name: "Heron" } }, clockOffset: 0 });
  assert.deepEqual([link.asked.length, link.state, store.player.name], [before, "stopped", "Otter"]);
});

test("A guess that the server had counted before the line broke is told once, and not sent again", async () => {
  const crane = { word: "crane", marks: "22222", ms: 5 };
  const told = () => heard.filter(([topic]) => topic === "judged").map(([, detail]) => detail);
  link.answers.open = game();
  await store.open(puzzle);
  link.answers.guess = lost;
  await store.guess(puzzle, "crane");
  store.addEventListener("judged", () => heard.push(["state", store.games.get(puzzle).state]));
  link.answers.open = game({ guesses: [crane], state: "solved" });
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.equal(link.asked.filter((message) => message.type === "guess").length, 1);
  assert.equal(store.games.get(puzzle).pending, null);
  assert.deepEqual(told(), [{ puzzle, row: 0 }]);
  assert.deepEqual(heard.at(-1), ["state", "solved"], "who hears of it finds the game that it ended");
  await store.open(puzzle);
  link.push({ type: "judged", puzzle, row: 0, ...crane, state: "solved" });
  assert.equal(told().length, 1);
});

test("An announcement that comes or goes is that of the welcome", async () => {
  const told = [];
  await store.welcomed({ welcome: { ...welcome }, clockOffset: 0 });
  store.addEventListener("announcement", () => told.push(store.welcome.announcement?.text));
  link.push({ type: "announcement", announcement: { text: "The cup begins at 18:00.", time: 1 } });
  link.push({ type: "announcement" });
  assert.deepEqual(told, ["The cup begins at 18:00.", undefined]);
});

test("A second Enter while a guess is under way sends nothing", async () => {
  link.answers.open = game();
  await store.open(puzzle);
  link.answers.guess = () => new Promise(() => {});
  void store.guess(puzzle, "crane");
  void store.guess(puzzle, "crane");
  await new Promise(setImmediate);
  assert.equal(link.asked.filter((message) => message.type === "guess").length, 1);
});

test("A refusal frees the row and is told with its word", async () => {
  link.answers.open = game();
  await store.open(puzzle);
  link.answers.guess = new RefusedError({ code: "not_in_word_list" });
  await store.guess(puzzle, "zzzzz");
  assert.equal(store.games.get(puzzle).pending, null);
  assert.equal(heard.find(([topic]) => topic === "refused")[1].word, "zzzzz");
});

test("A refusal with stale_row fetches the board anew", async () => {
  link.answers.open = game();
  await store.open(puzzle);
  link.answers.guess = new RefusedError({ code: "stale_row", row: 1 });
  link.answers.open = game({ guesses: [{ word: "stole", marks: "00012", ms: 5 }] });
  await store.guess(puzzle, "crane");
  assert.equal(store.games.get(puzzle).guesses[0].word, "stole");
});

test("A move that leaves a gap is not laid, and the board is fetched anew", async () => {
  const moves = ["crane", "stole", "spill"].map((word) => ({ word, marks: "00012", ms: 5 }));
  const judged = { puzzle, row: 2, ...moves[2], state: "playing" };
  link.answers.open = game();
  await store.open(puzzle);
  link.push({ type: "moved", puzzle });
  link.answers.open = game({ guesses: moves });
  link.push({ type: "judged", ...judged });
  assert.deepEqual(store.games.get(puzzle).guesses, [], "no hole is left for the moves that are missing");
  assert.equal(heard.some(([topic]) => topic === "judged"), false);
  await new Promise(setImmediate);
  assert.equal(link.asked.at(-1).follow, true, "the other tab goes on playing");
  assert.deepEqual(store.games.get(puzzle).guesses.map(({ word }) => word), ["crane", "stole", "spill"]);
  // In a room the board comes with the room.
  link.answers.join = joined({ board: board() });
  await store.enterRoom("KYTE7", "join");
  link.answers.join = joined({ board: board({ guesses: moves }) });
  link.push({ type: "played", room: "KYTE7", race: "sprint-1-1", ...judged });
  assert.deepEqual(store.games.get("KYTE7/sprint-1-1").guesses, []);
  await new Promise(setImmediate);
  assert.equal(store.games.get("KYTE7/sprint-1-1").guesses.length, 3);
});

test("A reconnect resumes the room from where it was", async () => {
  link.answers.join = joined();
  await store.enterRoom("KYTE7", "join");
  await store.welcomed({ welcome, clockOffset: 0 });
  const joins = link.asked.filter((message) => message.type === "join");
  assert.deepEqual(joins.map(({ epoch, seq }) => [epoch, seq]), [[undefined, undefined], ["e", 3]]);
});

test("A gap in the events, another epoch and a resync all ask for the room again", async () => {
  link.answers.join = joined();
  await store.enterRoom("KYTE7", "join");
  const event = { kind: "hosted", seat: 1 };
  link.push({ type: "event", room: "KYTE7", epoch: "e", seq: 9, time: 0, event });
  link.push({ type: "event", room: "KYTE7", epoch: "f", seq: 4, time: 0, event });
  link.push({ type: "resync", room: "KYTE7" });
  assert.equal(link.asked.filter((message) => message.type === "join").length, 4);
});

test("A picture that is pushed takes the place of the events that were left out", async () => {
  link.answers.watch = { ...joined(), seat: undefined };
  await store.enterRoom("KYTE7", "watch");
  const picture = { ...joined().snapshot, host: 2, present: [1, 2] };
  link.push({ ...joined(), seat: undefined, type: "snapshot", seq: 8, snapshot: picture });
  link.push({ type: "event", room: "KYTE7", epoch: "e", seq: 8, time: 0, event: { kind: "hosted", seat: 7 } });
  assert.equal(store.rooms.get("KYTE7").host, 2, "an event of before changes nothing");
  link.push({ type: "event", room: "KYTE7", epoch: "e", seq: 9, time: 0, event: { kind: "hosted", seat: 3 } });
  const room = store.rooms.get("KYTE7");
  assert.deepEqual([room.host, room.seq, room.present, room.seat], [3, 9, [1, 2], null]);
  link.push({ ...joined(), type: "snapshot", room: "OTHER" });
  assert.equal(store.rooms.has("OTHER"), false);
  assert.equal(link.asked.filter((message) => message.type === "watch").length, 1);
});

test("A new day changes today and leaves the board in hand", async () => {
  await store.welcomed({ welcome: { ...welcome, lines: [welcome.today] }, clockOffset: 0 });
  link.answers.open = game();
  await store.open(puzzle);
  const today = { ...welcome.today, puzzle: "guess-en-5/2026-11-22", number: 413 };
  const lines = [today, { ...today, puzzle: "anagram-en-7/2026-11-22" }];
  link.push({ type: "day", time: 2000, today, lines });
  assert.equal(store.today.number, 413);
  // And those of the other lines.
  assert.deepEqual(store.welcome.lines, lines);
  assert.equal(store.games.get(puzzle).state, "playing");
  assert.ok(heard.some(([topic]) => topic === "day"));
});

test("A seat given up on another tab is gone here too, and is not come back to", async () => {
  link.answers.join = joined();
  await store.enterRoom("KYTE7", "join");
  link.push({ type: "left", room: "KYTE7" });
  assert.ok(heard.some(([topic, detail]) => topic === "gone" && detail.code === "KYTE7"));
  assert.equal(store.rooms.size, 0);
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.equal(link.asked.filter((message) => message.type === "join").length, 1);
});

test("A guess of a sprint is a play in its room, and its answer is the game's", async () => {
  link.answers.join = joined({ board: board() });
  await store.enterRoom("KYTE7", "join");
  link.answers.play = ({ race, row, word }) => ({ race, row, word, marks: "00002", ms: 5, state: "playing" });
  await store.guess("KYTE7/sprint-1-1", "crane");
  const { type, room, race, row } = link.asked.at(-1);
  assert.deepEqual([type, room, race, row], ["play", "KYTE7", "sprint-1-1", 0]);
  assert.equal(store.games.get("KYTE7/sprint-1-1").guesses[0].marks, "00002");
});

test("A play in flight when the phone slept is sent again with the board that the room tells", async () => {
  link.answers.join = joined({ board: board() });
  await store.enterRoom("KYTE7", "join");
  link.answers.play = lost;
  await store.guess("KYTE7/sprint-1-1", "crane");
  link.answers.play = ({ race, row, word }) => ({ race, row, word, marks: "00002", ms: 5, state: "playing" });
  await store.welcomed({ welcome, clockOffset: 0 });
  await new Promise(setImmediate);
  assert.deepEqual(
    link.asked.filter((message) => message.type === "play").map(({ row, word }) => [row, word]),
    [
      [0, "crane"],
      [0, "crane"],
    ],
  );
  assert.equal(
    link.asked.some((message) => message.type === "open"),
    false,
    "a sprint's board is not opened as a puzzle",
  );
});

test("A join says how the player is shown, once, when the seat is taken", async () => {
  link.answers.join = joined();
  await store.enterRoom("KYTE7", "join", { pseudonym: false });
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.deepEqual(
    link.asked.filter((message) => message.type === "join").map((message) => message.pseudonym),
    [false, undefined],
  );
});

test("A password that opened a room is said again after a lost line, and forgotten when it is wrong", async () => {
  link.answers.watch = joined({ seat: undefined });
  await store.enterRoom("KYTE7", "watch", { password: "sesame" });
  link.answers.watch = new RefusedError({ code: "wrong_password" });
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.deepEqual(
    link.asked.filter((message) => message.type === "watch").map((message) => message.password),
    ["sesame", "sesame"],
  );
  assert.deepEqual(heard.find(([topic]) => topic === "gone")[1], { code: "KYTE7", reason: "wrong_password" });
  assert.equal(store.passwords.size, 0);
});

test("A room that is lost for good is told by what shows it, and one that is lost for now at once", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const troubles = [];
  store.addEventListener("trouble", (event) => troubles.push(event.detail.refusal.code));
  link.answers.join = joined();
  await store.enterRoom("KYTE7", "join");
  link.answers.join = new RefusedError({ code: "storage_unavailable", retry: 60_000 });
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.deepEqual(troubles, ["storage_unavailable"]);
  link.answers.join = new RefusedError({ code: "no_such_room" });
  await store.welcomed({ welcome, clockOffset: 0 });
  assert.deepEqual(troubles, ["storage_unavailable"]);
  assert.deepEqual(heard.find(([topic]) => topic === "gone")[1], { code: "KYTE7", reason: "no_such_room" });
});

test("A new code of the room is where it is come back to", async () => {
  link.answers.join = (message) => joined({ room: message.room });
  await store.enterRoom("KYTE7", "join");
  link.push({ type: "event", room: "KYTE7", epoch: "e", seq: 4, time: 0, event: { kind: "code", code: "MQRA4" } });
  await new Promise(setImmediate);
  assert.deepEqual([...store.rooms.keys()], ["MQRA4"]);
  assert.deepEqual([...store.wanted.keys()], ["MQRA4"]);
});

test("A room that got another code while the line was down is known again by its epoch", async () => {
  link.answers.join = (message) => joined({ room: message.room });
  await store.enterRoom("KYTE7", "join");
  const codes = [];
  store.addEventListener("code", (event) => codes.push(event.detail));
  await store.welcomed({
    welcome: { ...welcome, rooms: [{ room: "MQRA4", name: "Kites", epoch: "e" }] },
    clockOffset: 0,
  });
  assert.deepEqual(codes, [{ from: "KYTE7", code: "MQRA4" }]);
  assert.deepEqual(
    link.asked.filter(({ type }) => type === "join").map(({ room }) => room),
    ["KYTE7", "MQRA4"],
  );
  assert.deepEqual([...store.wanted], [["MQRA4", "join"]]);
});

test("A view that watched goes without a word, and the next may come in at once", async () => {
  link.answers.watch = joined({ seat: undefined });
  await store.enterRoom("KYTE7", "watch");
  let leave = () => {};
  link.answers.leave = () => new Promise((resolve) => { leave = resolve; });
  store.unwatch("KYTE7");
  assert.equal(store.rooms.size, 0);
  link.answers.join = joined();
  await store.enterRoom("KYTE7", "join");
  leave({ type: "left", room: "KYTE7" });
  await new Promise(setImmediate);
  assert.deepEqual(link.asked.map(({ type }) => type), ["watch", "leave", "join"]);
  assert.deepEqual([...store.wanted], [["KYTE7", "join"]]);
  assert.equal(heard.some(([topic]) => topic === "gone"), false);
});

test("An answer that comes after the view has gone leaves nothing behind", async () => {
  link.answers.watch = joined({ seat: undefined });
  await store.enterRoom("KYTE7", "watch");
  let answer = () => {};
  link.answers.watch = () => new Promise((resolve) => { answer = () => resolve(joined({ seat: undefined })); });
  const again = store.reenter("KYTE7");
  let leave = () => {};
  link.answers.leave = () => new Promise((resolve) => { leave = resolve; });
  store.unwatch("KYTE7");
  answer();
  await again;
  leave({ type: "left", room: "KYTE7" });
  await new Promise(setImmediate);
  assert.deepEqual([store.wanted.size, store.rooms.size], [0, 0]);
});

test("A player who asks for a seat and goes back at once keeps it", async () => {
  link.answers.watch = joined({ seat: undefined });
  await store.enterRoom("KYTE7", "watch");
  let sit = () => {};
  link.answers.join = () => new Promise((resolve) => { sit = () => resolve(joined()); });
  const sitting = store.enterRoom("KYTE7", "join");
  store.unwatch("KYTE7");
  sit();
  await sitting;
  link.answers.join = joined();
  assert.equal(link.asked.some(({ type }) => type === "leave"), false);
  await store.enterRoom("KYTE7", "join");
  assert.deepEqual([...store.wanted], [["KYTE7", "join"]]);
});

test("A member whose watch was refused does not give up the seat by going", async () => {
  link.answers.join = joined();
  await store.enterRoom("KYTE7", "join");
  link.answers.watch = new RefusedError({ code: "rate_limited", retry: 9 });
  await store.enterRoom("KYTE7", "watch").catch(() => {});
  store.unwatch("KYTE7");
  assert.equal(link.asked.some(({ type }) => type === "leave"), false);
});

test("A kicked player hears why", async () => {
  link.answers.join = joined();
  await store.enterRoom("KYTE7", "join");
  link.push({ type: "left", room: "KYTE7", reason: "kicked" });
  assert.deepEqual(heard.find(([topic]) => topic === "gone")[1], { code: "KYTE7", reason: "kicked" });
});

test("A watcher follows to a new code only as a member or with the room's key", async () => {
  link.dispatchEvent(new CustomEvent("welcome", { detail: { welcome, clockOffset: 0 } }));
  const codes = (topic) => heard.filter(([one]) => one === topic).map(([, detail]) => detail);
  store.addEventListener("code", ({ detail }) => heard.push(["code", detail]));
  store.keys.set("LARKS", "m3p0Vb2xkT8yZqKfE1cWdA");
  for (const [old, fresh, key] of [["KYTE7", "QRSTV"], ["LARKS", "MQRA4", "m3p0Vb2xkT8yZqKfE1cWdA"]]) {
    link.answers.watch = joined({ seat: undefined, room: old });
    await store.enterRoom(old, "watch");
    const events = [{ seq: 4, time: 1, event: { kind: "code", code: fresh } }];
    link.answers.watch = { room: fresh, epoch: "e", seq: 4, recovered: true, events, present: [1], watchers: 1 };
    link.push({ type: "left", room: old, reason: "new_code" });
    await new Promise(setImmediate);
    const asked = { type: "watch", room: old, epoch: "e", seq: 3, ...(key && { key }) };
    assert.deepEqual(link.asked.at(-1), asked, "by the old code, for what was missed");
    assert.deepEqual([codes("code").at(-1), codes("gone")], [{ from: old, code: fresh }, []]);
    assert.deepEqual([store.rooms.get(fresh).seq, store.rooms.has(old), store.wanted.get(fresh)], [4, false, "watch"]);
    await store.reenter(fresh);
    assert.equal(link.asked.at(-1).key, key, "it leads in for as long as the room is there");
  }
  assert.deepEqual(store.seated, ["QRSTV"]);
  link.push({ type: "left", room: "QRSTV", reason: "kicked" });
  assert.equal(codes("gone").length, 1);
  link.answers.watch = joined({ seat: undefined, room: "ABCDE" });
  await store.enterRoom("ABCDE", "watch");
  link.push({ type: "left", room: "ABCDE", reason: "new_code" });
  assert.deepEqual(codes("gone").at(-1), { code: "ABCDE", reason: "new_code" });
});

test("A level of hard mode is that of the game which the store has by now, and views hear of it", async () => {
  link.answers.open = game();
  await store.open(puzzle);
  const before = store.games.get(puzzle);
  await store.open(puzzle);
  store.hardened(puzzle, "ultra");
  assert.deepEqual([before.hard, store.games.get(puzzle).hard], ["off", "ultra"]);
  assert.deepEqual(heard.at(-1), ["game", { puzzle }]);
  heard.length = 0;
  store.hardened("guess-en-5/2026-11-20", "hard");
  assert.deepEqual(heard, [], "of a game that is not here there is nothing to hear");
});
