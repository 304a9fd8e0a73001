// The way into the room that a stage shows: a QR code, the code in letters, and the address.

import { el, icon } from "../elements/elements.js";
import { shownCode } from "../../racing.js";
import { race } from "../../wording.js";
import { stage as words } from "../../wording/stage.js";

export class Join {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.element = el("div", { class: "stage-join" });
  }

  /**
   * @param {string} code
   * @param {boolean} isOpen not where there is no room, or where the code that led to it leads nowhere any more
   */
  show(code, isOpen) {
    const { element, app } = this;
    const shape = isOpen ? `${app.codeWords(code)} ${app.reachable.url}` : "shut";
    if (element.dataset.shape === shape) return;
    element.dataset.shape = shape;
    const isHeld = element.contains(document.activeElement);
    element.replaceChildren(...this.parts(code, !isOpen || app.isCodeHidden));
    if (isHeld) element.querySelector("button")?.focus();
  }

  /**
   * @param {string} code
   * @param {boolean} isHidden
   */
  parts(code, isHidden) {
    const toggle = el(
      "button",
      {
        type: "button",
        class: "stage-hide",
        "aria-label": isHidden ? words.showCode : race.bar.hide,
        "aria-keyshortcuts": "F2",
        on: { click: () => void this.app.hideCode(!isHidden) },
      },
      icon(isHidden ? "eye" : "hidden"),
      el("span", { text: isHidden ? words.show : words.hide }),
    );
    const qr = isHidden
      ? el("div", { class: "stage-qr" }, icon("hidden"))
      : el("img", {
          class: "stage-qr",
          alt: words.qr,
          src: `/api/v1/rooms/${code}/qr.svg?scheme=${location.protocol.slice(0, -1)}`,
        });
    // A server without QR codes: the code in letters is the way in.
    qr.addEventListener("error", () => qr.remove());
    const address = this.app.reachable.url.replace(/^https?:\/\//, "");
    const host = el("p", { class: "stage-host", text: address });
    // A narrow place has a smaller type for a long one.
    host.style.setProperty("--letters", String(address.length));
    return [
      qr,
      el(
        "div",
        { class: "stage-way" },
        el("p", { class: "stage-label" }, isHidden ? words.codeHidden : words.join, toggle),
        el("p", {
          class: "stage-code",
          role: isHidden ? "img" : null,
          "aria-label": isHidden ? race.bar.codeHidden : null,
          text: isHidden ? "••••-•" : shownCode(code),
        }),
        host,
      ),
    ];
  }
}
