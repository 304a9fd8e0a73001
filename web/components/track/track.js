// The track: a night-dark band of lanes. A rival is a lane, an accepted guess a column of colours, and the winning
// column crosses the chequered line. Lanes hold colours only: no letter ever comes here.

import { el, named, setText } from "../elements/elements.js";
import { clock, people, placeWords, track as words } from "../../wording.js";

/** @typedef {import("../../state.js").LaneView} LaneView */
/** @typedef {import("../../state.js").LaneFace} LaneFace */

/**
 * The words of a lane: at its finish, where no time stands, and to be heard after its name and its time.
 * @param {LaneView} lane
 * @param {number} rows
 */
export function laneWords({ state, rows: { length }, finish, present, ended }, rows) {
  const { ends, home, racing, away, waiting } = words;
  if (state === "home") return home(finish?.turns);
  if (state === "racing") return (present ? racing : away)(Math.min(length + 1, rows));
  return state === "out" ? ends[length >= rows ? "out" : ended ? "ended" : "time"] : waiting;
}

class LaneElement {
  constructor() {
    this.place = el("span", { class: "place" });
    // A name is cut at its own end.
    this.name = el("span", { class: "name", dir: "auto" });
    this.columns = el("span", { class: "columns", "aria-hidden": "true" });
    this.line = el("span", { class: "line", "aria-hidden": "true" });
    this.home = el("span", { class: "home", "aria-hidden": "true" });
    this.time = el("span", { class: "time" });
    this.spoken = el("span", { class: "spoken" });
    this.element = el(
      "li",
      { class: "lane" },
      this.place, this.name, this.columns, this.line,
      el("span", { class: "finish" }, this.home, this.time),
      this.spoken,
    );
    this.face = "";
    this.shown = "";
    /** @type {string[]} the columns that stand there: their classes and marks */
    this.cells = [];
    this.at = -1;
    /** @type {boolean | undefined} */
    this.isPseudonym = undefined;
    /** @type {Animation | undefined} on its way to another place */
    this.motion = undefined;
  }

  /**
   * @param {LaneView} lane
   * @param {number} length
   * @param {number} rows
   * @param {LaneFace} [kind] draws the moves, where they are no columns
   */
  show(lane, length, rows, kind) {
    // Of thirty lanes a guess changes one: whatever is written to the others, a browser would lay out again.
    const { key, place, name: called, pseudonym, you, present, state, finish, time, note, ended } = lane;
    const moves = lane.rows.map(({ marks }) => marks);
    const face = [
      key, place, called, pseudonym, you, present, state, finish?.ms, finish?.turns, time, note, ended, length, rows,
      kind?.look, ...moves,
    ].join("\n");
    if (face === this.face) return;
    this.face = face;
    const isHome = state === "home";
    setText(this.place, placeWords(place, state !== "out"));
    const name = you ? people.you : called;
    if (name !== this.name.textContent || this.isPseudonym !== pseudonym)
      this.name.replaceChildren(...named(name, pseudonym));
    this.isPseudonym = pseudonym;
    this.name.title = called;
    this.element.dataset.state = state;
    this.element.classList.toggle("you", you);
    const isOpen = key.startsWith("open-");
    this.element.classList.toggle("open", isOpen);
    this.element.setAttribute("aria-hidden", String(isOpen));
    this.element.classList.toggle("away", !present);
    const [said, heard] = /** @type {[string, string]} */ (laneWords(lane, rows));
    const figure = kind
      ? note || kind.figure(lane)
      : isHome
        ? time ?? clock(finish?.ms ?? 0)
        : note || said;
    setText(this.time, figure);
    this.element.classList.toggle("noted", Boolean(note));
    setText(this.spoken, note ? "" : kind ? kind.spoken(lane) : heard);
    if (kind) return kind.draw(this.columns, lane);
    const picture = `${rows}/${state}/${moves.join()}`;
    if (picture === this.shown) return;
    const hadColumns = this.shown === "" ? Infinity : Number(this.element.dataset.columns);
    this.shown = picture;
    this.element.dataset.columns = String(moves.length);
    const judged = isHome ? moves.slice(0, -1) : moves;
    const cells = judged.map((marks, index) => (index >= hadColumns ? `column in/${marks}` : `column/${marks}`));
    const rest = rows - judged.length;
    if (isHome) {
      cells.push(`trail/${rest}/${length}`);
      // Rows that were not needed: seen where lanes are laid out as boards.
      for (let index = 1; index < rest; index += 1) cells.push("column empty spare/");
      this.home.replaceChildren(...Array.from({ length }, () => el("i", { class: "m2" })));
      this.element.classList.toggle("crossing", moves.length > hadColumns);
    } else {
      for (let index = 0; index < rest; index += 1)
        cells.push(index === 0 && state === "racing" ? "column now/" : "column empty/");
      if (this.home.firstChild) this.home.replaceChildren();
    }
    this.draw(cells);
  }

