// Makes the elements of the admin page: text only as text nodes. (The players' elements.js opens a player's session.)

import { Refusal } from "./api.js";
import { words } from "../wording/admin.js";

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [props] attributes; `text` and `on` (listeners) are special, `false` leaves one out
 * @param {...(Node | string | false | null)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "on") for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    else if (name === "text") element.textContent = value;
    else if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== false && child !== null) element.append(child);
  return element;
}

/**
 * A button that says what came of it in `status`.
 * @param {string} text
 * @param {HTMLElement} status
 * @param {() => Promise<string | void>} act
 * @param {string} [name] for who hears the button by itself
 */
export function button(text, status, act, name) {
  const made = el("button", { type: "button", class: "button", text, "aria-label": name ? `${text}: ${name}` : false });
  made.addEventListener("click", () => void run(made, status, act));
  return made;
}

/**
 * A button for what cannot be taken back: the first press asks.
 * @param {string} text
 * @param {HTMLElement} status
 * @param {() => Promise<string | void>} act
 * @param {string} name
 */
export function sureButton(text, status, act, name) {
  const made = el("button", { type: "button", class: "button", text, "aria-label": `${text}: ${name}` });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;
  /** When it asked: a second click within half a second is of a double click, which answers nothing. */
  let asked = 0;
  const rest = () => {
    clearTimeout(asking);
    asking = undefined;
    made.textContent = text;
    made.setAttribute("aria-label", `${text}: ${name}`);
    made.classList.remove("accent");
  };
  made.addEventListener("click", () => {
    if (asking !== undefined) {
      if (performance.now() - asked < 500) return;
      rest();
      return void run(made, status, act);
    }
    if (made.getAttribute("aria-busy") === "true") return;
    asked = performance.now();
    asking = setTimeout(rest, 5000);
    made.textContent = words.sure(text);
    made.setAttribute("aria-label", `${words.sure(text)} ${name}`);
    made.classList.add("accent");
    status.textContent = words.sure(text);
  });
  return made;
}

/**
 * Why something was not done, for a person; what a browser says is not.
 * @param {unknown} error
 */
export const said = (error) => (error instanceof Refusal ? error.message : words.failed);

/**
 * @param {HTMLButtonElement} made
 * @param {HTMLElement} status
 * @param {() => Promise<string | void>} act
 */
export async function run(made, status, act) {
  if (made.getAttribute("aria-busy") === "true") return;
  made.setAttribute("aria-busy", "true");
  try {
    status.textContent = (await act()) ?? "";
  } catch (error) {
    status.textContent = said(error);
    document.dispatchEvent(new CustomEvent("refused", { detail: error }));
  }
  made.removeAttribute("aria-busy");
}

/**
 * A part of the page.
 * @param {string} id
 * @param {string} title
 * @param {string} lead
 * @param {...(Node | false)} children
 */
export function card(id, title, lead, ...children) {
  return el(
    "section",
    { class: "card", id, "aria-labelledby": `${id}-title` },
    el("h2", { id: `${id}-title`, text: title }),
    lead !== "" && el("p", { class: "small", text: lead }),
    ...children,
  );
}

/** A line in which a part says what came of a press. */
export const statusLine = () => el("p", { class: "admin-status", role: "status" });

/**
 * A labelled field.
 * @param {string} id
 * @param {string} label
 * @param {Record<string, any>} props
 */
export function field(id, label, props) {
  const input = el("input", { class: "admin-field", id, autocomplete: "off", spellcheck: "false", ...props });
  return { input, element: el("div", { class: "admin-label" }, el("label", { for: id, text: label }), input) };
}
