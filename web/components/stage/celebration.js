// The end of a race or a series on the stage: the podium, the winner's run once more, and what was remarkable.

import { el, named, setClockFace } from "../elements/elements.js";
import { podium } from "../sprint/ends.js";
import { clock, finishTime } from "../../wording.js";
import { sprint } from "../../wording/sprint.js";
import { celebration as words } from "../../wording/stage.js";
import { bestRun, highlights } from "./highlights.js";
import { ems } from "./measure.js";

/**
 * @typedef {import("../../state.js").Room} Room
 * @typedef {import("./highlights.js").Round} Round
 * @typedef {{ element: HTMLElement, ms: number, begin?: () => void }} Scene `ms` for which it is seen
 *
 * @typedef {object} Options
 * @property {{ seat: number, place: number, points: number, said: string }[]} first the first three
 * @property {Round[]} rounds that the page has seen
 * @property {number} of rounds of the series; 0 for the word of the day
 * @property {string} unit what a round is called
 * @property {import("../../state.js").KindParty | null} kind what shows its runs, where these are no columns
 * @property {(name: "fanfare" | "step" | "home") => void} cue
 * @property {(() => void) | null} onEnd after the last scene; null begins again
 */

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
/** ms that a run takes to be seen again, at least and at most. */
const shortest = 3_500, longest = 8_000;
/** Width from which a name on a step has two lines, in its type. */
const longName = 9;
/** ms for which the podium, a finished run, and the figures stand. */
const podiumStands = 10_000, runStands = 4_500, figuresStand = 9_000;

export class Celebration {
  /**
   * @param {Room} room
   * @param {Options} options
   */
  constructor(room, options) {
    this.room = room;
    this.options = options;
    this.element = el("section", { class: "party", "aria-label": words.label });
    this.stop = new AbortController();
    this.frame = 0;
    this.timer = 0;
    this.scenes = [this.podium(), this.run(), this.figures()].filter((one) => one !== null);
    this.show(0);
  }

