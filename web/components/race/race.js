// The race: the own board beside the track, alone at /today or in a room at /room/CODE.

import { eachFrame, el, fill, icon, setClockFace, setHidden, setLabel, setText, sign } from "../elements/elements.js";
import { Daily, RaceModel } from "./model.js";
import { Track } from "../track/track.js";
import { shownCode, timeShown } from "../../racing.js";
import { clock, lineWords, page, people, race as words } from "../../wording.js";
import { refusalOf } from "../../store.js";

const wide = matchMedia("(min-width: 56.25em)");
/** Whether cards have room beside a board: on desktops, and on tablets held upright. */
const roomy = matchMedia(
  "(min-width: 56.25em) and (min-height: 30.0625em), (min-width: 37.5em) and (min-height: 43.75em)",
);
/** @type {Pick<import("../../state.js").LaneView, "state" | "rows">} a lane of which nothing is shown */
const unseen = { state: "waiting", rows: [] };
/**
 * The words of the pill of the figure while there is none: what it opens.
 * @type {[string, string]}
 */
const lanesOnly = ["", words.bar.lanes];

/** @typedef {import("../../state.js").Mode} Mode */
/** @typedef {import("../../state.js").Course} Course */
/** @typedef {import("../../state.js").Kind} Kind */

export { RaceView as View };
export class RaceView extends RaceModel {
  /**
   * @param {import("../../main.js").App} app
   * @param {string | null} code the room; null for racing alone
   * @param {string} [_rest] of the address
   * @param {new (view: RaceView) => Course} [Raced] what is raced
   */
  constructor(app, code, _rest, Raced = Daily) {
    super(app.store, code);
    this.app = app;
    this.isFetchingSprint = false;
    // Puzzles whose opening is under way.
    this.opening = /** @type {Set<string>} */ (new Set());
    // The puzzle whose gate stood here.
    this.gated = /** @type {string | null} */ (null);
    this.hard = /** @type {import("../../protocol.js").Hard} */ ("off");
    this.kinds = /** @type {typeof import("../../kinds.js") | null} */ (null);
    // What draws lanes that have no columns, and of which kind it is.
    this.lanesOf = /** @type {Kind | undefined} */ (undefined);
    this.laneFace = /** @type {import("../../state.js").LaneFace | undefined} */ (undefined);
    // What makes boards, and the kind of their games.
    this.Desk = /** @type {import("../../state.js").BoardMaker | null} */ (null);
    this.desks = /** @type {Kind | undefined} */ (undefined);
    this.panels = /** @type {typeof import("./panels.js") | null} */ (null);
    this.doors = /** @type {typeof import("../door/door.js") | null} */ (null);
    this.shut = /** @type {typeof import("../door/shut.js") | null} */ (null);
    this.desk = /** @type {import("../../state.js").Board | null} */ (null);
    // Whether nobody waits to be told that the board stands.
    this.isGreeted = true;
    // Whether what had the focus is gone, with nothing there yet to take it.
    this.isAdrift = false;
    this.deskShape = "";
    this.track = new Track({ label: words.lanes });
    this.bar = new Bar(this);
    this.dom = this.build();
    this.stop = new AbortController();
    const { signal } = this.stop;
    const on = (/** @type {string} */ topic, /** @type {(told: any) => void} */ act) =>
      this.store.addEventListener(topic, (event) => act(/** @type {CustomEvent} */ (event).detail), { signal });
    const renderSoon = eachFrame(() => this.render());
    for (const topic of ["connection", "room", "game", "day"]) on(topic, renderSoon);
    on("session", () => this.begin());
    on("gone", ({ code, reason }) => code === this.code && this.shutOut(reason));
    on("judged", (judged) => this.onJudged(judged));
    on("refused", (refused) => this.onRefused(refused));
    wide.addEventListener("change", () => this.render(), { signal });
    this.timer = setInterval(() => this.tick(), 200);
    // What the end of a race looks like, and how lanes change their places: without, they stand there at once.
    void app.settled.then(() => {
      void app.preload(["/components/race/gate.css"]);
      void Track.learn();
      // It may have been lost on the way.
      on("room", () => void Track.learn());
    });
    this.course = new Raced(this);
    this.course.arrive?.();
    if (this.store.today && this.store.connection === "online") this.begin();
    this.render();
  }

