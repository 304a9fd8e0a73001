// The news of a round for everybody, beside the room's name: its letters while they are everybody's, and its word at
// the end.

import { el } from "../elements/elements.js";
import { race as words } from "../../wording.js";

export class Told {
  constructor() {
    this.element = el("div", { class: "stage-answer", hidden: true });
    this.shown = "";
  }

  /**
   * @param {import("../sprint/pace.js").SprintPhase} phase
   * @param {import("../../state.js").Race | undefined} race
   * @param {import("../../state.js").Face | null} face words the answer
   */
  show(phase, race, face) {
    const { element } = this;
    const answer = phase === "over" ? (race?.answer ?? "") : "";
    const letters = answer || (phase === "racing" ? (race?.tiles ?? "") : "");
    const shown = `${answer}/${letters}/${face !== null}`;
    if (shown === this.shown) return;
    this.shown = shown;
    element.hidden = !letters;
    element.replaceChildren(
      ...[...letters].map((letter) => {
        const tile = el("span", { class: answer ? "tile" : "tile typed", text: letter.toUpperCase() });
        if (answer) tile.dataset.mark = "2";
        return tile;
      }),
    );
    const label = answer ? (face?.told(answer) ?? "") : words.dealt(letters);
    for (const [name = "", value = ""] of [
      ["role", "status"],
      ["aria-label", label],
    ])
      letters ? element.setAttribute(name, value) : element.removeAttribute(name);
  }
}
