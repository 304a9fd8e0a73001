// Makes the page's elements: text only as text nodes, so that nothing a person typed is ever read as markup.

import { site } from "../../link.js";
import { people } from "../../wording.js";

/**
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {{ class?: string, text?: string, on?: Record<string, (event: any) => void>, [attribute: string]: any }}
 *   Props
 */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} [props] attributes; `class`, `text` and `on` (listeners) are special, `false` and null leave one out
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "on") {
      for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    } else if (name === "text") element.textContent = value;
    else if (value !== false && value !== null && value !== undefined) {
      const text = value === true ? "" : String(value);
      element.setAttribute(name, (name === "href" || name === "src") && text[0] === "/" ? site + text : text);
    }
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/** @type {Record<string, string>} strokes on a 24 × 24 grid; icons.js has those that few first sights of a page need */
export const strokes = {
  arrow: "M5 12h14M13 6l6 6-6 6",
  back: "M21 5H9l-6 7 6 7h12zM12.5 9.5l5 5M17.5 9.5l-5 5",
  boards: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  enter: "M20 6v5a3 3 0 0 1-3 3H5M9 9l-5 5 5 5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  help: "M9.2 9.2a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1.1-1.5 2.2M12 17.4v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  lanes: "M4 6h16M4 12h11M4 18h7",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5",
  menu: "M4 9h16M4 15h16",
  plus: "M12 5v14M5 12h14",
  seat: "M12 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM5 20a7 7 0 0 1 14 0",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
};

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 */
function drawn(tag, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/**
 * A line icon; it is decoration, so whatever holds it has the words.
 * @param {string} name
 * @param {Record<string, string>} [more] attributes
 */
export function icon(name, more) {
  const svg = drawn("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", ...more });
  const path = drawn("path");
  const draw = () => path.setAttribute("d", strokes[name] ?? "");
  if (strokes[name]) draw();
  // The words beside it say the same.
  else void import("./icons.js").then(draw, () => {});
  svg.append(path);
  return svg;
}

/**
 * A name for the eye and the ear, with a mask before it if it is a pseudonym.
 * @param {string} name
 * @param {boolean | undefined} isPseudonym
 * @returns {(Node | string)[]}
 */
export function named(name, isPseudonym) {
  if (!isPseudonym) return [name];
  const look = { class: "icon mask", role: "img", "aria-label": people.pseudonym, "aria-hidden": "false" };
  return [icon("mask", look), name];
}

/** The sign: a stack of bars running to a line. */
export function sign() {
  const svg = drawn("svg", { viewBox: "0 0 28 28", class: "sign", "aria-hidden": "true" });
  const bars = [[10, 6, 9.5], [6, 9.7, 13], [12.5, 13.4, 6.5], [8, 17.1, 11], [4.5, 20.8, 14.5]];
  for (const [x = 0, y = 0, width = 0, height = 2.4] of [...bars, [20.5, 5.5, 2.2, 18]])
    svg.append(drawn("rect", { x, y, width, height, rx: 0.9 }));
  return svg;
}

/**
 * A clock face whose colon has the accent: text for readers, spans for the eye.
 * @param {HTMLElement} face
 * @param {string} time
 */
export function setClockFace(face, time) {
  if (face.dataset.time === time) return;
  face.dataset.time = time;
  const parts = time.split(":");
  face.replaceChildren(...parts.flatMap((part, index) =>
    index === 0 ? [part] : [el("i", { class: "colon", text: ":" }), part]));
}

/**
 * A function that draws at most once a frame, however often it is called. A page in the background has no frames, and
 * its title is seen: there it draws at once.
 * @param {() => void} draw
 */
export function eachFrame(draw) {
  let frame = 0;
  return () => {
    if (document.hidden) return draw();
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  };
}

/**
 * Writes a text, unless it stands there.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Hides an element or shows it, unless it is so: an attribute that is written again, a browser takes for a new one.
 * @param {HTMLElement} element
 * @param {boolean} isHidden
 */
export function setHidden(element, isHidden) {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}

/**
 * Names an element for screen readers, unless it has the name.
 * @param {Element} element
 * @param {string} label
 */
export function setLabel(element, label) {
  if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
}

/**
 * Whether a key or a paste is meant for a board: it stands on the page, and no field and no sheet has the focus.
 * @param {Element} face of the board
 * @param {Event & Partial<KeyboardEvent>} event
 */
export function isTypedAt(face, event) {
  const { target } = event;
  const isOther = event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented ||
    (target instanceof Element && target.closest("input, textarea, dialog, select"));
  return face.isConnected && !isOther;
}

/** @type {WeakMap<Element, string>} */
const pictures = new WeakMap();

/**
 * Fills an element, unless it shows the same already: what is written anew, a browser lays out anew.
 * @param {Element} element
 * @param {string} picture what the children depend on
 * @param {() => Node[]} parts
 */
export function fill(element, picture, parts) {
  if (pictures.get(element) === picture) return;
  pictures.set(element, picture);
  element.replaceChildren(...parts());
}

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/**
 * Asks for the files; the promise is kept when the style sheets among them are in force.
 * @param {string[]} files
 */
export async function preload(files) {
  await Promise.all(
    files.map((href) => {
      const asked = styles.get(href);
      if (asked) return asked;
      const isStyle = href.endsWith(".css");
      const rel = isStyle ? "stylesheet" : href.endsWith(".js") ? "modulepreload" : "manifest";
      // Beside the page's modules: below the version that it came with, where nothing ever changes. An installation is
      // known by its manifest's address, which has to stay.
      const place = rel === "manifest" ? href : new URL(`../..${href}`, import.meta.url).href;
      // What the page came with is waited for, and not asked for again.
      const own = /** @type {HTMLLinkElement | null} */ (
        isStyle ? document.querySelector(`link[rel=stylesheet][href="${new URL(place).pathname}"]`) : null
      );
      const link = own ?? el("link", { rel, href: place });
      const ready =
        isStyle && !own?.sheet
          ? new Promise((/** @type {(value: void) => void} */ resolve) => {
              link.addEventListener("load", () => resolve());
              // Unstyled is better than nothing, and who wants it next asks again.
              link.addEventListener("error", () => {
                styles.delete(href);
                link.remove();
                resolve();
              });
            })
          : Promise.resolve();
      styles.set(href, ready);
      if (!own) document.head.append(link);
      return ready;
    }),
  );
}

/** @param {number} ms @returns {Promise<void>} */
export const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