  build() {
    const desk = el("section", { class: "desk", "aria-label": words.yours, tabindex: "-1" });
    const side = el("div", { class: "side" });
    const page = el("main", { class: "race" }, this.bar.element, this.track.element, desk, side);
    return { page, desk, side };
  }

  get element() { return this.dom.page; }

  // Where this view stands

  /** The kind of what is raced, once the page knows kinds. */
  get kind() {
    return this.kinds?.kindOf(this.course);
  }

  /** @returns {number} */
  get told() {
    const { desk } = this;
    return desk?.game.puzzle === this.puzzle && desk.area.isConnected ? desk.told : Infinity;
  }

  // What happens

  /** The line is up: chooses the puzzle, goes into the room. */
  begin() {
    const { store } = this;
    if (store.today) this.course.begin?.();
    // Its parts come while the server is asked for the board.
    if (this.course.hasBegun) void this.fetchDesk();
    // Kinds are fetched where a line has no rows; the kind of columns needs none.
    if (!this.kinds && store.lines.some(({ rows }) => !rows))
      void this.fetchKind().then(() => this.render(), () => this.app.partLost());
    const how = this.hasSeat ? "join" : "watch";
    if (this.code && !this.shut?.isOver(this) && store.wanted.get(this.code) !== how) void this.enter(how);
    if (this.code && !this.isFetchingSprint && store.welcome?.features.includes("sprint")) {
      this.isFetchingSprint = true;
      const styled = this.app.preload(["/components/sprint/sprint.css"]);
      void Promise.all([import("../sprint/sprint.js"), styled]).then(([{ SprintRace }]) => {
        if (this.stop.signal.aborted) return;
        this.sprint = new SprintRace(this);
        // A menu that is open has more to offer now.
        this.store.announce("room", { code: this.code });
      }).catch(() => { this.isFetchingSprint = this.app.partLost(); });
    }
    this.render();
  }

  /**
   * Puts another course on the page, at the next drawing.
   * @param {Course} course
   */
  turnTo(course) {
    this.course = course;
  }

  /** @param {string} code another one of the same room */
  recode(code) {
    this.code = code;
    this.render();
  }

  /**
   * @param {"join" | "watch"} how
   * @param {{ password?: string, pseudonym?: boolean }} [options]
   * @returns {Promise<import("../../wording.js").Refusal | null>}
   */
  async enter(how, options) {
    const code = this.code ?? "";
    let refusal = null;
    try {
      const known = await this.store.enterRoom(code, how, options);
      // The room has another code by now: Back does not lead to the old one.
      if (known !== code) {
        this.app.settle(`/room/${known}`);
        void this.app.show();
      }
      this.app.rememberRoom(known);
    } catch (error) {
      refusal = refusalOf(error);
      if (refusal.code === "disconnected") this.store.want(code, how);
      // It asks again for a room that it has, and says why it must.
      else if (this.room && this.hasSeat) this.store.roomLost(code, refusal);
      else {
        this.shutOut(refusal.code, refusal);
        // The door says by itself that it wants a password, or another name.
        if (!this.gone && !/name|password/.test(refusal.code)) void this.app.refuse(refusal);
      }
    }
    this.render();
    return refusal;
  }

  /**
   * The room is not mine any more, or never was.
   * @param {string} [code] of why
   * @param {import("../../wording.js").Refusal} [why]
   */
  shutOut(code = "", why = { code }) {
    if (/password/.test(code)) [this.door, this.gone] = [code, null];
    else {
      this.gone = why;
      // Nobody has said that the password is wrong.
      if (this.door) this.door = "password_needed";
    }
    this.render();
  }

  /** The reader starts the clock, and is told when it runs. */
  start() {
    this.isGreeted = false;
    void this.openBoard("start");
  }

