// The line of a room's daily race, chosen among those of the server: when a room is made, and later by its host.

import { el } from "../elements/elements.js";
import { roomLine as words } from "../../wording/rooms.js";
import { lineNameOf, lineTitle, todays } from "../lines/lines.js";

/**
 * A choice among the server's lines, as a list that unfolds.
 * @param {import("../../store.js").Store} store
 * @param {string | undefined} chosen
 * @param {Record<string, string>} attributes of the select
 * @returns {HTMLSelectElement | null} null where there is nothing to choose
 */
export function lineSelect(store, chosen, attributes) {
  const all = todays(store).map(lineNameOf);
  if (all.length < 2) return null;
  const options = all.map((line) => el("option", { value: line, text: lineTitle(line, all) }));
  const select = el("select", { "aria-label": words.daily, ...attributes }, ...options);
  select.value = all.find((line) => line === chosen) ?? all[0] ?? "";
  return select;
}

/**
 * Puts the choice between the name of a new room and the button that makes it.
 * @param {import("../../store.js").Store} store
 * @param {HTMLElement} name
 */
export function offerLines(store, name) {
  const select = lineSelect(store, undefined, { class: "room-name room-line" });
  if (select) name.after(select);
}
