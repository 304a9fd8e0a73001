// The line of a room's daily race, chosen among those of the server: when a room is made, and later by its host.

import { el } from "../elements/elements.js";
import { language as spoken, raised } from "../../wording.js";
import { roomLine as words } from "../../wording/rooms.js";
import { kindOf } from "../../kinds.js";

const languageNames = new Intl.DisplayNames([spoken], { type: "language" });

/** @param {string} puzzle of a day: `guess-en-5/2026-11-21` */
const lineOf = (puzzle) => puzzle.split("/")[0] ?? "";

/**
 * Lines with a daily race of which this page plays the kind, in the server's order.
 * @param {import("../../store.js").Store} store
 */
function lines({ lines: all }) {
  return all.filter(({ puzzle }) => kindOf({ puzzle }));
}

/**
 * A line in words: `Anagram, 7 letters`, with its language where there are several.
 * @param {import("../../store.js").Store} store
 * @param {import("../../protocol.js").Today} today
 */
function lineName(store, { puzzle, length }) {
  const language = (/** @type {string} */ line) => line.split("-").at(-2) ?? "";
  const languages = new Set(lines(store).map((one) => language(lineOf(one.puzzle))));
  const parts = [raised(kindOf({ puzzle })?.daily ?? ""), words.letters(length)];
  return [...parts, ...(languages.size > 1 ? [languageNames.of(language(lineOf(puzzle)))] : [])].join(", ");
}

/**
 * A choice among the server's lines.
 * @param {import("../../store.js").Store} store
 * @param {string | undefined} chosen
 * @param {Record<string, string>} attributes of the select
 * @returns {HTMLSelectElement | null} null where there is nothing to choose
 */
export function lineChoice(store, chosen, attributes) {
  const all = lines(store);
  if (all.length < 2) return null;
  const options = all.map((today) => el("option", { value: lineOf(today.puzzle), text: lineName(store, today) }));
  const select = el("select", { "aria-label": words.daily, ...attributes }, ...options);
  const first = lineOf(all[0]?.puzzle ?? "");
  select.value = all.some(({ puzzle }) => lineOf(puzzle) === chosen) ? (chosen ?? first) : first;
  return select;
}

/**
 * Puts the choice between the name of a new room and the button that makes it.
 * @param {import("../../store.js").Store} store
 * @param {HTMLElement} name
 */
export function offerLines(store, name) {
  const select = lineChoice(store, undefined, { class: "room-name room-line" });
  if (select) name.after(select);
}
