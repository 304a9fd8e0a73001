// The offers of races for myself: the words to practise with, how I have done best with each, and how long one may
// take.

import { el } from "../elements/elements.js";
import { clock, language as spoken } from "../../wording.js";
import { practice, solo as words, tasks } from "../../wording/race.js";
import { kindOf } from "../../kinds.js";
import { lineOf, offered, practiceOf } from "./lines.js";

/** @typedef {{ turns: number, ms: number | null }} Best a game; `ms`: null where this browser has not seen all of it */

/**
 * The games that a browser keeps of practice.
 * @param {string | null} text
 * @returns {Record<string, [string, number, string?, number?, (number | null)?]>} by line: game and ms; of whom the
 *   best is, its guesses and ms
 */
export function keptGames(text) {
  try {
    return Object.fromEntries(
      Object.entries(JSON.parse(text ?? "{}") ?? {})
        .filter(([, game]) => Array.isArray(game) && typeof game[0] === "string"),
    );
  } catch {
    // Of an older version, or spoilt: it is begun anew.
    return {};
  }
}

/**
 * The best game of a line that a browser has seen; fewer guesses first, then less time.
 * @param {string | null} kept
 * @param {string} line `practice-en-5`
 * @param {string} player
 * @returns {Best | null}
 */
export function bestOf(kept, line, player) {
  const [, , of, turns, ms = null] = keptGames(kept)[line] ?? [];
  return of === player && typeof turns === "number" ? { turns, ms: typeof ms === "number" ? ms : null } : null;
}

/**
 * A link for each length; null where there is nothing to choose.
 * @param {import("../../store.js").Store} store
 * @param {string} asked what is practised now: `practice-en-5`
 * @param {{ best: (line: string, player: string) => Best | null }} watch it knows the bests
 * @param {boolean} [isBusy] whether a game goes on: other kinds of games then have a link each, as lengths take room
 */
export function lines(store, asked, watch, isBusy = false) {
  const all = offered(store);
  if (all.reduce((sum, { lengths }) => sum + lengths.length, 0) < 2) return null;
  const kinds = new Set(all.map((one) => kindOf(one)));
  const own = kindOf({ puzzle: asked });
  const languages = new Set(all.map(({ language }) => language));
  const others = isBusy ? [...kinds].filter((kind) => kind !== own) : [];
  const names = new Intl.DisplayNames([spoken], { type: "language" });
  return el(
    "nav",
    { class: kinds.size > 1 ? "lines of-kinds" : "lines", "aria-label": words.which },
    ...all.filter((one) => !others.includes(kindOf(one))).map(({ kind, language, lengths }) =>
      el(
        "p",
        {},
        el("span", {
          text: [
            kinds.size > 1 && !isBusy ? called(kindOf({ kind })) : "",
            languages.size > 1 ? (names.of(language) ?? language) : "",
          ].filter(Boolean).join(", ") || words.letters,
        }),
        ...lengths.map((length) => {
          const line = practiceOf({ kind, language, length });
          // Those of the first kind stand first, and are what is meant where nothing is said.
          const of = kindOf({ kind }) === kindOf({}) ? "" : called(kindOf({ kind }));
          const best = watch.best(line, store.player?.id ?? "");
          const time = best?.ms === null || !best ? "" : clock(best.ms);
          const said = best ? [words.guesses(best.turns), time].filter(Boolean).join(", ") : "";
          const small = best
            ? el("small", { text: words.inTurns(best.turns) }, el("i", { text: time ? ` · ${time}` : "" }))
            : null;
          const link = el(
            "a",
            {
              href: `/practice?words=${line.replace("practice-", "")}`,
              "aria-label": words.length(of, length, said),
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
      const asked = line ? practiceOf({ ...line, length: line.lengths[0] ?? 0 }).replace("practice-", "") : "";
      return el("a", { class: "other-kind", href: `/practice?words=${asked}`, text: called(kind) });
    }),
  );
}

/**
 * The name for many games of a kind: `Words`.
 * @param {import("../../state.js").Kind | undefined} kind
 */
function called(kind) {
  return words.kinds(kind?.daily ?? "");
}

/** The words that a race counts for no ranking. */
export function unranked() {
  return el("span", { class: "pill unranked", text: words.notRanked });
}

/** @typedef {{ seconds: number, name: string, words: string }} Time `seconds`: 0 for no limit */

/**
 * The times to choose from, that of a race first: who has not everybody’s hands or eyes can take longer.
 * @param {number} limit seconds that a race takes
 * @returns {Time[]}
 */
export function times(limit) {
  const of = (/** @type {number} */ factor, /** @type {string} */ said) => {
    const seconds = limit * factor;
    return { seconds, name: clock(seconds * 1000), words: said };
  };
  const [noLimit = "", ownPace = ""] = practice.noLimit;
  return [
    of(1, practice.ofRace),
    of(1.5, practice.half),
    of(2, practice.twice),
    { seconds: 0, name: noLimit, words: ownPace },
  ];
}

/**
 * The aim of a game, in a sentence.
 * @param {string} asked `practice-en-5`, `guess-en-5/2026-11-21`
 * @param {import("../race/race.js").RaceView} view
 * @param {number} [seconds] 0 for as long as one likes; else the time of a race is meant
 */
export function aim(asked, { game, store }, seconds = undefined) {
  const { length = 0 } = lineOf(asked) ?? {};
  const { name = "" } = kindOf({ puzzle: asked }) ?? {};
  return tasks[name]?.aim(length, game?.rows ?? store.today?.rows ?? 0, seconds) ?? "";
}
