// The veil that hides the codes of rooms in addresses: that of the page, and those of links, which browsers show under
// a pointer.

/** The text in an address in place of a code: characters that are in none. */
const noCode = "-----";

/**
 * The part of an address that may be seen: no code, and no key of a stage.
 * @param {string} path
 */
export function over(path) {
  return path.replace(/^\/(room|stage|replay)\/[^\/?#]+([^#]*)(#.*)?/, `/$1/${noCode}$2`);
}

/**
 * The path to which an address leads that says nothing, in a tab that knows no more: the room of last.
 * @param {import("../../main.js").App} app
 * @param {string} shown
 */
export function lifted(app, shown) {
  return shown.replace(noCode, () => app.preferences.get("room") ?? noCode);
}

/**
 * A link is used, perhaps to open it in another tab, which then goes by the room of last.
 * @param {import("../../main.js").App} app
 * @param {HTMLAnchorElement} link
 */
export function remember(app, link) {
  const [, , code] = link.dataset.path?.split(/[/?#]/) ?? [];
  if (code) app.rememberRoom(code);
}