  /** @param {number} index */
  show(index) {
    const scene = this.scenes[index % this.scenes.length];
    if (!scene || this.stop.signal.aborted) return;
    this.element.replaceChildren(scene.element);
    if (index > 0) scene.element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: reduced.matches ? 120 : 400 });
    scene.begin?.();
    this.timer = window.setTimeout(() => {
      if (index + 1 === this.scenes.length && this.options.onEnd) this.options.onEnd();
      else this.show(index + 1);
    }, scene.ms);
  }

  /** @param {number} seat */
  name(seat) {
    const { members, pseudonyms } = this.room;
    return members.has(seat) ? named(members.get(seat) ?? "", pseudonyms.has(seat)) : [sprint.left];
  }

  /** @param {number} round */
  where(round) {
    const { of, unit } = this.options;
    return round > 0 && of > 1 ? sprint.round(unit, round, of) : "";
  }

  /** @returns {Scene} */
  podium() {
    const { first } = this.options;
    const steps = podium(this.room, first);
    const family = getComputedStyle(document.documentElement).getPropertyValue("--display");
    // Above a winner between two lower steps there is room to both sides.
    const isAbove = first.length === 3 && first[1]?.place !== 1;
    [...steps.children].forEach((step, index) => {
      const name = /** @type {HTMLElement} */ (step.querySelector(".step-name"));
      const wide = ems(name.textContent ?? "", 700, family) + (name.querySelector(".mask") ? 1.45 : 0) + 0.2;
      step.classList.toggle("above", isAbove && index === 0);
      // In two lines, of which one may be longer.
      const isLong = wide > longName && !(isAbove && index === 0);
      step.classList.toggle("long", isLong);
      name.style.setProperty("--ems", String(isLong ? wide * 0.62 : wide));
    });
    const element = el("div", { class: "stage-podium fresh" }, steps);
    return { element, ms: podiumStands, begin: () => this.options.cue("fanfare") };
  }

  /** @returns {Scene | null} */
  run() {
    const seat = this.options.first[0]?.seat ?? 0;
    if (this.options.kind) return this.kindRun(this.options.kind, seat);
    const best = bestRun(this.options.rounds, seat);
    const lane = best?.race.lanes.get(seat);
    if (!best || !lane?.finish) return null;
    const { race, round } = best;
    const { rows, finish } = lane;
    // Letters only of a round that is over: everybody has its words by then. The word of the day stays in its colours.
    const laid = race.answer ? lane.words ?? [] : [];
    const column = (/** @type {string} */ marks, /** @type {string} */ word) =>
      el(
        "span",
        { class: "run-column" },
        ...[...marks].map((mark, index) => el("i", { class: `m${mark}`, text: [...word][index]?.toUpperCase() ?? "" })),
      );
    const columns = rows.slice(0, -1).map(({ marks }, index) => column(marks, laid[index] ?? ""));
    const trail = el("span", { class: "run-trail" }, ...Array.from({ length: race.length }, () => el("i")));
    trail.style.setProperty("--span", String(race.rows - columns.length));
    const home = column(rows.at(-1)?.marks ?? "2".repeat(race.length), laid.at(-1) ?? "");
    const time = el("div", { class: "run-clock" });
    const said = el("p", { class: "run-said", text: words.homeIn(finish.turns) });
    const track = el(
      "div",
      { class: "run-track", role: "img", "aria-label": words.home(finish.turns, finish.ms) },
      el("div", { class: "run-columns" }, ...columns, trail),
      el("span", { class: "run-line" }),
      home,
    );
    track.style.setProperty("--rows", String(race.rows));
    track.style.setProperty("--letters", String(race.length));
    const element = el(
      "div",
      { class: "party-scene" },
      el("p", { class: "party-label", text: [words.run, this.where(round)].filter(Boolean).join(" · ") }),
      el("h2", { class: "party-name", dir: "auto" }, ...this.name(seat)),
      track,
      el("div", { class: "run-foot" }, time, said),
    );
    const whole = Math.min(longest, Math.max(shortest, finish.ms / 6));
    const begin = () =>
      this.play({ ms: finish.ms, whole, at: rows.map(({ ms }) => ms), columns, home, trail, time, said });
    return { element, ms: (reduced.matches ? 0 : whole) + runStands, begin };
  }

  /**
   * @param {import("../../state.js").KindParty} kind
   * @param {number} seat
   * @returns {Scene | null}
   */
  kindRun(kind, seat) {
    const found = kind.run(this.options.rounds, seat);
    if (!found) return null;
    const { at, element: run, figure, ms, parts, round, said, show } = found;
    const element = el(
      "div",
      { class: "party-scene" },
      el("p", { class: "party-label", text: [words.run, this.where(round)].filter(Boolean).join(" · ") }),
      el("h2", { class: "party-name", dir: "auto" }, ...this.name(seat)),
      run,
      el("div", { class: "run-foot" }, figure, said),
    );
    const whole = Math.min(longest, Math.max(shortest, ms / 6));
    const begin = () =>
      this.pass(ms, whole, (now) => {
        parts.forEach((one, index) => this.appear(one, (at[index] ?? 0) <= now, "step"));
        said.classList.toggle("to-come", now < ms);
        show(now);
      });
    return { element, ms: (reduced.matches ? 0 : whole) + runStands, begin };
  }

  /**
   * @param {HTMLElement} one
   * @param {boolean} isThere
   * @param {"home" | "step"} cue when it comes
   */
  appear(one, isThere, cue) {
    if (isThere && one.classList.contains("to-come")) this.options.cue(cue);
    one.classList.toggle("to-come", !isThere);
  }

  /**
   * Has something pass once more, in `whole` ms.
   * @param {number} ms that it took
   * @param {number} whole
   * @param {(now: number) => void} show
   */
  pass(ms, whole, show) {
    if (reduced.matches) return show(ms);
    show(-1);
    const began = performance.now();
    const frame = () => {
      const passed = performance.now() - began;
      show(Math.min(ms, (passed / whole) * ms));
      if (passed < whole && !this.stop.signal.aborted) this.frame = requestAnimationFrame(frame);
    };
    frame();
  }

  /**
   * Lets a run pass once more, in `whole` ms.
   * @param {{ ms: number, whole: number, at: number[], columns: HTMLElement[], home: HTMLElement, trail: HTMLElement,
   *   time: HTMLElement, said: HTMLElement }} run
   */
  play({ ms, whole, at, columns, home, trail, time, said }) {
    const all = [...columns, home];
    this.pass(ms, whole, (now) => {
      all.forEach((one, index) => this.appear(one, (at[index] ?? 0) <= now, one === home ? "home" : "step"));
      for (const one of [trail, said]) one.classList.toggle("to-come", now < ms);
      setClockFace(time, now < ms ? clock(now) : finishTime(ms));
    });
  }

  /** @returns {Scene | null} */
  figures() {
    const { kind } = this.options;
    const line = (
      /** @type {string} */ title,
      /** @type {string} */ figure,
      /** @type {import("../elements/elements.js").Child[][]} */ who,
      /** @type {number} */ round,
    ) =>
      el(
        "li",
        {},
        el(
          "span",
          { class: "party-label party-title" },
          el("span", { text: title }),
          el("span", { text: this.where(round) }),
        ),
        el("b", { class: "party-figure", text: figure }),
        el(
          "span",
          { class: "party-who" },
          ...who.map((parts, index) =>
            el("span", { class: index % 2 === 0 ? "party-one" : "party-label", dir: "auto" }, ...parts),
          ),
        ),
      );
    if (kind) {
      const found = kind.figures(this.options.rounds).map(({ title, figure, who, isEven, round }) => {
        const [first = 0, second] = who;
        const behind = second === undefined ? [] : [[isEven ? words.and : words.before], this.name(second)];
        return line(title, figure, [this.name(first), ...behind], round);
      });
      return this.scene(found);
    }
    const { fastest, closest, comeback } = highlights(this.options.rounds);
    const lines = [
      fastest &&
        line(
          this.options.of > 0 ? words.fastestWord : words.fastest,
          finishTime(fastest.ms),
          [this.name(fastest.seat), [words.wasHome(fastest.turns)]],
          fastest.round,
        ),
      closest &&
        line(
          words.closest,
          closest.ms === 0 ? words.deadHeat : words.gap(closest.ms),
          [this.name(closest.seat), [closest.ms > 0 ? words.before : words.and], this.name(closest.behind)],
          closest.round,
        ),
      comeback &&
        line(
          words.comeback,
          words.fromTo(comeback.from, comeback.to),
          [this.name(comeback.seat)],
          comeback.round,
        ),
    ];
    return this.scene(lines.filter((one) => one !== null));
  }

  /**
   * @param {(HTMLElement | null)[]} lines
   * @returns {Scene | null} none where nothing was remarkable
   */
  scene(lines) {
    if (lines.length === 0) return null;
    return {
      element: el("div", { class: "party-scene" }, el("ol", { class: "party-figures" }, ...lines)),
      ms: figuresStand,
    };
  }

  remove() {
    this.stop.abort();
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.element.remove();
  }
}
