// The sprint of a room, seen from its page: which course is shown, the countdown, the time that is left.

import { el, fill } from "../elements/elements.js";
import { standings } from "../../racing.js";
import { clock, race as raceWords } from "../../wording.js";
import { sprint as words } from "../../wording/sprint.js";
import { kindOf } from "../../kinds.js";
import { refusalOf } from "../../store.js";
import { low, SprintPanel } from "./panel.js";
import { Lights } from "./ends.js";
import { Aloud, figureOf, heard, late, Pace, readyCount, restingLanes, sprintRace } from "./pace.js";
import { stamp, tray } from "../reactions/reactions.js";

/** @typedef {import("../../state.js").Course} Course */

/** @implements {Course} */
export class SprintRace {
  isSeries = true;
  // A round is opened by the server, for all at once.
  hasBegun = false;
  title = words.title;
  clock = words.timeLeft;
  /** @param {import("../race/race.js").RaceView} view */
  constructor(view) {
    this.view = view;
    this.app = view.app;
    this.store = view.store;
    /** The word of the day, with which it takes turns. */
    this.daily = view.course;
    /** @type {string | null} the round that runs, or ran last */
    this.round = null;
    // What draws moves of its games, and their kind.
    this.face = /** @type {import("../../state.js").Face | null} */ (null);
    this.faced = /** @type {string | null | undefined} */ (null);
    // What is told after a round, where that is more than the standings.
    this.end = /** @type {import("../../state.js").RoundEnd | null} */ (null);
    /** The last series that took the page: who goes back to the word of the day is not pulled away from it again. */
    this.seen = 0;
    /** The series that the tab remembers over a reload. */
    this.marked = 0;
    this.pace = new Pace();
    this.lights = new Lights();
    this.grid = new SprintPanel(this);
    this.aloud = new Aloud();
    const { signal } = view.stop;
    const on = (/** @type {string} */ type, /** @type {(told: any) => void} */ act) =>
      this.store.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail), { signal });
    on("event", (told) => this.onEvent(told));
    on("reaction", (told) => this.onReaction(told));
    on("code", (change) => this.recoded(change));
  }

  /** Whether the sprint is on the page, and not the word of the day. */
  get isOn() {
    return this.view.course === this;
  }

  get puzzle() { return this.round ?? this.daily.puzzle; }

  get room() { return this.view.room; }

  /** The kind of its games: that of the round, or of the next one. */
  get kind() {
    return this.race ? this.race.game : this.room?.sprint?.kind;
  }

  /** The name of a round. */
  get unit() {
    return kindOf({ kind: this.kind })?.unit ?? words.unit;
  }

  get race() {
    return sprintRace(this.room);
  }

  /** The phase that the page shows. */
  get phase() { return this.pace.phase; }

  /** Whether another phase begins, which only a drawing takes over. */
  get isDue() { return this.pace.isDue(this.room, this.store.now()); }

  get isLive() {
    return this.phase === "countdown" || this.phase === "racing";
  }

  get isHost() {
    const { seat = null, host } = this.room ?? {};
    // An empty room has no host, as a watcher has no seat. A pupil on the host's seat has none of its powers.
    return seat !== null && seat === host && !this.view.app.isPupil;
  }

  /** Whether I keep my seat without a lane. */
  get isOut() {
    return this.room?.out.includes(this.room.seat ?? 0) ?? false;
  }

  get hostName() {
    return this.room?.members.get(this.room.host ?? 0) ?? words.host;
  }

  /** My lane of the round, if I race in it. */
  get lane() {
    const seat = this.room?.seat;
    return seat === null || seat === undefined ? undefined : this.race?.lanes.get(seat);
  }

  // Which course

  /** @param {boolean} isOn */
  choose(isOn) {
    const { view } = this;
    view.turnTo(isOn ? this : this.daily);
    // The board has to stand when the lights go on.
    if (isOn && this.room?.seat !== null) void view.fetchDesk();
    if (!isOn) {
      this.moveOn();
      this.lights.hide();
      this.daily.next?.();
    }
    view.render();
  }

  /** Fetches what draws how rounds went, which the kind of their games brings. */
  async fetchFace() {
    const kind = (this.faced = this.kind);
    const of = kindOf({ kind });
    const asked = Promise.all([of?.face(), of?.round?.(), this.view.fetchKind()]);
    const parts = await asked.catch(() => this.app.partLost());
    const [face, round] = parts || [];
    if (!face || kind !== this.kind) return;
    this.face = face;
    this.end = round ? new round.RoundEnd(this) : null;
    this.view.render();
  }

  /** The series that this tab has on its page. */
  get marker() {
    return `${this.view.code} ${this.room?.series?.series}`;
  }

  /**
   * Puts the end of the word that runs near at hand for its host.
   * @param {HTMLElement} place in the bar
   */
  async offerEnd(place) {
    const found = await import("../host/end-word.js").catch(() => this.app.partLost());
    if (found) fill(place, this.unit, () => [found.endWord(() => this)]);
  }

  /** The reader goes elsewhere: what was on the page is not come back to. */
  moveOn() {
    this.marked = 0;
    this.app.preferences.setSession("series", "");
  }

  /** Called before each drawing: the board of the round is the puzzle of the page while the sprint is on. */
  follow() {
    const before = this.phase;
    this.pace.follow(this.room, this.store.now());
    const { series } = this.room ?? {};
    // Told by the state and not by an event: a phone that slept, or a page that is loaded in the middle, hears of none.
    if (series && series.series > this.seen && this.phase !== "idle") {
      this.seen = series.series;
      // A podium that somebody saw stays until they move on, also over a reload; to others the word of the day comes
      // first.
      if (this.phase !== "podium" || this.app.preferences.session("series") === this.marker) this.view.turnTo(this);
      if (this.isOn && this.room?.seat !== null) void this.view.fetchDesk();
    }
    if (!this.isOn) return;
    if (series && this.phase !== "idle" && this.marked !== series.series) {
      this.marked = series.series;
      this.app.preferences.setSession("series", this.marker);
    }
    const { view, race } = this;
    if (race) this.round = `${view.code}/${race.race}`;
    if (this.faced !== this.kind) void this.fetchFace();
    if (before !== this.phase) this.changed(before);
    if (this.mode === "grid") this.grid.show();
  }

  /** @returns {import("../../state.js").Mode} */
  get mode() {
    if (!this.isLive) return "grid";
    if (this.room?.seat === null || (this.isOut && !this.lane)) return "watching";
    return this.view.game ? "board" : "grid";
  }

  /** A taller row of cards for who has a seat: one of them says something. */
  get layout() { return this.room?.seat ? "reacting" : ""; }

  /** The state that the panel and the board's surroundings depend on. */
  get shape() {
    const done = this.phase === "racing" && this.lane?.finish ? this.racing : "";
    return `${this.phase}/${done}`;
  }

  get panel() {
    this.grid.show();
    return this.grid.element;
  }

  get racing() {
    const all = standings(/** @type {import("../../state.js").Room} */ (this.room), this.race);
    return all.filter((one) => one.state === "racing").length;
  }

  /** `Word 2 of 3`. */
  get words() {
    const series = this.room?.series;
    const isNone = !series || series.round === 0 || (series.phase === "over" && this.phase !== "over");
    return isNone ? words.title : words.round(this.unit, series.round, series.of);
  }

  /**
   * The lanes between sprints, where nobody races: by the points of the last one, with who is ready.
   * @returns {import("../../state.js").LaneView[] | null} null while a round is on the track
   */
  lanes() {
    const { room, phase } = this;
    if (!this.isOn || !room || (phase !== "idle" && phase !== "podium")) return null;
    return restingLanes(room, phase === "podium");
  }

  /**
   * The figure in the bar, where it is not the place on the track: how many are ready, the points so far, the place in
   * the end.
   * @returns {[string, string] | null}
   */
  figure() {
    return this.isOn && !this.isLive ? figureOf(this.phase, this.room, this.isOut) : null;
  }

  /** The number of those present who are ready. */
  get ready() {
    return readyCount(this.room);
  }

  get number() { return this.words; }

  /** @returns {[string, string]} */
  get heading() {
    return [words.title, this.words];
  }

  /** The track before its first round. */
  get size() { return this.room?.sprint; }

  /**
   * @param {number} racing
   * @param {string} done
   * @returns {[string, string]}
   */
  awaited(racing, done) {
    if (this.phase === "countdown") return [this.words, words.soon];
    return [this.words, racing > 0 ? words.after(done, racing) : words.done];
  }

  // What happens

  /** A seat brings its board along. */
  open() {
    return this.view.enter("join");
  }

  /** @param {{ code: string, event: import("../../protocol.js").RoomEvent }} told */
  onEvent({ code, event }) {
    if (code !== this.view.code || !this.room) return;
    if (event.kind === "hosted") {
      const isMine = event.seat === this.room.seat;
      this.app.say(isMine ? words.youHost : words.hosts(this.hostName));
    }
    const { seat, pseudonyms } = this.room;
    if (event.kind === "listed" && event.listed && !this.isHost && seat !== null && !pseudonyms.has(seat)) {
      this.app.say(words.listed);
    }
    if (event.kind === "settings" && !this.isHost && this.isOn) this.app.read(words.changed);
  }

  /** @param {{ from: string, code: string }} change the host gave the room another code */
  recoded({ from, code }) {
    const { view } = this;
    if (from !== view.code) return;
    this.app.settle(`/room/${code}`);
    this.app.rememberRoom(code);
    view.recode(code);
  }

  /** @param {{ room: string, seat: number, reaction: string }} told */
  onReaction({ room, seat, reaction }) {
    if (room !== this.view.code || this.app.preferences.get("reactions") === "off") return;
    stamp(this.view.track, seat, reaction);
  }

  /** @param {import("./pace.js").SprintPhase} before */
  changed(before) {
    const { room, race } = this;
    if (!room) return;
    // A guess that went with the line is not asked again in a round that is over.
    if (!this.isLive && this.view.game) this.view.store.withdraw(this.view.game);
    if (this.phase === "countdown") {
      this.aloud.begin();
      for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    }
    this.read(heard(this.phase, before, room, race, this.words, this.face));
  }

  /**
   * Asks the room for something, and says why not.
   * @param {string} type
   * @param {object} [fields]
   * @returns {Promise<boolean>}
   */
  async ask(type, fields = {}) {
    try {
      await this.store.command(this.view.code ?? "", type, fields);
      return true;
    } catch (error) {
      const refusal = refusalOf(error);
      if (type === "react" && refusal.code === "rate_limited") this.app.say(words.oneAtATime, true);
      else void this.app.refuse({ ...fields, ...refusal });
      return false;
    }
  }

  // The clock

  tick() {
    const { view, store, race, room } = this;
    const now = store.now();
    const { starts = 0, ends = 0 } = race ?? {};
    const left = this.phase === "countdown" ? ends - starts : Math.max(0, ends - now);
    // Boards with a time of their own say by themselves how much is left; after a round, however it ended, nothing is.
    const isTold = this.isLive && view.desk?.game === view.game && typeof view.desk?.tick?.() === "number";
    const isLate = this.phase === "racing" && left <= late;
    // The last second is 0:01 until it is over.
    view.bar.showTime(this.isLive ? clock(left + 999) : "", isLate);
    const isRacing = this.lane && !this.lane.finish;
    if (isLate && !isTold && isRacing) this.read(this.aloud.late(left));
    // Above the board that they start, or above the track for who only looks on.
    const { mode } = view;
    const watched = mode === "watching" ? view.track.element : view.element;
    const place = mode === "board" && view.desk ? view.desk.area : watched;
    const isStarting = this.phase === "countdown" || (this.phase === "racing" && now - starts < 700);
    this.lights.show(place, this.words, isStarting ? starts - now : null);
    if (this.phase === "racing" && room) this.read(this.aloud.rankOf(room, race, performance.now()));
    this.grid.tick(now);
    return true;
  }

  /** @param {string} said nothing if empty */
  read(said) {
    if (said) this.app.read(said);
  }

  // Pieces of the page

  /**
   * The two courses of a room.
   * @param {string} [where] a class
   */
  tabs(where = "") {
    const tab = (/** @type {string} */ text, /** @type {boolean} */ isSprint) =>
      el("button", {
        type: "button",
        "aria-pressed": String(this.isOn === isSprint),
        "data-key": isSprint ? "sprint" : "daily",
        text,
        on: { click: () => this.choose(isSprint) },
      });
    const daily = raceWords.today(kindOf({ puzzle: this.daily.puzzle })?.daily ?? words.race);
    return el(
      "div",
      { class: `tabs ${where}`, role: "group", "aria-label": words.which },
      tab(daily, false),
      tab(words.title, true),
    );
  }

  low() {
    const { game } = this.view;
    return game ? low(this, game) : null;
  }

  tray() { return tray(this); }

  /** While another course is looked at, and a round is raced. */
  banner() {
    if (this.isOn || !this.isLive) return null;
    const along = { type: "button", class: "button accent", text: words.along, on: { click: () => this.choose(true) } };
    return [el("span", {}, el("b", { text: words.isOn(this.words) }), words.others), el("button", along)];
  }

  async setUp() {
    const kinds = [...this.store.welcome?.sprints ?? [], this.room?.sprint ?? {}].flatMap((one) => kindOf(one) ?? []);
    const all = [...new Set(kinds)].map(async (kind) => /** @type {const} */ ([kind, await kind.face()]));
    const faces = await Promise.all(all).catch(() => this.app.partLost());
    if (faces) void this.app.sheet("setup", { sprint: this, faces: new Map(faces) });
  }
}
