// The small podium beside the lanes: three bars that lie, each with a place, a whole name and a time.

import { el, named } from "../elements/elements.js";
import { sprint as words } from "../../wording/sprint.js";
import { ems, tabularEms } from "./measure.js";

/** Widths of the bars of the first three places, as parts of the column. */
const shares = [1, 0.93, 0.86];
// In units of the stage, as in stage.css: the column, what a bar has besides its name and time, and sizes of type.
const column = 18.2, rest = 4, timeType = 1.15, largest = 1.35, smallest = 0.85;
/** Type below which a name has two lines, and its type there at most. */
const narrow = 1, broken = 1.15;
/** Part by which the longer of two lines may be longer than half a name. */
const uneven = 1.25;

/**
 * @param {Pick<import("../../state.js").Room, "members" | "pseudonyms">} room
 * @param {{ seat: number, place: number, time: string }[]} first as onPodium chooses them, the best first
 * @param {string} family of the type
 */
export function bars(room, first, family) {
  const list = el(
    "ol",
    { class: "first-bars", "aria-label": words.podium },
    ...first.map(({ seat, place, time }) => {
      const name = room.members.get(seat) ?? words.left;
      const hasPseudonym = room.pseudonyms.has(seat);
      const share = shares[Math.min(place, 3) - 1] ?? 1;
      const bar = el(
        "li",
        { class: `first-bar place-${Math.min(place, 3)}`, "aria-label": words.step(place, name, time) },
        el("b", { class: "first-place", text: String(place) }),
        el("b", { class: "step-name", dir: "auto" }, ...named(name, hasPseudonym)),
        el("span", { class: "first-time", text: time }),
      );
      const free = column * share - rest - timeType * tabularEms(time, 700, family);
      const wide = ems(name, 700, family) + (hasPseudonym ? 1.45 : 0);
      const isLong = free / wide < narrow;
      const type = isLong ? Math.min(broken, free / (wide / 2) / uneven) : Math.min(largest, free / wide);
      bar.classList.toggle("long", isLong);
      bar.style.setProperty("--share", `${share * 100}%`);
      bar.style.setProperty("--type", String(Math.max(smallest, type)));
      return bar;
    }),
  );
  list.style.setProperty("--bars", String(Math.max(3, first.length)));
  return list;
}
