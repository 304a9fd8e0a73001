// The stage: a room for a whole wall. Lanes, clock, points, and the way in; with ?overlay=1 only lanes and clock, on nothing,
// for streaming software.

import { el, icon, setClockFace, sign } from "../elements/elements.js";
import { Track } from "../track/track.js";
import { Lights } from "../sprint/lights.js";
import { Pace, placed, podiumPlaces, sprintRace } from "../sprint/pace.js";
import { podium } from "../sprint/podium.js";
import { stamp } from "../reactions/reactions.js";
import { standings } from "../../racing.js";
import { refusalWords } from "../../refusals.js";
import { clock, lineWords, shownCode } from "../../wording.js";
import { refusalOf } from "../../store.js";
import { PointList } from "./points.js";

export { StageView as View };

class StageView {
  /**
   * @param {import("../../main.js").App} app
   * @param {string} code
   */
  constructor(app, code) {
    this.app = app;
    this.store = app.store;
    this.code = code;
    this.isOverlay = new URLSearchParams(location.search).get("overlay") === "1";
    this.trouble = "";
    this.pace = new Pace();
    this.picture = "";
    this.track = new Track({ label: "Lanes, the leader first" });
    this.lights = new Lights();
    this.points = new PointList();
    this.dom = this.build();
    this.stop = new AbortController();
    const { signal } = this.stop;
    // Told after a lost line, too: then the store goes back by itself.
    this.store.addEventListener("session", () => void (this.store.wanted.get(this.code) !== "watch" && this.watch()), { signal });
    this.store.addEventListener("room", () => this.render(), { signal });
    for (const topic of ["connection", "address"]) this.store.addEventListener(topic, () => this.render(), { signal });
    this.store.addEventListener("reaction", (event) => this.onReaction(/** @type {CustomEvent} */ (event).detail), { signal });
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
    this.render();
  }

