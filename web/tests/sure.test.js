// A button that asks whether one is sure.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sure } from "../components/sheet/sure.js";

test("A question stands for its whole time, whenever one before it was asked", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let done = 0;
  const button = sure("leave", "Leave", "Leave the room", () => (done += 1));
  const press = () => button.dispatchEvent(new Event("click"));
  press();
  assert.equal(button.textContent, "Leave the room?");
  context.mock.timers.tick(3000);
  button.dispatchEvent(new Event("blur"));
  assert.equal(button.textContent, "Leave");
  press();
  context.mock.timers.tick(3900);
  assert.equal(button.textContent, "Leave the room?");
  context.mock.timers.tick(100);
  assert.equal(button.textContent, "Leave");
  assert.equal(done, 0);
});