  /** @param {import("../../state.js").Opening} [how] */
  async openBoard(how = "show") {
    const { course, puzzle } = this;
    if (!puzzle || this.opening.has(puzzle)) return;
    this.opening.add(puzzle);
    this.render();
    try {
      await course.open(how, puzzle);
    } catch (error) {
      const refusal = refusalOf(error);
      course.refused?.(refusal.code, puzzle);
      // It is asked for again unasked: not as fast as the server can refuse.
      if (refusal.code !== "disconnected") await this.app.refuse(refusal);
      // Nobody can say whether the server has heard of it; if so, the board opens by itself.
      else if (this.mode === "gate") this.app.say(words.unanswered, true);
    }
    this.opening.delete(puzzle);
    this.render();
  }

  /** @param {{ puzzle: string, row: number }} judged */
  onJudged({ puzzle, row }) {
    if (puzzle !== this.puzzle || !this.game) return;
    const { game } = this;
    // Another tab of mine played this row: the word in hand here was meant for it.
    if (game.moved) this.desk?.setDraft("");
    if (this.desk) this.app.read(this.desk.said(game, row));
    // When it lies the page is drawn again. A game that is over is that of the row that ended it, though rows before
    // still turn.
    const isLast = game.state !== "playing" && row === game.guesses.length - 1;
    const isHome = isLast && game.state === "solved";
    void this.desk?.reveal(row, isHome, { laid: () => this.render(), done: () => isLast && this.finished(puzzle) });
    this.render();
    this.course.judged?.(game);
  }

  /** @param {string} puzzle */
  async finished(puzzle) {
    if (puzzle !== this.puzzle || this.stop.signal.aborted) return;
    this.deskShape = "";
    this.render();
    // Its rounds go on by themselves.
    if (!this.game?.result || this.course.isSeries) return;
    await this.fetchPanels();
    void this.panels?.finished(this, puzzle);
  }

  /** @param {{ puzzle: string, row: number, word: string, refusal: import("../../wording.js").Refusal }} refused */
  onRefused({ puzzle, row, word, refusal }) {
    if (puzzle !== this.puzzle) return;
    this.desk?.refuse(row, word);
    void this.app.refuse(refusal);
    this.render();
  }

  // What is shown

  render() {
    if (this.stop?.signal.aborted) return;
    const held = document.activeElement;
    this.letIn();
    this.sprint?.follow();
    this.course.settle?.();
    const mode = this.mode;
    this.dom.page.dataset.mode = mode;
    this.dom.page.dataset.layout = this.course.layout ?? "";
    if (mode === "loading" && this.course.hasBegun && this.store.connection === "online" && (!this.code || this.room))
      void this.openBoard(this.gated === this.puzzle && !this.store.claims.has(this.puzzle ?? "") ? "follow" : "show");
    this.bar.show();
    this.showTrack();
    this.showDesk(mode);
    this.bar.showBanner();
    this.showSide(mode);
    this.tick();
    if ((held !== document.body || this.isAdrift) && isLost(this.isAdrift)) this.takeFocus(held);
  }

  /**
   * Moves the focus when what had it is gone, or a sheet was closed: keys go to the board while one races, else to what
   * comes next.
   * @param {Element | null} [held] had it
   */
  takeFocus(held) {
    if (this.mode === "board" && this.desk?.isPlaying) return this.desk.focus();
    this.isAdrift = isLost(this.isAdrift);
    if (!this.isAdrift) return;
    if (this.panels) this.isAdrift = this.panels.takeFocus(this.dom.desk, held);
    else void this.fetchPanels();
  }

  /**
   * A panel stands now that could not take the focus while it was hidden.
   * @param {boolean} isMoved whether what it stands in place of had it
   */
  dressed(isMoved) {
    this.isAdrift ||= isMoved;
    if (this.isAdrift) this.takeFocus();
  }

  /** @param {import("../../protocol.js").Hard} level how hard the next race is to be */
  choose(level) {
    this.hard = level;
  }

