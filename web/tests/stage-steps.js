// What tests of a stage share: a stage without its lanes. It has to be imported after the steps of the page.

import { Made } from "./page-steps.js";
import { StageView } from "../components/stage/stage.js";

/**
 * The stage of the room KYTE7, of which only the words and figures are drawn.
 * @param {import("../store.js").Store} store
 * @param {object} [more]
 */
export function stageOf(store, more = {}) {
  const nothing = () => {};
  return Object.assign(Object.create(StageView.prototype), {
    store, code: "KYTE7", trouble: "", isOverlay: false, stop: new AbortController(), face: null,
    dom: { page: new Made(), title: new Made(), sub: new Made(), figures: new Made() },
    pace: { follow: nothing, phase: "idle" }, told: { show: nothing }, party: { follow: nothing },
    points: { show: nothing }, showJoin: nothing, showLanes: nothing, makeRoom: nothing, tick: nothing, ...more,
  });
}
