// The race: the own board beside the track, alone at /today or in a room at /room/CODE.

import { el, icon, setClockFace, sign } from "../elements/elements.js";
import { Track } from "../track/track.js";
import { ownStanding, standings } from "../../racing.js";
import { clock, dayName, ordinal, refusalWords, rowSummary, shownCode } from "../../wording.js";
import { refusalOf } from "../../store.js";

const wide = matchMedia("(min-width: 900px)");
/** @typedef {"loading" | "gone" | "visiting" | "watching" | "gate" | "board"} Mode */

export class RaceView {
  /**
   * @param {import("../../main.js").App} app
   * @param {string | null} code the room; null for racing alone
   */
  constructor(app, code) {
    this.app = app;
    this.store = app.store;
    this.code = code;
    /** @type {string | null} the puzzle on the board; it stays while a new day begins */
    this.puzzle = null;
    this.isWatcher = false;
    this.isGone = false;
    /** @type {Set<string>} puzzles whose opening is under way */
    this.opening = new Set();
    /** @type {import("../../protocol.js").Hard} */
    this.hard = "off";
    /** @type {typeof import("../desk/desk.js").Desk | null} */
    this.Desk = null;
    /** @type {typeof import("./panels.js") | null} */
    this.panels = null;
    /** @type {import("../desk/desk.js").Desk | null} */
    this.desk = null;
    this.goneWords = "";
    this.deskShape = "";
    this.track = new Track({ label: "Lanes, the leader first" });
    this.dom = this.build();
    this.stop = new AbortController();
    const { signal } = this.stop;
    const render = () => this.render();
    for (const topic of ["connection", "room", "game", "day"]) this.store.addEventListener(topic, render, { signal });
    this.store.addEventListener("session", () => this.begin(), { signal });
    this.store.addEventListener("gone", (event) => {
      this.isGone ||= detail(event).code === this.code;
      this.render();
    }, { signal });
    this.store.addEventListener("judged", (event) => this.onJudged(detail(event)), { signal });
    this.store.addEventListener("refused", (event) => this.onRefused(detail(event)), { signal });
    this.timer = setInterval(() => this.tick(), 200);
    if (this.store.today && this.store.connection === "online") this.begin();
    this.render();
  }

  build() {
    const title = el("h1", { class: "bar-name" });
    const sub = el("span", { class: "bar-sub", role: "status" });
    const time = el("div", { class: "bar-clock", role: "timer", "aria-label": "Your time" });
    const rank = el("div", { class: "pill rank" });
    const watchers = el("div", { class: "pill wide-only" });
    const shape = el("button", { type: "button", class: "icon-button wide-only", "aria-label": "Lanes or boards", on: { click: () => this.switchShape() } });
    const invite = el("button", { type: "button", class: "button accent wide-only", text: "Invite", on: { click: () => this.invite() } });
    const menu = () => this.app.sheet("settings", { game: this.game ?? null, code: this.code, race: this });
    const bar = el("header", { class: "bar" },
      el("div", { class: "bar-start" },
        el("a", { class: "brand", href: "/", "aria-label": "Tilerace, home" }, sign(), el("span", { class: "word-mark wide-only", text: "tilerace" })),
        el("div", { class: "bar-title" }, title, sub)),
      time,
      el("div", { class: "bar-end" }, watchers, rank, shape, invite,
        el("button", { type: "button", class: "icon-button", "aria-label": "Menu", on: { click: menu } }, icon("menu"))));
    const [desk, side] = [el("section", { class: "desk", "aria-label": "Your race" }), el("div", { class: "side" })];
    const banner = el("div", { class: "banner", role: "status", hidden: true });
    const page = el("main", { class: "race" }, bar, this.track.element, desk, side, banner);
    return { page, title, sub, time, rank, watchers, shape, invite, desk, side, banner };
  }

  get element() {
    return this.dom.page;
  }

  // Where this view stands

  get room() {
    return this.code ? this.store.rooms.get(this.code) : undefined;
  }

  get hasSeat() {
    return this.code !== null && this.store.seated.includes(this.code);
  }

  get game() {
    return this.puzzle ? this.store.games.get(this.puzzle) : undefined;
  }

