// Rooms with their codes, lanes and boards as values: the fold of what the server sends. No DOM, no clock, no network.

/**
 * @typedef {import("./state.js").Lane} Lane
 * @typedef {import("./state.js").Race} Race
 * @typedef {import("./state.js").Room} Room
 * @typedef {import("./state.js").Game} Game
 * @typedef {import("./state.js").LaneState} LaneState
 * @typedef {import("./state.js").Standing} Standing
 * @typedef {import("./protocol.js").Finish} Finish
 * @typedef {import("./protocol.js").Guess} Guess
 */

/**
 * The room that a `joined` or `watching` reply describes.
 * @param {import("./protocol.js").RoomReply} reply
 * @param {Room | undefined} before what was known of the room, for a reply that brings only the gap
 * @returns {Room | null} null if the reply does not fit what was known
 */
export function roomFromReply(reply, before) {
  /** @type {Room} */
  let room;
  if (reply.snapshot) {
    const { name, host, members, races, present, watchers, daily, ready = [], kicked = [], series } = reply.snapshot;
    const { locked = false, listed = false, barred = false, password = false, sprint = null } = reply.snapshot;
    room = {
      code: reply.room, epoch: reply.epoch, seq: reply.seq, seat: reply.seat ?? null,
      name, host, daily, present, watchers, locked, listed, barred, password, sprint, ready,
      members: new Map(members.map((member) => [member.seat, member.name])),
      races: races.map((race) => ({
        rows: 6, ...race,
        lanes: new Map(race.lanes.map((lane) =>
          [lane.seat, { ...lane, rows: lane.rows.map(asMove), finish: lane.finish ?? null }])),
      })),
      out: members.filter((one) => one.out).map((one) => one.seat),
      kicked: new Map(kicked.map((one) => [one.seat, one.name])),
      pseudonyms: new Map([...members, ...kicked].filter((one) => one.pseudonym).map((one) => [one.seat, one.held])),
      series: series ? { ...series, points: new Map(series.points.map((one) => [one.seat, one.points])) } : null,
    };
  } else {
    if (!before || before.epoch !== reply.epoch) return null;
    const { seat = null, present = before.present, watchers = before.watchers } = reply;
    room = { ...before, seat, present, watchers };
    for (const logged of reply.events ?? []) {
      const next = applyEvent(room, logged);
      if (!next) return null;
      room = next;
    }
    if (room.seq !== reply.seq) return null;
  }
  return room;
}

/**
 * The room after one event of its log.
 * @param {Room} room
 * @param {import("./protocol.js").LoggedEvent} logged
 * @returns {Room | null} null if events before this one are missing; the same room if it is in already
 */
export function applyEvent(room, logged) {
  if (logged.seq <= room.seq) return room;
  if (logged.seq !== room.seq + 1) return null;
  return { ...changed(room, logged.event), seq: logged.seq };
}

/**
 * @param {Room} room
 * @param {import("./protocol.js").RoomEvent} event
 * @returns {Room}
 */
function changed(room, event) {
  const seat = event.seat ?? 0;
  switch (event.kind) {
    case "joined":
    case "renamed":
      return { ...room, members: new Map(room.members).set(seat, event.name ?? "") };
    case "pseudonym":
      return {
        ...room,
        pseudonyms: event.on ? new Map(room.pseudonyms).set(seat, event.held) : without(room.pseudonyms, seat),
      };
    case "left":
      return { ...withoutSeat(room, seat), pseudonyms: without(room.pseudonyms, seat) };
    case "kicked": {
      const name = room.members.get(seat) ?? event.name ?? "";
      return { ...withoutSeat(room, seat), kicked: new Map(room.kicked).set(seat, name) };
    }
    case "sit_out":
      return { ...room, out: [...room.out.filter((one) => one !== seat), ...(event.out ? [seat] : [])] };
    case "unkicked":
      return { ...room, kicked: without(room.kicked, seat), pseudonyms: without(room.pseudonyms, seat) };
    case "hosted":
      return { ...room, host: seat };
    case "created":
    case "named":
      return { ...room, name: event.name ?? room.name };
    case "daily":
      return { ...room, daily: event.line };
    case "locked":
      return { ...room, locked: event.locked ?? false };
    case "listed":
      return { ...room, listed: event.listed ?? false };
    case "barred":
      return { ...room, barred: event.barred ?? false };
    case "password":
      return { ...room, password: event.needed ?? false };
    case "opened": {
      const { race = "", puzzle = "", length = 5, rows = 6 } = event;
      if (room.races.some((known) => known.race === race)) return room;
      return { ...room, races: [...room.races, { race, puzzle, length, rows, lanes: new Map() }] };
    }
    case "started":
      return withLane(room, event.race, seat, (lane) => lane);
    case "guessed":
      return withLane(room, event.race, seat, (lane) => {
        const rows = lane.rows.slice();
        const { row = rows.length, marks, length, points, ms = 0 } = event;
        rows[row] = asMove({ marks, length, points, ms });
        return { ...lane, rows };
      });
    case "finished": {
      const { solved = false, turns = 0, ms = 0, points } = event;
      const finish = { solved, turns, ms, ...(points !== undefined && { points }) };
      return withLane(room, event.race, seat, (lane) => ({ ...lane, finish }));
    }
    case "settings":
    case "ready":
    case "series":
    case "round":
    case "dealt":
    case "round_over":
    case "series_over":
      return sprinted(room, event);
    default:
      // An event of a later version: it takes its number and changes nothing here.
      return room;
  }
}