  build() {
    const title = el("h1", {});
    const sub = el("p", { class: "stage-sub" });
    const time = el("div", { class: "stage-clock", role: "timer" });
    const stand = el("div", { class: "stage-track" });
    const join = el("div", { class: "stage-join" });
    const figures = el("div", { class: "stage-figures" });
    const side = el("aside", { class: "stage-side" },
      join, figures, this.points.element);
    const page = el("main", { class: "stage" }, el("header", { class: "stage-head" },
      el("span", { class: "brand" }, sign(), el("span", { class: "word-mark", text: "tilerace" })), el("div", { class: "stage-title" }, title, sub), time),
    stand, side);
    return { page, title, sub, time, stand, figures, join };
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
      await this.store.enterRoom(this.code, "watch", { password });
      this.trouble = "";
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code === "disconnected") this.store.wanted.set(this.code, "watch");
      else if (refusal.code === "password_needed" || refusal.code === "wrong_password") return this.askPassword(refusal.code === "wrong_password");
      else this.fail(refusalWords(refusal));
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
    if (reason === "password_needed" || reason === "wrong_password") return this.askPassword(reason === "wrong_password");
    // Who is asked for the password is told at the form.
    if (this.trouble === "password") return;
    this.fail(reason === "closed" ? "The host has closed this room" : reason === "new_code" ? "The room has another code now" : refusalWords({ code: reason ?? "no_such_room" }));
  }

  /** @param {{ from: string, code: string }} change the host gave the room another code, and the server says which */
  recoded({ from, code }) {
    if (from !== this.code) return;
    this.code = code;
    this.app.settle(`/stage/${code}${location.search}`);
    this.render();
  }

  /** The way in. None where there is no room, or where the code that led to it leads nowhere any more. */
  showJoin() {
    const { code, app } = this;
    const isOpen = this.trouble === "" && this.room !== undefined;
    const { join, page, sub } = this.dom;
    page.classList.toggle("shut", !isOpen);
    if (!isOpen) sub.textContent = "";
    const shape = isOpen ? `${app.codeWords(code)} ${app.reachable.url}` : "shut";
    if (join.dataset.shape === shape) return;
    join.dataset.shape = shape;
    const isHeld = join.contains(document.activeElement);
    join.replaceChildren(...this.joinParts(!isOpen || app.isCodeHidden));
    if (isHeld) join.querySelector("button")?.focus();
  }

  /** @param {boolean} isHidden */
  joinParts(isHidden) {
    const toggle = el("button", { type: "button", class: "stage-hide", "aria-label": `${isHidden ? "Show" : "Hide"} the room code`, "aria-keyshortcuts": "F2",
      on: { click: () => void this.app.hideCode(!isHidden) } }, icon(isHidden ? "eye" : "hidden"), isHidden ? "Show" : "Hide");
    const qr = isHidden ? el("div", { class: "stage-qr" }, icon("hidden"))
      : el("img", { class: "stage-qr", alt: "A QR code with the address of this room", src: `/api/v1/rooms/${this.code}/qr.svg?scheme=${location.protocol.slice(0, -1)}` });
    // A server without QR codes: the code in letters is the way in.
    qr.addEventListener("error", () => qr.remove());
    return [qr, el("p", { class: "stage-label" }, isHidden ? "Code hidden" : "Join this race", toggle),
      el("p", { class: "stage-code", role: isHidden ? "img" : null, "aria-label": isHidden ? "Room code hidden" : null, text: isHidden ? "••••-•" : shownCode(this.code) }),
      el("p", { class: "stage-host", text: this.app.reachable.url.replace(/^https?:\/\//, "") })];
  }

  /** @param {string} words */
  fail(words) {
    this.trouble = words;
    this.picture = "";
    this.showJoin();
    this.dom.stand.replaceChildren(el("div", { class: "stage-word" }, el("h2", { text: words }), el("a", { class: "button large", href: "/" }, "Back home")));
  }

  /** @param {boolean} isWrong */
  askPassword(isWrong) {
    this.trouble = "password";
    this.picture = "";
    this.showJoin();
    const input = el("input", { class: "stage-password", type: "password", "aria-label": "Password of the room", maxlength: "64" });
    const form = el("form", { class: "stage-word" }, el("h2", { text: isWrong ? "That is not it" : "Behind a password" }), input,
      el("button", { type: "submit", class: "button accent large", text: "Go in" }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (input.value) void this.watch(input.value);
    });
    this.dom.stand.replaceChildren(form);
    input.focus();
  }

  /** @param {{ room: string, seat: number, reaction: string }} told */
  onReaction({ room, seat, reaction }) {
    if (room === this.code && this.app.preferences.get("reactions") !== "off") stamp(this.track, seat, reaction);
  }

  /** The race on the stage: the sprint's round, or the word of the day. */
  get race() {
    const { room } = this;
    if (!room) return undefined;
    return this.phase === "idle" ? room.races.find((race) => race.puzzle === this.store.today?.puzzle) : sprintRace(room);
  }

  render() {
    const { room } = this;
    this.showJoin();
    if (!room || this.trouble) return;
    this.pace.phase = this.pace.next(room, this.store.now());
    const { phase, race } = this;
    const { series } = room;
    document.title = `${room.name || "Room"} · Stage`;
    this.dom.title.textContent = room.name || "Room";
    const line = lineWords(this.store);
    this.dom.sub.textContent = (line && `${line} · `) + (phase === "idle" || !series ? "Today’s word" : phase === "podium" ? "Sprint, the podium"
      : `Sprint, word ${Math.max(1, series.round)} of ${series.of}`);
    this.showStand(room);
    const all = standings(room, race);
    const gains = new Map(phase === "over" ? placed(race).map((one) => [one.seat, one.points]) : []);
    this.track.show(all.map((one) => ({ ...one, key: String(one.seat), you: false })), race?.length ?? 5, race?.rows ?? 6, this.isOverlay ? 0 : 5);
    const count = (/** @type {string} */ state) => all.filter((one) => one.state === state).length;
    const figure = (/** @type {number} */ value, /** @type {string} */ words) => el("div", {}, el("b", { text: String(value) }), el("span", { text: words }));
    this.dom.figures.replaceChildren(figure(count("racing"), "racing"), figure(count("home"), "home"), figure(room.watchers, "watching"));
    this.points.show(room, phase === "idle" ? [] : [...series?.points ?? []], gains);
    this.tick();
  }

  /**
   * What fills the stage: the track, and above it the word that is raced, once it is told; or the podium.
   * @param {import("../../state.js").Room} room
   */
  showStand(room) {
    const { phase, race } = this;
    const told = phase === "over" ? race?.answer ?? "" : "";
    const letters = [...told || " ".repeat(race?.length ?? 5)];
    const picture = `${phase === "podium"} ${phase === "over" ? race?.race : ""} ${told} ${letters.length}`;
    if (picture === this.picture) return;
    this.picture = picture;
    // The seats of the word stand there from the start, so that the lanes stay where they are when it is told.
    const word = el("div", { class: "stage-answer", role: told ? "status" : null, "aria-hidden": String(!told), "aria-label": told ? `The word was ${told.toUpperCase()}` : null },
      ...letters.map((letter) => el("span", { class: "tile", "data-mark": told ? "2" : null, text: letter.trim().toUpperCase() })));
    const first = phase === "podium" ? podiumPlaces(room.series).filter((one) => one.points > 0).slice(0, 3) : [];
    if (first.length > 0 && !this.isOverlay) {
      this.dom.stand.replaceChildren(el("div", { class: "stage-podium fresh" }, podium(room, first)));
    } else if (this.track.element.parentNode === this.dom.stand) {
      this.dom.stand.querySelector(".stage-answer")?.replaceWith(word);
    } else this.dom.stand.replaceChildren(word, this.track.element);
  }

  tick() {
    const { room } = this;
    if (!room || this.trouble) return;
    const now = this.store.now();
    if (this.pace.next(room, now) !== this.phase) return this.render();
    const { starts = 0, ends = 0 } = sprintRace(room) ?? {};
    const { phase } = this;
    const next = room.series?.next;
    const left = phase === "countdown" ? ends - starts : phase === "racing" ? Math.max(0, ends - now) : phase === "over" && next ? Math.max(0, next - now)
      : phase === "idle" && this.store.today ? this.store.today.ends - now : null;
    setClockFace(this.dom.time, left === null ? "" : clock(left + 999));
    this.dom.time.dataset.label = phase === "over" && next ? "Next word in" : "";
    this.dom.time.classList.toggle("late", phase === "racing" && left !== null && left <= 10_000);
    this.lights.show(this.dom.stand, `Word ${room.series?.round} of ${room.series?.of}`,
      phase === "countdown" || (phase === "racing" && now - starts < 700) ? starts - now : null);
  }

  remove() {
    this.stop.abort();
    clearInterval(this.timer);
    document.documentElement.classList.remove("overlay");
    this.track.remove();
    this.dom.page.remove();
    this.store.unwatch(this.code);
  }
}
