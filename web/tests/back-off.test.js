import assert from "node:assert/strict";
import { test } from "node:test";
import { afterClose } from "../link.js";

test("A close code says whether the link reconnects", () => {
  for (const code of [1002, 1003, 1007, 1009, 4500, 4999])
    assert.deepEqual(afterClose(code, "", 0, 0.5), { reconnect: false }, String(code));
  for (const code of [1000, 1001, 1006, 1011, 4000, 4001, 4002, 4499])
    assert.equal(afterClose(code, "", 0, 0.5).reconnect, true, String(code));
});

test("The server's hint is a floor, with jitter above it", () => {
  assert.deepEqual(afterClose(1001, "retry=3000", 0, 0), { reconnect: true, after: 3000 });
  assert.deepEqual(afterClose(1001, "retry=3000", 0, 0.5), { reconnect: true, after: 3500 });
});

test("The back-off grows, has jitter and a ceiling", () => {
  const low = [0, 1, 2, 3, 20].map((attempt) => afterClose(1006, "", attempt, 0).after);
  const high = [0, 1, 2, 3, 20].map((attempt) => afterClose(1006, "", attempt, 1).after);
  assert.deepEqual(low, [250, 500, 1000, 2000, 7500]);
  assert.deepEqual(high, [500, 1000, 2000, 4000, 15000]);
});
