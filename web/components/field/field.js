// Everybody's lanes at full size, for rooms that a phone has to squeeze.

import { el } from "../elements/elements.js";
import { Track } from "../track/track.js";
import "../track/moving.js";
import { field as words } from "../../wording/rooms.js";

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, { view }) {
  const track = new Track({ label: words.lanes });
  const count = el("p", { class: "small" });
  const show = () => {
    const lanes = view.lanes();
    const shape = view.race ?? view.room?.sprint ?? app.store.today;
    const hasPoints = view.kind?.hasPoints === true;
    const ended = hasPoints ? /home|out/ : /home/;
    const done = lanes.filter((/** @type {import("../../state.js").LaneView} */ lane) => ended.test(lane.state)).length;
    count.textContent = words.count(lanes.length, done, hasPoints);
    track.element.classList.toggle("blind", app.preferences.get("rivals") === "off");
    track.show(lanes, shape?.length ?? 5, shape?.rows || 6, 0, view.laneFace);
  };
  sheet.body.append(el("h2", { text: words.title }), count, track.element);
  show();
  app.store.addEventListener("room", show, { signal: sheet.closed });
  sheet.closed.addEventListener("abort", () => track.remove());
}
