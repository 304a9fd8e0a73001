// A switch of a sheet, with its title and what it means.

import { el } from "../elements/elements.js";

/**
 * @param {string} title
 * @param {string} hint
 * @param {boolean} isOn
 * @param {(on: boolean) => unknown} change false, or a promise of it: refused, and so it stays as it was
 * @param {string} [key] names the input for who gives the focus back
 */
export function toggle(title, hint, isOn, change, key) {
  const input = el("input", { type: "checkbox", class: "switch", role: "switch", "data-key": key });
  input.checked = isOn;
  input.addEventListener("change", async () => {
    if (await change(input.checked) === false) input.checked = isOn;
  });
  const small = el("small", { text: hint });
  return {
    element: el("label", { class: "setting" }, el("span", {}, el("b", { text: title }), small), input),
    input,
    small,
  };
}
