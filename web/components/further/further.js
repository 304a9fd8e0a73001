// Today's race of a line that is not the first, alone: /today?line=anagram-en-7.

import { Daily } from "../race/model.js";
import { lineNames, lineTitle, todayOf, wordsOf } from "../lines/lines.js";

export { RaceView as View } from "../race/race.js";
export { FurtherDaily as Course };

/** @typedef {import("../../state.js").Course} Racing */

/** @implements {Racing} */
class FurtherDaily extends Daily {
  name = "";
  todays = "";
  past = "";
  following = "";

  /** @param {import("../race/race.js").RaceView} view */
  constructor(view) {
    super(view);
    this.line = new URL(view.app.path, location.origin).searchParams.get("line") ?? "";
    const { today, past, following } = wordsOf({ puzzle: this.line });
    // Short enough for the bar of a phone; the day stands below it.
    this.name = lineTitle(this.line, lineNames(view.app));
    [this.todays, this.past, this.following] = [today, past, following];
  }

  get title() {
    return this.name;
  }

  get longTitle() {
    return this.todays;
  }

  /** @returns {[string, string]} */
  get heading() {
    const [, words] = super.heading;
    return [this.puzzle === this.today?.puzzle ? this.longTitle : this.past, words];
  }

  get today() {
    return /** @type {import("../../protocol.js").Today} */ (todayOf(this.view.store, this.line) ?? null);
  }

  /** The size of the lane before there is a board. */
  get size() {
    const { length = 7, rows = 6 } = this.today ?? {};
    return { length, rows };
  }

  begin() {
    const { app, store } = this.view;
    if (this.line === "" || this.line === store.line) {
      // In place of this address, or the way back would lead here again.
      app.settle("/today");
      return void app.show();
    }
    super.begin();
    if (!this.puzzle) this.view.shutOut("no_line");
  }

  panels() {
    return this.view.gone ? import("./panels.js") : Promise.resolve({});
  }
}
