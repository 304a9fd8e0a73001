// The news after a round of anagrams: the words of each lane, those that only one found, and the best that nobody
// did.

import { el, named, preload } from "../elements/elements.js";
import { round as words } from "./wording.js";
import { sprint } from "../../wording/sprint.js";
import { byLength } from "./tray.js";
import { shareOf } from "./shares.js";

/** @typedef {import("../../state.js").RoundEnd} End */
/** @typedef {import("../../state.js").Lane} Lane */

await preload(["/components/anagram/round.css"]);

/** Racers whose own words are listed, and words in a line of them; the best ones come first. */
const [mostRacers, mostWords] = [6, 8];

/** @implements {End} */
export class RoundEnd {
  /** @param {import("../sprint/sprint.js").SprintRace} sprint */
  constructor(sprint) {
    this.sprint = sprint;
    this.element = el("section", { class: "round-words" });
    /** The race whose words were asked for, with those that could be found. */
    this.asked = "";
    this.solutions = /** @type {{ common: string[], count: number } | null} */ (null);
    this.shown = "";
  }

  show() {
    const { race, room } = this.sprint;
    if (!race?.answer || !room) return;
    const id = `${room.code}/${race.race}`;
    if (id !== this.asked) void this.ask(id, room.code, race.race);
    const names = [...race.lanes.keys()].map((seat) => [seat, room.members.get(seat), room.pseudonyms.has(seat)]);
    const shape = JSON.stringify([id, this.solutions?.count, names]);
    if (shape === this.shown) return;
    this.shown = shape;
    this.element.replaceChildren(...this.parts(race, room));
  }

  /**
   * @param {string} id
   * @param {string} room
   * @param {string} race
   */
  async ask(id, room, race) {
    this.asked = id;
    this.solutions = null;
    try {
      const found = await this.sprint.store.command(room, "solutions", { race });
      if (id === this.asked) this.solutions = found;
      this.show();
    } catch {
      // The standings say how it ended. A line that comes back draws them anew, and asks again.
      if (id === this.asked) this.asked = "";
    }
  }

  /**
   * @param {import("../../state.js").Race} race
   * @param {import("../../state.js").Room} room
   */
  parts(race, room) {
    const lanes = [...race.lanes.values()];
    const { alone, together, missed } = shareOf(lanes, this.solutions?.common ?? []);
    const own = alone.sort((a, b) => Number(b.seat === room.seat) - Number(a.seat === room.seat));
    const lines = own.slice(0, mostRacers).map(({ seat, words: only }) => {
      const name = room.members.get(seat) ?? sprint.left;
      const who = seat === room.seat ? [words.you] : named(name, room.pseudonyms.has(seat));
      return line(el("dt", { dir: "auto" }, ...words.only(el("b", {}, ...who))), only);
    });
    const { count } = this.solutions ?? {};
    const none = line(el("dt", {}, el("b", { text: words.nobody })), missed.slice(0, mostWords), "missed");
    return [
      el("h3", {}, words.title, el("small", { text: count ? words.found(together, count) : "\u00a0" })),
      el("dl", {}, ...lines.flat(), ...(missed.length > 0 || !this.solutions ? none : [])),
    ];
  }

  /** @param {Lane} lane */
  words({ seat, words: laid = [] }) {
    const { race } = this.sprint;
    const { alone } = shareOf([...race?.lanes.values() ?? []], []);
    const own = new Set(alone.find((one) => one.seat === seat)?.words);
    const lengths = byLength(laid.map((word) => ({ word })), race?.length ?? 0).filter((one) => one.words.length > 0);
    return el(
      "dl",
      { class: "lane-words" },
      ...lengths.flatMap(({ length, words: all }) => [
        el("dt", {}, el("span", { role: "img", "aria-label": words.letters(length), text: String(length) })),
        el(
          "dd",
          {},
          ...all.map(({ word }) =>
            own.has(word)
              ? el("b", { title: words.alone, text: word })
              : el("span", { text: word }),
          ),
        ),
      ]),
    );
  }
}

/**
 * @param {HTMLElement} title
 * @param {string[]} all the best first
 * @param {string} look
 */
function line(title, all, look = "") {
  const more = all.length - mostWords;
  const shown = all.slice(0, mostWords).map((word) => el("span", { text: word }));
  return [title, el("dd", { class: look }, ...shown, more > 0 ? el("small", { text: words.more(more) }) : null)];
}
