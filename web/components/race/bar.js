// The bar above a race: the room, the clock, the rank, the ways out of it.

import { el, fill, icon, setClockFace, setHidden, setText, sign } from "../elements/elements.js";
import { shownCode } from "../../racing.js";
import { lineWords, page, people, race as words } from "../../wording.js";

/** Whether cards have room beside a board: on desktops, and on tablets held upright. */
export const roomy = matchMedia(
  "(min-width: 56.25em) and (min-height: 30.0625em), (min-width: 37.5em) and (min-height: 43.75em)",
);

/**
 * The words of the pill of the figure while there is none: what it opens.
 * @type {[string, string]}
 */
export const lanesOnly = ["", words.bar.lanes];

export class Bar {
  /** @param {import("./race.js").RaceView} view */
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
