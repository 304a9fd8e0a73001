// The state of a race page, and the course that it begins with. Nothing here makes or asks an element.

import { standings, todayIn } from "../../racing.js";
import { dayName, race as words } from "../../wording.js";

/** A room where nobody races along. */
const alone = { members: new Map([[1, ""]]), present: [1] };

/** @typedef {import("../../state.js").Mode} Mode */
/** @typedef {import("../../state.js").Course} Course */
/** @typedef {import("./race.js").RaceView} RaceView */

/** The state of a race page, as values: what is raced, in which mode, whose lanes. No element, no clock, no network. */
export class RaceModel {
  /**
   * @param {import("../../store.js").Store} store
   * @param {string | null} code the room; null for racing alone
   */
  constructor(store, code) {
    this.store = store;
    this.code = code;
    // What is raced now, set by whoever makes this: in a room a sprint takes turns with the word of the day.
    /** @type {Course} */
    this.course;
    // The sprint of the room, once it has come: it knows whether it is on.
    this.sprint = /** @type {import("../sprint/sprint.js").SprintRace | null} */ (null);
    // Whether I only want to look on.
    this.isWatcher = false;
    // Why there is nothing to race here; its code is a reason of the server's, or empty when I have left.
    this.gone = /** @type {import("../../wording.js").Refusal | null} */ (null);
    // Why the room does not let me in: the code of a refusal.
    this.door = "";
  }

  get room() {
    return this.code ? this.store.rooms.get(this.code) : undefined;
  }

  get hasSeat() {
    return this.code !== null && this.store.seated.includes(this.code);
  }

  get puzzle() {
    return this.course.puzzle;
  }

  /** Today's puzzle here. */
  get today() {
    const { today } = this.course;
    return today === undefined ? todayIn(this.store, this.room) : today;
  }

  get game() {
    return this.puzzle ? this.store.games.get(this.puzzle) : undefined;
  }

  get race() {
    const race = this.room?.races.find((one) => (one.puzzle ?? `${this.code}/${one.race}`) === this.puzzle);
    return raceAsTold(race, this.room?.seat, this.told);
  }

  /**
   * Rows of mine whose colours are told by now: before the tiles have turned, nothing else tells of them.
   * @returns {number}
   */
  get told() { return Infinity; }

  /** @returns {Mode} */
  get mode() {
    if (this.gone) return "gone";
    if (this.door) return "door";
    if (!this.store.today || !this.puzzle || (this.code && !this.room)) return "loading";
    const isSeatless = this.room?.seat === null;
    if (isSeatless && this.hasSeat) return "loading";
    if (isSeatless && !this.isWatcher) return "visiting";
    const { mode } = this.course;
    if (mode) return mode;
    // Which course is on is known when the sprint has come.
    if (!this.sprint && this.room?.series) return "loading";
    if (isSeatless) return "watching";
    if (this.game) return "board";
    return this.course.hasBegun ? "loading" : "gate";
  }

  /** @returns {number | null} ms of my finished game; null where nobody knows */
  get ownTime() {
    const { time } = this.course;
    return time === undefined ? this.game?.result?.ms ?? null : time;
  }

  /** @returns {import("../../state.js").LaneView[]} */
  lanes() {
    const { room, race, game } = this;
    const resting = this.course.lanes?.();
    if (resting) return resting;
    if (this.code && !room) return [];
    const lane = game && { seat: 1, rows: game.guesses, finish: game.result };
    const own = lane && { lanes: new Map([[1, lane]]) };
    const { seat } = room ?? { seat: 1 };
    const all = standings(room ?? alone, room ? race : raceAsTold(own, 1, this.told));
    return all.map((one) => ({ ...one, key: String(one.seat), you: one.seat === seat }));
  }

  /** Forgets why the room was shut, once somebody is in: the store may have entered it, too. */
  letIn() {
    if (!this.room || (!this.room.seat && this.hasSeat)) return;
    this.door = "";
    this.gone = null;
  }
}