/**
 * @param {Room} room
 * @param {import("./protocol.js").RoomEvent} event
 * @returns {Room}
 */
function sprinted(room, event) {
  const { series } = room;
  const others = room.ready.filter((seat) => seat !== event.seat);
  switch (event.kind) {
    case "settings":
      return { ...room, sprint: /** @type {import("./protocol.js").Sprint} */ ({ ...room.sprint, ...event.sprint }) };
    case "ready":
      return { ...room, ready: event.ready ? [...others, event.seat ?? 0] : others };
    case "series":
      return {
        ...room,
        ready: [],
        sprint: event.sprint ?? room.sprint,
        series: {
          series: event.series ?? 0, round: 0, of: event.sprint?.rounds ?? 1, phase: "pause", points: new Map(),
          next: null, cancelled: false,
        },
      };
    case "round": {
      const { race = "", game, length = 5, rows = 6, starts, ends, seats = [] } = event;
      /** @type {Race} */
      const opened = { race, kind: "sprint", game, length, rows, starts, ends,
        lanes: new Map(seats.map((seat) => [seat, { seat, rows: [], finish: null }])) };
      const { round = (series?.round ?? 0) + 1, of = series?.of ?? 1 } = event;
      return {
        ...room,
        races: [...room.races.filter((one) => one.kind !== "sprint"), opened],
        series: series && { ...series, round, of, phase: "round", next: null },
      };
    }
    case "dealt":
      return withRace(room, event.race, (race) => ({ ...race, tiles: event.tiles }));
    case "round_over": {
      const { standings = [] } = event;
      const points = new Map(series?.points);
      for (const one of standings) points.set(one.seat, (points.get(one.seat) ?? 0) + one.points);
      const told = withRace(room, event.race, (race) => ({
        ...race,
        answer: event.answer,
        ended: event.ended,
        lanes: new Map([...race.lanes].map(([seat, lane]) => {
          /** @type {Partial<import("./protocol.js").RoundPlace>} */
          const placed = standings.find((one) => one.seat === seat) ?? {};
          const { words = [], solved = false, turns = 0, ms = 0, score } = placed;
          // A game of points ends with its round, and its lane with it.
          const finish = score === undefined ? lane.finish : { solved, turns, ms, points: score };
          return [seat, { ...lane, words, finish }];
        })),
      }));
      return { ...told, series: series && { ...series, phase: "pause", points, next: event.next ?? null } };
    }
    default:
      return {
        ...room,
        series: series && { ...series, phase: "over", next: null, cancelled: event.cancelled ?? false },
      };
  }
}

/**
 * A copy of what is known by seat, without a seat.
 * @template T
 * @param {Map<number, T> | undefined} seats
 * @param {number} seat
 */
function without(seats, seat) {
  const rest = new Map(seats);
  rest.delete(seat);
  return rest;
}

/**
 * @param {Room} room
 * @param {number} seat
 */
function withoutSeat(room, seat) {
  const races = room.races.map((race) => ({ ...race, lanes: without(race.lanes, seat) }));
  const series = room.series && { ...room.series, points: without(room.series.points, seat) };
  return { ...room, members: without(room.members, seat), races, series,
    ready: room.ready.filter((one) => one !== seat), out: room.out.filter((one) => one !== seat) };
}

/**
 * The board of a puzzle as a game of mine.
 * @param {import("./protocol.js").GameReply} reply
 * @param {number} now instant of the server's clock
 * @param {boolean} moved another connection plays
 * @returns {Game}
 */
