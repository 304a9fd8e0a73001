// Where what is said stands: it comes with the first words, or soon after the first sight of the page.

/**
 * Moves what is fixed at the left upper corner of the window to the middle below a row, or above it where there is no
 * room below. Covers no keys; without a row it stands above them, and without either where its own style has it.
 * @param {HTMLElement} element
 * @param {DOMRect | undefined} row where it is
 * @param {DOMRect | undefined} keys
 */
export function standBelow(element, row, keys) {
  const place = row ?? keys;
  element.classList.toggle("near", place !== undefined);
  const { left = 0, right = 0, top = 0, bottom = innerHeight } = place ?? {};
  const isBeside = keys && row && keys.left >= right;
  const high = element.offsetHeight + 8;
  const half = element.offsetWidth / 2 + 8;
  const x = Math.max(half, Math.min((left + right) / 2, isBeside ? keys.left - half : Infinity));
  const y = bottom + 8 + high <= (keys && !isBeside ? keys.top : innerHeight) ? bottom + 8 : Math.max(8, top - high);
  element.style.translate = place ? `${x}px ${y}px` : "";
}
