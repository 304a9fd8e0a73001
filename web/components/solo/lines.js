// What races for myself share: which words there are, how I have done best with each, what is to be done.

import { el } from "../elements/elements.js";
import { clock, counted } from "../../wording.js";
import { kindOf } from "../../kinds.js";

/**
 * A link for each length; null where there is nothing to choose.
 * @param {import("../../store.js").Store} store
 * @param {string} asked what is practised now: `practice-en-5`
 * @param {import("../practice/stopwatch.js").Stopwatch} watch it knows the bests
 * @param {boolean} [isBusy] whether a game goes on: other kinds of games then have a link each, as lengths take room
 */
export function lines(store, asked, watch, isBusy = false) {
  const all = offered(store);
  if (all.reduce((sum, { lengths }) => sum + lengths.length, 0) < 2) return null;
  const kinds = new Set(all.map((one) => kindOf(one)));
  const own = kindOf({ puzzle: asked });
  const languages = new Set(all.map(({ language }) => language));
  const others = isBusy ? [...kinds].filter((kind) => kind !== own) : [];
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  return el(
    "nav",
    { class: kinds.size > 1 ? "lines of-kinds" : "lines", "aria-label": "Words to practise with" },
    ...all.filter((one) => !others.includes(kindOf(one))).map(({ kind, language, lengths }) =>
      el(
        "p",
        {},
        el("span", {
          text: [
            kinds.size > 1 && !isBusy ? called(kindOf({ kind })) : "",
            languages.size > 1 ? (names.of(language) ?? language) : "",
          ].filter(Boolean).join(", ") || "Letters",
        }),
        ...lengths.map((length) => {
          const line = practiceOf({ kind, language, length });
          // Those of the first kind stand first, and are what is meant where nothing is said.
          const of = kindOf({ kind }) === kindOf({}) ? "" : `${called(kindOf({ kind }))} of `;
          const best = watch.best(line, store.player?.id ?? "");
          const time = best?.ms === null || !best ? "" : clock(best.ms);
          const words = best
            ? `, your best: ${[counted(best.turns, "guess", "guesses"), time].filter(Boolean).join(", ")}`
            : "";
          const small = best
            ? el("small", { text: `in ${best.turns}` }, el("i", { text: time ? ` · ${time}` : "" }))
            : null;
          const link = el(
            "a",
            {
              href: `/practice?words=${line.replace("practice-", "")}`,
              "aria-label": `${of}${length} letters${words}`,
            },
            String(length),
            small,
          );
          if (asked === line) link.setAttribute("aria-current", "page");
          return link;
        }),
      ),
    ),
    ...others.map((kind) => {
      const line = all.find((one) => kindOf(one) === kind);
      const words = line ? practiceOf({ ...line, length: line.lengths[0] ?? 0 }).replace("practice-", "") : "";
      return el("a", { class: "other-kind", href: `/practice?words=${words}`, text: called(kind) });
    }),
  );
}

/**
 * What games of a kind are called, many of them: `Words`.
 * @param {import("../../state.js").Kind | undefined} kind
 */
function called(kind) {
  const name = kind?.daily ?? "";
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}s`;
}

/**
 * What the text of a line or a puzzle says: `guess-en-5`, `guess-en-5/2026-11-21`, `practice-en-5/17`.
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
 * What this server has words for, of what this page can play: sprints and practice are made of these.
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

/**
 * What to do, in a sentence.
 * @param {string} asked `practice-en-5`, `guess-en-5/2026-11-21`
 * @param {import("../race/race.js").RaceView} view
 * @param {number} [seconds] 0 for as long as one likes; else the time of a race is meant
 */
export function aim(asked, { game, store }, seconds = undefined) {
  const { length = 0 } = lineOf(asked) ?? {};
  return kindOf({ puzzle: asked })?.aim(length, game?.rows ?? store.today?.rows ?? 0, seconds) ?? "";
}

export function unranked() {
  return el("span", { class: "pill unranked", text: "Not ranked" });
}
