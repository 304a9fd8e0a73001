import assert from "node:assert/strict";
import { test } from "node:test";
import { bestRun, highlights } from "../components/stage/highlights.js";
import { layout } from "../components/stage/layout.js";
import { Order, calm, pageAt, timeWords } from "../components/stage/order.js";

const space = { width: 1430, height: 900, gap: 15, names: 11, times: 3.6, tallest: Infinity };

test("Lanes fill the height of a stage, at any number", () => {
  for (const count of [1, 2, 4, 8, 12, 20, 30, 50]) {
    const { stacks, deep, lane, type, number, name, finish, line } = layout({ ...space, count });
    assert.ok(stacks * deep >= count && stacks * (deep - 1) < count, `${count}: ${stacks} stacks of ${deep}`);
    assert.ok(Math.abs(deep * lane - 900) < 1e-6, `${count}: ${deep} lanes of ${lane}`);
    assert.ok(type * 1.4 <= lane, `${count}: type ${type} in a lane of ${lane}`);
    const whole = (space.width - space.gap * (stacks - 1)) / stacks;
    assert.ok(number + name + finish + line <= 0.69 * whole, `${count}: no room for the columns`);
  }
});

test("Fifty racers are apart on a phone on its side", () => {
  const phone = { width: 680, height: 305, gap: 12, names: 6, times: 3.6, tallest: Infinity };
  const { stacks, lane, type } = layout({ ...phone, count: 50 });
  assert.ok(stacks > 1 && type * 1.4 <= lane, `${stacks} stacks, type ${type} in a lane of ${lane}`);
});

test("Fewer racers have larger letters", () => {
  const types = [4, 12, 20, 30, 50].map((count) => layout({ ...space, count }).type);
  assert.deepEqual(types, types.toSorted((a, b) => b - a));
  assert.ok(types[0] > 40 && types.at(-1) >= 16, types.join());
});

test("Lanes of an overlay are no taller than they may be", () => {
  assert.equal(layout({ ...space, count: 2, tallest: 80 }).lane, 80);
});

const lane = (seat, place) => ({ seat, place, name: "", state: "racing" });
const seats = (lanes) => lanes.map(({ seat }) => seat);

test("The order on a stage changes once a second at most", () => {
  const order = new Order();
  assert.deepEqual(seats(order.arrange([lane(1, 1), lane(2, 2), lane(3, 3)], 0)), [1, 2, 3]);
  const next = [lane(3, 1), lane(1, 2), lane(2, 3)];
  const early = order.arrange(next, calm - 1);
  assert.deepEqual(
    early.map(({ seat, place }) => [seat, place]),
    [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
    "places stay with the order that is shown",
  );
  assert.equal(order.isDue(calm - 1), false);
  assert.equal(order.isDue(calm), true);
  assert.deepEqual(
    order.arrange(next, calm).map(({ seat, place }) => [seat, place]),
    [
      [3, 1],
      [1, 2],
      [2, 3],
    ],
  );
  assert.equal(order.isDue(calm * 2), false, "nothing is behind any more");
});

test("The second of an order counts from when its lanes stand, which a slow screen takes time for", () => {
  const order = new Order();
  order.arrange([lane(1, 1), lane(2, 2)], 0);
  order.stands(0, 300);
  const passed = [lane(2, 1), lane(1, 2)];
  assert.deepEqual(seats(order.arrange(passed, calm)), [1, 2], "a second after it was arranged");
  order.stands(calm, calm + 50);
  assert.deepEqual(seats(order.arrange(passed, calm + 299)), [1, 2], "no order was arranged since");
  assert.deepEqual(seats(order.arrange(passed, calm + 300)), [2, 1]);
});

test("A lane that comes between two changes of the order stands below, and one that left is gone", () => {
  const order = new Order();
  order.arrange([lane(1, 1), lane(2, 2)], 0);
  assert.deepEqual(seats(order.arrange([lane(9, 1), lane(2, 2)], 10)), [2, 9]);
  assert.deepEqual(seats(order.arrange([lane(9, 1), lane(2, 2)], calm)), [9, 2]);
});

test("Times have tenths when two would read the same", () => {
  assert.equal(timeWords([41_200, 52_800])(41_200), "0:41");
  assert.equal(timeWords([41_200, 41_900])(41_900), "0:41.9");
  assert.equal(timeWords([])(1000), "0:01");
});

test("The pages of points have all been seen when the next word comes", () => {
  const seen = (pages, pause) => new Set(Array.from({ length: 80 }, (_, index) => pageAt(pages, index * 100, pause)));
  assert.equal(seen(4, 8000).size, 4);
  assert.equal(seen(1, 8000).size, 1);
  assert.equal(pageAt(3, 4_999, null), 0);
  assert.equal(pageAt(3, 5_000, null), 1);
  assert.equal(pageAt(3, 15_000, null), 0, "and again from the first");
});

/** A race in which seats came home at these ms, a row each. */
const race = (runs) => ({
  race: "sprint-1-1",
  length: 5,
  rows: 6,
  answer: "glide",
  lanes: new Map(
    Object.entries(runs).map(([seat, times]) => [
      Number(seat),
      {
        seat: Number(seat),
        rows: times.map((ms, index) => ({ ms, marks: index + 1 === times.length ? "22222" : "00000" })),
        finish: { solved: true, turns: times.length, ms: times.at(-1) },
      },
    ]),
  ),
});

test("A series has its fastest word, closest finish and longest comeback", () => {
  const first = race({ 1: [1000, 2000, 9000], 2: [3000, 4000, 5000], 3: [2000, 2500, 9300] });
  const { fastest, closest, comeback } = highlights([
    { round: 1, race: first },
    { round: 2, race: race({ 1: [700, 8000], 2: [800, 900, 7000] }) },
  ]);
  assert.deepEqual([fastest.seat, fastest.ms, fastest.round], [2, 5000, 1]);
  assert.deepEqual([closest.seat, closest.behind, closest.ms], [1, 3, 300]);
  assert.deepEqual([comeback.seat, comeback.from, comeback.to, comeback.round], [2, 3, 1, 1]);
});

test("A closest finish is one that time has decided", () => {
  assert.equal(highlights([{ round: 1, race: race({ 1: [1000, 2000], 2: [500, 1500, 2001] }) }]).closest, null);
});

test("Where nobody came home nothing is remarkable", () => {
  const lost = {
    ...race({}),
    lanes: new Map([[1, { seat: 1, rows: [{ ms: 5, marks: "00000" }], finish: { solved: false, turns: 6, ms: 5 } }]]),
  };
  assert.deepEqual(highlights([{ round: 1, race: lost }]), { fastest: null, closest: null, comeback: null });
  assert.equal(bestRun([{ round: 1, race: lost }], 1), undefined);
});

test("The best run needs the fewest guesses, then the least time", () => {
  const rounds = [race({ 1: [1, 2, 3] }), race({ 1: [10, 90] }), race({ 1: [10, 80] })].map((one, index) => ({
    round: index + 1,
    race: one,
  }));
  assert.equal(bestRun(rounds, 1)?.round, 3);
});
