import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { RefusedError } from "../link.js";
import { board as boardOf, joined, listenedTo, welcome as greeting } from "./store-steps.js";

globalThis.matchMedia ??= () => ({ matches: false });
globalThis.document ??= /** @type {any} */ ({});
const { Counts } = await import("../components/anagram/counts.js");

/** The welcome of the line that stands. */
const line = { features: [] };
const game = { puzzle: "anagram-en-7/2026-11-21", tiles: "natried", state: "playing", moved: false, told: line };
const round = { ...game, puzzle: "KYTE7/sprint-1-1", room: "KYTE7", race: "sprint-1-1" };

/** A server with these answers, one after the other: counts, the refusal of a question, or a promise of one of them. */
function asking(...answers) {
  const asked = [];
  const told = [];
  const request = async (message) => {
    asked.push(message);
    const answer = await answers.shift();
    if (Array.isArray(answer)) return { type: "counts", counts: answer };
    throw new RefusedError(answer);
  };
  const store = { link: { request }, welcome: line, connection: "online" };
  return { asked, told, store, counts: new Counts(store, (counts) => told.push(counts)) };
}

/** What follows at once is over. */
const settled = () => new Promise((done) => setImmediate(done));

/** Has the clock stand still for a test, which turns it on. */
function still(context) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  return async (/** @type {number} */ ms) => {
    await settled();
    context.mock.timers.tick(ms);
    await settled();
  };
}

test("How many words there are is asked once for a board, whenever it is shown", async () => {
  const { asked, told, counts } = asking([38, 52, 31, 14, 3]);
  await Promise.all([counts.see(game), counts.see(game)]);
  await counts.see(game);
  assert.deepEqual(asked, [{ type: "counts", puzzle: game.puzzle }]);
  assert.deepEqual(told, [[38, 52, 31, 14, 3]]);
});

test("Nobody asks before the tiles are dealt, after the end, or for a game that another tab plays", async () => {
  const { asked, counts } = asking();
  for (const other of [{ tiles: null }, { state: "solved" }, { moved: true }]) await counts.see({ ...game, ...other });
  assert.deepEqual(asked, []);
});

test("A round is named by its room, and asked for at some instant of the second after its start", async (context) => {
  const wait = still(context);
  const random = mock.method(Math, "random", () => 0.999_999);
  context.after(() => random.mock.restore());
  const last = asking([1, 2, 3]);
  void last.counts.see(round);
  await wait(500);
  assert.deepEqual(last.asked, [], "all that see the tiles would ask at one instant");
  await wait(499);
  assert.deepEqual(last.asked, [{ type: "counts", room: "KYTE7", race: "sprint-1-1" }]);
  assert.deepEqual(last.told, [[1, 2, 3]]);
  random.mock.mockImplementation(() => 0);
  const first = asking([1, 2, 3]);
  void first.counts.see(round);
  await wait(1);
  assert.deepEqual(first.told, [[1, 2, 3]]);
});

test("A server that cannot tell now is asked three times, and then when the board is shown", async (context) => {
  const wait = still(context);
  for (const code of ["rate_limited", "storage_unavailable", "not_started", "not_in_room", "hello_first", "draining"]) {
    const busy = { code, retry: 300 };
    const { asked, told, counts } = asking(busy, { code }, busy, [5]);
    const show = () => void counts.see(game);
    show();
    await wait(299);
    show();
    assert.equal(asked.length, 1, code);
    await wait(1);
    assert.equal(asked.length, 2, code);
    await wait(999);
    assert.equal(asked.length, 2, `${code}: a second, where the server does not say when`);
    await wait(1);
    show();
    assert.equal(asked.length, 3, code);
    for (let times = 0; times < 20; times += 1) await wait(1000);
    assert.deepEqual([asked.length, told], [3, []], `${code}: nobody looks, and nobody asks`);
    show();
    await wait(0);
    show();
    assert.deepEqual([asked.length, told], [4, [[5]]], code);
  }
});

test("What no server can change is asked once", async (context) => {
  const wait = still(context);
  for (const code of ["unknown_type", "bad_puzzle", "no_such_race"]) {
    const { asked, told, store, counts } = asking({ code }, [5]);
    void counts.see(game);
    await wait(5000);
    void counts.see(game);
    store.welcome = { features: [] };
    void counts.see({ ...game, told: store.welcome });
    await wait(5000);
    assert.deepEqual([asked.length, told], [1, []], code);
  }
});

test("On a new line it is asked again, once the board was told over it", async () => {
  for (const code of ["disconnected", "hello_first", "draining"]) {
    const { asked, told, store, counts } = asking({ code }, [7]);
    void counts.see(game);
    await settled();
    store.connection = "waiting";
    await counts.see(game);
    store.welcome = { features: [] };
    store.connection = "online";
    await counts.see(game);
    assert.equal(asked.length, 1, `${code}: the board of the line before`);
    await counts.see({ ...game, told: store.welcome });
    assert.deepEqual([asked.length, told], [2, [[7]]], code);
  }
});

test("A question that waits for its time does not leave on another line", async (context) => {
  const wait = still(context);
  for (const [answers, shown] of [[[[7]], round], [[{ code: "rate_limited", retry: 500 }, [7]], game]]) {
    const { asked, told, store, counts } = asking(...answers);
    void counts.see(shown);
    await settled();
    const before = asked.length;
    // Its socket is open, and hello is not answered.
    store.connection = "connecting";
    await wait(1000);
    assert.equal(asked.length, before);
    store.welcome = { features: [] };
    store.connection = "online";
    await wait(1000);
    assert.equal(asked.length, before);
    void counts.see({ ...shown, told: store.welcome });
    await wait(1000);
    assert.deepEqual(told, [[7]]);
  }
});

test("After a lost line a room is entered before its round's words are asked for", async (context) => {
  const wait = still(context);
  const { link, store } = listenedTo();
  const round = boardOf({ game: "anagram", tiles: "natried", seconds: 90, length: 7 });
  const arrive = async () => {
    link.dispatchEvent(new CustomEvent("welcome", { detail: { welcome: { ...greeting }, clockOffset: 0 } }));
    await settled();
  };
  let enter = () => {};
  link.answers.join = () => new Promise((done) => (enter = () => done(joined({ board: round }))));
  link.answers.counts = () => new RefusedError({ code: "disconnected" });
  const counts = new Counts(store, () => {});
  const show = () => void counts.see(store.games.get("KYTE7/sprint-1-1"));
  const asked = () => link.asked.map(({ type }) => type).filter((type) => ["join", "counts"].includes(type));
  await arrive();
  const seat = store.enterRoom("KYTE7", "join");
  enter();
  await seat;
  show();
  await wait(1000);
  assert.deepEqual(asked(), ["join", "counts"]);
  store.addEventListener("session", show);
  await arrive();
  show();
  await wait(1000);
  assert.deepEqual(asked(), ["join", "counts", "join"]);
  enter();
  await settled();
  show();
  await wait(1000);
  assert.deepEqual(asked(), ["join", "counts", "join", "counts"]);
});
