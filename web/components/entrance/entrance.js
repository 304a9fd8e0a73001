// The entrance of a private server: what its password opens is neither shown nor asked for before.

import { el, setText, sign } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { leaveBehind } from "../account/identity.js";
import { picture } from "../door/shut.js";
import { askForCookie } from "../../api.js";
import { renewSession, site } from "../../link.js";
import { codeFrom } from "../../racing.js";
import { clock, door, page } from "../../wording.js";
import { entrance as words } from "../../wording/entrance.js";

export { EntranceView as View };

/** s to wait where the server does not say how long. */
const usualWait = 60;

/**
 * The words for a refusal, and the seconds for which nothing more is asked.
 * @param {Pick<import("../../api.js").HTTPError, "status" | "code" | "retry" | "message">} fault
 */
export function refusalOf({ status, code, retry, message }) {
  if (code === "wrong_password") return { text: words.wrong, wait: 0 };
  if (code === "bad_invitation") return { text: words.badInvitation, wait: 0 };
  if (code === "bad_code") return { text: words.badCode, wait: 0 };
  if (status === 503) return { text: words.busy, wait: retry };
  if (status !== 429) return { text: message, wait: 0 };
  const wait = retry || usualWait;
  return { text: words.tooMany(wait), wait };
}

/**
 * The room that an address leads to, as a code; empty where it leads elsewhere.
 * @param {string} path
 */
