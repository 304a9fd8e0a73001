// Which page of a long list is seen. No DOM, no clock.

/** ms for which a page stands where nobody knows when the next word comes. */
const unhurried = 5_000;
/** ms for which it stands at least. */
const hurried = 1_500;

/**
 * The page that is seen, of all of them.
 * @param {number} pages
 * @param {number} passed ms since the first page came
 * @param {number | null} pause ms that all pages have together; null if nobody knows
 */
export function pageAt(pages, passed, pause) {
  const each = pause === null ? unhurried : Math.max(hurried, Math.min(unhurried, pause / pages));
  return Math.floor(Math.max(0, passed) / each) % pages;
}