  showTrack() {
    const shape = this.race ?? this.game ?? this.course.size ?? this.today;
    const face = this.faceOfLanes();
    // Moves with points are no columns, and nothing yet before what draws them is there.
    const lanes = this.lanes().map((lane) => (face || !lane.points ? lane : { ...lane, ...unseen }));
    const canBoard = this.code !== null && lanes.length > 0 && lanes.length <= 12 && !face;
    const isBoards = this.app.boards && canBoard && this.bar.hasBoards();
    setHidden(this.bar.shape, !canBoard);
    fill(this.bar.shape, String(isBoards), () => [icon(isBoards ? "lanes" : "boards")]);
    this.track.element.classList.toggle("boards", isBoards);
    this.track.element.classList.toggle("mine", this.mode === "board");
    this.track.element.classList.toggle("blind", this.app.preferences.get("rivals") === "off");
    this.dom.page.classList.toggle("alone", !this.code);
    const atLeast = !this.room ? 0 : wide.matches ? 6 : 3;
    this.track.show(lanes, shape?.length ?? 5, shape?.rows || 6, atLeast, face);
  }

  /** The face that draws the lanes of the kind that is raced, if columns do not; fetched when it is wanted. */
  faceOfLanes() {
    const { kind } = this;
    if (kind && this.lanesOf !== kind) {
      this.lanesOf = kind;
      this.laneFace = undefined;
      if (kind.hasLanes) void kind.face().then(({ lanes }) => {
        if (this.lanesOf === kind) this.laneFace = lanes;
        this.render();
      }, () => this.app.partLost());
    }
    return this.laneFace;
  }

  /** @param {Mode} mode */
  showDesk(mode) {
    const { game } = this;
    const isRacing = mode === "board" && game?.state === "playing" && !game.moved;
    if (mode === "board" && game && this.desk?.game.puzzle !== game.puzzle && !this.makeDesk(game)) return;
    const isDoor = mode === "visiting";
    const isShut = mode === "door" || mode === "gone";
    const isBeforePanels = isDoor || isShut || isRacing || mode === "loading";
    if (isDoor && !this.doors) void this.fetchPart("doors", import("../door/door.js"));
    else if (isShut && !this.shut) void this.fetchPart("shut", import("../door/shut.js"));
    else if (!isBeforePanels && !this.panels) void this.fetchPanels();
    // While the last row still turns, the keys stay where they are; a tab that was moved gives them up at once.
    const isTurning = this.desk?.isTurning && this.deskShape !== "" && !game?.moved;
    // A door is made anew for what it shows only: somebody types a name there.
    const shape = this.shapeOf(mode);
    const isNew = this.deskShape === "";
    if (mode === "gate") this.gated = this.puzzle;
    if (shape !== this.deskShape && !((mode === "board" || mode === "grid") && isTurning)) {
      this.deskShape = shape;
      this.dom.desk.replaceChildren(...this.deskParts(mode));
    }
    if (mode === "board" && game) this.desk?.show(game);
    if (isNew && isRacing) this.desk?.focus();
    if (mode === "gate") this.panels?.showStart(this.dom.desk, this.opening.size > 0);
    if (mode === "visiting") this.doors?.showCount(this, this.dom.desk);
    if (mode !== "board" || this.isGreeted) return;
    this.isGreeted = true;
    this.desk?.greet();
  }

  /**
   * The state that the parts of the desk depend on, besides what they keep up to date by themselves.
   * @param {Mode} mode
   */
  shapeOf(mode) {
    const { app, course, game, panels, room } = this;
    if (mode === "visiting" || mode === "door" || mode === "gone") {
      const own = mode === "visiting" ? this.doors?.doorShape(this) : this.shut !== null;
      return [mode, this.gone?.code, this.door, own, app.isCodeHidden].join();
    }
    const watched = mode === "watching" && [panels?.awaited(this), room?.locked, room?.members.size, this.race?.tiles];
    return [
      mode, this.puzzle, game?.state, game?.moved, panels !== null, watched, app.isCodeHidden, this.sprint !== null,
      course.shape,
    ].join();
  }

  /**
   * @param {import("../../store.js").Game} game
   * @returns {boolean} false while its modules are still on their way
   */
  makeDesk(game) {
    if (!this.Desk || this.kinds?.kindOf(game) !== this.desks) {
      void this.fetchDesk(game).then((isThere) => isThere && this.render());
      return false;
    }
    const before = this.desk;
    this.desk = this.Desk.of(this, game);
    this.course.seated?.(this.desk, before);
    before?.remove();
    // Alone, a button asks for the next word; it is gone with its focus, so the new board is greeted as the first was.
    // In a room one whose clock runs already is, which nothing else announces.
    const isRunning = game.state === "playing" && !game.moved && this.sprint?.phase !== "countdown";
    if (!this.code || isRunning) this.isGreeted = false;
    this.deskShape = "";
    return true;
  }

