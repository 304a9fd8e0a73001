// The stage: a room for a whole wall. Lanes, clock, points, and the way in; with ?overlay=1 only lanes and clock, on
// nothing, for streaming software.

import { eachFrame, el, fill, setClockFace, setText, sign } from "../elements/elements.js";
import { Lights } from "../sprint/ends.js";
import { Pace, placed, readyCount, restingLanes, sprintRace } from "../sprint/pace.js";
import { stamp } from "../reactions/reactions.js";
import { standings, todayIn } from "../../racing.js";
import { refusalWords } from "../../wording/refusals.js";
import { kindOf } from "../../kinds.js";
import { clock, lineWords, race as raceWords } from "../../wording.js";
import { sprint } from "../../wording/sprint.js";
import { stage as words } from "../../wording/stage.js";
import { isForNow, refusalOf } from "../../store.js";
import { Join } from "./join.js";
import { StageTrack } from "./lanes.js";
import { Order, timeWords } from "./order.js";
import { PointList } from "./points.js";
import { Party } from "./party.js";
import { deadEnd, password, watchSoon } from "./shut.js";
import { Told } from "./told.js";

export { StageView as View };

export class StageView {
  /**
   * @param {import("../../main.js").App} app
   * @param {string} code
   */
  constructor(app, code) {
    this.app = app;
    this.store = app.store;
    this.code = code;
    this.isOverlay = new URLSearchParams(location.search).get("overlay") === "1";
    // Told to the host alone, and given to whoever shows this stage: it leads here under any code.
    this.key = new URLSearchParams(new URL(app.path, location.origin).hash.slice(1)).get("key");
    if (this.key) this.store.keepKey(code, this.key);
    app.takeFragment();
    this.trouble = "";
    this.pace = new Pace();
    this.track = new StageTrack({ label: raceWords.lanes, isOverlay: this.isOverlay });
    this.order = new Order();
    // Whether the room is no more, or not to be had by this code.
    this.isOver = false;
    // The race whose lanes are on the track.
    this.raced = "";
    /** The face that draws and words the games of a kind. @type {import("../../state.js").Face | null} */
    this.face = null;
    /** @type {import("../../state.js").Kind | undefined} */
    this.faced = undefined;
    this.lights = new Lights();
    this.points = new PointList();
    this.join = new Join(app);
    this.party = new Party(this);
    this.told = new Told();
    this.dom = this.build();
    this.stop = new AbortController();
    const { signal } = this.stop;
    // Told after a lost line, too: then the store goes back by itself.
    this.store.addEventListener("session", () => {
      if (!this.isOver && this.store.wanted.get(this.code) !== "watch") void this.watch();
    }, { signal });
    this.store.addEventListener("room", eachFrame(() => this.render()), { signal });
    for (const topic of ["connection", "address", "day"])
      this.store.addEventListener(topic, () => this.render(), { signal });
    this.store.addEventListener("reaction", (event) => this.onReaction(/** @type {CustomEvent} */ (event).detail), {
      signal,
    });
    this.store.addEventListener("gone", (event) => {
      const { code: gone, reason } = /** @type {CustomEvent} */ (event).detail;
      if (gone === this.code) this.shutOut(reason);
    }, { signal });
    this.store.addEventListener("code", (event) => this.recoded(/** @type {CustomEvent} */ (event).detail), { signal });
    this.timer = setInterval(() => this.tick(), 200);
    if (this.store.connection === "online") void this.watch();
    void this.keepAwake();
    document.addEventListener("visibilitychange", () => void this.keepAwake(), { signal });
    if (this.isOverlay) document.documentElement.classList.add("overlay");
    if (this.isOverlay)
      void import("../overlay/options.js").then(({ applyOverlay }) => applyOverlay(app)).catch(() => app.partLost());
    this.render();
  }

