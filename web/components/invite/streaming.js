// For streamers: the address of the overlay, as they choose it to look.

import { el } from "../elements/elements.js";
import { site } from "../../link.js";
import { icon } from "../elements/icons.js";
import { copyField } from "./copy-field.js";
import { defaults, overlayQuery } from "../overlay/options.js";
import { streaming as words } from "../../wording/rooms.js";

/** @typedef {import("../overlay/options.js").Options} Options */

/** @type {{ [Name in keyof Options]: Options[Name][] }} */
const choices = {
  at: ["top-left", "top-right", "bottom-left", "bottom-right"],
  size: ["small", "medium", "full"],
  names: ["on", "off"],
};

/**
 * @param {import("../../main.js").App} app
 * @param {() => string} code
 */
export function overlaySection(app, code) {
  /** @type {Options} */
  const chosen = { ...defaults };
  const place = el("div", { class: "overlay-address" });
  const wall = el("a", { class: "button" }, icon("stage"), words.wall);
  const note = el("p", {
    class: "small",
    hidden: true,
    text: words.staysGood,
  });
  // The host's addresses lead here under any code; streaming software has no seat by which it could follow.
  let key = "";
  const ask = async () => {
    const room = app.store.rooms.get(code());
    if (!room || room.seat === null || room.host !== room.seat) return;
    const told = await app.store.command(code(), "stage_key").catch(() => null);
    if (told) key = `#key=${told.key}`;
    note.hidden = !key;
    show();
  };
  const show = () => {
    const address = `${app.reachable.url}/stage/${code()}?${overlayQuery(chosen)}${key}`;
    const { href, "data-path": path } = app.address(`/stage/${code()}${key}`);
    wall.setAttribute("href", site + href);
    wall.dataset.path = path;
    place.replaceChildren(
      app.isCodeHidden
        ? el("p", { class: "small", text: words.showFirst })
        : copyField(app, words.address, address, words.copied),
    );
  };
  const groups = /** @type {(keyof Options)[]} */ (Object.keys(choices)).map((name) =>
    el(
      "fieldset",
      { class: "chips" },
      el("legend", { text: words.choices[name] }),
      ...choices[name].map((value) => {
        const input = el("input", { type: "radio", name: `overlay-${name}`, value });
        input.checked = chosen[name] === value;
        input.addEventListener("change", () => {
          Object.assign(chosen, { [name]: value });
          show();
        });
        return el("label", {}, input, el("span", { text: words.values[value] }));
      }),
    ),
  );
  const element = el(
    "details",
    { class: "invite-streams" },
    el("summary", {}, icon("stage"), words.title),
    el("p", {
      class: "small",
      text: words.lead,
    }),
    ...groups,
    place,
    note,
    wall,
  );
  void ask();
  return { element, show };
}
