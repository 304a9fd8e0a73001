// The lesson before the first race: tiles that turn, and say what their colours mean. The word in it is nobody's of
// today.

import { el } from "../elements/elements.js";
import { markName } from "../../wording.js";
import { lesson as words } from "../../wording/race.js";

/** A guess at TRAIN, and what came of it. */
const [guess, marks] = ["CRATE", "02210"];

/** @param {HTMLElement} place which has its height already */
export function showLesson(place) {
  const said = el("p", { class: "small", "aria-live": "polite", text: words.turns });
  const tiles = [...guess].map((letter, at) => {
    const tile = el("button", {
      type: "button",
      class: "tile typed",
      "aria-label": letter,
      text: letter,
      on: {
        click: () => {
          said.replaceChildren(el("b", { text: letter }), ` ${words.meaning[Number(marks[at])]}`);
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
      // Reading the layout lets the same animation start again.
      void tile.offsetWidth;
      tile.classList.toggle("once", only !== undefined);
      tile.classList.add("turning");
    });
  };
  place.replaceChildren(row, said);
  setTimeout(() => {
    turn();
    setTimeout(
      () =>
        said.replaceChildren(...words.all((text) => el("b", { text }))),
      700,
    );
  }, 700);
}
