// The lines of puzzles that have a daily race here: which there are, what they are called, and the choice of one.

import { el } from "../elements/elements.js";
import { counted, language as spoken, page as words } from "../../wording.js";
import { kindOf, kinds } from "../../kinds.js";
import { lineOf } from "../solo/lines.js";

/** @typedef {import("../../state.js").KindWords} KindWords */
/** @typedef {import("../../state.js").KnownLine} KnownLine */
/** @typedef {import("../../protocol.js").Today} Today */

/** The words for each kind that this page plays. */
const said = new Map(
  await Promise.all(
    [...kinds.values()].map(
      async (kind) => /** @type {[unknown, KindWords]} */ (/** @type {unknown} */ ([kind, await kind.words()])),
    ),
  ),
);

/**
 * The words for the games of a line or a puzzle. One that this page does not play is spoken of as the first kind is.
 * @param {{ kind?: string, puzzle?: string | null }} of
 */
export function wordsOf(of) {
  return /** @type {KindWords} */ (said.get(kindOf(of)) ?? said.get(kindOf({})));
}

/**
 * Today's puzzles of the lines that this page plays, the first line before the others.
 * @param {{ welcome: { lines?: Today[] } | null, today: Today | null }} store
 * @returns {Today[]}
 */
export function todays({ welcome, today }) {
  const all = welcome?.lines ?? (today ? [today] : []);
  return all.filter(({ puzzle }) => kindOf({ puzzle }));
}

/** @param {{ puzzle: string }} today */
export const lineNameOf = ({ puzzle }) => puzzle.split("/")[0] ?? "";

/**
 * Today's puzzle of a line; undefined where it has no daily race here.
 * @param {Parameters<typeof todays>[0]} store
 * @param {string | null | undefined} line
 */
export function todayOf(store, line) {
  return todays(store).find((one) => lineNameOf(one) === line);
}

/**
 * The names of the lines that have a daily race here; before the server has told them, those of the last visit.
 * @param {import("../../main.js").App} app
 * @returns {string[]} none where nobody knows
 */
export function lineNames({ store, preferences }) {
  if (store.welcome) return todays(store).map(lineNameOf);
  try {
    const known = /** @type {KnownLine[]} */ (JSON.parse(preferences.get("lines") ?? "[]"));
    return known.map(({ line }) => line).filter((line) => kindOf({ puzzle: line }));
  } catch {
    return [];
  }
}

/**
 * The address of a line's race of today: of the page, and below the API of how the day goes.
 * @param {{ line: string | null }} store
 * @param {string | null} line null for the first, which the server has not told yet
 */
export function todayPath(store, line) {
  return line === null || line === store.line ? "/today" : `/today?line=${line}`;
}

/**
 * The name of a line among others: its kind, and what tells it from those of the same kind.
 * @param {string} line
 * @param {string[]} all
 */
export function lineTitle(line, all) {
  const own = lineOf(line);
  const { name } = wordsOf({ puzzle: line });
  const like = all.map(lineOf).filter((one) => one?.kind === own?.kind);
  const differs = (/** @type {"language" | "length"} */ part) => new Set(like.map((one) => one?.[part])).size > 1;
  const languages = new Intl.DisplayNames([spoken], { type: "language" });
  const language = own && differs("language") ? languages.of(own.language) : "";
  return [name, language, own && differs("length") ? counted(own.length, "letter") : ""].filter(Boolean).join(", ");
}

/**
 * The line that the address of the page asks for, if it has a daily race here; else the first. Before the server has
 * told its lines, of those of the last visit.
 * @param {import("../../main.js").App} app
 * @returns {string} empty where nobody knows
 */
export function askedLine(app) {
  const line = new URL(app.path, location.origin).searchParams.get("line") ?? "";
  const all = lineNames(app);
  return all.includes(line) ? line : (app.store.line ?? all[0] ?? "");
}

/**
 * Links to a page about each line; null where there is nothing to choose.
 * @param {import("../../main.js").App} app
 * @param {string} path of the page about the first line
 */
export function lineLinks(app, path) {
  const all = lineNames(app);
  if (all.length < 2) return null;
  const [first] = all;
  const line = askedLine(app);
  return el(
    "nav",
    { class: "line-links", "aria-label": words.whichGame },
    ...all.map((one) =>
      el("a", {
        href: one === first ? path : `${path}?line=${one}`,
        text: lineTitle(one, all),
        "aria-current": one === line ? "page" : null,
      }),
    ),
  );
}

/**
 * A choice between the lines, for a sheet; null where there is nothing to choose.
 * @param {import("../../store.js").Store} store
 * @param {string | null} line that is shown
 * @param {(line: string) => void} choose
 */
export function lineChoice(store, line, choose) {
  const all = todays(store).map(lineNameOf);
  // A line that has had its day is shown, and stands first.
  const offered = !line || all.includes(line) ? all : [line, ...all];
  if (!line || offered.length < 2) return null;
  return choices(words.whichGame, offered.map((one) => [lineTitle(one, offered), one]), line, choose);
}

/**
 * @template Value
 * @param {string} label
 * @param {[string, Value][]} options
 * @param {Value} chosen
 * @param {(value: Value) => void} choose
 */
export function choices(label, options, chosen, choose) {
  return el(
    "div",
    { class: "choices", role: "radiogroup", "aria-label": label },
    ...options.map(([text, value]) => {
      const input = el("input", { type: "radio", name: label });
      input.checked = value === chosen;
      input.addEventListener("change", () => choose(value));
      return el("label", {}, input, text);
    }),
  );
}
