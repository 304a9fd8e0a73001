// A page to read, with the ways to the others above it: the archive, the words that were, privacy, another device.

import { el, icon, sign } from "../elements/elements.js";
import { site } from "../../link.js";
import { page as words } from "../../wording.js";

export class Page {
  /**
   * @param {import("../../main.js").App} app
   * @param {string} title
   * @param {string} lead a sentence below it
   */
  constructor(app, title, lead) {
    this.app = app;
    this.store = app.store;
    this.stop = new AbortController();
    this.body = el("div", { class: "page-body" });
    this.element = el(
      "main",
      { class: "page" },
      el(
        "header",
        { class: "page-bar" },
        el(
          "a",
          { class: "brand", href: "/", "aria-label": words.home },
          sign(),
          el("span", { class: "word-mark", text: "tilerace" }),
        ),
        pageLinks(),
        // What that sheet has is of a player, and before the entrance of a private server there is none.
        !app.isShut && el(
          "button",
          {
            type: "button",
            class: "icon-button",
            "aria-label": words.looks,
            on: { click: () => app.sheet("settings") },
          },
          icon("sun"),
        ),
      ),
      el("div", { class: "page-head" }, el("h1", { text: title }), el("p", { text: lead })),
      this.body,
    );
    document.title = words.titled(title);
  }

  /** Called when looks or codes change. */
  render() {}

  remove() {
    this.stop.abort();
    this.element.remove();
  }
}

/** The pages there are besides the races. */
export function pageLinks() {
  return el(
    "nav",
    { class: "page-links", "aria-label": words.more },
    ...[
      ["/", words.links.home],
      ["/archive", words.links.archive],
      ["/practice", words.links.practice],
      ["/verify", words.links.verify],
      ["/privacy", words.links.privacy],
    ].map(([href = "", text = ""]) =>
      el("a", { href, text, "aria-current": location.pathname === site + href ? "page" : null }),
    ),
  );
}