  // What the line keeps away is asked for again. A visitor needs no keyboard: the desk is fetched when a race is near.

  /** @param {{ puzzle?: string | null, kind?: string }} [of] */
  async fetchKind(of = this.course) {
    this.kinds ??= await import("../../kinds.js");
    return this.kinds.kindOf(of);
  }

  async fetchFace() {
    return (await this.fetchKind())?.face();
  }

  fetchPanels() {
    const styled = this.app.preload(["/components/race/gate.css"]);
    return this.fetchPart("panels", import("./panels.js").then((panels) => styled.then(() => panels)));
  }

  /**
   * A module of panels, with those of the course in their places.
   * @param {"panels" | "doors" | "shut"} name
   * @param {Promise<any>} part
   */
  fetchPart(name, part) {
    return Promise.all([part, this.course.panels?.()]).then(([common, own]) => {
      this[name] = { ...common, ...own };
      this.render();
    }, () => void this.app.partLost());
  }

  /** Whether boards of such games can be made now.
   * @param {{ puzzle?: string | null, kind?: string }} [of]
   */
  async fetchDesk(of) {
    try {
      const kind = await this.fetchKind(of);
      if (!kind) return false;
      const { Desk } = await kind.board();
      [this.Desk, this.desks] = [Desk, kind];
      return true;
    } catch {
      return this.app.partLost();
    }
  }

  /**
   * @param {Mode} mode
   * @returns {Node[]}
   */
  deskParts(mode) {
    const { course, game, desk, panels, doors, shut } = this;
    // Its tabs stand above what is below.
    const awaitsSprint = this.isFetchingSprint && !this.sprint;
    if (mode === "board" && game && desk) {
      const above = course.above?.();
      const parts = [this.bar.deskHead(), ...(above ? [above] : []), desk.area];
      if (game.state === "playing" && !game.moved) return [...parts, desk.keys];
      const home = () => (course.low ? course.low() : panels?.home(this));
      const low = panels && (game.state === "playing" ? panels.moved(this) : home());
      return [...parts, ...(low && !awaitsSprint ? [low] : [])];
    }
    if (mode === "grid" && course.panel) return [course.panel];
    if (mode === "visiting") return doors ? [doors.visiting(this)] : [];
    if (mode === "door" || mode === "gone") return shut ? [shut[mode](this, this.dom.desk)] : [];
    return panels && (mode === "watching" || (mode === "gate" && !awaitsSprint)) ? [panels[mode](this)] : [];
  }

  /** @param {boolean} [isWatcher] false goes back to the door, where a seat is offered */
  watch(isWatcher = true) {
    this.isWatcher = isWatcher;
    this.render();
  }

  /** @param {Mode} mode */
  showSide(mode) {
    if (!roomy.matches && mode !== "watching") return;
    void this.app.cards(!this.code).then(({ showCards }) => {
      if (!this.stop.signal.aborted) showCards(this.dom.side, this);
    }, () => this.app.partLost());
  }

  tick() {
    // A sprint goes on, whichever course is on the page.
    if (this.sprint?.isDue) return this.render();
    const { game, store } = this;
    // A game that runs already has less time left than that, and its board comes.
    const limit = this.course.hasBegun ? 0 : this.course.seconds ?? this.kind?.limit ?? 0;
    const counted = (game ? game.seconds : limit) && this.Desk?.clock;
    setLabel(this.bar.time, this.course.clock || counted || words.bar.time);
    if (!store.today) return this.bar.showTime("0:00");
    if (this.course.tick?.()) return;
    const left = this.desk?.game === game ? this.desk?.tick?.() : null;
    // While tiles turn, the clock stands: one that stopped only at the end would tell how the row went.
    if (game && game.guesses.length > this.told) return;
    const ms = timeShown(game, limit, store.now());
    this.bar.showTime(/watching|visiting|door|gone/.test(this.mode) ? "" : clock(ms), (left ?? Infinity) <= 10_000);
    this.panels?.countDown(this, this.dom.desk);
  }

