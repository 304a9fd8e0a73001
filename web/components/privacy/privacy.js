// The page about what the server keeps, from its own configuration.

import { el } from "../elements/elements.js";
import { Page } from "../page/page.js";
import { ask } from "../../api.js";
import { privacy as words } from "../../wording/account.js";

export { PrivacyView as View };

/** @typedef {import("../../protocol.js").Privacy} Privacy */

class PrivacyView extends Page {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    super(
      app,
      words.title,
      words.lead,
    );
    this.state = el("p", { class: "page-state", role: "status", text: words.loading });
    this.body.append(this.state);
    this.isAsked = false;
    void this.load();
    // What the line kept away is asked for again when it is up.
    this.store.addEventListener("session", () => void this.load(), { signal: this.stop.signal });
  }

  async load() {
    if (this.isAsked) return;
    this.isAsked = true;
    try {
      this.body.replaceChildren(...parts(this.app, await ask("/privacy", { signal: this.stop.signal })));
    } catch (error) {
      this.isAsked = false;
      if (!this.stop.signal.aborted) this.state.textContent = /** @type {Error} */ (error).message;
    }
  }
}

/**
 * @param {import("../../main.js").App} app
 * @param {Privacy} facts
 */
function parts(app, { server, cookie, link, log, metrics, forgets = {}, keeps, deleted_name: deleted }) {
  const fact = (/** @type {string} */ name, /** @type {string} */ text) =>
    el("div", {}, el("dt", { text: name }), el("dd", { text }));
  return [
    el(
      "section",
      { class: "card" },
      el("h2", { text: words.kept }),
      el(
        "dl",
        { class: "facts" },
        ...keeps.map(({ what, until, days = 0 }) => {
          const kept = words.keeps[what]?.(days, forgets) ?? "";
          // The days are an end already.
          return fact(words.whats[what] ?? what, days ? kept : `${kept} ${words.untils[until] ?? ""}`);
        }),
      ),
    ),
    el(
      "section",
      { class: "card" },
      el("h2", { text: words.setUp }),
      el(
        "dl",
        { class: "facts" },
        fact(words.server, words.serverIs(server.name, server.zone)),
        fact(
          words.cookie,
          words.cookieIs(cookie.name, cookie.days),
        ),
        fact(
          words.devices,
          words.codeIs(link.minutes),
        ),
        fact(
          words.log,
          words.logIs(log.level, log.addresses),
        ),
        fact(
          words.figures,
          metrics ? words.counted : words.notCounted,
        ),
        fact(
          words.browser,
          words.inBrowser,
        ),
      ),
    ),
    el(
      "section",
      { class: "card" },
      el("h2", { text: words.yours }),
      el("p", {
        class: "page-state",
        text: words.rights(deleted),
      }),
      el("button", {
        type: "button",
        class: "button",
        text: words.account,
        on: { click: () => app.sheet("account") },
      }),
    ),
  ];
}