  /**
   * Draws the columns. A guess changes one or two; the others stay as they are.
   * @param {string[]} cells
   */
  draw(cells) {
    const { children } = this.columns;
    // Another number of rows has columns of another width: new ones, as those that stand there would jump.
    if (cells.length !== this.cells.length) {
      this.columns.replaceChildren();
      this.cells = [];
    }
    cells.forEach((cell, index) => {
      const before = this.cells[index];
      const child = children[index];
      if (before === cell) return;
      const [look = "", marks = "", letters = ""] = cell.split("/");
      // It came in with the last guess, and lies by now.
      if (child && before?.split("/")[1] === marks && letters === "") child.className = look;
      else if (child) child.replaceWith(column(look, marks, letters));
      else this.columns.append(column(look, marks, letters));
    });
    this.cells = cells;
  }
}

/**
 * A lane that waits for a rival.
 * @param {number} place
 * @returns {LaneView}
 */
function openLane(place) {
  return {
    key: `open-${place}`, place, name: words.open, you: false, present: false, state: "waiting", rows: [], finish: null,
  };
}

/**
 * A column of colours; or, of a lane that is home, its run over the rows that were not needed.
 * @param {string} look its classes
 * @param {string} marks of a run: how many rows it goes over
 * @param {string} letters of a run: how many colours it has
 */
function column(look, marks, letters) {
  if (letters === "")
    return el("span", { class: look }, ...[...marks].map((mark) => el("i", { class: `m${mark}` })));
  const trail = el("span", { class: look }, ...Array.from({ length: Number(letters) }, () => el("b")));
  trail.style.setProperty("--span", marks);
  return trail;
}

export class Track {
  /** @type {((track: Track, fills: boolean) => void) | null} lays the lanes out as boards; boards.js brings it */
  static boards = null;

  /**
   * Called before the order changes; returns what then has the lanes go to their places. moving.js brings it: before,
   * lanes stand there at once.
   * @type {((track: Track) => (() => void) | null) | null}
   */
  static moving = null;

  /** @type {Promise<unknown> | null} moving.js on its way, or there */
  static learning = null;

  /**
   * Fetches moving.js, unless it is there or on its way. Where it did not come, the next call asks again.
   * @param {() => Promise<unknown>} [fetch]
   */
  static learn(fetch = () => import("./moving.js")) {
    return (Track.learning ??= fetch().catch(() => { Track.learning = null; }));
  }

  /**
   * Puts off another order of many lanes; moving.js brings it too.
   * @type {((track: Track, lanes: LaneView[], again: () => void) => LaneView[]) | null}
   */
  static calm = null;