  build() {
    const title = el("h1", { dir: "auto" });
    const sub = el("p", { class: "stage-sub" });
    const label = el("span", { class: "stage-left", "aria-hidden": "true" });
    const time = el("div", { class: "stage-clock", role: "timer" });
    const stand = el("div", { class: "stage-track" });
    const figures = el("div", { class: "stage-figures" });
    const side = el(
      "aside",
      { class: "stage-side" },
      this.join.element,
      figures,
      this.points.element,
      this.party.steps,
      this.party.tools,
    );
    const page = el(
      "main",
      { class: "stage" },
      el(
        "header",
        { class: "stage-head" },
        el("span", { class: "brand" }, sign(), el("span", { class: "word-mark", text: "tilerace" })),
        el("div", { class: "stage-title" }, el("div", {}, title, sub), this.told.element),
        el("div", { class: "stage-time" }, label, time),
      ),
      stand,
      side,
    );
    return { page, title, sub, label, time, stand, side, figures };
  }

  get element() {
    return this.dom.page;
  }

  get room() {
    return this.store.rooms.get(this.code);
  }

  get phase() {
    return this.pace.phase;
  }

  /** @param {string} [password] */
  async watch(password) {
    try {
      const code = await this.store.enterRoom(this.code, "watch", { password });
      this.trouble = "";
      if (code !== this.code) this.recoded({ from: this.code, code });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code === "disconnected") this.store.want(this.code, "watch");
      else if (refusal.code === "password_needed" || refusal.code === "wrong_password")
        return this.askPassword(refusal.code === "wrong_password");
      else if (isForNow(refusal))
        void this.app.refuse(refusal).then(() => watchSoon(this, password));
      else this.fail(refusal.code, refusalWords(refusal));
    }
    this.render();
  }

  /** Nobody touches a wall: its screen stays on while the stage is shown, where the browser allows that. */
  async keepAwake() {
    if (document.visibilityState !== "visible" || this.stop.signal.aborted) return;
    try {
      const lock = await /** @type {any} */ (navigator).wakeLock?.request("screen");
      this.stop.signal.addEventListener("abort", () => void lock?.release());
    } catch {
      // On plain HTTP, or to save a battery: then the owner of the wall sees to it.
    }
  }

  /** @param {string} [reason] why there is nothing to see here any more */
  shutOut(reason) {
    if (reason === "password_needed" || reason === "wrong_password")
      return this.askPassword(reason === "wrong_password");
    // Who is asked for the password is told at the form.
    if (this.trouble === "password") return;
    const text = { closed: words.closed, new_code: words.newCode }[reason ?? ""];
    this.fail(reason ?? "no_such_room", text ?? refusalWords({ code: reason ?? "no_such_room" }));
  }

  /** @param {{ from: string, code: string }} change the host gave the room another code, and the server says which */
  recoded({ from, code }) {
    if (from !== this.code) return;
    this.code = code;
    this.app.settle(`/stage/${code}${location.search}${this.key ? `#key=${this.key}` : ""}`);
    this.render();
  }

  /** The way in. None where there is no room, or where the code that led to it leads nowhere any more. */
  showJoin() {
    const isOpen = this.trouble === "" && this.room !== undefined;
    const { page, sub } = this.dom;
    page.classList.toggle("shut", !isOpen);
    if (!isOpen) sub.textContent = "";
    this.join.show(this.code, isOpen);
  }

  /**
   * @param {string} reason
   * @param {string} text
   */
  fail(reason, text) {
    this.isOver = reason === "closed" || reason === "new_code";
    this.shut(text, deadEnd(this.app, reason, text, this.isOverlay));
  }

  /** @param {boolean} isWrong */
  askPassword(isWrong) {
    const form = password(this.app, isWrong, this.isOverlay, (given) => void this.watch(given));
    this.shut("password", form);
    form.querySelector("input")?.focus();
  }

  /**
   * @param {string} trouble
   * @param {HTMLElement} place
   */
  shut(trouble, place) {
    this.trouble = trouble;
    this.party.end();
    this.showJoin();
    this.dom.stand.replaceChildren(place);
  }

  /** @param {{ room: string, seat: number, reaction: string }} told */
  onReaction({ room, seat, reaction }) {
    if (room === this.code && this.app.preferences.get("reactions") !== "off") stamp(this.track, seat, reaction);
  }

  /** The race on the stage: the sprint's round, or the word of the day. */
  get race() {
    const { room } = this;
    if (!room) return undefined;
    return this.phase === "idle"
      ? room.races.find((race) => race.puzzle === this.today?.puzzle)
      : sprintRace(room);
  }

  /** Today's puzzle in this room. */
  get today() {
    return todayIn(this.store, this.room);
  }

  /** The kind of what is raced. */
  get kind() {
    const { race, today } = this;
    return kindOf(race ? { puzzle: race.puzzle, kind: race.game } : { puzzle: today?.puzzle });
  }

  async fetchFace() {
    const kind = (this.faced = this.kind);
    this.face = null;
    const face = await kind?.face().catch(() => this.app.partLost());
    if (!face || kind !== this.faced) return;
    this.face = face;
    this.render();
  }

  render() {
    const { room } = this;
    // The frame that was asked for comes after the stage has gone.
    if (this.stop.signal.aborted) return;
    // The store may have come in where the stage was refused.
    if (room) this.trouble = "";
    this.showJoin();
    if (!room || this.trouble) return;
    this.pace.follow(room, this.store.now());
    const { phase, race, dom, kind } = this;
    if (kind !== this.faced) void this.fetchFace();
    const { series } = room;
    const unit = kind?.unit ?? sprint.unit;
    dom.page.dataset.phase = phase;
    dom.title.textContent = room.name || raceWords.room;
    document.title = words.titled(dom.title.textContent);
    const line = lineWords(this.store);
    dom.sub.textContent =
      (line && `${line} · `) +
      (phase === "idle" || !series
        ? raceWords.today(kind?.daily)
        : phase === "podium"
          ? podiumWords(series)
          : words.round(unit, Math.max(1, series.round), series.of));
    // An overlay lies over the picture of somebody who may race: it has no letters, whoever else may see them.
    if (!this.isOverlay) this.told.show(phase, race, this.face);
    const all = standings(room, race);
    this.showLanes(all);
    const count = (/** @type {string} */ state) => all.filter((one) => one.state === state).length;
    const figure = (/** @type {number} */ value, /** @type {string} */ said) =>
      el("div", {}, el("b", { text: String(value) }), el("span", { text: said }));
    // Between sprints nobody races: there it says who is ready, once somebody is.
    const ready = readyCount(room);
    const racing = phase === "podium" || all.every(({ state }) => state === "waiting")
      ? [ready > 0 ? [ready, words.ready] : [room.present.length, words.here]]
      : [
          [count("racing"), words.racing],
          kind?.hasPoints ? [count("home") + count("out"), words.done] : [count("home"), words.home],
        ];
    const counts = /** @type {[number, string][]} */ ([...racing, [room.watchers, words.watching]]);
    fill(dom.figures, counts.join(), () => counts.map(([value, said]) => figure(value, said)));
    const gains = new Map(phase === "over" ? placed(race).map((one) => [one.seat, one.points]) : []);
    const isBetween = phase === "over" || phase === "podium";
    const points = phase === "idle" ? [] : [...series?.points ?? []];
    this.makeRoom(points.length > 0);
    this.party.follow(room, all);
    this.points.show(room, points, gains, isBetween ? { pause: this.pause } : null);
    this.tick();
  }

  /**
   * Makes room for points beside the lanes, or gives it back. What stands there fades to its new place: nothing jumps.
   * @param {boolean} hasPoints
   */
  makeRoom(hasPoints) {
    const { page, side } = this.dom;
    if (page.classList.contains("with-points") === hasPoints) return;
    page.classList.toggle("with-points", hasPoints);
    const gone = { opacity: 0, visibility: "hidden" };
    side.animate([gone, { ...gone, offset: 0.3 }, { opacity: 1, visibility: "visible" }], 400);
  }

  /** ms until the next word or the podium; null where nobody knows. */
  get pause() {
    const next = this.room?.series?.next;
    return this.pace.podiumAt > performance.now()
      ? this.pace.podiumAt - performance.now()
      : this.phase === "over" && next
        ? Math.max(0, next - this.store.now())
        : null;
  }

  /** @param {import("../../state.js").Standing[]} all front first */
  showLanes(all) {
    const { race, track, dom, room } = this;
    if (!this.party.isShown && track.element.parentNode !== dom.stand) dom.stand.replaceChildren(track.element);
    const most = this.isOverlay ? 0 : 4;
    const [length, rows] = [race?.length ?? 5, race?.rows ?? 6];
    const { kind, face } = this;
    // Nothing is drawn as another kind draws it.
    if (kind?.hasLanes && !face?.lanes) return;
    // Nothing celebrates on an overlay, nor what was called off: the lanes say who won, and have no word that ended.
    if (room && this.phase === "podium" && (this.isOverlay || room.series?.cancelled)) {
      this.order = new Order();
      return track.show(restingLanes(room, true), length, rows, most, face?.lanes);
    }
    // Another race begins in its own order.
    if (race && race.race !== this.raced) this.order = new Order();
    this.raced = race?.race ?? "";
    const homes = all.flatMap(({ state, finish }) => (state === "home" && finish ? [finish.ms] : []));
    const time = timeWords(homes);
    const now = performance.now();
    const lanes = this.order.arrange(all, now);
    track.show(
      lanes.map((one) => ({ ...one, key: String(one.seat), you: false, time: one.finish ? time(one.finish.ms) : "" })),
      length,
      rows,
      most,
      face?.lanes,
    );
    this.order.stands(now, performance.now());
  }

  tick() {
    const { room } = this;
    if (!room || this.trouble) return;
    const now = this.store.now();
    if (this.pace.isDue(room, now) || this.order.isDue(performance.now())) return this.render();
    const { starts = 0, ends = 0 } = sprintRace(room) ?? {};
    const { phase } = this;
    const [label, left] =
      phase === "countdown"
        ? ["", ends - starts]
        : phase === "racing"
          ? ["", Math.max(0, ends - now)]
          : phase === "over"
            ? [this.pace.podiumAt > 0 ? words.podiumIn : words.nextIn(this.kind?.unit ?? sprint.unit), this.pause]
            : phase === "idle" && this.today
              ? [words.endsIn(this.kind?.daily), this.today.ends - now]
              : ["", null];
    const { time } = this.dom;
    setClockFace(time, left === null ? "" : clock(left + 999));
    setText(this.dom.label, left === null ? "" : label || sprint.timeLeft);
    time.setAttribute("aria-label", label || sprint.timeLeft);
    time.classList.toggle("late", phase === "racing" && left !== null && left <= 10_000);
    const isStarting = phase === "countdown" || (phase === "racing" && now - starts < 700);
    this.lights.show(
      this.dom.stand,
      sprint.round(this.kind?.unit ?? sprint.unit, room.series?.round, room.series?.of),
      isStarting ? starts - now : null,
    );
    this.points.turn();
    this.party.tick(isStarting ? starts - now : null);
  }

  remove() {
    this.stop.abort();
    clearInterval(this.timer);
    this.party.remove();
    document.documentElement.classList.remove("overlay");
    this.track.remove();
    this.dom.page.remove();
    this.store.unwatch(this.code);
  }
}

/**
 * The outcome of a series, in the words of the racers' page.
 * @param {import("../../state.js").Series} series
 */
function podiumWords({ cancelled, points }) {
  if (cancelled) return words.calledOff;
  return [...points.values()].some((one) => one > 0) ? words.podium : words.noneFound;
}
