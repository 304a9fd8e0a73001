// The words that races for myself and sprints are made of: what the text of a line says, and which of them there are.

import { kindOf } from "../../kinds.js";

/**
 * The parts of the text of a line or a puzzle: `guess-en-5`, `guess-en-5/2026-11-21`, `practice-en-5/17`.
 * @param {string} text
 * @returns {{ kind?: string, language: string, length: number, isPractice: boolean, rest: string } | null} null where
 *   this page plays no such games; `rest`: the day, or the number of a practice game
 */
export function lineOf(text) {
  const [, practice, language = "", length, rest = ""] =
    /^(practice-)?(?:[a-z]+-)??([a-z]+)-(\d+)(?:\/(.*))?$/.exec(text) ?? [];
  const kind = kindOf({ puzzle: text })?.name;
  return length && kind ? { kind, language, length: Number(length), isPractice: practice !== undefined, rest } : null;
}

/**
 * Words to practise with, of the game and the language of a line.
 * @param {{ kind?: string, language: string, length: number }} line
 */
export function practiceOf({ kind, language, length }) {
  const isFirst = kindOf({ kind }) === kindOf({});
  return `practice-${isFirst ? "" : `${kind}-`}${language}-${length}`;
}

/**
 * The lines for which this server has words, and which this page can play: sprints and practice are made of these.
 * @param {import("../../store.js").Store} store
 */
export function offered({ welcome }) {
  return (welcome?.sprints ?? []).filter((line) => kindOf(line));
}

/**
 * Whether this server has words for a puzzle or a line of practice, as far as it has said.
 * @param {import("../../store.js").Store} store
 * @param {string} asked `practice-en-5`, `guess-en-5/2026-11-21`
 */
export function hasWords(store, asked) {
  const line = lineOf(asked);
  if (!line) return false;
  const all = offered(store).filter((one) => kindOf(one)?.name === line.kind);
  return (
    !store.welcome?.sprints?.length ||
    all.some(({ language, lengths }) => language === line.language && lengths.includes(line.length))
  );
}

/**
 * Whether this server may have had a day's race of a line, as far as it has said: one that has words for it, or has it
 * today.
 * @param {import("../../store.js").Store} store
 * @param {string} asked `anagram-en-7/2026-11-21`
 */
export function hasDays(store, asked) {
  const line = lineOf(asked);
  if (!line || line.isPractice) return false;
  const sprints = store.welcome?.sprints ?? [];
  const lines = store.welcome?.lines ?? [];
  return (
    sprints.length === 0 ||
    lines.some(({ puzzle }) => puzzle.split("/")[0] === asked.split("/")[0]) ||
    sprints.some(
      ({ kind, language, lengths }) =>
        kindOf({ kind })?.name === line.kind && language === line.language && lengths.includes(line.length),
    )
  );
}
