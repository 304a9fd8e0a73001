import assert from "node:assert/strict";
import { test } from "node:test";
import { applyEvent, keyStates, roomFromReply, standings, timeShown, withJudged } from "../racing.js";

const race = "guess-en-5/2026-11-21";

function reply(more = {}) {
  return {
    room: "KYTE7", epoch: "e1", seq: 9, recovered: false, seat: 2,
    snapshot: {
      present: [1, 2], watchers: 0,
      name: "Friday Kites", host: 1, members: [{ seat: 1, name: "Mika" }, { seat: 2, name: "Otter" }],
      races: [{ race, puzzle: race, length: 5, rows: 6, lanes: [{ seat: 1, rows: [{ marks: "00002", ms: 8123 }] }] }],
    },
    ...more,
  };
}

const logged = (seq, event) => ({ seq, time: 0, event: { race, ...event } });

test("A snapshot becomes a room", () => {
  const room = roomFromReply(reply(), undefined);
  assert.equal(room.members.get(1), "Mika");
  assert.deepEqual(room.races[0].lanes.get(1), { seat: 1, rows: [{ marks: "00002", ms: 8123 }], finish: null });
});

test("Late join and the whole stream end in the same picture", () => {
  const events = [
    logged(10, { kind: "started", seat: 2 }),
    logged(11, { kind: "guessed", seat: 1, row: 1, marks: "22222", ms: 9000 }),
    logged(12, { kind: "finished", seat: 1, solved: true, turns: 2, ms: 9000 }),
    logged(13, { kind: "joined", seat: 3, name: "Ana" }),
    logged(14, { kind: "renamed", seat: 2, name: "Noor" }),
    logged(15, { kind: "hosted", seat: 2 }),
    logged(16, { kind: "left", seat: 3 }),
  ];
  const streamed = events.reduce((room, event) => applyEvent(room, event), roomFromReply(reply(), undefined));
  const gap = { ...reply({ seq: 16, recovered: true, present: [1, 2], watchers: 0 }), snapshot: undefined, events };
  const recovered = roomFromReply(gap, roomFromReply(reply(), undefined));
  assert.deepEqual(recovered, streamed);
  assert.equal(streamed.seq, 16);
  assert.equal(streamed.host, 2);
  assert.deepEqual(
    [...streamed.members],
    [
      [1, "Mika"],
      [2, "Noor"],
    ],
  );
});

test("A member who leaves takes the lane along, as in the server's snapshot", () => {
  const room = roomFromReply(reply(), undefined);
  assert.deepEqual([...applyEvent(room, logged(10, { kind: "left", seat: 1 })).races[0].lanes], []);
  assert.equal(room.races[0].lanes.size, 1);
});

test("The snapshot says which names are pseudonyms, and events keep that up to date", () => {
  const { snapshot } = reply();
  const members = [
    { seat: 1, name: "Mika" },
    { seat: 2, name: "Brisk Otter", pseudonym: true },
  ];
  const kicked = [
    { seat: 3, name: "Calm Heron", pseudonym: true },
    { seat: 4, name: "Noor" },
  ];
  const room = roomFromReply(reply({ snapshot: { ...snapshot, members, kicked } }), undefined);
  assert.deepEqual([...room.pseudonyms.keys()], [2, 3]);
  assert.deepEqual(
    standings(room, undefined).map(({ name, pseudonym }) => [name, pseudonym]),
    [
      ["Mika", false],
      ["Brisk Otter", true],
    ],
  );
  const after = (...events) => events.reduce((so, event) => applyEvent(so, logged(so.seq + 1, event)), room);
  assert.deepEqual(
    [
      ...after(
        { kind: "renamed", seat: 1, name: "Keen Lynx" },
        { kind: "pseudonym", seat: 1, on: true },
      ).pseudonyms.keys(),
    ],
    [2, 3, 1],
  );
  assert.deepEqual(
    [...after({ kind: "renamed", seat: 2, name: "Ana" }, { kind: "pseudonym", seat: 2, on: false }).pseudonyms.keys()],
    [3],
  );
  assert.deepEqual([...room.pseudonyms.keys()], [2, 3], "the room before is as it was");
});