export function gameFromReply(reply, now, moved) {
  const { puzzle, number, length, rows = 0, hard = "off", state, elapsed, words = [], tiles, seconds } = reply;
  const { guesses = words.map(asMove), answer = null, result = null, ranked = true } = reply;
  return {
    puzzle, number, length, rows, hard, state, startedAt: now - elapsed, guesses, pending: null, moved, answer, result,
    ranked, tiles, seconds,
  };
}

/**
 * The time that the clock of a race shows. A race against the clock counts down, from its limit at the gate to nothing
 * after its end, however early the last word came; any other counts up, to the time of its end.
 * @param {Game | undefined} game
 * @param {number} limit seconds that a game takes which has not begun; 0 without a limit
 * @param {number} now instant of the server's clock
 * @returns {number} ms
 */
export function timeShown(game, limit, now) {
  if (!game) return limit * 1000;
  const { result, seconds, startedAt, state } = game;
  if (!seconds) return result ? result.ms : now - startedAt;
  const left = startedAt + seconds * 1000 - now;
  // The last second is 0:01 until it is over.
  return state === "playing" && left > 0 ? Math.min(left, seconds * 1000) + 999 : 0;
}

/**
 * A move as the page keeps it. A word that counts by its length has a colour for each letter, and another one where it
 * has them all.
 * @template {{ marks?: string, length?: number, points?: number, ms: number }} M
 * @param {M} move
 * @returns {Omit<M, "length" | "marks"> & { marks: string }}
 */
function asMove({ length = 0, ...move }) {
  const { marks, points = 0 } = move;
  const colours = marks ?? (points > length * length ? "1" : "2").repeat(length);
  return /** @type {any} */ ({ ...move, marks: colours });
}

/**
 * The board of a sprint's round as a game of mine.
 * @param {string} room
 * @param {import("./protocol.js").BoardShape} board
 * @param {number} now instant of the server's clock
 * @returns {Game}
 */
export function gameFromBoard(room, board, now) {
  const { race, game, length, rows = 0, hard = "off", state, words = [], elapsed, tiles, seconds } = board;
  const { guesses = words.map(asMove), answer = null, result = null, starts = now - elapsed } = board;
  return {
    puzzle: `${room}/${race}`, kind: game, room, race, number: 0, length, rows, hard, state, startedAt: starts, guesses,
    pending: null, moved: false, answer, result, ranked: true, tiles, seconds,
  };
}

/**
 * @param {Room} room
 * @param {string | undefined} id
 * @param {(race: Race) => Race} change
 * @returns {Room}
 */
function withRace(room, id, change) {
  return { ...room, races: room.races.map((race) => (race.race === id ? change(race) : race)) };
}

/**
 * @param {Room} room
 * @param {string | undefined} id
 * @param {number} seat
 * @param {(lane: Lane) => Lane} change
 * @returns {Room}
 */
function withLane(room, id, seat, change) {
  return withRace(room, id, (race) => {
    const lane = race.lanes.get(seat) ?? { seat, rows: [], finish: null };
    return { ...race, lanes: new Map(race.lanes).set(seat, change(lane)) };
  });
}

/**
 * The order of the lanes of a race, front first: home by turns and time; racing by how far down the board, then who got
 * there sooner; out of rows, who all share a place; not started. With points it is the order of results, whoever still
 * races. Equal ones stay in the order of their seats. Who sits out has none, but for a game that was begun before.
 * @param {{ members: Map<number, string>, present: number[], pseudonyms?: Room["pseudonyms"], out?: number[] }} room
 * @param {Pick<Race, "lanes" | "answer" | "ended"> | undefined} race
 * @returns {Standing[]}
 */
export function standings(room, race) {
  const racers = [...room.members].filter(([seat]) => !room.out?.includes(seat) || race?.lanes.has(seat));
  /** @type {Standing[]} */
  const all = racers.map(([seat, name]) => {
    const lane = race?.lanes.get(seat);
    // A round that is over has its word; who was still on the track then is out.
    /** @type {LaneState} */
    const state = !lane ? "waiting" : lane.finish?.solved ? "home" : lane.finish || race?.answer ? "out" : "racing";
    /** @type {Partial<Lane>} */
    const { rows = [], finish = null } = lane ?? {};
    return {
      seat, name, pseudonym: room.pseudonyms?.has(seat) ?? false, place: 0, state, present: room.present.includes(seat),
      rows, finish, ended: race?.ended, points: finish?.points ?? score(rows),
    };
  });
  all.sort((a, b) => compare(a, b) || a.seat - b.seat);
  all.forEach((standing, index) => {
    const front = all[index - 1];
    const shared = front && /home|out/.test(standing.state) && compare(front, standing) === 0;
    standing.place = shared ? front.place : index + 1;
  });
  return all;
}

