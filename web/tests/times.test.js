import assert from "node:assert/strict";
import { test } from "node:test";
import { times } from "../components/solo/choice.js";

test("Practice has the time of a race, half as much again, twice as much, and none", () => {
  assert.deepEqual(times(90).map(({ seconds, name }) => [seconds, name]), [
    [90, "1:30"],
    [135, "2:15"],
    [180, "3:00"],
    [0, "No limit"],
  ]);
  // The server takes whole seconds from 30 to 300.
  for (const { seconds } of times(90)) assert.ok(seconds === 0 || (Number.isInteger(seconds) && seconds <= 300));
});