test("A pseudonym goes with the seat, and stays with who was kicked until let in again", () => {
  const { snapshot } = reply();
  const members = [
    { seat: 1, name: "Mika" },
    { seat: 2, name: "Brisk Otter", pseudonym: true },
  ];
  const room = roomFromReply(reply({ snapshot: { ...snapshot, members } }), undefined);
  const after = (...events) => events.reduce((so, event) => applyEvent(so, logged(so.seq + 1, event)), room);
  assert.deepEqual([...after({ kind: "left", seat: 2 }).pseudonyms.keys()], []);
  const streamed = after({ kind: "kicked", seat: 2 });
  const kicked = [{ seat: 2, name: "Brisk Otter", pseudonym: true }];
  const races = snapshot.races.map((one) => ({ ...one }));
  assert.deepEqual(
    streamed,
    roomFromReply(
      reply({ seq: 10, snapshot: { ...snapshot, races, members: members.slice(0, 1), kicked } }),
      undefined,
    ),
  );
  assert.deepEqual([...after({ kind: "kicked", seat: 2 }, { kind: "unkicked", seat: 2 }).pseudonyms.keys()], []);
});

test("A name that the host hides is known from the snapshot, and kept up by the events", () => {
  const { snapshot } = reply();
  const members = [
    { seat: 1, name: "Mika" },
    { seat: 2, name: "Brisk Otter", pseudonym: true, held: true },
  ];
  const room = roomFromReply(reply({ snapshot: { ...snapshot, members } }), undefined);
  const after = (...events) => events.reduce((so, event) => applyEvent(so, logged(so.seq + 1, event)), room);
  assert.deepEqual([...room.pseudonyms], [[2, true]]);
  assert.deepEqual([...after({ kind: "pseudonym", seat: 2, on: true, held: false }).pseudonyms], [[2, false]]);
  const hidden = after(
    { kind: "renamed", seat: 1, name: "Keen Lynx" },
    { kind: "pseudonym", seat: 1, on: true },
    { kind: "pseudonym", seat: 1, on: true, held: true },
  );
  assert.equal(hidden.pseudonyms.get(1), true);
  assert.deepEqual(
    [
      ...after({ kind: "pseudonym", seat: 2, on: true, held: false }, { kind: "pseudonym", seat: 2, on: false })
        .pseudonyms,
    ],
    [],
  );
});

test("A gap in the numbers is told, an event seen before changes nothing", () => {
  const room = roomFromReply(reply(), undefined);
  assert.equal(applyEvent(room, logged(11, { kind: "started", seat: 2 })), null);
  assert.equal(applyEvent(room, logged(9, { kind: "left", seat: 1 })), room);
});

test("An event of a later version takes its number and changes nothing else", () => {
  const room = roomFromReply(reply(), undefined);
  assert.deepEqual(applyEvent(room, logged(10, { kind: "waved", seat: 1 })), { ...room, seq: 10 });
});

test("A new epoch is never paired with an old offset", () => {
  const before = roomFromReply(reply(), undefined);
  const gap = { ...reply({ epoch: "e2", seq: 10, recovered: true }), snapshot: undefined, events: [] };
  assert.equal(roomFromReply(gap, before), null);
});

test("Events that do not reach the number of the reply are refused", () => {
  const gap = {
    ...reply({ seq: 12, recovered: true }),
    snapshot: undefined,
    events: [logged(10, { kind: "started", seat: 2 })],
  };
  assert.equal(roomFromReply(gap, roomFromReply(reply(), undefined)), null);
});

test("The same guess told twice is one column", () => {
  let room = roomFromReply(reply(), undefined);
  room = applyEvent(room, logged(10, { kind: "guessed", seat: 1, row: 0, marks: "00002", ms: 8123 }));
  assert.equal(room.races[0].lanes.get(1).rows.length, 1);
});

