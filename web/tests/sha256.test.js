// Our own SHA-256 against that of the platform, at every length around the edges of its blocks.

import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";
import { commitmentOf, hex, sha256 } from "../sha256.js";

test("The examples of FIPS 180-4 have their digests", () => {
  const of = (text) => hex(sha256(new TextEncoder().encode(text)));
  assert.equal(of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(
    of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
});

test("Texts of up to four blocks, and a long one, have the digests of the platform", () => {
  for (const length of [...Array(258).keys(), 100_003]) {
    const bytes = randomBytes(length);
    assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"), `${length} bytes`);
  }
});

test("A commitment is of salt, puzzle and answer, in this order", () => {
  const salt = "00112233445566778899aabbccddeeff";
  const expected = createHash("sha256")
    .update(Buffer.from(salt, "hex"))
    .update("guess-en-5/2026-11-19")
    .update("stone")
    .digest("hex");
  assert.equal(commitmentOf(salt, "guess-en-5/2026-11-19", "stone"), expected);
  assert.notEqual(commitmentOf(salt, "guess-en-5/2026-11-19", "store"), expected);
});