  remove() {
    this.course.leave?.();
    this.sprint?.moveOn();
    this.stop.abort();
    clearInterval(this.timer);
    this.desk?.remove();
    this.track.remove();
    this.dom.page.remove();
    // A watcher who goes elsewhere watches no more; a seat is kept, but nobody sits on it who looks at another page.
    if (!this.code || !this.store.wanted.has(this.code)) return;
    if (this.hasSeat) this.store.enterRoom(this.code, "watch").catch(() => {});
    else this.store.unwatch(this.code);
  }
}

/**
 * Whether nothing that can be used has the focus.
 * @param {boolean} isAdrift the desk has it in place of what is to come; else it was put there by a hand
 */
const isLost = (isAdrift) =>
  document.activeElement?.matches(`body, [hidden], [hidden] *${isAdrift ? ", .desk" : ""}`) ?? true;

/** The bar above a race: the room, the clock, the rank, the ways out of it. */
export class Bar {
  /** @param {RaceView} view */
  constructor(view) {
    this.view = view;
    this.canBoard = false;
    const { app } = view;
    this.title = el("h1", { class: "bar-name" });
    this.state = el("span", { role: "status" });
    this.code = el("span", { class: "bar-code", role: "img" });
    this.hide = el("button", {
      type: "button",
      class: "hide-code",
      "aria-label": words.bar.hide,
      "aria-keyshortcuts": "F2",
      title: words.bar.hideKey,
      on: { click: () => void app.hideCode(!app.isCodeHidden) },
    });
    this.number = el("span", { class: "bar-number" });
    this.sub = el("span", { class: "bar-sub" }, this.state);
    this.time = el("div", { class: "bar-clock", role: "timer" });
    const field = () => void (view.room && app.sheet("field", { view }));
    this.rank = el("button", { type: "button", class: "pill rank", on: { click: field } });
    view.track.element.addEventListener("click", field);
    this.watchers = el("div", { class: "pill wide-only" });
    this.shape = el("button", {
      type: "button",
      class: "icon-button wide-only",
      "aria-label": words.bar.shape,
      on: { click: () => this.switchShape() },
    });
    this.invite = el("button", {
      type: "button",
      class: "button accent wide-only",
      text: words.bar.invite,
      on: { click: () => void view.app.invite(view.code) },
    });
    this.ending = el("span", { class: "wide-only", hidden: true });
    this.banner = el("div", { class: "banner", role: "status", hidden: true });
    const menu = () => app.sheet("settings", { game: view.game ?? null, code: view.code, race: view });
    const brand = el(
      "a",
      { class: "brand", href: "/", "aria-label": page.home },
      sign(),
      el("span", { class: "word-mark wide-only", text: "tilerace" }),
    );
    const menuButton = el(
      "button",
      { type: "button", class: "icon-button", "aria-label": words.bar.menu, on: { click: menu } },
      icon("menu"),
    );
    this.element = el(
      "header",
      { class: "bar" },
      el("div", { class: "bar-start" }, brand, el("div", { class: "bar-title" }, this.title, this.sub)),
      this.time,
      el("div", { class: "bar-end" }, this.watchers, this.rank, this.shape, this.ending, this.invite, menuButton),
      this.banner,
    );
  }

