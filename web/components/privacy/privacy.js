// What the server keeps, from its own configuration.

import { el } from "../elements/elements.js";
import { Page } from "../page/page.js";
import { ask } from "../../api.js";

export { PrivacyView as View };

/** @typedef {import("../../protocol.js").Privacy} Privacy */

/** @type {Record<string, string>} */
const untils = {
  deletion: "Until you delete yourself.",
  anonymous: "", // The server says it in its own words.
  restart: "Until the server restarts.",
  host: "As long as the host keeps it.",
};

class PrivacyView extends Page {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    super(
      app,
      "Privacy",
      "What this server keeps about you, and until when, as its own settings say. No email, no password, no advertisement, and nothing is asked of other servers.",
    );
    this.state = el("p", { class: "page-state", role: "status", text: "Loading" });
    this.body.append(this.state);
    void this.load();
  }

  async load() {
    try {
      this.body.replaceChildren(...parts(this.app, await ask("/privacy", { signal: this.stop.signal })));
    } catch (error) {
      if (!this.stop.signal.aborted) this.state.textContent = /** @type {Error} */ (error).message;
    }
  }
}

/**
 * @param {import("../../main.js").App} app
 * @param {Privacy} facts
 */
function parts(app, { server, cookie, link, log, metrics, keeps, deleted_name: deleted }) {
  const fact = (/** @type {string} */ name, /** @type {string} */ words) =>
    el("div", {}, el("dt", { text: name }), el("dd", { text: words }));
  /** @type {Record<string, string>} */
  const titles = {
    player: "You",
    games: "Your games",
    practice: "Practice",
    rooms: "Rooms",
    address: "Address",
    log: "Log",
  };
  return [
    el(
      "section",
      { class: "card" },
      el("h2", { text: "What is kept" }),
      el(
        "dl",
        { class: "facts" },
        ...keeps.map(({ what, until, text }) => fact(titles[what] ?? what, `${text} ${untils[until] ?? ""}`)),
      ),
    ),
    el(
      "section",
      { class: "card" },
      el("h2", { text: "How this server is set up" }),
      el(
        "dl",
        { class: "facts" },
        fact("Server", `${server.name}. Its days are those of ${server.zone}.`),
        fact(
          "Cookie",
          `One, “${cookie.name}”: it says who you are, no script can read it, and it lives for ${cookie.days} days from your last visit.`,
        ),
        fact(
          "Other devices",
          `A code for another device is good for ${link.minutes} minutes and one use, and is in memory only.`,
        ),
        fact(
          "Log",
          log.addresses
            ? `It can name network addresses (level ${log.level}).`
            : `It names no network addresses (level ${log.level}).`,
        ),
        fact(
          "Figures",
          metrics ? "The server counts what it does, for its host: no names and no addresses." : "None are kept.",
        ),
        fact(
          "This browser",
          "Your looks, your last room, who you were last, your streak and last days, your times of practice, and the word you are typing. They are not sent.",
        ),
      ),
    ),
    el(
      "section",
      { class: "card" },
      el("h2", { text: "Yours to take, yours to delete" }),
      el("p", {
        class: "page-state",
        text: `Download everything the server has about you, or delete yourself: what you raced stays in the rankings, under the name “${deleted ?? "Deleted player"}”.`,
      }),
      el("button", {
        type: "button",
        class: "button",
        text: "Your account",
        on: { click: () => app.sheet("account") },
      }),
    ),
  ];
}
