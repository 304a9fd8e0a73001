// A word of every letter crosses the line: a strip of the track over the lists, for a moment. It takes no press and no
// room, and whoever types on sees it go by.

import { after, el } from "../elements/elements.js";

/** ms for which the strip stands. */
const standing = 2200;

/**
 * @param {HTMLElement} place
 * @param {string} word
 * @param {number} points
 */
export async function cheer(place, word, points) {
  const letters = [...word.toUpperCase()].map((letter, at) => {
    const tile = el("i", { text: letter });
    tile.style.setProperty("--at", String(at));
    return tile;
  });
  const strip = el(
    "div",
    { class: "cheer", "aria-hidden": "true" },
    el("span", { class: "cheer-run" }, ...letters),
    el("span", { class: "chequer" }),
    el("span", { class: "cheer-points" }, el("b", { text: `+${points}` }), el("small", { text: "Every letter" })),
  );
  strip.style.setProperty("--letters", String(letters.length));
  place.querySelector(".cheer")?.remove();
  place.append(strip);
  await after(standing);
  strip.remove();
}