  show() {
    const { view } = this;
    const { course, mode, room } = view;
    setText(this.title, room?.name || (view.code ? words.room : course.title));
    const state = lineWords(view.store);
    const offline = state !== "";
    setText(this.state, state);
    this.showCode(view.code);
    setText(this.number, view.code && /gone|door/.test(mode) ? "" : course.number);
    for (const part of [this.code, this.hide, this.number]) {
      if (offline || (!view.code && part !== this.number)) part.remove();
      else if (part.parentNode !== this.sub) this.sub.append(part);
    }
    this.sub.classList.toggle("round", course.isSeries === true && !offline);
    this.sub.classList.toggle("offline", offline);
    // A tab in the background says by its title that the next word is on.
    const live = view.sprint?.isLive ? `${view.sprint.words} · ` : "";
    const title = page.titled(view.code ? live + (room?.name || words.room) : course.longTitle ?? course.title);
    if (document.title !== title) document.title = title;
    const isEnding = view.sprint?.isHost === true && view.sprint.isLive;
    // At the door one thing is asked, and who has no seat brings nobody.
    const isOutside = /gone|door|visiting/.test(mode);
    setHidden(this.invite, !view.code || isEnding || isOutside);
    setHidden(this.ending, !isEnding);
    if (isEnding) void view.sprint?.offerEnd(this.ending);
    setHidden(this.watchers, !room || room.watchers === 0);
    if (room) {
      const watching = () => document.createTextNode(people.watching(room.watchers));
      fill(this.watchers, String(room.watchers), () => [icon("eye"), watching()]);
    }
    setHidden(this.rank, !room);
    const [figure, of] = (room && (course.figure?.() ?? this.figure())) || lanesOnly;
    fill(this.rank, figure + of, () =>
      figure
        ? [
            el("b", { text: figure }),
            el("span", { text: ` ${of}` }),
            el("span", { class: "spoken", text: words.bar.allLanes }),
          ]
        : [el("b", { text: of })],
    );
  }

  /** @param {string | null} code */
  showCode(code) {
    const isHidden = this.view.app.isCodeHidden;
    const shown = code && !isHidden ? shownCode(code) : "••••-•";
    if (this.code.textContent === shown) return;
    this.code.textContent = shown;
    this.code.setAttribute("aria-label", isHidden ? words.bar.codeHidden : words.code(shown));
    this.hide.setAttribute("aria-pressed", String(isHidden));
    this.hide.replaceChildren(icon(isHidden ? "hidden" : "eye"));
  }

  /**
   * My place on the track, or how many are home, if anybody is. Where moves have points, whoever is out is done too.
   * @returns {[string, string]}
   */
  figure() {
    const { hasPoints } = this.view.kind ?? {};
    const lanes = this.view.lanes();
    const mine = lanes.find((lane) => lane.you);
    const started = lanes.filter((lane) => lane.state !== "waiting").length;
    if (mine && mine.state !== "waiting" && hasPoints)
      return [String(mine.points ?? 0), words.bar.points];
    if (!mine || mine.state === "waiting" || started === 1) {
      // One of one is no place.
      const home = lanes.filter(({ state }) => state === "home" || (hasPoints && state === "out")).length;
      return home > 0 ? [String(home), hasPoints ? words.bar.done : words.bar.home] : lanesOnly;
    }
    return [mine.state === "out" ? "–" : words.place(mine.place), words.of(started)];
  }

  /**
   * Shows a time on the clock, or none.
   * @param {string} time
   * @param {boolean} [isLate] whether little of it is left
   */
  showTime(time, isLate = false) {
    setClockFace(this.time, time);
    this.time.classList.toggle("late", isLate);
  }

  /** The line above the board on a wide screen, where the bar names the room only. */
  deskHead() {
    const { course, sprint } = this.view;
    const [title, below] = course.heading;
    return el("div", { class: "desk-head wide-only" },
      el("div", {}, el("h2", { text: title }), el("p", { text: below })), sprint?.tabs() ?? course.pill?.());
  }

  switchShape() {
    const { view: { app }, view } = this;
    app.preferences.set("lanes", app.boards ? "lanes" : "boards");
    view.render();
  }

  /** Whether lanes can be boards already: another tab may have chosen it a moment ago. */
  hasBoards() {
    const { view: { app }, view } = this;
    const boarded = () => {
      this.canBoard = true;
      view.render();
    };
    if (!this.canBoard) void app.boardLanes().then(boarded, () => app.partLost());
    return this.canBoard;
  }

  /** Shows what asks for a choice, as a row of its own: another course is on, or another day. */
  showBanner() {
    const { banner, view: { course, sprint } } = this;
    const own = course.banner?.();
    const parts = sprint?.banner() ?? own;
    setHidden(banner, !parts);
    fill(banner, parts?.map((part) => part.textContent).join() ?? "", () => parts ?? []);
  }
}
