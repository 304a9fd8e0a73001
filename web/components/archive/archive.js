// The archive: a month of past days, with what I did on each. Every day of it can be played; it counts for nothing.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { Page } from "../page/page.js";
import { ask } from "../../api.js";
import { bestOf, lines } from "../solo/choice.js";
import { askedLine, lineLinks, lineNames, todayPath, wordsOf } from "../lines/lines.js";
import { advanced, advancedMonth, monthName, weekdayNames, weeksOf } from "../../days.js";
import { compareResults } from "../../racing.js";
import { page } from "../../wording.js";
import { archive as words, beside } from "../../wording/race.js";

export { ArchiveView as View };

/** @typedef {import("../../protocol.js").PlayedDay} PlayedDay */
/** @typedef {import("../../protocol.js").Finish} Finish */

/** The month that was shown last: Back from one of its days leads to it. */
let last = { line: "", month: "" };

class ArchiveView extends Page {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    super(app, page.links.archive, words.lead);
    this.month = "";
    /** The line whose days are shown. */
    this.line = askedLine(app);
    /** The first month there is, and the day it is. */
    this.first = "";
    this.today = "";
    /** The day that has the focus, or would have. */
    this.at = "";
    /** @type {Map<string, Map<string, PlayedDay>>} what I did, by month and day */
    this.played = new Map();
    /** Numbers where one wanted to be: a month that comes after one has gone elsewhere is not shown any more. */
    this.asked = 0;
    /** The month that is asked for. */
    this.awaited = "";
    this.title = el("h2", { id: "month", "aria-live": "polite" });
    this.before = this.step(words.before, "left", -1);
    this.after = this.step(words.after, "right", 1);
    this.grid = el("table", { class: "calendar", role: "grid", "aria-labelledby": "month" });
    this.grid.addEventListener("keydown", (event) => this.onKey(event));
    this.state = el("p", { class: "page-state", role: "status", text: words.loading });
    this.figures = el("section", { class: "card" });
    this.legend = el("ul", { class: "legend", "aria-hidden": "true" });
    // Which game, where there are several.
    this.choice = el("div", { class: "line-choice" });
    this.body.classList.add("two");
    this.card = el(
      "section",
      { class: "card" },
      this.choice,
      el("div", { class: "month-head" }, this.title, this.before, this.after),
      this.state,
      this.grid,
      this.legend,
    );
    this.arrange();
    const { signal } = this.stop;
    const patience = setTimeout(() => this.arrange(true), 1000);
    signal.addEventListener("abort", () => clearTimeout(patience));
    this.store.addEventListener("session", () => void this.begin(), { signal });
    this.store.addEventListener("day", () => void this.begin(), { signal });
    if (this.store.today) void this.begin();
  }

  get words() {
    return wordsOf({ puzzle: this.line });
  }

  /**
   * The way to another month. No month is before or after one that is not known yet.
   * @param {string} label
   * @param {string} sign
   * @param {number} months
   */
  step(label, sign, months) {
    const button = el("button", { type: "button", class: "icon-button", "aria-label": label }, icon(sign));
    // Not `disabled`, which would take the focus from who has pressed it.
    button.setAttribute("aria-disabled", "true");
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") === "false") void this.show(advancedMonth(this.month, months));
    });
    return button;
  }

  /**
   * Shows what depends on the line alone. Where nobody knows yet whether there is a choice, it waits for that.
   * @param {boolean} [isLate] it waits no more
   */
  arrange(isLate = false) {
    const { app, body } = this;
    this.line = askedLine(app);
    if (!body.firstChild && (isLate || this.store.welcome || lineNames(app).length > 0))
      body.append(this.card, this.figures);
    const links = lineLinks(app, "/archive");
    if (!links || !this.choice.firstChild?.isEqualNode(links)) this.choice.replaceChildren(links ?? "");
    this.legend.replaceChildren(
      ...this.words.legend.map(([kind, text]) => el("li", {}, el("i", { class: `day ${kind}` }), text)),
    );
  }

  begin() {
    this.played.clear();
    this.arrange();
    const before = last.line === this.line ? last.month : "";
    return this.show(this.awaited || this.month || before || (this.store.today?.day ?? "").slice(0, 7));
  }

  /**
   * @param {string} month
   * @param {string} [focus] the day to go to
   */
  async show(month, focus) {
    const asked = ++this.asked;
    const isHeld = this.grid.contains(document.activeElement);
    let known = this.played.get(month);
    this.awaited = known ? "" : month;
    if (!known) {
      try {
        const { first, today, games } = await ask(
          `/me/games?line=${this.line}&from=${month}-01&to=${advanced(`${advancedMonth(month, 1)}-01`, -1)}`,
          { signal: this.stop.signal },
        );
        known = new Map(/** @type {PlayedDay[]} */ (games).map((game) => [game.day, game]));
        this.played.set(month, known);
        [this.first, this.today] = [first, today];
        if (asked !== this.asked) return;
        this.awaited = "";
      } catch (error) {
        if (this.stop.signal.aborted || asked !== this.asked) return;
        this.awaited = "";
        this.state.textContent = /** @type {Error} */ (error).message;
        return;
      }
    }
    this.state.textContent = "";
    this.month = month;
    last = { line: this.line, month };
    this.title.textContent = monthName(month);
    this.before.setAttribute("aria-disabled", String(month <= this.first.slice(0, 7)));
    this.after.setAttribute("aria-disabled", String(month >= this.today.slice(0, 7)));
    this.at =
      focus ??
      [...weeksOf(month).flat()].reduce(
        (last, day) => (day && day >= this.first && day <= this.today ? day : last),
        "",
      ) ??
      "";
    this.draw(known);
    if (focus || isHeld) this.focus();
    this.showFigures(known);
  }

  /** @param {Map<string, PlayedDay>} played */
  draw(played) {
    this.grid.replaceChildren(
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ...weekdayNames("long").map((name) =>
            el(
              "th",
              { scope: "col", abbr: name },
              el("span", { "aria-hidden": "true", text: name.slice(0, 2) }),
              el("span", { class: "spoken", text: name }),
            ),
          ),
        ),
      ),
      el(
        "tbody",
        {},
        ...weeksOf(this.month).map((week) =>
          el("tr", {}, ...week.map((day) => this.cell(day, day ? played.get(day) : undefined))),
        ),
      ),
    );
  }

  /**
   * @param {string | null} day
   * @param {PlayedDay | undefined} game
   */
  cell(day, game) {
    if (!day) return el("td", {});
    const number = String(Number(day.slice(8)));
    if (day > this.today || day < this.first) {
      return el(
        "td",
        {},
        el("span", {
          class: "day future",
          "aria-disabled": "true",
          role: "link",
          "aria-label": beside.day(day, day > this.today ? words.notYet : words.beforeFirst),
          text: number,
        }),
      );
    }
    const isToday = day === this.today;
    const isLive = isToday || (game?.state === "playing" && game.ranked);
    const kinds = [
      "day",
      game?.state ?? "",
      game && !game.ranked && game.state !== "playing" ? "loose" : "",
      isToday ? "today" : "",
    ];
    const mark = game ? this.words.mark(game) : "";
    return el(
      "td",
      {},
      el(
        "a",
        {
          class: kinds.filter(Boolean).join(" "),
          href: isLive ? todayPath(this.store, this.line) : `/archive/${this.line}/${day}`,
          "data-day": day,
          tabindex: day === this.at ? "0" : "-1",
          "aria-label": beside.day(day, this.wordsFor(game, isToday)),
        },
        mark ? el("small", { text: number }) : number,
        mark ? el("b", { class: mark.length > 2 ? "long" : "", text: mark }) : null,
      ),
    );
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.grid.querySelector(`[data-day="${this.at}"]`))?.focus();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const cell = event.target instanceof HTMLElement ? event.target.closest("[data-day]") : null;
    if (!(cell instanceof HTMLElement) || event.ctrlKey || event.altKey || event.metaKey) return;
    const day = cell.dataset.day ?? "";
    const week = weeksOf(this.month).find((one) => one.includes(day))?.filter((one) => one !== null) ?? [];
    const sameDay = (/** @type {number} */ months) => {
      const month = advancedMonth(this.month, months);
      const last = advanced(`${advancedMonth(month, 1)}-01`, -1);
      return [`${month}-${day.slice(8)}`, last].sort()[0] ?? day;
    };
    /** @type {Record<string, () => string | undefined>} */
    const moves = {
      ArrowLeft: () => advanced(day, -1),
      ArrowRight: () => advanced(day, 1),
      ArrowUp: () => advanced(day, -7),
      ArrowDown: () => advanced(day, 7),
      Home: () => week[0] ?? day,
      End: () => week.at(-1) ?? day,
      PageUp: () => sameDay(-1),
      PageDown: () => sameDay(1),
    };
    const to = moves[event.key]?.();
    if (!to) return;
    event.preventDefault();
    const within = to < this.first ? this.first : to > this.today ? this.today : to;
    if (within.slice(0, 7) !== this.month) return void this.show(within.slice(0, 7), within);
    if (this.awaited !== this.month) {
      this.asked += 1;
      this.awaited = "";
    }
    cell.tabIndex = -1;
    this.at = within;
    const next = /** @type {HTMLElement | null} */ (this.grid.querySelector(`[data-day="${within}"]`));
    if (next) next.tabIndex = 0;
    next?.focus();
  }

  /** The ways to other words: a link for each length, or the one there is. */
  practice() {
    const kept = this.app.preferences.get("practice");
    const choice = lines(this.store, "", { best: (line, player) => bestOf(kept, line, player) });
    return choice
      ? [el("h3", { text: words.practise }), choice]
      : [el("a", { class: "button", href: "/practice" }, icon("again"), words.practise)];
  }

  /** @param {Map<string, PlayedDay>} played */
  showFigures(played) {
    const games = [...played.values()];
    const found = /** @type {(PlayedDay & Finish)[]} */ (games.filter((game) => game.state === "solved"));
    const [best = null] = found.sort(compareResults);
    const figure = (/** @type {string} */ value, /** @type {string} */ said) =>
      el("div", {}, el("b", { text: value }), el("span", { text: said }));
    const loose = games.filter((game) => !game.ranked).length;
    this.figures.replaceChildren(
      el("h2", { text: monthName(this.month) }),
      el(
        "div",
        { class: "month-figures" },
        figure(String(games.length), words.raced),
        ...this.words.monthFigures(found.length, best).map(([value, said]) => figure(value, said)),
      ),
      el("p", {
        class: "page-state",
        text:
          games.length === 0
            ? words.none
            : best
              ? words.best(this.words.bestWords(best), best.day)
              : "",
      }),
      el("p", {
        class: "page-state",
        text: loose > 0 ? words.loose(loose) : "",
      }),
      ...this.practice(),
    );
  }

  /**
   * @param {PlayedDay | undefined} game
   * @param {boolean} isToday
   */
  wordsFor(game, isToday) {
    return words.outcome(game ? this.words.outcome(game) : null, isToday, game?.ranked !== false);
  }
}
