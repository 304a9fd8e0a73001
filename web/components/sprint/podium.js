// The podium: three steps, the first in the accent, a chequer along their tops.

import { el, named } from "../elements/elements.js";
import { counted, ordinal } from "../../wording.js";
import { byEye } from "./pace.js";

/**
 * @param {import("../../state.js").Room} room
 * @param {{ seat: number, place: number, points: number, said?: string }[]} first as onPodium chooses
 *   them, the best first; `said`: what put them there, if not points
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
      step.style.setProperty("order", String(byEye(index, first.length)));
      step.style.setProperty("--delay", `${[0.3, 0.15][index] ?? 0}s`);
      return step;
    }),
  );
}
