// The switch of a sheet.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { toggle } from "../components/sheet/toggle.js";

/** Presses a switch whose change ends like that, and says how it stands then. */
async function pressed(outcome) {
  const { input } = toggle("Locked", "Nobody new comes in", false, () => outcome, "lock");
  input.checked = true;
  input.dispatchEvent(new Event("change"));
  await new Promise(setImmediate);
  return input.checked;
}

test("A switch goes back where its change was refused, and stays where it was done", async () => {
  assert.equal(await pressed(Promise.resolve(false)), false);
  for (const outcome of [Promise.resolve(true), undefined]) assert.equal(await pressed(outcome), true);
});