  get race() {
    return this.room?.races.find((race) => race.puzzle === this.puzzle);
  }

  /** @returns {Mode} */
  get mode() {
    if (this.isGone) return "gone";
    if (!this.store.today || !this.puzzle || (this.code && !this.room)) return "loading";
    if (this.room && this.room.seat === null) return this.hasSeat ? "loading" : this.isWatcher ? "watching" : "visiting";
    if (this.game) return "board";
    return this.opening.has(this.puzzle) || this.hasBegun ? "loading" : "gate";
  }

  /** Whether the clock of this puzzle runs already, so that showing the board starts nothing. */
  get hasBegun() {
    const seat = this.room?.seat;
    return this.puzzle !== null && (this.store.begun.has(this.puzzle) ||
      (seat !== null && seat !== undefined && this.race?.lanes.has(seat) === true));
  }

  // What happens

  /** The line is up: chooses the puzzle, goes into the room. */
  begin() {
    const { store } = this;
    if (!this.puzzle) {
      // A board left unfinished at midnight is still in hand.
      const left = [...store.begun].find(([puzzle, state]) => state === "playing" && puzzle !== store.today?.puzzle);
      this.setPuzzle(left?.[0] ?? store.today?.puzzle ?? null);
    }
    const how = this.hasSeat ? "join" : "watch";
    if (this.code && store.wanted.get(this.code) !== how) this.enter(how);
    this.render();
  }

  /** @param {string | null} puzzle */
  setPuzzle(puzzle) {
    this.puzzle = puzzle;
    this.render();
  }

