// Changes of the cookie go one after the other: an answer that is overtaken would bring an older cookie back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { askForCookie } from "../api.js";

/** Answers requests when the test says so. */
function holdRequests() {
  const asked = [];
  globalThis.fetch = (path, { method }) => new Promise((resolve) =>
    asked.push({ name: `${method} ${path}`, answer: (status) => resolve(new Response("{}", { status })) }));
  return asked;
}

const turns = () => new Promise((resolve) => setTimeout(resolve, 5));

test("A change of the cookie waits until the answer to the one before it is here", async () => {
  const asked = holdRequests();
  const renewal = askForCookie("/session?renew=1", { method: "POST" });
  const end = askForCookie("/session", { method: "DELETE" });
  await turns();
  assert.deepEqual(asked.map((one) => one.name), ["POST /api/v1/session?renew=1"]);
  asked[0].answer(200);
  await renewal;
  await turns();
  assert.deepEqual(asked.slice(1).map((one) => one.name), ["DELETE /api/v1/session"]);
  asked[1].answer(200);
  await end;
});

test("A refused change holds up nothing that follows", async () => {
  const asked = holdRequests();
  const renewal = askForCookie("/session?renew=1", { method: "POST" });
  const code = askForCookie("/link", { method: "POST", body: {} });
  await turns();
  asked[0].answer(401);
  await assert.rejects(renewal, { status: 401 });
  await turns();
  asked[1].answer(200);
  await code;
  assert.equal(asked.length, 2);
});
