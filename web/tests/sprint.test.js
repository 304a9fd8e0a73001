import assert from "node:assert/strict";
import { test } from "node:test";
import { placed, sprintPhase, sprintRace } from "../components/sprint/pace.js";
import { applyEvent, gameFromBoard, roomFromReply, standings } from "../racing.js";
import { headline } from "../wording.js";

const settings = {
  language: "en",
  length: 5,
  rows: 6,
  hard: "off",
  limit: 180,
  rounds: 2,
  late: "start",
  next: "auto",
};

function reply(more = {}) {
  return {
    room: "KYTE7",
    epoch: "e1",
    seq: 0,
    recovered: false,
    seat: 1,
    snapshot: {
      name: "Kites",
      host: 1,
      members: [
        { seat: 1, name: "Mika" },
        { seat: 2, name: "Ana" },
      ],
      races: [],
      present: [1, 2],
      watchers: 0,
      locked: false,
      listed: false,
      password: false,
      sprint: settings,
      ready: [],
      series: null,
      ...more,
    },
  };
}

/** The room after these events. */
function after(events, room = roomFromReply(reply(), undefined)) {
  return events.reduce((so, event) => applyEvent(so, { seq: so.seq + 1, time: 0, event }), room);
}

const start = [
  { kind: "ready", seat: 2, ready: true },
  { kind: "series", series: 1, sprint: settings },
  {
    kind: "round",
    series: 1,
    round: 1,
    of: 2,
    race: "sprint-1-1",
    length: 5,
    language: "en",
    rows: 6,
    hard: "off",
    starts: 1000,
    ends: 181_000,
    seats: [1, 2],
  },
];
const first = [
  { kind: "guessed", race: "sprint-1-1", seat: 1, row: 0, marks: "22222", ms: 900 },
  { kind: "finished", race: "sprint-1-1", seat: 1, solved: true, turns: 1, ms: 900 },
];
const over = { kind: "round_over", race: "sprint-1-1", answer: "glide", salt: "00", next: 9000,
  standings: [{ seat: 1, place: 1, points: 10, solved: true, turns: 1, ms: 900, words: ["glide"] },
    { seat: 2, place: 2, points: 0, solved: false, turns: 0, ms: 0, words: [] }] };

test("A server without sprints leaves a room without them", () => {
  const { snapshot } = reply();
  for (const field of ["locked", "listed", "password", "sprint", "ready", "series"]) delete snapshot[field];
  const room = roomFromReply({ ...reply(), snapshot }, undefined);
  assert.deepEqual([room.locked, room.sprint, room.ready, room.series], [false, null, [], null]);
  assert.equal(sprintPhase(room, 0), "idle");
});

test("A player who sits out has no lane, but for a game begun before", () => {
  let room = after([{ kind: "sit_out", seat: 2, out: true }]);
  assert.deepEqual(room.out, [2]);
  assert.deepEqual(
    standings(room, undefined).map(({ name }) => name),
    ["Mika"],
  );
  assert.deepEqual(after([{ kind: "sit_out", seat: 2, out: false }], room).out, []);
  room = after([...start.slice(1), { kind: "sit_out", seat: 2, out: true }]);
  assert.equal(standings(room, sprintRace(room)).length, 2);
  assert.deepEqual(after([{ kind: "left", seat: 2 }], room).out, []);
  const { snapshot } = reply();
  const told = roomFromReply(
    {
      ...reply(),
      snapshot: {
        ...snapshot,
        members: [
          { seat: 1, name: "Mika", out: true },
          { seat: 2, name: "Ana" },
        ],
      },
    },
    undefined,
  );
  assert.deepEqual(told.out, [1]);
});

test("A sprint from the grid to the podium", () => {
  let room = after(start.slice(0, 1));
  assert.deepEqual(room.ready, [2]);
  room = after(start.slice(1), room);
  assert.deepEqual(room.ready, [], "a series begins with nobody ready for the next");
  assert.equal(sprintPhase(room, 999), "countdown");
  assert.equal(sprintPhase(room, 1000), "racing");
  assert.deepEqual([...sprintRace(room).lanes.keys()], [1, 2]);
  room = after(first, room);
  assert.deepEqual(
    standings(room, sprintRace(room)).map(({ name, place, state }) => [name, place, state]),
    [
      ["Mika", 1, "home"],
      ["Ana", 2, "racing"],
    ],
  );
  room = after([over], room);
  assert.equal(sprintPhase(room, 1500), "over");
  assert.equal(sprintRace(room).answer, "glide");
  assert.deepEqual(sprintRace(room).lanes.get(1).words, ["glide"]);
  assert.deepEqual(
    [...room.series.points],
    [
      [1, 10],
      [2, 0],
    ],
  );
  room = after([{ ...start[2], round: 2, race: "sprint-1-2", starts: 10_000 }], room);
  assert.equal(room.races.filter((race) => race.kind === "sprint").length, 1, "the round before is history");
  assert.equal(room.series.round, 2);
  room = after([{ ...over, race: "sprint-1-2", next: null }], room);
  assert.equal(room.series.points.get(1), 20);
  room = after([{ kind: "series_over", series: 1, podium: [], cancelled: false }], room);
  assert.equal(sprintPhase(room, 0), "podium");
});