export function roomOf(path) {
  return codeFrom(/^\/(?:room|stage)\/([^/?#]+)/.exec(path)?.[1] ?? "");
}

class EntranceView {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.stop = new AbortController();
    // On a stream nothing stands but the form, in a corner.
    this.isOverlay = /^\/stage\/.*[?&]overlay=1\b/.test(app.path);
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.pausing = undefined;
    const isForClass = this.isForClass;
    this.input = el("input", {
      class: "entrance-field", id: "entrance-password", type: isForClass ? "text" : "password", required: true,
      maxlength: isForClass ? "24" : "512", autocomplete: isForClass ? "off" : "current-password",
      autocapitalize: isForClass ? "characters" : "off", spellcheck: "false", enterkeyhint: "go",
      "aria-describedby": "entrance-lead entrance-refusal",
    });
    // The strip of a class has a link with its code.
    const code = isForClass ? /^code=([\w-]{1,24})$/.exec(app.fragment)?.[1] ?? "" : "";
    if (code) {
      app.takeFragment();
      this.input.value = code;
    }
    this.refusal = el("p", { class: "entrance-refusal", id: "entrance-refusal", role: "alert" });
    this.button = el("button", { type: "submit", class: "button accent large", text: words.goIn });
    this.eyebrow = el("p", { class: "eyebrow" });
    this.lead = el("p", { class: "entrance-lead", id: "entrance-lead" });
    /** The token in the link of an invitation, which nobody but this page and the server sees. */
    this.invitation = /^invite=([\w-]{1,64})$/.exec(app.fragment)?.[1] ?? "";
    // Else the page of a code from another device takes it for one.
    if (this.invitation) app.takeFragment();
    this.element = this.build();
    this.render();
    const { signal } = this.stop;
    // Another tab of this browser has come in.
    window.addEventListener("storage", ({ key, newValue }) => {
      if (key === `tilerace${site}.player` && newValue) void renewSession().then(() => this.enter(), () => {});
    }, { signal });
    document.title = page.titled(this.title);
    document.documentElement.classList.toggle("overlay", this.isOverlay);
    // A press, as programs that look through letters open links too, and would use the invitation up.
    const first = this.invitation ? this.button : this.input;
    if (!this.isOverlay) setTimeout(() => first.focus({ preventScroll: true }));
  }

  /** Whether nobody comes in by a password. */
  get isForInvited() {
    return this.app.store.link.wants === "invitation_needed";
  }

  /** Whether people come in by the code that their teacher gave them. */
  get isForClass() {
    return this.app.store.link.wants === "code_needed";
  }

  /** Whether the server keeps this player out. */
  get isBanned() {
    return this.app.store.link.wants === "banned";
  }

  get title() {
    if (this.isBanned) return words.bannedTitle;
    return this.isForClass ? words.classTitle : words.title;
  }

  build() {
    const { input, isForClass, isOverlay } = this;
    const field = [
      el("label", { for: "entrance-password", text: isForClass ? words.codeLabel : words.label }),
      el("div", { class: "entrance-row" }, input, isForClass ? null : reveal(input)),
    ];
    const form = el(
      "form",
      { class: "entrance-form" },
      ...(this.isForInvited ? [] : field),
      this.refusal,
      this.button,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const isInvited = this.invitation && !input.value;
      const shown = isForClass ? { code: input.value } : { password: input.value };
      void this.tryIt(isInvited ? { invitation: this.invitation } : shown);
    });
    input.addEventListener("input", () => void (this.pausing === undefined && this.refuse("")));
    return el(
      "main",
      { class: isOverlay ? "entrance on-stream" : "entrance" },
      el("header", { class: "brand" }, sign(), el("span", { class: "word-mark", text: "tilerace" })),
      el(
        "div",
        { class: "card entrance-card" },
        picture("server", true),
        el(
          "div",
          { class: "entrance-words" },
          this.eyebrow,
          el("h1", { text: this.title }),
          this.lead,
          !this.isBanned && form,
          !this.isBanned &&
            !isForClass &&
            el(
              "div",
              { class: "entrance-code" },
              el("p", { class: "small", text: words.otherDevice }),
              el("a", { class: "button", href: "/link", text: words.haveCode }),
            ),
        ),
      ),
      el("footer", {}, el("a", { href: "/privacy", text: words.privacy })),
    );
  }

  /** Called when codes are hidden or shown, too. */
  render() {
    const code = roomOf(this.app.path);
    this.eyebrow.hidden = code === "";
    setText(this.eyebrow, code && door.room(this.app.codeWords(code)));
    const isBusy = this.button.getAttribute("aria-busy") === "true";
    let lead = this.isForClass ? words.classLead : this.isForInvited ? words.invited : words.lead;
    if (this.invitation) lead = isBusy ? words.inviting : words.isInvited;
    setText(this.lead, this.isBanned ? words.banned : lead);
    // An invitation on which the server gave no answer can be tried again.
    this.input.required = !this.invitation;
    this.button.hidden = this.isForInvited && !this.invitation;
  }

  /** @param {{ password: string } | { code: string } | { invitation: string }} proof */
  async tryIt(proof) {
    const { input, button } = this;
    if (!("invitation" in proof) && !input.value) return;
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    this.render();
    try {
      await askForCookie("/session", { method: "POST", body: proof, signal: this.stop.signal });
      await this.enter();
    } catch (error) {
      if (this.stop.signal.aborted) return;
      const fault = /** @type {import("../../api.js").HTTPError} */ (error);
      const { text, wait } = refusalOf(fault);
      if (fault.code === "bad_invitation") this.invitation = "";
      this.refuse(text);
      if (wait > 0) this.pause(wait);
      input.focus();
      input.select();
    } finally {
      button.removeAttribute("aria-busy");
      this.render();
      if (this.isForInvited) button.focus();
    }
  }

  /** Goes on with the page that was asked for. */
  async enter() {
    const { app } = this;
    if (app.store.player) {
      // All that this page holds is of the player whose cookie is gone.
      leaveBehind(app);
      return location.reload();
    }
    await app.letIn();
  }

  /**
   * Says at the field why not; nothing any more with an empty text.
   * @param {string} text
   */
  refuse(text) {
    setText(this.refusal, text);
    if (text) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }

  /**
   * Asks nothing for a while, and shows how long.
   * @param {number} seconds
   */
  pause(seconds) {
    const until = performance.now() + seconds * 1000;
    const tick = () => {
      const left = Math.ceil((until - performance.now()) / 1000);
      this.button.disabled = left > 0;
      setText(this.button, left > 0 ? words.again(clock(left * 1000)) : words.goIn);
      if (left > 0) return;
      this.resume();
      this.refuse("");
      this.app.read(words.canAgain);
    };
    this.resume();
    this.pausing = setInterval(tick, 250);
    tick();
  }

  resume() {
    clearInterval(this.pausing);
    this.pausing = undefined;
  }

  remove() {
    this.stop.abort();
    this.resume();
    document.documentElement.classList.remove("overlay");
    this.element.remove();
  }
}

/**
 * Shows the characters of a password, or dots for them.
 * @param {HTMLInputElement} input
 */
function reveal(input) {
  const button = el(
    "button",
    { type: "button", class: "icon-button", "aria-label": words.show, "aria-pressed": "false" },
    icon("eye"),
  );
  button.addEventListener("click", () => {
    const isShown = input.type === "password";
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
    button.replaceChildren(icon(isShown ? "hidden" : "eye"));
  });
  return button;
}
