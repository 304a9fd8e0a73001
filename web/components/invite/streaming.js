// For streamers: the address of the overlay, as they choose it to look.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { copyField } from "./copy-field.js";
import { defaults, overlayQuery } from "../overlay/options.js";

/** @typedef {import("../overlay/options.js").Options} Options */

/** @type {{ [Name in keyof Options]: [string, [Options[Name], string][]] }} */
const choices = {
  at: [
    "Where",
    [
      ["top-left", "Top left"],
      ["top-right", "Top right"],
      ["bottom-left", "Bottom left"],
      ["bottom-right", "Bottom right"],
    ],
  ],
  size: [
    "Size",
    [
      ["small", "Small"],
      ["medium", "Medium"],
      ["full", "Full width"],
    ],
  ],
  names: [
    "Names",
    [
      ["on", "Shown"],
      ["off", "Hidden"],
    ],
  ],
};

/**
 * @param {import("../../main.js").App} app
 * @param {() => string} code
 */
export function overlaySection(app, code) {
  /** @type {Options} */
  const chosen = { ...defaults };
  const place = el("div", { class: "overlay-address" });
  const show = () => {
    const address = `${app.reachable.url}/stage/${code()}?${overlayQuery(chosen)}`;
    place.replaceChildren(
      app.isCodeHidden
        ? el("p", { class: "small", text: "Show the code first: it is part of this address." })
        : copyField(app, "Overlay address", address, "Overlay address copied"),
    );
  };
  const groups = Object.entries(choices).map(([name, [legend, values]]) =>
    el(
      "fieldset",
      { class: "chips" },
      el("legend", { text: legend }),
      ...values.map(([value, words]) => {
        const input = el("input", { type: "radio", name: `overlay-${name}`, value });
        input.checked = chosen[/** @type {keyof Options} */ (name)] === value;
        input.addEventListener("change", () => {
          Object.assign(chosen, { [name]: value });
          show();
        });
        return el("label", {}, input, el("span", { text: words }));
      }),
    ),
  );
  const element = el(
    "details",
    { class: "invite-streams" },
    el("summary", {}, icon("stage"), "For streamers and walls"),
    el("p", {
      class: "small",
      text: "Give this address to your streaming software as a browser source: lanes and clock on a transparent page, never a letter.",
    }),
    ...groups,
    place,
    el("a", { class: "button", ...app.address(`/stage/${code()}`) }, icon("stage"), "Stage view, for a wall"),
  );
  return { element, show };
}
