import assert from "node:assert/strict";
import { test } from "node:test";
import { byLength, doubt, placeAt, review, score, shares, tally, timeLeft, Tray } from "../components/anagram/tray.js";

/** Whether a word can be laid, told in the plainest way: each of its letters strikes one out. */
function isLayable(word, tiles) {
  const left = [...tiles];
  return [...word].every((letter) => left.includes(letter) && left.splice(left.indexOf(letter), 1).length === 1);
}

/** Numbers that look random, the same each time. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

test("A pressed tile goes to the end of the word, and back when it is pressed again", () => {
  const tray = new Tray("natried");
  for (const tile of [6, 5, 2, 1]) tray.press(tile);
  assert.equal(tray.word, "deta");
  tray.press(5);
  assert.equal(tray.word, "dta");
  assert.ok(tray.isInHand(6) && !tray.isInHand(5));
  tray.press(99);
  assert.equal(tray.word, "dta");
});

test("A typed letter takes a tile that is free, and the same letter twice needs two", () => {
  const tray = new Tray("llama");
  assert.ok(tray.type("a") && tray.type("l") && tray.type("l") && tray.type("a"));
  assert.equal(tray.word, "alla");
  assert.ok(!tray.type("l") && !tray.type("a") && !tray.type("z"));
  tray.erase();
  assert.equal(tray.word, "all");
  assert.ok(tray.type("a"));
  tray.clear();
  assert.equal(tray.word, "");
});

test("A word is laid from all tiles, also over one in hand, exactly where each letter has a tile", () => {
  const random = numbers(7);
  for (let round = 0; round < 2000; round += 1) {
    const some = (count) => Array.from({ length: count }, () => "abcde"[Math.floor(random() * 5)]).join("");
    const [tiles, held, word] = [some(7), some(2), some(1 + Math.floor(random() * 7))];
    const tray = new Tray(tiles);
    tray.lay(held);
    const before = tray.word;
    assert.equal(tray.lay(word), isLayable(word, tiles), `${word} of ${tiles}`);
    assert.equal(tray.word, isLayable(word, tiles) ? word : before);
  }
});

test("A shuffle keeps tiles and word, and shows another order", () => {
  const tray = new Tray("natried");
  tray.lay("tin");
  const random = numbers(3);
  for (let round = 0; round < 200; round += 1) {
    const before = tray.order.join();
    tray.shuffle(random);
    assert.notEqual(tray.order.join(), before);
    assert.deepEqual([...tray.order].sort(), [0, 1, 2, 3, 4, 5, 6]);
    assert.equal(tray.word, "tin");
  }
  // A shuffle that would show the same letters goes on; tiles that are all the same have no other order.
  const twins = new Tray("aab");
  twins.shuffle(numbers(1));
  assert.notEqual(twins.order.map((tile) => "aab"[tile]).join(""), "aab");
  new Tray("aaaa").shuffle(() => 0.99);
});

test("Found words stand by length, the longest first, with a place for each length", () => {
  const found = ["tea", "trained", "red", "rain", "dart"].map((word) => ({ word }));
  const lists = byLength(found, 7).map(({ length, words }) => [length, ...words.map(({ word }) => word)]);
  assert.deepEqual(lists, [[7, "trained"], [6], [5], [4, "rain", "dart"], [3, "tea", "red"]]);
  assert.deepEqual(byLength([], 2), []);
});

test("A word that comes in is the last of its length, and no other word moves", () => {
  const random = numbers(11);
  const found = [];
  for (let round = 0; round < 80; round += 1) {
    const before = byLength(found, 7);
    const word = "abcdefg".slice(0, 3 + Math.floor(random() * 5)) + round;
    found.push({ word });
    byLength(found, 7).forEach(({ words }, index) =>
      assert.deepEqual(words.slice(0, before[index].words.length), before[index].words));
  }
});

test("A list says how many of its words are found, and leaves slots for the others", () => {
  assert.deepEqual(tally(1, 3), { text: "1/3", slots: 2, isWhole: false });
  assert.deepEqual(tally(0, 14), { text: "0/14", slots: 12, isWhole: false }, "no more than a line has room for");
  assert.deepEqual(tally(3, 3), { text: "3/3", slots: 0, isWhole: true });
  assert.deepEqual(tally(0, 0), { text: "0/0", slots: 0, isWhole: false }, "nothing is no feat");
  // A server with new lists may not know a word that an older one took.
  assert.deepEqual(tally(4, 3), { text: "4/4", slots: 0, isWhole: true });
  for (let found = 0; found <= 60; found += 1)
    assert.equal(tally(found, 60).slots, Math.min(12, 60 - found));
});

test("A list whose words nobody has counted says how many are found, and has a slot while it is empty", () => {
  assert.deepEqual(tally(0), { text: "0", slots: 1, isWhole: false });
  assert.deepEqual(tally(5), { text: "5", slots: 0, isWhole: false });
});

test("The heights of the lists depend on the tiles alone, and each length has one", () => {
  assert.deepEqual(shares(7), [1, 1.25, 2, 3, 2]);
  assert.deepEqual(shares(8), [1, 1, 1.25, 2, 3, 2]);
  assert.equal(shares(5)[0], 1);
});

test("A dragged tile goes to any place of the word, from the tray or from another place, and out of it", () => {
  const tray = new Tray("natried");
  tray.lay("tin");
  tray.put(6, 1);
  assert.equal(tray.word, "tdin");
  tray.put(6, 99);
  assert.equal(tray.word, "tind");
  tray.put(6, -3);
  assert.equal(tray.word, "dtin");
  tray.take(6);
  tray.take(6);
  assert.equal(tray.word, "tin");
  tray.put(42, 0);
  assert.equal(tray.word, "tin");
});

test("However tiles are dragged, each is in the word once, and the others keep their order", () => {
  const random = numbers(5);
  const tray = new Tray("natried");
  for (let round = 0; round < 3000; round += 1) {
    const tile = Math.floor(random() * 7);
    const others = tray.hand.filter((one) => one !== tile);
    if (random() < 0.3) tray.take(tile);
    else {
      const place = Math.floor(random() * 9) - 1;
      tray.put(tile, place);
      assert.equal(tray.hand.indexOf(tile), Math.min(Math.max(0, place), others.length));
    }
    assert.deepEqual(tray.hand.filter((one) => one !== tile), others);
    assert.equal(new Set(tray.hand).size, tray.hand.length);
  }
});

test("The place of a dragged tile is the one under the pointer, within the word", () => {
  const hand = { left: 100, width: 350 };
  assert.equal(placeAt(101, hand, 7, 6), 0);
  assert.equal(placeAt(155, hand, 7, 6), 1);
  assert.equal(placeAt(449, hand, 7, 6), 6);
  // Past the last letter is after the last letter.
  assert.equal(placeAt(449, hand, 7, 2), 2);
  assert.equal(placeAt(-50, hand, 7, 3), 0);
  assert.equal(placeAt(9999, hand, 7, 3), 3);
  assert.equal(placeAt(10, { left: 0, width: 0 }, 7, 3), 3);
});

test("A game is held against the words that people know, with those of it that few know apart", () => {
  const found = ["tea", "trained", "tae"].map((word) => ({ word }));
  const starred = (one) => one.word + (one.isFound ? "*" : "");
  const { lists, found: mine, of, missed } = review(found, ["eat", "tea", "near", "rain", "trained"], 7);
  assert.deepEqual([mine, of, missed], [2, 5, "near"]);
  assert.deepEqual(
    lists.map(({ length, words, rare }) => [length, words.map(starred).join(), rare]),
    [[7, "trained*", []], [4, "near,rain", []], [3, "eat,tea*", ["tae"]]],
  );
  assert.deepEqual(review([], [], 7), { lists: [], found: 0, of: 0, missed: null });
  assert.equal(review([{ word: "tea" }], ["tea"], 7).missed, null);
});

test("Points are summed, also of a game that has none", () => {
  assert.equal(score([]), 0);
  assert.equal(score([{ points: 9 }, { points: 147 }, {}]), 156);
});

test("A word that is empty, too short or found already is not sent", () => {
  const found = [{ word: "tea" }];
  assert.equal(doubt("", found), "empty");
  assert.equal(doubt("at", found), "short");
  assert.equal(doubt("tea", found), "found");
  assert.equal(doubt("eat", found), null);
});

test("The time that is left runs down by the server’s clock, within its bounds, and is urgent at its end", () => {
  const game = { startedAt: 1_000_000, seconds: 90 };
  assert.deepEqual(timeLeft(game, 1_000_000), { ms: 90_000, part: 1, isLate: false });
  assert.deepEqual(timeLeft(game, 1_045_000), { ms: 45_000, part: 0.5, isLate: false });
  assert.equal(timeLeft(game, 1_079_999)?.isLate, false);
  assert.equal(timeLeft(game, 1_080_000)?.isLate, true);
  assert.equal(timeLeft(game, 1_999_999)?.ms, 0);
  assert.equal(timeLeft(game, 999_000)?.ms, 90_000);
  assert.equal(timeLeft({ startedAt: 0, seconds: null }, 5), null);
});
