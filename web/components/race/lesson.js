// Before the first race: tiles that turn, and say what their colours mean. The word in it is nobody's of today.

import { el } from "../elements/elements.js";
import { markName } from "../../wording.js";

/** A guess at TRAIN, and what came of it. */
const [guess, marks] = ["CRATE", "02210"];
const meaning = ["is not in the word.", "is in the word, in another place.", "is in the right place."];

/** @param {HTMLElement} place which has its height already */
export function showLesson(place) {
  const words = el("p", { class: "small", "aria-live": "polite", text: "Each guess turns its tiles over." });
  const tiles = [...guess].map((letter, at) => {
    const tile = el("button", {
      type: "button",
      class: "tile typed",
      "aria-label": letter,
      text: letter,
      on: {
        click: () => {
          words.replaceChildren(el("b", { text: letter }), ` ${meaning[Number(marks[at])]}`);
          turn(at);
        },
      },
    });
    tile.style.setProperty("--at", String(at));
    return tile;
  });
  const row = el("div", { class: "row judged lesson-row" }, ...tiles);
  /** @param {number} [only] one tile */
  const turn = (only) => {
    tiles.forEach((tile, at) => {
      if (only !== undefined && at !== only) return;
      tile.dataset.mark = marks[at];
      tile.setAttribute("aria-label", `${tile.textContent}, ${markName(marks[at])}`);
      tile.classList.remove("turning");
      void tile.offsetWidth; // Reading the layout lets the same animation start again.
      tile.classList.toggle("once", only !== undefined);
      tile.classList.add("turning");
    });
  };
  place.replaceChildren(row, words);
  setTimeout(() => {
    turn();
    setTimeout(
      () =>
        words.replaceChildren(
          el("b", { text: "R and A" }),
          " are in place, ",
          el("b", { text: "T" }),
          " belongs elsewhere, ",
          el("b", { text: "C and E" }),
          " are not in the word. Press a tile.",
        ),
      700,
    );
  }, 700);
}