/**
 * A race in which my lane has no more rows than my board has shown: what a lane shows at once, the tiles are only about
 * to tell.
 * @template {Pick<import("../../state.js").Race, "lanes"> | undefined} R
 * @param {R} race
 * @param {number | null | undefined} seat mine
 * @param {number} rows
 * @returns {R}
 */
function raceAsTold(race, seat, rows) {
  const lane = race?.lanes.get(seat ?? 0);
  if (!race || !lane || lane.rows.length <= rows) return race;
  const mine = { ...lane, rows: lane.rows.slice(0, rows), finish: null };
  return { ...race, answer: undefined, lanes: new Map(race.lanes).set(lane.seat, mine) };
}

/**
 * The word of the day, alone or in a room.
 * @implements {Course}
 */
export class Daily {
  /** @param {RaceView} view */
  constructor(view) {
    this.view = view;
    /** @type {string | null} it stays while a new day begins */
    this.puzzle = null;
  }

  get title() {
    return this.view.kind?.bar ?? this.longTitle;
  }

  get longTitle() {
    return words.today(this.view.kind?.daily);
  }

  /** Today's puzzle of the line that is raced. */
  get today() {
    return todayIn(this.view.store, this.view.room);
  }

  get hasBegun() {
    const { puzzle, view: { race, room, store } } = this;
    return puzzle !== null && (store.begun.has(puzzle) || race?.lanes.has(room?.seat ?? -1) === true);
  }

  get number() {
    const { puzzle, today, view } = this;
    const number = view.game?.number ?? (puzzle === today?.puzzle ? today?.number : undefined);
    return number === undefined ? "" : words.number(number);
  }

  /** @returns {[string, string]} */
  get heading() {
    const { puzzle, today, view: { game } } = this;
    const [, day = ""] = puzzle?.split("/") ?? [];
    return [puzzle === today?.puzzle ? this.longTitle : dayName(day), words.numbered(game?.number, day)];
  }

  begin() {
    if (!this.puzzle) this.next();
  }

  /** A board left unfinished at midnight is still in hand. */
  get chosen() {
    const { today, view: { room, store: { begun } } } = this;
    const [line] = today?.puzzle.split("/") ?? [];
    const isOurs = (/** @type {string} */ puzzle) => (room ? isRaced(room, puzzle) : puzzle.startsWith(`${line}/`));
    const left = [...begun].find(([puzzle, state]) =>
      state === "playing" && puzzle !== today?.puzzle && isOurs(puzzle));
    return left?.[0] ?? today?.puzzle ?? null;
  }

  next() {
    this.take(this.chosen);
  }

  /** Which line a room races is known when the room is. */
  settle() {
    const { puzzle, today, view: { game, room } } = this;
    if (room && !game && puzzle && puzzle !== today?.puzzle && !isRaced(room, puzzle)) this.puzzle = this.chosen;
  }

  /** @param {string | null} puzzle */
  take(puzzle) {
    this.puzzle = puzzle;
    this.view.render();
  }

  /**
   * @param {import("../../state.js").Opening} how
   * @param {string} puzzle
   */
  open(how, puzzle) {
    const { app, hard, store } = this.view;
    if (how === "start") app.preferences.set("met", "yes");
    return store.open(puzzle, hard, how === "follow");
  }

  /**
   * @param {string} code
   * @param {string} puzzle
   */
  refused(code, puzzle) {
    if (code !== "puzzle_closed" && code !== "bad_puzzle") return;
    this.view.store.noteBegun(puzzle, null);
    this.take(this.today?.puzzle ?? null);
  }

  /** Another day has begun. */
  banner() {
    const { puzzle, today, view } = this;
    if (!today || !puzzle || puzzle === today.puzzle) return null;
    // Only a board in hand keeps yesterday's puzzle.
    if (view.mode !== "board" && view.mode !== "loading") return this.take(today.puzzle);
    if (!view.panels) void view.fetchPanels();
    return view.panels?.newDay(this, today);
  }
}

/**
 * @param {import("../../store.js").Room} room
 * @param {string} puzzle
 */
const isRaced = (room, puzzle) => room.races.some((race) => race.puzzle === puzzle);