test("Places of a round: turns, then time, equal ones share; points for those who solved it", () => {
  const lane = (seat, solved, turns, ms) => [seat, { seat, rows: [], finish: { solved, turns, ms } }];
  const lanes = new Map([
    lane(1, true, 3, 50),
    lane(2, true, 2, 90),
    lane(3, true, 3, 50),
    lane(4, true, 3, 60),
    lane(5, false, 6, 10),
    [6, { seat: 6, rows: [{ marks: "00000", ms: 5 }], finish: null }],
  ]);
  assert.deepEqual(
    placed({ race: "x", length: 5, rows: 6, lanes }).map(({ seat, place, points }) => [seat, place, points]),
    [
      [2, 1, 10],
      [1, 2, 7],
      [3, 2, 7],
      [4, 4, 4],
      [5, 5, 0],
      [6, 5, 0],
    ],
  );
});

test("A player who leaves takes the points along", () => {
  for (const kind of ["left", "kicked"]) {
    const room = after([...start, ...first, over, { kind, seat: 1 }]);
    assert.deepEqual([...room.series.points], [[2, 0]]);
  }
});

test("A series that was called off before anybody had a point leaves the grid", () => {
  const room = after([...start, { kind: "series_over", series: 1, podium: [], cancelled: true }]);
  assert.equal(sprintPhase(room, 2000), "idle");
});

test("A snapshot in mid-series and the stream of events are one picture", () => {
  const streamed = after([...start, ...first, over]);
  const { lanes, ...race } = sprintRace(streamed);
  const snapshot = roomFromReply(
    {
      ...reply({
        series: {
          series: 1,
          round: 1,
          of: 2,
          phase: "pause",
          cancelled: false,
          points: [
            { seat: 1, points: 10 },
            { seat: 2, points: 0 },
          ],
          next: 9000,
        },
        races: [
          { ...race, lanes: [...lanes.values()].map(({ finish, ...lane }) => (finish ? { ...lane, finish } : lane)) },
        ],
      }),
      seq: streamed.seq,
    },
    undefined,
  );
  assert.deepEqual(snapshot, streamed);
});

test("The host's powers change what they name, and a kicked member goes with the lane", () => {
  const room = after([
    ...start,
    { kind: "named", name: "Owls" },
    { kind: "locked", locked: true },
    { kind: "password", needed: true },
    { kind: "listed", listed: true },
    { kind: "settings", sprint: { ...settings, rounds: 5 } },
    { kind: "kicked", seat: 2 },
  ]);
  assert.deepEqual(
    [room.name, room.locked, room.password, room.listed, room.sprint.rounds],
    ["Owls", true, true, true, 5],
  );
  assert.deepEqual([...room.members.keys()], [1]);
  assert.deepEqual([...sprintRace(room).lanes.keys()], [1]);
  assert.deepEqual([...room.kicked], [[2, "Ana"]]);
  assert.equal(after([{ kind: "unkicked", seat: 2 }], room).kicked.size, 0);
  assert.equal(room.barred, false);
  assert.equal(
    after(
      [
        { kind: "listed", listed: false },
        { kind: "barred", barred: true },
      ],
      room,
    ).barred,
    true,
  );
  assert.equal(roomFromReply(reply({ barred: true }), undefined).barred, true);
});

test("A board of a round is a game of mine, under the room's name", () => {
  const board = {
    race: "sprint-1-1",
    language: "en",
    length: 5,
    rows: 6,
    hard: "off",
    elapsed: -2000,
    guesses: [],
    keyboard: {},
    state: "playing",
  };
  const game = gameFromBoard("KYTE7", board, 5000);
  assert.deepEqual([game.puzzle, game.room, game.startedAt, game.length], ["KYTE7/sprint-1-1", "KYTE7", 7000, 5]);
});

test("A word that the host ended says so, also to a page that was loaded later", () => {
  const running = after([...start, ...first]);
  assert.ok(!sprintRace(after([over], running)).ended, "its time was out, or all had finished");
  const cut = { ...over, ended: true };
  const shape = { race: "sprint-1-1", kind: "sprint", length: 5, rows: 6 };
  const race = { ...shape, answer: "glide", lanes: [{ seat: 1, rows: [] }] };
  const later = (fields) => {
    const room = roomFromReply(reply({ races: [{ ...race, ...fields }] }), undefined);
    return standings(room, sprintRace(room)).find(({ seat }) => seat === 1);
  };
  assert.deepEqual([later({}).state, later({}).ended], ["out", undefined]);
  assert.deepEqual([later({ ended: true }).state, later({ ended: true }).ended], ["out", true]);
  const lanes = standings(after([cut], running), sprintRace(after([cut], running)));
  assert.deepEqual(
    lanes.map((lane) => lane.ended),
    [true, true],
  );
  assert.equal(headline(false, 0, 6, true), "The host ended this word");
  assert.equal(headline(false, 6, 6, true), "Out of guesses");
});
