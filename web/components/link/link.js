// This device becomes a player that there is already: by a code, typed or brought along by a link.

import { el } from "../elements/elements.js";
import { Page } from "../page/page.js";
import { ask, askForCookie } from "../../api.js";
import { becomeAnother } from "../account/identity.js";
import { link as words } from "../../wording/account.js";

export { LinkView as View };

/** Characters of a code for another device. */
const linkCodeLength = 8;

/**
 * The characters of a code in what somebody typed or pasted, be it lower case, dashed, or a whole link.
 * @param {string} typed
 */
function linkCodeFrom(typed) {
  const raised = (typed.includes("#") ? typed.slice(typed.lastIndexOf("#") + 1) : typed).toUpperCase();
  // The characters of room codes.
  return raised.replace(/[^A-HJKMNP-TV-Z2-9]/g, "").slice(0, linkCodeLength);
}

/** @param {string} code */
function shownLinkCode(code) {
  return code.length > 4 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}

class LinkView extends Page {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    super(
      app,
      words.title,
      words.lead,
    );
    this.input = el("input", {
      class: "text-field link-code",
      "aria-label": words.label,
      autocomplete: "one-time-code",
      autocapitalize: "characters",
      spellcheck: "false",
      maxlength: "120",
      placeholder: "XXXX-XXXX",
    });
    this.button = el("button", { type: "submit", class: "button accent large", text: words.use });
    this.warning = el("p", { class: "notice", hidden: true });
    this.refusal = el("p", { class: "link-refusal", role: "alert", hidden: true });
    this.input.addEventListener("input", () => this.typed());
    const form = el(
      "form",
      { class: "card link-form" },
      el("label", { class: "link-label" }, el("b", { text: words.code }), this.input),
      this.warning,
      this.refusal,
      this.button,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.claim();
    });
    this.body.append(form);
    this.input.value = app.takeFragment();
    this.typed();
    const { signal } = this.stop;
    this.store.addEventListener("session", () => void this.warn(), { signal });
    if (this.store.player) void this.warn();
    setTimeout(() => (this.button.disabled ? this.input : this.button).focus());
  }

  typed() {
    const { value, selectionStart } = this.input;
    const code = linkCodeFrom(value);
    const shown = shownLinkCode(code);
    if (value !== shown) {
      this.input.value = shown;
      // Where the caret was: between the same characters.
      const at = shownLinkCode(linkCodeFrom(value.slice(0, selectionStart ?? 0))).length;
      this.input.setSelectionRange(at, at);
    }
    this.button.disabled = code.length < linkCodeLength;
    this.refusal.hidden = true;
  }

  /** Whoever has played here as somebody else should know that this is left behind. */
  async warn() {
    const { store } = this;
    const has = store.welcome?.features.includes("ranking");
    const { played = 0 } = !has
      ? {}
      : await ask("/me/statistics", { signal: this.stop.signal }).catch(() => ({}));
    const races = Math.max(played, store.begun.size);
    const left = [
      races > 0 ? words.races(races) : "",
      store.seated.length > 0 ? words.rooms(store.seated.length) : "",
    ].filter(Boolean);
    this.warning.hidden = left.length === 0;
    this.warning.replaceChildren(
      el(
        "span",
        {},
        el("b", { text: words.raced(store.player?.name, left) }),
        words.leftBehind,
      ),
    );
  }

  async claim() {
    const code = linkCodeFrom(this.input.value);
    if (this.button.getAttribute("aria-busy")) return;
    // Not `disabled`, which would take the focus from who has pressed it.
    this.button.setAttribute("aria-busy", "true");
    try {
      const { player } = await askForCookie("/link", { method: "POST", body: { code } });
      becomeAnother(this.app, player ? words.welcome(player.name) : "", this.app.asked);
    } catch (error) {
      const fault = /** @type {import("../../api.js").HTTPError} */ (error);
      this.refusal.hidden = false;
      this.refusal.textContent =
        fault.status === 404
          ? words.bad
          : fault.message;
      this.button.removeAttribute("aria-busy");
      this.input.focus();
      this.input.select();
    }
  }
}
