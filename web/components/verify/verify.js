// Commit and reveal: the words that were, with what was published about each before its day, checked by this browser.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { Page } from "../page/page.js";
import { ask } from "../../api.js";
import { commitmentOf } from "../../sha256.js";
import { longDay } from "../../days.js";
import { askedLine, lineLinks } from "../lines/lines.js";
import { sealedWhen } from "./seal.js";
import { verify as words } from "../../wording/fairness.js";

export { VerifyView as View };

/** @typedef {import("../../protocol.js").SealedPuzzle} SealedPuzzle */

export class VerifyView extends Page {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    super(
      app,
      words.title,
      words.lead,
    );
    this.list = el("ul", { class: "sealed-list" });
    this.state = el("p", { class: "page-state", role: "status", tabindex: "-1", text: words.loading });
    this.more = el("button", {
      type: "button",
      class: "button",
      text: words.earlier,
      hidden: true,
      on: { click: () => void this.ask() },
    });
    /** @type {string | null} */
    this.next = null;
    this.counts = { fits: 0, late: 0, all: 0 };
    // Which game, where there are several.
    this.choice = el("div", { class: "line-choice" }, lineLinks(app, "/verify"));
    this.body.append(
      el("section", { class: "card" }, this.choice, this.state, this.list, this.more),
      el("p", {
        class: "small",
        text: words.published,
      }),
      el("p", {
        class: "small",
        text: words.means,
      }),
    );
    this.store.addEventListener("session", () => this.begin(), { signal: this.stop.signal });
    if (this.store.today) this.begin();
  }

  begin() {
    const links = lineLinks(this.app, "/verify");
    if (links && !this.choice.firstChild) this.choice.append(links);
    if (this.list.childElementCount === 0) void this.ask();
  }

  async ask() {
    if (this.more.getAttribute("aria-busy")) return;
    // Not `disabled`, which would take the focus from who has pressed it.
    this.more.setAttribute("aria-busy", "true");
    try {
      const { puzzles, tomorrow, next } = await ask(
        `/puzzles/${askedLine(this.app)}?limit=30${this.next ? `&before=${this.next}` : ""}`,
        { signal: this.stop.signal },
      );
      if (tomorrow && this.list.childElementCount === 0)
        this.list.append(el("li", {}, this.entry(tomorrow, words.tomorrow)));
      const entries = puzzles.map((/** @type {SealedPuzzle} */ puzzle) => el("li", {}, this.entry(puzzle)));
      this.list.append(...entries);
      if (document.activeElement === this.more) (entries[0]?.querySelector("summary") ?? this.state).focus();
      this.next = next;
      this.more.hidden = next === null;
      this.more.textContent = words.earlier;
      this.state.textContent = this.verdict();
    } catch (error) {
      if (this.stop.signal.aborted) return;
      this.state.textContent = /** @type {Error} */ (error).message;
      this.more.hidden = false;
      this.more.textContent = words.again;
    }
    this.more.removeAttribute("aria-busy");
  }

  /** The verdict on all that was looked at. */
  verdict() {
    const { fits, late, all } = this.counts;
    if (all === 0) return words.nothingYet;
    if (fits < all) return words.broke(all - fits);
    return words.checked(all, late);
  }

  /**
   * @param {SealedPuzzle} sealed
   * @param {string} [name] of the day
   */
  entry({ puzzle, number, commitment, seal, by_host: isHosts, salt, answer }, name) {
    const day = puzzle.split("/")[1] ?? "";
    const isOpen = salt !== undefined && answer !== undefined;
    const fits = isOpen && commitmentOf(salt, puzzle, answer) === commitment;
    const { text, shows } = sealedWhen(seal);
    if (isOpen)
      this.counts = {
        fits: this.counts.fits + Number(fits),
        late: this.counts.late + Number(!shows),
        all: this.counts.all + 1,
      };
    const facts = [
      [words.facts.seal, commitment],
      [words.facts.salt, salt ?? words.secret],
      [words.facts.puzzle, puzzle],
      ...(isHosts ? [[words.facts.chosen, words.byHost]] : []),
      ...(isOpen ? [[words.facts.word, answer]] : []),
      ...(seal?.at === undefined ? [] : [[words.facts.published, words.saysServer(new Date(seal.at).toISOString())]]),
    ];
    const length = Number(/-(\d+)\//.exec(puzzle)?.[1] ?? 5);
    return el(
      "details",
      {},
      el(
        "summary",
        {},
        el(
          "span",
          { class: "sealed-words" },
          el("b", { text: words.number(number) }),
          el("small", { text: name ?? longDay(day) }),
        ),
        isOpen
          ? el(
              "span",
              { class: "letter-row", role: "img", "aria-label": answer },
              ...[...answer].map((letter) => el("span", { text: letter.toUpperCase() })),
            )
          : el(
              "span",
              { class: "letter-row closed", role: "img", "aria-label": words.notYet },
              ...Array.from({ length }, () => el("span", { text: "•" })),
            ),
        isOpen && !fits
          ? el("span", { class: "seal broken" }, icon("close"), words.broken)
          : isOpen && shows
            ? el("span", { class: "seal" }, icon("tick"), words.fits(text))
            : el("span", { class: "seal open" }, icon(isOpen ? "flag" : "lock"), text),
      ),
      el(
        "dl",
        { class: "seal-facts" },
        ...facts.map(([name = "", value = ""]) => el("div", {}, el("dt", { text: name }), el("dd", { text: value }))),
      ),
    );
  }
}
