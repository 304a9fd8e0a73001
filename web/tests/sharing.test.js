// Sharing while the codes of rooms are hidden: the sheet of the system would show them on a stream.

import "./page-steps.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { share } from "../components/result/sharing.js";

for (const [path, isCodeHidden, by] of [
  ["/room/KYTE7", true, "clipboard"],
  ["/replay/KYTE7/sprint-1-1", true, "clipboard"],
  ["/archive/guess-en-5/2026-11-21", true, "system"],
  ["/replay/KYTE7/sprint-1-1", false, "system"],
]) {
  test(`A link of ${path} is shared by the ${by} with codes ${isCodeHidden ? "hidden" : "shown"}`, async (context) => {
    const ways = [];
    context.mock.method(globalThis, "matchMedia", () => ({ matches: true }));
    const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
    Object.defineProperty(globalThis, "navigator", {
      configurable: true,
      value: {
        share: async () => void ways.push("system"),
        clipboard: { writeText: async () => void ways.push("clipboard") },
      },
    });
    context.after(() => before && Object.defineProperty(globalThis, "navigator", before));
    const app = { isCodeHidden, reachable: { url: "https://race.example.org", reach: "public" }, say() {} };
    await share(app, { title: "A race", text: "", url: `https://race.example.org${path}` });
    assert.deepEqual(ways, [by]);
  });
}
