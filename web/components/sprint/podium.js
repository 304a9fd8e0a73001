// The podium: three steps, the first in the accent, a chequer along their tops.

import { el, named } from "../elements/elements.js";
import { counted, ordinal } from "../../wording.js";

/**
 * @param {import("../../state.js").Room} room
 * @param {{ seat: number, place: number, points: number, said?: string }[]} first at most three, the best first;
 *   `said`: what put them there, if not points
 */
export function podium(room, first) {
  return el(
    "ol",
    { class: "podium", "aria-label": "Podium" },
    ...first.map(({ seat, place, points, said = counted(points, "point") }, index) => {
      const name = seat === room.seat ? "You" : (room.members.get(seat) ?? "Somebody who left");
      const step = el(
        "li",
        { class: `step step-${Math.min(place, 3)}`, "aria-label": `${place}${ordinal(place)}: ${name}, ${said}` },
        el("b", { class: "step-name", dir: "auto" }, ...named(name, room.pseudonyms.has(seat))),
        el("span", { class: "step-points", text: said }),
        el("div", { class: "step-block" }, el("span", { text: String(place) })),
      );
      // The winner in the middle, the second to the left: by the eye's order, not by the list's.
      step.style.setProperty("order", String([2, 1, 3][index]));
      step.style.setProperty("--delay", `${[0.3, 0.15, 0][index]}s`);
      return step;
    }),
  );
}
