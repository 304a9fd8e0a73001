// Widths of texts before they are laid out.

const canvas = document.createElement("canvas").getContext("2d");

/**
 * The width of a text in a type of 1 px.
 * @param {string} text
 * @param {number} weight
 * @param {string} family
 */
export function ems(text, weight, family) {
  if (!canvas) return text.length * 0.6;
  canvas.font = `${weight} 100px ${family}`;
  return canvas.measureText(text).width / 100;
}

/** @type {Map<string, number>} widths of a digit in type of 1 px, by its weight and family */
const digits = new Map();

/**
 * The width of a text in a type of 1 px whose digits are all as wide as each other. A canvas knows no such digits.
 * @param {string} text
 * @param {number} weight
 * @param {string} family
 */
export function tabularEms(text, weight, family) {
  const rest = text.replace(/[0-9]/g, "");
  return ems(rest, weight, family) + (text.length - rest.length) * digit(weight, family);
}

/**
 * @param {number} weight
 * @param {string} family
 */
function digit(weight, family) {
  const key = `${weight} ${family}`;
  const known = digits.get(key);
  if (known !== undefined) return known;
  const probe = document.createElement("span");
  probe.textContent = "0".repeat(10);
  probe.setAttribute("aria-hidden", "true");
  probe.style.cssText = `position: absolute; visibility: hidden; font: ${weight} 100px ${family}`;
  probe.style.fontVariantNumeric = "tabular-nums";
  document.body.append(probe);
  const width = probe.getBoundingClientRect().width / 1000;
  probe.remove();
  // Until the family is there, another one stands in for it.
  if (document.fonts.status === "loaded") digits.set(key, width);
  return width;
}
