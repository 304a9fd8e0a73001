// A seat for each character of a room code. One real input lies over the seats, so that pasting, selecting, undo and
// screen readers work as everywhere.

import { el } from "../elements/elements.js";
import { codeField as words, codeFrom, codeLength } from "../../wording.js";

export class CodeField {
  /** @param {(code: string) => void} join */
  constructor(join) {
    this.join = join;
    this.isConcealed = false;
    this.input = el("input", {
      class: "code-input",
      "aria-label": words.label,
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      enterkeyhint: "go",
      inputmode: "text",
      maxlength: "200",
    });
    this.seats = Array.from({ length: codeLength }, () => el("span", { class: "seat" }));
    this.button = el("button", { type: "submit", class: "button large", text: words.join, disabled: true });
    const seats = el(
      "div",
      { class: "seats" },
      ...this.seats.slice(0, 4),
      el("span", { class: "dash", text: "–" }),
      ...this.seats.slice(4),
      this.input,
    );
    seats.setAttribute("aria-hidden", "false");
    this.element = el(
      "form",
      { class: "code-field", on: { submit: (/** @type {Event} */ event) => this.submitted(event) } },
      seats,
      this.button,
    );
    for (const type of ["input", "focus", "blur"]) this.input.addEventListener(type, () => this.show());
    this.input.addEventListener("paste", (event) => {
      // A pasted link is longer than a code: what counts is what follows /room/.
      const code = codeFrom(event.clipboardData?.getData("text") ?? "");
      if (!code) return;
      event.preventDefault();
      this.input.value = code;
      this.show();
    });
    this.show();
  }

  /** @param {boolean} isConcealed whether the seats show no characters, as those of a password */
  conceal(isConcealed) {
    if (isConcealed === this.isConcealed) return;
    this.isConcealed = isConcealed;
    this.show();
  }

  show() {
    const code = codeFrom(this.input.value);
    if (this.input.value !== code) this.input.value = code;
    this.seats.forEach((seat, index) => {
      seat.textContent = code[index] && this.isConcealed ? "•" : code[index] ?? "";
      seat.classList.toggle("next", index === code.length && (document.activeElement === this.input || code === ""));
    });
    this.button.disabled = code.length < codeLength;
  }

  /** @param {Event} event */
  submitted(event) {
    event.preventDefault();
    const code = codeFrom(this.input.value);
    if (code.length === codeLength) this.join(code);
  }
}
