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
  const wall = el("a", { class: "button" }, icon("stage"), "Stage view, for a wall");
  const note = el("p", {
    class: "small",
    hidden: true,
    text: "It stays good when the room gets a new code: for your own software only.",
  });
  // The host's addresses lead here under any code; streaming software has no seat by which it could follow.
  let key = "";
  const ask = async () => {
    const room = app.store.rooms.get(code());
    if (!room || room.host !== room.seat) return;
    const told = await app.store.command(code(), "stage_key").catch(() => null);
    if (told) key = `#key=${told.key}`;
    note.hidden = !key;
    show();
  };
  const show = () => {
    const address = `${app.reachable.url}/stage/${code()}?${overlayQuery(chosen)}${key}`;
    const { href, "data-path": path } = app.address(`/stage/${code()}${key}`);
    wall.setAttribute("href", href);
    wall.dataset.path = path;
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
    note,
    wall,
  );
  void ask();
  return { element, show };
}
