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
