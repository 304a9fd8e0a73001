// The layout of a race page, which its course names and the view sets.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Made } from "./page-steps.js";
import { RaceView } from "../components/race/race.js";
import { SprintRace } from "../components/sprint/sprint.js";
import { listenedTo } from "./store-steps.js";

test("The page has the layout of the course that is on it, and none where the course names none", () => {
  const nothing = () => {};
  const view = Object.assign(Object.create(RaceView.prototype), {
    store: listenedTo().store, code: null, dom: { page: new Made() }, bar: { show: nothing, showBanner: nothing },
    showTrack: nothing, showDesk: nothing, showSide: nothing, tick: nothing,
  });
  for (const [layout, shown] of [["solo", "solo"], [undefined, ""]]) {
    view.turnTo({ puzzle: null, hasBegun: false, layout });
    view.render();
    assert.equal(view.element.dataset.layout, shown);
  }
});

test("A sprint has room for reactions on the page of who has a seat", () => {
  for (const [room, layout] of [[{ seat: 2 }, "reacting"], [{ seat: null }, ""], [undefined, ""]]) {
    assert.equal(Object.assign(Object.create(SprintRace.prototype), { view: { room } }).layout, layout);
  }
});
