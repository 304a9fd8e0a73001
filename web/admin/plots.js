// Live figures as small plots. Nothing is kept on the server: a plot begins when the page is opened.

import { call } from "./api.js";
import { card, el, said, statusLine } from "./elements.js";
import { amount, words } from "../wording/admin.js";

/** ms between two looks, and how many a plot has: 10 minutes. */
const interval = 5000;
const most = 120;
const [width, height] = [240, 56];
const svgSpace = "http://www.w3.org/2000/svg";

/**
 * @typedef {{ time: number, sockets: number, players: number, rooms: number, guesses: number, commits: number,
 *   commit_ms: number, failures: number }} Figures
 */

/**
 * The figures that are plotted of two looks, one after the other.
 * @param {Figures} before
 * @param {Figures} now
 * @returns {Record<keyof typeof words.plots, number>}
 */
export function levels(before, now) {
  const minutes = Math.max(1, now.time - before.time) / 60_000;
  // A restarted server counts from 0 again.
  const since = (/** @type {"guesses" | "commits" | "commit_ms" | "failures"} */ name) =>
    Math.max(0, now[name] - before[name]);
  return {
    sockets: now.sockets,
    players: now.players,
    rooms: now.rooms,
    guesses: Math.round(since("guesses") / minutes),
    commit: since("commits") > 0 ? Math.round((10 * since("commit_ms")) / since("commits")) / 10 : 0,
    failures: since("failures"),
  };
}

/**
 * The points of a line, the newest on the right edge.
 * @param {number[]} values
 */
export function points(values) {
  const top = Math.max(1, ...values);
  return values
    .map((value, index) => {
      const x = width - ((values.length - 1 - index) * width) / (most - 1);
      return `${Math.round(10 * x) / 10},${Math.round(10 * (height - 2 - (value / top) * (height - 4))) / 10}`;
    })
    .join(" ");
}

/** @param {string} name */
function plot(name) {
  /** @type {number[]} */
  const values = [];
  const line = document.createElementNS(svgSpace, "polyline");
  const picture = document.createElementNS(svgSpace, "svg");
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  picture.setAttribute("preserveAspectRatio", "none");
  picture.setAttribute("role", "img");
  picture.append(line);
  const figure = el("b", { class: "plot-now", text: "–" });
  const element = el(
    "figure",
    { class: "plot" },
    el("figcaption", {}, el("span", { text: name }), figure),
  );
  element.append(picture);
  const add = (/** @type {number} */ value) => {
    values.push(value);
    if (values.length > most) values.shift();
    line.setAttribute("points", points(values));
    figure.textContent = amount(value);
    picture.setAttribute("aria-label", words.plotted(name, amount(value), amount(Math.max(...values))));
  };
  return { element, add };
}

/** The part with the figures; it looks while somebody can see it. */
export function live() {
  const status = statusLine();
  const names = /** @type {(keyof typeof words.plots)[]} */ (Object.keys(words.plots));
  const plots = names.map((name) => ({ name, ...plot(words.plots[name]) }));
  /** @type {Figures | null} */
  let before = null;
  const look = async () => {
    if (document.visibilityState === "hidden") return;
    try {
      /** @type {Figures} */
      const now = await call("/figures");
      const shown = levels(before ?? now, now);
      before = now;
      for (const { name, add } of plots) add(shown[name]);
      if (status.textContent) status.textContent = "";
    } catch (error) {
      status.textContent = said(error);
      document.dispatchEvent(new CustomEvent("refused", { detail: error }));
    }
  };
  void look();
  const beat = setInterval(look, interval);
  document.addEventListener("signed-out", () => clearInterval(beat), { once: true });
  return card("live", words.live, "", el("div", { class: "plots" }, ...plots.map(({ element }) => element)), status);
}
