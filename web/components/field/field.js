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
    const home = lanes.filter((/** @type {import("../../state.js").LaneView} */ lane) => lane.state === "home").length;
    count.textContent = words.count(lanes.length, home, view.kind?.hasPoints === true);
    track.element.classList.toggle("blind", app.preferences.get("rivals") === "off");
    track.show(lanes, shape?.length ?? 5, shape?.rows ?? 6, 0, view.laneFace);
  };
  sheet.body.append(el("h2", { text: words.title }), count, track.element);
  show();
  app.store.addEventListener("room", show, { signal: sheet.closed });
  sheet.closed.addEventListener("abort", () => track.remove());
}