test("A race that is opened anew becomes the last", () => {
  const room = applyEvent(roomFromReply(reply(), undefined),
    { seq: 10, time: 0, event: { kind: "opened", race: "next", puzzle: "next", length: 5, rows: 6 } });
  assert.equal(room.races.at(-1).race, "next");
  assert.equal(room.races.length, 2);
});

test("Lanes are ordered: home by turns and time, ties shared; racing; out (one place for all); not started", () => {
  const names = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];
  const home = (turns, ms) => ({
    rows: Array(turns).fill({ marks: "22222", ms }),
    finish: { solved: true, turns, ms },
  });
  const lanes = [
    { seat: 1, rows: [{ marks: "00000", ms: 10 }] },
    { seat: 2, ...home(4, 500) },
    { seat: 3, ...home(3, 900) },
    { seat: 4, ...home(4, 500) },
    { seat: 5, rows: Array(6).fill({ marks: "00000", ms: 1 }), finish: { solved: false, turns: 6, ms: 1 } },
    {
      seat: 6,
      rows: [
        { marks: "00000", ms: 5 },
        { marks: "00000", ms: 50 },
      ],
    },
    { seat: 8, rows: Array(6).fill({ marks: "00000", ms: 2 }), finish: { solved: false, turns: 6, ms: 2 } },
  ];
  const members = names.map((name, index) => ({ seat: index + 1, name }));
  const room = roomFromReply(
    reply({
      snapshot: {
        name: "",
        host: 1,
        members,
        present: [],
        watchers: 0,
        races: [{ race, puzzle: race, length: 5, rows: 6, lanes }],
      },
    }),
    undefined,
  );
  const order = standings(room, room.races[0]);
  assert.deepEqual(
    order.map((standing) => standing.name),
    ["C", "B", "D", "F", "A", "E", "H", "G", "I"],
  );
  assert.deepEqual(
    order.map((standing) => standing.place),
    [1, 2, 2, 4, 5, 6, 6, 8, 9],
  );
  assert.deepEqual(
    order.map((standing) => standing.state),
    ["home", "home", "home", "racing", "racing", "out", "out", "waiting", "waiting"],
  );
});

test("A key is never downgraded by a later guess", () => {
  const keys = keyStates([
    { word: "crane", marks: "00002", ms: 1 },
    { word: "eerie", marks: "10002", ms: 2 },
    { word: "geese", marks: "00000", ms: 3 },
  ]);
  assert.equal(keys.get("e"), 2);
  assert.equal(keys.get("c"), 0);
  assert.equal(keys.get("z"), undefined);
});

test("A row judged twice is in the journal once", () => {
  const once = withJudged([], { row: 0, word: "crane", marks: "00002", ms: 1 });
  assert.deepEqual(withJudged(once, { row: 0, word: "crane", marks: "00002", ms: 1 }), once);
});

test("A clock against the time counts down from the gate to nothing, any other up to the end", () => {
  const timed = { startedAt: 1000, seconds: 90, state: "playing", result: null };
  assert.equal(timeShown(undefined, 90, 0), 90_000);
  assert.equal(timeShown(undefined, 0, 0), 0);
  // The last second is 0:01 until it is over, and a clock that is behind the server's shows no more than there is.
  for (const [now, shown] of [[500, 90_999], [1000, 90_999], [90_999, 1000], [91_000, 0], [91_500, 0]]) {
    assert.equal(timeShown(timed, 90, now), shown);
  }
  // Its last word came early: what is left after the end is nothing, and not the time of that word.
  const ended = { ...timed, state: "solved", result: { solved: true, turns: 3, points: 27, ms: 6000 } };
  assert.equal(timeShown(ended, 90, 20_000), 0);
  const guessed = { startedAt: 1000, seconds: undefined, state: "playing", result: null };
  assert.equal(timeShown(guessed, 0, 9000), 8000);
  assert.equal(timeShown({ ...guessed, state: "solved", result: { solved: true, turns: 3, ms: 6000 } }, 0, 9000), 6000);
  // A game for practice that has no limit counts up as well.
  assert.equal(timeShown({ ...timed, seconds: null }, 0, 3000), 2000);
});
