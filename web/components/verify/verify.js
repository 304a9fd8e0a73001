// Commit and reveal: the words that were, with what was published about each before its day, checked by this browser.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { Page } from "../page/page.js";
import { ask, todaysLine } from "../../api.js";
import { commitmentOf } from "../../sha256.js";
import { longDay } from "../../days.js";
import { counted } from "../../wording.js";

export { VerifyView as View };

/** @typedef {import("../../protocol.js").SealedPuzzle} SealedPuzzle */

export class VerifyView extends Page {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    super(app, "Sealed words", "As a day begins the server publishes a seal of its word: the SHA-256 of a secret salt, the puzzle’s name and the word. "
      + "Two days later salt and word are public, your browser computes the seal again, and if it fits nobody can have changed the word while you raced.");
    this.list = el("ul", { class: "sealed-list" });
    this.state = el("p", { class: "page-state", role: "status", text: "Asking for the words" });
    this.more = el("button", { type: "button", class: "button", text: "Earlier words", hidden: true, on: { click: () => void this.ask() } });
    /** @type {string | null} */
    this.next = null;
    this.counts = { fits: 0, all: 0 };
    this.body.append(el("section", { class: "card" }, this.state, this.list, this.more),
      el("p", { class: "small", text: "The seal of a word nobody can have seen yet says nothing about it: the salt is 16 random bytes. Whole races can be checked too, by anybody: save the replay of one as a file, and give it to “tilerace verify”." }));
    this.store.addEventListener("session", () => this.begin(), { signal: this.stop.signal });
    if (this.store.today) this.begin();
  }

  begin() {
    if (this.list.childElementCount === 0) void this.ask();
  }

  async ask() {
    this.more.disabled = true;
    try {
      const { puzzles, next } = await ask(`/puzzles/${todaysLine(this.store)}?limit=30${this.next ? `&before=${this.next}` : ""}`, { signal: this.stop.signal });
      this.list.append(...puzzles.map((/** @type {SealedPuzzle} */ puzzle) => el("li", {}, this.entry(puzzle))));
      this.next = next;
      this.more.hidden = next === null;
      this.more.textContent = "Earlier words";
      const { fits, all } = this.counts;
      this.state.textContent = all === 0 ? "No word is public yet. The first one will be, two days after its own." : fits === all
        ? `${counted(all, "word")} checked in this browser: ${all === 1 ? "its seal fits" : "every seal fits"}.` : `${counted(all - fits, "seal does", "seals do")} not fit.`;
    } catch (error) {
      if (this.stop.signal.aborted) return;
      this.state.textContent = /** @type {Error} */ (error).message;
      this.more.hidden = false;
      this.more.textContent = "Try again";
    }
    this.more.disabled = false;
  }

  /** @param {SealedPuzzle} sealed */
  entry({ puzzle, number, commitment, salt, answer }) {
    const day = puzzle.split("/")[1] ?? "";
    const isOpen = salt !== undefined && answer !== undefined;
    const fits = isOpen && commitmentOf(salt, puzzle, answer) === commitment;
    if (isOpen) this.counts = { fits: this.counts.fits + Number(fits), all: this.counts.all + 1 };
    const facts = [["Seal", commitment], ["Salt", salt ?? "secret until two days after"], ["Puzzle", puzzle], ...(isOpen ? [["Word", answer]] : [])];
    const length = Number(/-(\d+)\//.exec(puzzle)?.[1] ?? 5);
    return el("details", {},
      el("summary", {}, el("span", { class: "sealed-words" }, el("b", { text: `No. ${number}` }), el("small", { text: longDay(day) })),
        isOpen ? el("span", { class: "letter-row", role: "img", "aria-label": answer }, ...[...answer].map((letter) => el("span", { text: letter.toUpperCase() })))
          : el("span", { class: "letter-row closed", role: "img", "aria-label": "Not public yet" }, ...Array.from({ length }, () => el("span", { text: "•" }))),
        isOpen ? el("span", { class: fits ? "seal" : "seal broken" }, icon(fits ? "tick" : "close"), fits ? "Seal fits" : "Seal does not fit")
          : el("span", { class: "seal open" }, icon("lock"), "Sealed")),
      el("dl", { class: "seal-facts" }, ...facts.map(([name = "", value = ""]) => el("div", {}, el("dt", { text: name }), el("dd", { text: value })))));
  }
}
