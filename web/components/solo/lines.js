// What races for myself share: which words there are, how I have done best with each, what is to be done.

import { el } from "../elements/elements.js";
import { clock, counted } from "../../wording.js";

/**
 * A link for each length; null where there is nothing to choose.
 * @param {import("../../store.js").Store} store
 * @param {string} asked what is practised now: `practice-en-5`
 * @param {import("../practice/stopwatch.js").Stopwatch} watch it knows the bests
 */
export function lines(store, asked, watch) {
  const offered = offeredLines(store);
  if (offered.reduce((sum, { lengths }) => sum + lengths.length, 0) < 2) return null;
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  return el(
    "nav",
    { class: "lines", "aria-label": "Words to practise with" },
    ...offered.map(({ language, lengths }) =>
      el(
        "p",
        {},
        el("span", { text: offered.length > 1 ? (names.of(language) ?? language) : "Letters" }),
        ...lengths.map((length) => {
          const line = `${language}-${length}`;
          const best = watch.best(`practice-${line}`, store.player?.id ?? "");
          const time = best?.ms === null || !best ? "" : clock(best.ms);
          const words = best
            ? `, your best: ${[counted(best.turns, "guess", "guesses"), time].filter(Boolean).join(", ")}`
            : "";
          const small = best
            ? el("small", { text: `in ${best.turns}` }, el("i", { text: time ? ` · ${time}` : "" }))
            : null;
          const link = el(
            "a",
            { href: `/practice?words=${line}`, "aria-label": `${length} letters${words}` },
            String(length),
            small,
          );
          if (asked === `practice-${line}`) link.setAttribute("aria-current", "page");
          return link;
        }),
      ),
    ),
  );
}

/**
 * What a sprint can be made of: every line of this server, and these alone.
 * @param {import("../../store.js").Store} store
 * @returns {{ language: string, lengths: number[] }[]}
 */
export function offeredLines(store) {
  return store.welcome?.sprints ?? [];
}

/**
 * Whether this server has words for a puzzle or a line of practice, as far as it has said.
 * @param {import("../../store.js").Store} store
 * @param {string} asked `practice-en-5`, `guess-en-5/2026-11-21`
 */
export function hasWords(store, asked) {
  const [, language = "", length = ""] = asked.split("/")[0]?.split("-") ?? [];
  const offered = offeredLines(store);
  return (
    offered.length === 0 || offered.some((one) => one.language === language && one.lengths.includes(Number(length)))
  );
}

/**
 * What to do, in a sentence.
 * @param {string} asked `practice-en-5`, `guess-en-5/2026-11-21`
 * @param {import("../race/race.js").RaceView} view
 */
export function aim(asked, { game, store }) {
  return `Find the ${/-(\d+)/.exec(asked)?.[1]}-letter word in ${game?.rows ?? store.today?.rows} guesses.`;
}

export function unranked() {
  return el("span", { class: "pill unranked", text: "Not ranked" });
}
