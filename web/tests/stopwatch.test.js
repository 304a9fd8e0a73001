import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Course } from "../components/practice/practice.js";
import { Stopwatch } from "../components/practice/stopwatch.js";

/** A browser that keeps, and a clock to be moved. */
function world() {
  const kept = { text: null };
  const clock = { ms: 1000 };
  const visit = () => new Stopwatch({ read: () => kept.text, write: (text) => { kept.text = text; } }, () => clock.ms);
  const pass = (watch, ms, isRunning = true) => {
    watch.look(isRunning);
    clock.ms += ms;
    watch.look(isRunning);
  };
  return { kept, clock, visit, pass };
}

test("The time of a practice game starts with the first letter", () => {
  const { visit, pass } = world();
  const watch = visit();
  watch.follow("ana", "practice-en-5/1", true);
  pass(watch, 4000);
  assert.equal(watch.ms, 0);
  watch.begin();
  pass(watch, 4000);
  assert.equal(watch.ms, 4000);
});

test("The stopwatch does not run between visits", () => {
  const { clock, visit, pass } = world();
  const first = visit();
  first.follow("ana", "practice-en-5/1", true);
  first.begin();
  pass(first, 3000);
  first.save();
  clock.ms += 86_400_000;
  const second = visit();
  second.follow("ana", "practice-en-5/1", false);
  assert.equal(second.ms, 3000);
  pass(second, 500);
  assert.equal(second.ms, 3500);
});

test("The stopwatch does not run while another page is in front, or the device sleeps", () => {
  const { clock, visit, pass } = world();
  const watch = visit();
  watch.follow("ana", "practice-en-5/1", true);
  watch.begin();
  pass(watch, 1000);
  pass(watch, 60_000, false);
  assert.equal(watch.ms, 1000);
  watch.look(true);
  clock.ms += 3_600_000;
  watch.look(true);
  assert.equal(watch.ms, 6000, "five seconds at most");
});

test("A game that was begun elsewhere, or by another player, has no time", () => {
  const { visit, pass } = world();
  const first = visit();
  first.follow("ana", "practice-en-5/7", true);
  first.begin();
  pass(first, 2000);
  first.save();
  const other = visit();
  other.follow("ben", "practice-en-5/7", false);
  pass(other, 2000);
  assert.equal(other.ms, null);
  const moved = visit();
  moved.follow("ana", "practice-en-6/1", false);
  assert.equal(moved.ms, null);
});

test("Each line keeps a game of its own, and what is spoilt is begun anew", () => {
  const { kept, visit, pass } = world();
  const watch = visit();
  watch.follow("ana", "practice-en-5/1", true);
  watch.begin();
  pass(watch, 1000);
  watch.follow("ana", "practice-en-8/1", true);
  watch.begin();
  pass(watch, 2000);
  watch.follow("ana", "practice-en-5/1", false);
  assert.equal(watch.ms, 1000);
  kept.text = "{";
  const again = visit();
  again.follow("ana", "practice-en-8/2", true);
  assert.equal(again.ms, 0);
  for (const spoilt of ["5", "null", "[5]", '{"practice-en-5":5}', '{"practice-en-5":[5]}', '{"practice-en-5":null}']) {
    kept.text = spoilt;
    assert.deepEqual([again.knows("practice-en-5", "ana"), again.best("practice-en-5", "ana")], [false, null], spoilt);
    visit().follow("ana", "practice-en-5/2", true);
  }
});

test("The best game of a line has fewer guesses, then less time, and is its player's own", () => {
  const { kept, visit, pass } = world();
  const watch = visit();
  const solve = (player, number, turns, ms) => {
    watch.follow(player, `practice-en-5/${number}`, true);
    watch.begin();
    pass(watch, ms);
    watch.finish(turns);
    watch.save();
  };
  assert.equal(watch.best("practice-en-5", "ana"), null);
  solve("ana", 1, 4, 3000);
  assert.deepEqual(watch.best("practice-en-5", "ana"), { turns: 4, ms: 3000 });
  solve("ana", 2, 4, 3500);
  solve("ana", 3, 5, 1000);
  assert.deepEqual(watch.best("practice-en-5", "ana"), { turns: 4, ms: 3000 });
  solve("ana", 4, 4, 2000);
  assert.deepEqual(watch.best("practice-en-5", "ana"), { turns: 4, ms: 2000 });
  solve("ana", 5, 3, 4000);
  assert.deepEqual(visit().best("practice-en-5", "ana"), { turns: 3, ms: 4000 }, "it outlasts a visit");
  assert.equal(watch.best("practice-en-5", "ben"), null);
  assert.equal(watch.best("practice-en-6", "ana"), null);
  // Its time goes on beside it.
  const again = visit();
  again.follow("ana", "practice-en-5/5", false);
  assert.equal(again.ms, 4000);
  kept.text = JSON.stringify({ "practice-en-5": ["ana practice-en-5/5", 1, "ana", "3", {}] });
  assert.equal(again.best("practice-en-5", "ana"), null, "spoilt");
});

test("A tab whose game went on in another one keeps no time of it, and takes over that of the other", () => {
  const { clock, kept, visit } = world();
  const store = { player: { id: "ana" } };
  const game = (guesses, more = {}) => ({
    puzzle: "practice-en-5/1", state: "playing", moved: false, guesses: Array(guesses).fill({}), ...more,
  });
  globalThis.document.hidden = false;
  const tab = () => Object.assign(Object.create(Course.prototype), { stopwatch: visit(), savedAt: 0, view: { store } });
  const look = (course, shown) => {
    course.view.game = shown;
    course.look();
  };
  const kind = Object.getOwnPropertyDescriptor(Course.prototype, "times");
  Object.defineProperty(Course.prototype, "times", { configurable: true, get: () => undefined });
  try {
    const [older, newer] = [tab(), tab()];
    look(older, game(0));
    older.stopwatch.begin();
    look(older, game(0));
    clock.ms += 4000;
    look(older, game(0));
    look(newer, game(0));
    look(older, game(0, { moved: true }));
    assert.equal(older.time, null, "it has not seen all of it");
    for (let second = 0; second < 10; second += 1) {
      clock.ms += 1000;
      look(newer, game(0));
      look(older, game(0, { moved: true }));
    }
    assert.equal(newer.stopwatch.ms, 14_000);
    look(newer, game(1, { state: "solved" }));
    newer.judged(newer.view.game);
    look(older, game(1, { state: "solved", moved: true }));
    older.judged(older.view.game);
    older.leave();
    assert.deepEqual(newer.stopwatch.best("practice-en-5", "ana"), { turns: 1, ms: 14_000 });
    // Taken back in mid-game, it goes on from there.
    kept.text = JSON.stringify({ "practice-en-5": ["ana practice-en-5/1", 9000] });
    look(older, game(1));
    assert.equal(older.stopwatch.ms, 9000);
  } finally {
    Object.defineProperty(Course.prototype, "times", kind);
  }
});
