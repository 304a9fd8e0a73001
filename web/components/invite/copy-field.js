// A text that readers take along: a link, or the address of an overlay.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { copyField as words } from "../../wording/rooms.js";

/**
 * A line of text with a button that copies it; where that cannot be done it is marked, to be copied by hand.
 * @param {import("../../main.js").App} app
 * @param {string} label
 * @param {string} text
 * @param {string} said
 */
export function copyField(app, label, text, said) {
  const input = el("input", {
    class: "text-field",
    type: "text",
    readonly: true,
    "aria-label": label,
    spellcheck: "false",
  });
  input.value = text;
  input.addEventListener("focus", () => input.select());
  const copy = async () => {
    input.focus();
    input.select();
    // Pages on plain HTTP have no clipboard; the old way needs the mark that is there now.
    const isCopied =
      (await Promise.resolve(navigator.clipboard?.writeText(input.value)).then(
        () => Boolean(navigator.clipboard),
        () => false,
      )) || document.execCommand("copy");
    app.say(isCopied ? said : words.marked, !isCopied);
  };
  return el(
    "div",
    { class: "field-row" },
    input,
    el(
      "button",
      { type: "button", class: "button", "aria-label": words.copyOf(label), on: { click: () => void copy() } },
      icon("link"),
      words.copy,
    ),
  );
}
