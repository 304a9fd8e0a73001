// Commit and reveal: the words that were, with what was published about each before its day, checked by this browser.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { Page } from "../page/page.js";
import { ask } from "../../api.js";
import { commitmentOf } from "../../sha256.js";
import { longDay } from "../../days.js";
import { counted } from "../../wording.js";
import { askedLine, lineLinks } from "../lines/lines.js";
import { sealedWhen } from "./seal.js";

export { VerifyView as View };

/** @typedef {import("../../protocol.js").SealedPuzzle} SealedPuzzle */

export class VerifyView extends Page {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    super(
      app,
      "Was it fair?",
      "A word should stay what it was before its day. So the day before, the server publishes a fingerprint of it, its seal, which fits no other word and tells nothing about this one. " +
        "Two days after its own day the word is public, and your browser checks here that it fits its seal.",
    );
    this.list = el("ul", { class: "sealed-list" });
    this.state = el("p", { class: "page-state", role: "status", text: "Loading the words" });
    this.more = el("button", {
      type: "button",
      class: "button",
      text: "Earlier words",
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
        text: "When a seal was published, only the server says: it is a proof only for those who kept the seal at the time. To be sure yourself, note tomorrow’s, and compare it in three days.",
      }),
      el("p", {
        class: "small",
        text: "For those who check by other means: a seal is the SHA-256 of the salt (16 random bytes, secret until then), the puzzle’s name and the word. Whole races can be checked too, by anybody: save the replay of one as a file, and give it to the command “tilerace verify”.",
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
    this.more.disabled = true;
    try {
      const { puzzles, tomorrow, next } = await ask(
        `/puzzles/${askedLine(this.app)}?limit=30${this.next ? `&before=${this.next}` : ""}`,
        { signal: this.stop.signal },
      );
      if (tomorrow && this.list.childElementCount === 0)
        this.list.append(el("li", {}, this.entry(tomorrow, "Tomorrow")));
      this.list.append(...puzzles.map((/** @type {SealedPuzzle} */ puzzle) => el("li", {}, this.entry(puzzle))));
      this.next = next;
      this.more.hidden = next === null;
      this.more.textContent = "Earlier words";
      this.state.textContent = this.verdict();
    } catch (error) {
      if (this.stop.signal.aborted) return;
      this.state.textContent = /** @type {Error} */ (error).message;
      this.more.hidden = false;
      this.more.textContent = "Try again";
    }
    this.more.disabled = false;
  }

  /** What all that was looked at comes to. */
  verdict() {
    const { fits, late, all } = this.counts;
    if (all === 0) return "No word is public yet. The first one will be, two days after its own.";
    if (fits < all) return `${counted(all - fits, "seal does", "seals do")} not fit.`;
    const sum = `${counted(all, "word")} checked in this browser: ${all === 1 ? "its seal fits" : "every seal fits"}`;
    return late === 0 ? `${sum}.` : `${sum}, and ${counted(late, "seal proves", "seals prove")} nothing about the day.`;
  }

  /**
   * @param {SealedPuzzle} sealed
   * @param {string} [name] of the day
   */
  entry({ puzzle, number, commitment, seal, salt, answer }, name) {
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
      ["Seal", commitment],
      ["Salt", salt ?? "secret until two days after"],
      ["Puzzle", puzzle],
      ...(isOpen ? [["Word", answer]] : []),
      ...(seal?.at === undefined ? [] : [["Published", `${new Date(seal.at).toISOString()}, says the server`]]),
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
          el("b", { text: `No. ${number}` }),
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
              { class: "letter-row closed", role: "img", "aria-label": "Not public yet" },
              ...Array.from({ length }, () => el("span", { text: "•" })),
            ),
        isOpen && !fits
          ? el("span", { class: "seal broken" }, icon("close"), "Seal does not fit")
          : isOpen && shows
            ? el("span", { class: "seal" }, icon("tick"), `${text}, and fits`)
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
