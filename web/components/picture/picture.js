// The podium picture in a sheet: to look at, to save, and to share where the system can.

import { after, el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { kindOf } from "../../kinds.js";
import { standings, todayIn } from "../../racing.js";
import { dayName, finishTime, kindWords } from "../../wording.js";
import { sprint } from "../../wording/sprint.js";
import { onPodium, podiumPlaces } from "../sprint/pace.js";
import { Drawing } from "./drawing.js";
import { picture as words } from "../../wording/results.js";

/** @typedef {import("../../state.js").Room} Room */

export const styles = ["/components/picture/picture.css"];

/**
 * @param {import("../../main.js").App} app
 * @param {import("../sheet/sheet.js").Sheet} sheet
 * @param {{ room: Room, race: import("../../state.js").Race | undefined, isSeries: boolean, from: Element }} props
 *   `from`: what has the colours
 */
export function content(app, sheet, { room, race, isSeries, from }) {
  const picture = pictureOf(app, room, race, isSeries);
  const first = picture.first.map(({ place, name, said }) => words.onIt(place, name, said)).join("; ");
  const canvas = el("canvas", {
    class: "podium-picture",
    role: "img",
    "aria-label": words.podium(picture.title, first),
  });
  const save = el(
    "a",
    { class: "button accent large", download: `tilerace-${app.store.today?.day ?? "podium"}.png` },
    icon("download"),
    words.save,
  );
  const actions = el("div", { class: "sheet-actions" }, save);
  sheet.body.append(
    el("h2", { text: words.title }),
    canvas,
    el("p", { class: "small", text: words.noLetters }),
    actions,
  );
  /** @type {string | null} */
  let address = null;
  const draw = async () => {
    await lettered(picture);
    new Drawing(canvas, getComputedStyle(from), app.preferences.isContrast).draw(picture);
    const blob = await new Promise((/** @type {(made: Blob | null) => void} */ made) =>
      canvas.toBlob(made, "image/png"),
    );
    if (!blob || sheet.closed.aborted) return;
    if (address) URL.revokeObjectURL(address);
    address = save.href = URL.createObjectURL(blob);
    offer(app, actions, new File([blob], save.download, { type: blob.type }));
  };
  void draw();
  const { preferences } = app;
  for (const one of [preferences, preferences.dark, preferences.contrast])
    one.addEventListener("change", () => void draw(), { signal: sheet.closed });
  sheet.closed.addEventListener("abort", () => address && URL.revokeObjectURL(address));
}

/** Milliseconds that letters of names are waited for; those that did not come are drawn in the system's font. */
const patience = 3_000;

/**
 * Fetches the display type for all that a picture says. It has no second chance: what a canvas has drawn stays so, and
 * the letters and signs of names are in files of their own.
 * @param {import("./drawing.js").Picture} picture
 */
function lettered({ title, sub, host, lanes }) {
  const text = [title, sub, host, ...lanes.map(({ name }) => name)].join("");
  const fonts = ["600", "800"].map((weight) => document.fonts.load(`${weight} 1em Sora`, text));
  return Promise.race([Promise.allSettled(fonts), after(patience)]);
}

/**
 * The button to share it, where files can be shared.
 * @param {import("../../main.js").App} app
 * @param {HTMLElement} actions
 * @param {File} file
 */
function offer(app, actions, file) {
  actions.querySelector("button")?.remove();
  if (typeof navigator.share !== "function" || !navigator.canShare?.({ files: [file] })) return;
  const share = async () => {
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError"))
        app.say(words.cannot, true);
    }
  };
  actions.prepend(
    el(
      "button",
      { type: "button", class: "button accent large", on: { click: () => void share() } },
      icon("share"),
      words.share,
    ),
  );
  actions.querySelector("a")?.classList.remove("accent");
}

/**
 * @param {import("../../main.js").App} app
 * @param {Room} room
 * @param {import("../../state.js").Race | undefined} race
 * @param {boolean} isSeries
 * @returns {import("./drawing.js").Picture}
 */
export function pictureOf(app, room, race, isSeries) {
  const today = todayIn(app.store, room);
  const all = standings(room, race);
  const kind = kindOf(race ? { puzzle: race.puzzle, kind: race.game } : { puzzle: today?.puzzle });
  const { daily = kindWords.guess.daily, unit = sprint.unit } = kind ?? {};
  const figure = (/** @type {import("../../protocol.js").Finish | null} */ finish) =>
    finish?.points === undefined ? finishTime(finish?.ms ?? 0) : String(finish.points);
  const places = new Map(podiumPlaces(room.series).map((one) => [one.seat, one]));
  const nameOf = (/** @type {number} */ seat) => ({
    name: room.members.get(seat) ?? words.somebody,
    pseudonym: room.pseudonyms.has(seat),
  });
  const lanes = all
    .filter(({ seat, state }) => (isSeries ? places.has(seat) : state !== "waiting"))
    .map((one) => ({
      ...nameOf(one.seat),
      seat: one.seat,
      place: isSeries ? (places.get(one.seat)?.place ?? 0) : one.place,
      you: one.seat === room.seat,
      marks: one.rows.map(({ marks }) => marks),
      isHome: one.state === "home",
      isOut: one.state === "out",
      time: one.state === "home" ? figure(one.finish) : one.state === "out" ? (kind?.hasPoints ? "0" : words.out) : "",
      points: isSeries ? String(places.get(one.seat)?.points ?? 0) : "",
    }));
  if (isSeries) lanes.sort((a, b) => a.place - b.place || a.seat - b.seat);
  const first = isSeries
    ? podiumPlaces(room.series)
        .filter((one) => one.points > 0)
        .map((one) => ({ ...nameOf(one.seat), place: one.place, said: words.pointsOf(one.points) }))
    : all
        .filter(({ state }) => state === "home")
        .map(({ seat, place, finish }) => ({
          ...nameOf(seat),
          place,
          said:
            finish?.points === undefined
              ? words.homeIn(figure(finish), finish?.turns ?? 0)
              : words.pointsOf(finish.points),
        }));
  const host = app.reachable.url.replace(/^https?:\/\//, "");
  // A number of somebody's network says nothing to who sees the picture elsewhere.
  const isNamed = /^[^[]*[a-z]/i.test(host) && !/^localhost\b/.test(host);
  return {
    title: room.name || "Tilerace",
    sub: isSeries ? words.sprint(room.series?.of ?? 1, unit) : words.today(daily, today?.number ?? ""),
    caption: isSeries && (room.series?.of ?? 1) > 1 ? words.last(unit) : "",
    date: today ? dayName(today.day) : "",
    host: isNamed ? host : words.motto(daily),
    first: onPodium(first),
    lanes,
    rows: race?.rows ?? 6,
    length: race?.length ?? 5,
    isRuns: kind?.hasLanes === true,
  };
}
