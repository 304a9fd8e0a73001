// Rooms, lanes and boards as values: the fold of what the server sends. No DOM, no clock, no network.

/**
 * @typedef {import("./state.js").Lane} Lane
 * @typedef {import("./state.js").Race} Race
 * @typedef {import("./state.js").Room} Room
 * @typedef {import("./state.js").Game} Game
 * @typedef {import("./state.js").LaneState} LaneState
 * @typedef {import("./state.js").Standing} Standing
 * @typedef {import("./protocol.js").Finish} Finish
 * @typedef {import("./protocol.js").Guess} Guess
 * @typedef {import("./protocol.js").LoggedEvent} LoggedEvent
 * @typedef {import("./protocol.js").Sprint} Sprint
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
    const { name, host, members, races, present, watchers, locked, listed, barred, password, sprint, ready, kicked, series } = reply.snapshot;
    room = {
      code: reply.room, epoch: reply.epoch, seq: reply.seq, seat: reply.seat ?? null, name, host,
      members: new Map(members.map((member) => [member.seat, member.name])),
      races: races.map((race) => ({
        ...race,
        lanes: new Map(race.lanes.map((lane) => [lane.seat, { ...lane, finish: lane.finish ?? null }])),
      })),
      present, watchers, locked: locked ?? false, listed: listed ?? false, barred: barred ?? false, password: password ?? false,
      sprint: sprint ?? null, ready: ready ?? [], out: members.filter((one) => one.out).map((one) => one.seat), kicked: new Map((kicked ?? []).map((one) => [one.seat, one.name])),
      pseudonyms: new Map([...members, ...kicked ?? []].filter((one) => one.pseudonym).map((one) => [one.seat, one.held])),
      series: series ? { ...series, points: new Map(series.points.map((one) => [one.seat, one.points])) } : null,
    };
  } else {
    if (!before || before.epoch !== reply.epoch) return null;
    room = {
      ...before, seat: reply.seat ?? null, present: reply.present ?? before.present, watchers: reply.watchers ?? before.watchers,
    };
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
 * @param {LoggedEvent} logged
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
      return { ...room, pseudonyms: event.on ? new Map(room.pseudonyms).set(seat, event.held) : without(room.pseudonyms, seat) };
    case "left":
      return { ...withoutSeat(room, seat), pseudonyms: without(room.pseudonyms, seat) };
    case "kicked":
      return { ...withoutSeat(room, seat), kicked: new Map(room.kicked).set(seat, room.members.get(seat) ?? event.name ?? "") };
    case "sit_out":
      return { ...room, out: [...room.out.filter((one) => one !== seat), ...(event.out ? [seat] : [])] };
    case "unkicked":
      return { ...room, kicked: without(room.kicked, seat), pseudonyms: without(room.pseudonyms, seat) };
    case "hosted":
      return { ...room, host: seat };
    case "created":
    case "named":
      return { ...room, name: event.name ?? room.name };
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
        rows[event.row ?? rows.length] = { marks: event.marks ?? "", ms: event.ms ?? 0 };
        return { ...lane, rows };
      });
    case "finished": {
      const finish = { solved: event.solved ?? false, turns: event.turns ?? 0, ms: event.ms ?? 0 };
      return withLane(room, event.race, seat, (lane) => ({ ...lane, finish }));
    }
    case "settings":
    case "ready":
    case "series":
    case "round":
    case "round_over":
    case "series_over":
      return sprinted(room, event);
    default:
      return room; // An event of a later version: it takes its number and changes nothing here.
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
      return { ...room, sprint: /** @type {Sprint} */ ({ ...room.sprint, ...event.sprint }) };
    case "ready":
      return { ...room, ready: event.ready ? [...others, event.seat ?? 0] : others };
    case "series":
      return { ...room, ready: [], sprint: event.sprint ?? room.sprint, series: {
        series: event.series ?? 0, round: 0, of: event.sprint?.rounds ?? 1, phase: "pause", points: new Map(), next: null, cancelled: false } };
    case "round": {
      const { race = "", game, length = 5, rows = 6, starts, ends, seats = [] } = event;
      /** @type {Race} */
      const opened = { race, kind: "sprint", game, length, rows, starts, ends,
        lanes: new Map(seats.map((seat) => [seat, { seat, rows: [], finish: null }])) };
      return { ...room, races: [...room.races.filter((one) => one.kind !== "sprint"), opened],
        series: series && { ...series, round: event.round ?? series.round + 1, of: event.of ?? series.of, phase: "round", next: null } };
    }
    case "round_over": {
      const { standings = [] } = event;
      const points = new Map(series?.points);
      for (const one of standings) points.set(one.seat, (points.get(one.seat) ?? 0) + one.points);
      const races = room.races.map((race) => (race.race !== event.race ? race : { ...race, answer: event.answer, ended: event.ended,
        lanes: new Map([...race.lanes].map(([seat, lane]) => [seat, { ...lane, words: standings.find((one) => one.seat === seat)?.words ?? [] }])) }));
      return { ...room, races, series: series && { ...series, phase: "pause", points, next: event.next ?? null } };
    }
    default:
      return { ...room, series: series && { ...series, phase: "over", next: null, cancelled: event.cancelled ?? false } };
  }
}

