// The looks of an overlay, as its address says them.

/**
 * @typedef {{ at: "top-left" | "top-right" | "bottom-left" | "bottom-right", size: "small" | "medium" | "full", names:
 *   "on" | "off" }} Options
 */

/** @type {Options} what an address means that says nothing */
export const defaults = { at: "top-left", size: "full", names: "on" };

/** @type {{ [Name in keyof Options]: string[] }} */
const known = {
  at: ["top-left", "top-right", "bottom-left", "bottom-right"],
  size: ["small", "medium", "full"],
  names: ["on", "off"],
};

/**
 * The options in an address; what is none of them counts as not said.
 * @param {URLSearchParams} query
 * @returns {Options}
 */
export function overlayOptions(query) {
  const chosen = Object.entries(known).map(([name, values]) => {
    const value = query.get(name) ?? "";
    return [name, values.includes(value) ? value : defaults[/** @type {keyof Options} */ (name)]];
  });
  return /** @type {Options} */ (Object.fromEntries(chosen));
}

/**
 * @param {Options} options
 * @returns {string} a query with what differs from what is meant anyway
 */
export function overlayQuery(options) {
  const said = Object.entries(options).filter(
    ([name, value]) => defaults[/** @type {keyof Options} */ (name)] !== value,
  );
  return new URLSearchParams([["overlay", "1"], ...said]).toString();
}

/**
 * Has the page of an overlay look as its address says.
 * @param {import("../../main.js").App} app
 */
export function applyOverlay(app) {
  const { at, size, names } = overlayOptions(new URLSearchParams(location.search));
  Object.assign(document.documentElement.dataset, { overlayAt: at, overlaySize: size, overlayNames: names });
  return app.preload(["/components/overlay/overlay.css"]);
}