  /** @param {{ label: string, bare?: boolean }} options `bare`: an illustration, without names and numbers */
  constructor({ label, bare = false }) {
    /** @type {Map<string, LaneElement>} */
    this.lanes = new Map();
    this.head = el("div", { class: "track-head", "aria-hidden": "true" });
    this.list = el("ol", { class: "lanes", "aria-label": label });
    this.element = el("div", { class: bare ? "track bare" : "track" }, this.head, this.list);
    this.bare = bare;
    if (bare) this.list.setAttribute("aria-hidden", "true");
    this.count = 0;
    /** @type {LaneFace | undefined} */
    this.kind = undefined;
    /** @type {LaneView[]} */
    this.views = [];
    // Lanes that have room.
    this.most = Infinity;
    this.again = () => {};
    this.size = "";
    this.order = "";
    /** @type {Map<string, number>} where each lane stands, of those without room too */
    this.standing = new Map();
    this.sortedAt = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.sorting = undefined;
    this.drawn = "";
    this.shape = { length: 5, rows: 6 };
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.element);
    // By then it is in the page, of which the observer may tell a frame late.
    queueMicrotask(() => this.fit());
  }

  /**
   * @param {LaneView[]} taken front first
   * @param {number} length letters
   * @param {number} rows
   * @param {number} [atLeast] lanes to draw; those that nobody has are open
   * @param {LaneFace} [kind] draws the moves, where they are no columns
   */
  show(taken, length, rows, atLeast = 0, kind = undefined) {
    this.again = () => this.show(taken, length, rows, atLeast, kind);
    const lanes = this.inSight(this.calmly(taken, this.again));
    while (lanes.length < atLeast) lanes.push(openLane(lanes.length + 1));
    this.views = lanes;
    // Nothing that stands there is drawn as another kind draws it.
    if (this.kind !== kind) {
      this.kind = kind;
      this.element.dataset.look = kind?.look ?? "";
      this.lanes.clear();
      this.drawn = "";
      for (const part of [this.list, this.head]) part.replaceChildren();
    }
    kind?.fit(this);
    const columns = kind ? 1 : rows;
    if (this.size !== `${columns}/${length}`) {
      this.size = `${columns}/${length}`;
      this.element.style.setProperty("--rows", String(columns));
      this.element.style.setProperty("--letters", String(length));
    }
    if (this.head.childElementCount !== columns + 2) {
      this.head.replaceChildren(
        el("span", { class: "head-lane", text: words.lane }),
        ...Array.from({ length: columns }, (_, index) => el("span", { text: kind ? "" : String(index + 1) })),
        el("span", { class: "head-finish", text: kind?.finish ?? words.finish }),
      );
    }
    const order = lanes.map((lane) => lane.key).join();
    const move = order === this.order ? null : this.motion();
    const keys = new Set(lanes.map((lane) => lane.key));
    for (const [key, lane] of this.lanes) {
      if (keys.has(key)) continue;
      lane.element.remove();
      this.lanes.delete(key);
    }
    lanes.forEach((view, index) => {
      const lane = this.lanes.get(view.key) ?? new LaneElement();
      this.lanes.set(view.key, lane);
      lane.show(view, length, rows, kind);
      if (lane.at !== index) lane.line.style.setProperty("--at", String(lane.at = index));
      const there = this.list.children[index] ?? null;
      if (there !== lane.element) this.list.insertBefore(lane.element, there);
    });
    const drawn = [lanes.length, length, rows, this.element.className].join();
    if (this.drawn !== drawn) {
      this.drawn = drawn;
      this.count = this.element.classList.contains("boards") ? taken.length : lanes.length;
      this.shape = { length, rows };
      this.fit();
    }
    this.order = order;
    move?.();
  }

  /** @returns what has the lanes go to their places once the order has changed */
  motion() {
    return Track.moving?.(this) ?? null;
  }

  /**
   * The lanes for which there is room, from the front; one's own is always among them.
   * @param {LaneView[]} lanes front first
   */
  inSight(lanes) {
    if (lanes.length <= this.most) return lanes;
    const own = lanes.findIndex(({ you }) => you);
    if (own < this.most) return lanes.slice(0, this.most);
    return [...lanes.slice(0, this.most - 1), ...lanes.slice(own, own + 1)];
  }

  /**
   * The lanes as they are to stand.
   * @param {LaneView[]} lanes front first
   * @param {() => void} again
   */
  calmly(lanes, again) {
    return Track.calm?.(this, lanes, again) ?? [...lanes];
  }

  /** Chooses the height of a lane and the number of stacks for the room there is. */
  fit() {
    // Outside the page nothing has a size.
    if (this.bare || !this.element.isConnected) return;
    const style = getComputedStyle(this.element);
    const given = (/** @type {string} */ name) => Number(style.getPropertyValue(name));
    const limit = given("--track-limit") || 6;
    // Lanes are as high as the reader's type asks.
    const type = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const tallest = (given("--lane-max") || 24) * type;
    const fills = given("--track-fill") === 1;
    const { clientWidth: width, clientHeight } = this.element;
    if (this.element.classList.contains("boards")) return Track.boards?.(this, fills);
    const atMost = given("--track-most") || Infinity;
    if (atMost !== this.most) {
      this.most = atMost;
      // Where no lane comes or goes, this fits nothing: what follows does.
      this.again();
    }
    const height = fills ? clientHeight - Math.max(30, this.head.offsetHeight) : 0;
    // Narrower stacks would cut the names.
    const asked = given("--track-stacks") || 3;
    const most = height > 0 ? (width < 460 ? 1 : width < 900 ? 2 : 3) : asked;
    let stacks = 1;
    while (stacks < most && this.count / stacks > (height > 0 ? Math.max(limit, height / 30) : limit)) stacks += 1;
    const deep = Math.max(1, Math.ceil(this.count / stacks));
    // Stacks side by side have no head above them.
    const free = height > 0 ? Math.floor((stacks > 1 ? clientHeight - 8 : height) / deep) : tallest;
    const packed = (given("--lane-packed") || 16) * type;
    const lane = Math.max(16 * type, Math.min(stacks > 1 && height === 0 ? packed : tallest, free));
    this.element.dataset.stacks = String(stacks);
    this.element.style.setProperty("--stacks", String(stacks));
    this.element.style.setProperty("--deep", String(deep));
    this.element.style.setProperty("--lane", `${lane}px`);
    // More lanes than there is room for are scrolled: the last in sight is a whole one.
    const room = clientHeight - this.list.offsetTop;
    if (height > 0 && lane * deep > room)
      this.element.style.setProperty("--lane", `${room / Math.ceil(room / lane)}px`);
    this.kind?.fit(this, true);
  }

  remove() {
    clearTimeout(this.sorting);
    this.observer.disconnect();
    this.element.remove();
  }
}
