// How lanes change their places is asked for again where it did not come, one question at a time, and never once it is
// there.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = /** @type {any} */ ({ querySelector: () => null });
const { Track } = await import("../components/track/track.js");

test("What has lanes move is asked for until it is there, and once at a time", async () => {
  let asked = 0;
  let arrive = () => {};
  let isLost = true;
  const fetch = () => {
    asked += 1;
    return new Promise((resolve, reject) => {
      arrive = () => {
        if (isLost) return reject(new Error("the line broke"));
        resolve(undefined);
      };
    });
  };
  const first = Track.learn(fetch);
  const meanwhile = Track.learn(fetch);
  assert.equal(asked, 1, "it is on its way");
  arrive();
  await Promise.all([first, meanwhile]);
  isLost = false;
  const second = Track.learn(fetch);
  assert.equal(asked, 2, "it did not come");
  arrive();
  await second;
  await Track.learn(fetch);
  assert.equal(asked, 2, "it is there");
});