/**
 * What is known by seat, without a seat.
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
export function gameFromReply({ puzzle, number, length, rows, hard, state, elapsed, guesses, words = [], tiles, seconds, answer, result, ranked = true }, now, moved) {
  return { puzzle, number, length, rows, hard, state, startedAt: now - elapsed, guesses: guesses ?? words.map(found), pending: null, moved,
    answer: answer ?? null, result: result ?? null, ranked, tiles, seconds };
}

/**
 * A word that counts by its length, as a move: lanes draw a colour for each letter, and another one where it has them all.
 * @param {import("./protocol.js").Found} found
 * @returns {Guess}
 */
function found({ word, length, points, ms }) {
  return { word, marks: (points > length * length ? "1" : "2").repeat(length), ms, points };
}

/**
 * The board of a sprint's round as a game of mine.
 * @param {string} room
 * @param {import("./protocol.js").BoardShape} board
 * @param {number} now instant of the server's clock
 * @returns {Game}
 */
export function gameFromBoard(room, board, now) {
  const { race, game, length, rows, hard, state, guesses, elapsed, answer = null } = board;
  return { puzzle: `${room}/${race}`, kind: game, room, race, number: 0, length: length ?? 5, rows, hard, state, startedAt: now - elapsed, guesses, pending: null,
    moved: false, answer, result: board.result ?? null, ranked: true };
}

/**
 * @param {Room} room
 * @param {string | undefined} id
 * @param {number} seat
 * @param {(lane: Lane) => Lane} change
 * @returns {Room}
 */
function withLane(room, id, seat, change) {
  const races = room.races.map((race) => {
    if (race.race !== id) return race;
    const lane = race.lanes.get(seat) ?? { seat, rows: [], finish: null };
    return { ...race, lanes: new Map(race.lanes).set(seat, change(lane)) };
  });
  return { ...room, races };
}

/**
 * The order of the lanes of a race, front first: home by turns and time; racing by how far down the board, then who got
 * there sooner; out of rows, who all share a place; not started. Equal ones stay in the order of their seats. Who sits out has
 * none, but for a game that was begun before.
 * @param {{ members: Map<number, string>, present: number[], pseudonyms?: Room["pseudonyms"], out?: number[] }} room
 * @param {Race | undefined} race
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
    return {
      seat, name, pseudonym: room.pseudonyms?.has(seat) ?? false, place: 0, state, present: room.present.includes(seat),
      rows: lane?.rows ?? [], finish: lane?.finish ?? null, ended: race?.ended,
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

/** @type {Record<LaneState, number>} */
const stateOrder = { home: 0, racing: 1, out: 2, waiting: 3 };

/**
 * @param {Standing} a
 * @param {Standing} b
 * @returns {number} negative if `a` is in front
 */
function compare(a, b) {
  if (a.state !== b.state) return stateOrder[a.state] - stateOrder[b.state];
  if (a.state === "home" && a.finish && b.finish) {
    return a.finish.turns - b.finish.turns || a.finish.ms - b.finish.ms;
  }
  if (a.state === "racing") {
    return b.rows.length - a.rows.length || (a.rows.at(-1)?.ms ?? 0) - (b.rows.at(-1)?.ms ?? 0);
  }
  return 0;
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
export function withJudged(guesses, { row, word, marks, length = 0, points = 0, ms }) {
  const next = guesses.slice();
  next[row] = marks === undefined ? found({ word, length, points, ms }) : { word, marks, ms };
  return next;
}

/**
 * My own game as the only lane of a track.
 * @param {{ state: import("./protocol.js").GameState, guesses: Guess[], result: Finish | null } | null} game null before the start
 * @returns {Standing}
 */
export function ownStanding(game) {
  if (!game) return { seat: 1, name: "", pseudonym: false, place: 1, state: "waiting", present: true, rows: [], finish: null };
  const state = game.state === "solved" ? "home" : game.state === "failed" ? "out" : "racing";
  return { seat: 1, name: "", pseudonym: false, place: 1, state, present: true, rows: game.guesses, finish: game.result };
}

/**
 * A race in which my lane has no more rows than my board has shown: what a lane shows at once, the tiles are only about to tell.
 * @template {Race | undefined} R
 * @param {R} race
 * @param {number | null | undefined} seat mine
 * @param {number} rows
 * @returns {R}
 */
export function raceAsTold(race, seat, rows) {
  const lane = race?.lanes.get(seat ?? 0);
  if (!race || !lane || lane.rows.length <= rows) return race;
  return { ...race, answer: undefined, lanes: new Map(race.lanes).set(lane.seat, { ...lane, rows: lane.rows.slice(0, rows), finish: null }) };
}

/**
 * My own game with no more rows than my board has shown.
 * @param {Game} game
 * @param {number} rows
 * @returns {Game}
 */
export function gameAsTold(game, rows) {
  return game.guesses.length <= rows ? game : { ...game, state: "playing", guesses: game.guesses.slice(0, rows), result: null };
}