  /** @param {"join" | "watch"} how */
  async enter(how) {
    const code = this.code ?? "";
    try {
      const known = await this.store.enterRoom(code, how);
      if (known !== code) return this.app.go(`/room/${known}`);
      this.app.rememberRoom(code);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code === "disconnected") this.store.wanted.set(code, how);
      else if (refusal.code === "no_such_room") this.goneWords = refusalWords(refusal);
      else this.app.say(refusalWords(refusal), true);
      this.isGone = this.goneWords !== "";
    }
    this.render();
  }

  async openBoard() {
    const puzzle = this.puzzle;
    if (!puzzle || this.opening.has(puzzle)) return;
    this.opening.add(puzzle);
    this.render();
    try {
      await this.store.open(puzzle, this.hard);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code === "puzzle_closed" || refusal.code === "bad_puzzle") {
        this.store.begun.delete(puzzle);
        this.setPuzzle(this.store.today?.puzzle ?? null);
      }
      if (refusal.code !== "disconnected") this.app.say(refusalWords(refusal), true);
    }
    this.opening.delete(puzzle);
    this.render();
  }

  /** @param {{ puzzle: string, row: number }} judged */
  onJudged({ puzzle, row }) {
    if (puzzle !== this.puzzle || !this.game) return;
    const { game } = this;
    const guess = game.guesses[row];
    // Another tab of mine played this row: the word in hand here was meant for it.
    if (game.moved) this.desk?.setDraft("");
    if (guess) this.app.read(rowSummary(row, guess.word, guess.marks));
    this.desk?.reveal(row, () => {
      if (game.state !== "playing") this.finished(puzzle);
    });
    this.render();
  }

  /** @param {string} puzzle */
  finished(puzzle) {
    if (puzzle !== this.puzzle || this.stop.signal.aborted) return;
    this.deskShape = "";
    this.render();
    this.showResult();
  }

  /** @param {{ puzzle: string, row: number, word: string, refusal: import("../../wording.js").Refusal }} refused */
  onRefused({ puzzle, row, word, refusal }) {
    if (puzzle !== this.puzzle) return;
    this.desk?.refuse(row, word);
    this.app.say(refusalWords(refusal), true);
    this.render();
  }

  // What is shown

  render() {
    if (this.stop?.signal.aborted) return;
    const mode = this.mode;
    this.dom.page.dataset.mode = mode;
    if (mode === "loading" && this.hasBegun && this.store.connection === "online" && (!this.code || this.room)) void this.openBoard();
    this.showBar();
    this.showTrack();
    this.showDesk(mode);
    this.showBanner();
    this.showSide(mode);
    this.tick();
  }

  showBar() {
    const { room, store } = this;
    const number = this.game?.number ?? (this.puzzle === store.today?.puzzle ? store.today?.number : undefined);
    this.dom.title.textContent = room ? room.name || shownCode(room.code) : "Today’s word";
    const offline = store.connection !== "online" && store.today !== null;
    const numbered = number === undefined ? "" : `No. ${number}`;
    if (offline) this.dom.sub.textContent = store.connection === "stopped" ? "Disconnected" : "Reconnecting";
    else if (!this.code) this.dom.sub.textContent = numbered;
    else this.dom.sub.replaceChildren(shownCode(this.code), el("span", { class: "bar-number", text: numbered && ` · ${numbered}` }));
    this.dom.sub.classList.toggle("offline", offline);
    document.title = room ? `${room.name || shownCode(room.code)} · Tilerace` : "Today’s word · Tilerace";
    this.dom.invite.hidden = !this.code || this.isGone;
    this.dom.watchers.hidden = !room || room.watchers === 0;
    if (room) this.dom.watchers.replaceChildren(icon("eye"), `${room.watchers} watching`);
    const lanes = this.lanes();
    const mine = lanes.find((lane) => lane.you);
    const started = lanes.filter((lane) => lane.state !== "waiting").length;
    this.dom.rank.hidden = !room;
    if (mine && mine.state !== "waiting") {
      this.dom.rank.replaceChildren(el("b", { text: `${mine.place}${ordinal(mine.place)}` }), el("span", { text: `of ${started}` }));
    } else {
      const home = lanes.filter((lane) => lane.state === "home").length;
      this.dom.rank.replaceChildren(el("b", { text: String(home) }), el("span", { text: "home" }));
    }
  }

  /** @returns {import("../track/track.js").LaneView[]} */
  lanes() {
    const { room, race, game } = this;
    if (room) return standings(room, race).map((one) => ({ ...one, key: String(one.seat), you: one.seat === room.seat }));
    return this.code ? [] : [{ ...ownStanding(game ?? null), key: "you", you: true }];
  }

  switchShape() {
    this.app.preferences.set("lanes", this.app.boards ? "lanes" : "boards");
    this.render();
  }

  showTrack() {
    const shape = this.race ?? this.game ?? this.store.today;
    const lanes = this.lanes();
    const canBoard = this.code !== null && lanes.length <= 12;
    this.dom.shape.hidden = !canBoard;
    this.dom.shape.replaceChildren(icon(this.app.boards ? "lanes" : "boards"));
    this.track.element.classList.toggle("boards", this.app.boards && canBoard);
    this.track.element.classList.toggle("mine", this.mode === "board");
    this.dom.page.classList.toggle("alone", !this.code);
    this.track.show(lanes, shape?.length ?? 5, shape?.rows ?? 6, !this.room ? 0 : wide.matches ? 6 : 3);
  }

  /** @param {Mode} mode */
  showDesk(mode) {
    const { game } = this;
    const isRacing = mode === "board" && game?.state === "playing" && !game.moved;
    if (mode === "board" && game && this.desk?.game.puzzle !== game.puzzle && !this.makeDesk(game)) return;
    if (!isRacing && mode !== "loading" && !this.panels) {
      void import("./panels.js").then((panels) => {
        this.panels = panels;
        this.render();
      });
    }
    // While the last row still turns, the keys stay where they are; a tab that was moved gives them up at once.
    const isTurning = this.desk?.isTurning && this.deskShape !== "" && !game?.moved;
    const shape = [mode, this.puzzle, game?.state, game?.moved, this.goneWords, this.panels !== null].join();
    if (shape !== this.deskShape && !(mode === "board" && isTurning)) {
      this.deskShape = shape;
      this.dom.desk.replaceChildren(...this.deskParts(mode));
    }
    if (mode === "board" && game) this.desk?.show(game);
  }

  /**
   * @param {import("../../store.js").Game} game
   * @returns {boolean} false while its modules are still on their way
   */
  makeDesk(game) {
    if (!this.Desk) {
      void this.fetchDesk().then(() => this.render());
      return false;
    }
    this.desk?.remove();
    const desk = new this.Desk(game, this.app.draftOf(game.puzzle));
    desk.addEventListener("draft", (event) => this.app.keepDraft(game.puzzle, detail(event)));
    desk.addEventListener("word", (event) => {
      void this.store.guess(game.puzzle, detail(event));
      desk.show(desk.game);
    });
    desk.addEventListener("short", () => this.app.say(`${game.length} letters, please`, true));
    this.desk = desk;
    this.deskShape = "";
    return true;
  }

  /** A visitor needs no keyboard: the desk is fetched when a race is near. */
  async fetchDesk() {
    void this.app.preload(["/components/keyboard/keyboard.js"]);
    this.Desk ??= (await import("../desk/desk.js")).Desk;
  }

  /**
   * @param {Mode} mode
   * @returns {Node[]}
   */
  deskParts(mode) {
    const { game, desk, panels } = this;
    if (mode === "board" && game && desk) {
      if (game.state === "playing" && !game.moved) return [this.deskHead(), desk.area, desk.keyboard.element];
      return [this.deskHead(), desk.area, ...(panels ? [game.state === "playing" ? panels.moved(this) : panels.home(this)] : [])];
    }
    if (!panels) return [];
    if (mode === "visiting") return [panels.visit(this)];
    if (mode === "gate") return [panels.gate(this)];
    return mode === "gone" ? [panels.gone(this)] : [];
  }

  deskHead() {
    const day = this.puzzle?.split("/")[1];
    return el("div", { class: "desk-head wide-only" },
      el("div", {}, el("h2", { text: this.puzzle === this.store.today?.puzzle ? "Today’s word" : "The word" }),
        el("p", { text: `No. ${this.game?.number} · ${day ? dayName(day) : ""}` })));
  }

  watch() {
    this.isWatcher = true;
    this.render();
  }

  showBanner() {
    const { store, mode } = this;
    const today = store.today;
    const isOld = today !== null && this.puzzle !== null && this.puzzle !== today.puzzle;
    // Only a board in hand keeps yesterday's puzzle.
    if (isOld && mode !== "board" && mode !== "loading") return this.setPuzzle(today.puzzle);
    this.dom.banner.hidden = !isOld;
    if (isOld) this.dom.banner.replaceChildren(el("span", {}, el("b", { text: `No. ${today.number} is out.` }),
      this.game?.state === "playing" ? " This race still counts for its day." : ""),
      el("button", { type: "button", class: "button accent", text: "Race it", on: { click: () => this.setPuzzle(today.puzzle) } }));
  }

  /** @param {Mode} mode */
  showSide(mode) {
    if (!wide.matches && mode !== "watching") return;
    void this.app.cards().then(({ showCards }) => {
      if (!this.stop.signal.aborted) showCards(this.dom.side, this);
    });
  }

  tick() {
    const { game, store } = this;
    if (!store.today) return setClockFace(this.dom.time, "0:00");
    const ms = game?.result ? game.result.ms : game ? store.now() - game.startedAt : 0;
    setClockFace(this.dom.time, this.mode === "watching" || this.mode === "visiting" ? "" : clock(ms));
    const next = this.dom.desk.querySelector(".next-word");
    if (next) next.textContent = `Next word in ${clock(store.today.ends - store.now())}`;
  }

  // Sheets

  showResult() {
    if (this.game?.result) this.app.sheet("result", { game: this.game, code: this.code });
  }

  async invite() {
    if (!this.code) return;
    const { share } = await this.app.sharing();
    await share(this.app, { title: "Race me on Tilerace", text: "", url: `${location.origin}/room/${this.code}` });
  }

  remove() {
    this.stop.abort();
    clearInterval(this.timer);
    this.desk?.remove();
    this.track.remove();
    this.dom.page.remove();
    // A watcher who goes elsewhere watches no more; a seat is kept, but nobody sits on it who looks at another page.
    if (!this.code || !this.store.wanted.has(this.code)) return;
    void (this.hasSeat ? this.store.enterRoom(this.code, "watch") : this.store.leave(this.code)).catch(() => {});
  }
}

/** @param {Event} event */
function detail(event) {
  return /** @type {CustomEvent} */ (event).detail;
}