/**
 * The points of moves; 0 in games without.
 * @param {{ points?: number }[]} moves
 */
export function score(moves) {
  return moves.reduce((sum, { points = 0 }) => sum + points, 0);
}

/** @type {Record<LaneState, number>} */
const stateOrder = { home: 0, racing: 1, out: 2, waiting: 3 };

/**
 * @param {Standing} a
 * @param {Standing} b
 * @returns {number} negative if `a` is in front
 */
function compare(a, b) {
  const [first, second] = [a, b].map(({ points, state }) => (points ? 0 : stateOrder[state]));
  if (first !== second) return (first ?? 0) - (second ?? 0);
  if (first === 0) return compareResults(resultOf(a), resultOf(b));
  return a.state === "racing" ? b.rows.length - a.rows.length || resultOf(a).ms - resultOf(b).ms : 0;
}

/** @param {Standing} standing @returns {Finish} what it would be if the race ended now */
const resultOf = ({ finish, rows, points }) =>
  finish ?? { solved: true, turns: rows.length, ms: rows.at(-1)?.ms ?? 0, points };

/**
 * The order of two results of who came home: more points, where there are any; fewer moves; the earlier last one.
 * @param {Finish} a
 * @param {Finish} b
 */
export function compareResults(a, b) {
  return (b.points ?? 0) - (a.points ?? 0) || a.turns - b.turns || a.ms - b.ms;
}

/**
 * The best mark of each letter in a journal. A later guess never lowers a key.
 * @param {Guess[]} guesses
 * @returns {Map<string, number>} 0 absent, 1 present, 2 correct
 */
export function keyStates(guesses) {
  const keys = new Map();
  for (const { word, marks } of guesses) {
    [...word].forEach((letter, index) => {
      const mark = Number(marks[index]);
      keys.set(letter, Math.max(mark, keys.get(letter) ?? 0));
    });
  }
  return keys;
}

/**
 * A journal with one more judged row. The row's number decides its place, so that a row judged twice is there once.
 * @param {Guess[]} guesses
 * @param {{ row: number, word: string, ms: number, marks?: string, length?: number, points?: number }} judged
 * @returns {Guess[]}
 */
export function withJudged(guesses, { row, word, marks, length, points, ms }) {
  const next = guesses.slice();
  next[row] = asMove({ word, ms, marks, length, points });
  return next;
}

/**
 * Today's puzzle of a room: that of its line, or of the server's first for none.
 * @param {{ lines: import("./protocol.js").Today[], today: import("./protocol.js").Today | null }} store
 * @param {Room | undefined} room
 */
export function todayIn({ lines, today }, room) {
  // A day keeps the line with which it began, whatever the host has chosen since.
  const isRaced = ({ puzzle = "" }) => room?.races.some((race) => race.puzzle === puzzle);
  return lines.find(isRaced) ?? lines.find(({ puzzle }) => puzzle.startsWith(`${room?.daily}/`)) ?? today;
}

/** Characters in a room code: none is I, L, O, U, 0 or 1, which are taken for one another. */
export const codeLength = 5;

/**
 * The characters of a code in what somebody typed or pasted, be it lower case, dashed, a whole link, or a sentence.
 * @param {string} typed
 */
export function codeFrom(typed) {
  const text = /.*\/(?:room|stage|replay)\/([^/?#]+)/is.exec(typed)?.[1] ?? typed.replace(/\S+:\/\/\S*/g, "");
  const whole = text.match(/\b[A-HJKMNP-TV-Z2-9]{4}[-–]?[A-HJKMNP-TV-Z2-9]\b/gi) ?? [];
  // A word of five letters may stand beside it.
  const code =
    whole.find((one) => /[-–\d]/.test(one)) ?? whole.find((one) => one === one.toUpperCase()) ?? whole[0] ?? text;
  return code.toUpperCase().replace(/[^A-HJKMNP-TV-Z2-9]/g, "").slice(0, codeLength);
}

/**
 * A code as it is shown: `KYTE-7`.
 * @param {string} code
 */
export function shownCode(code) {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
