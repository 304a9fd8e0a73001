import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const css = readFileSync(new URL("../style.css", import.meta.url), "utf8");

/** The tokens of one block of style.css. */
function tokens(selector) {
  const start = css.indexOf(`${selector} {`);
  assert.ok(start >= 0, selector);
  const block = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries(
    [...block.matchAll(/--([a-z-]+): (#[0-9A-Fa-f]{6})/g)].map((match) => [match[1], match[2]]),
  );
}

function luminance(hex) {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const light = tokens(":root");
const dark = { ...light, ...tokens(':root[data-theme="dark"]') };
const contrast = tokens(':root[data-contrast="more"]');
const themes = {
  light, dark, "high contrast": { ...light, ...contrast },
  "high contrast, dark": { ...dark, ...contrast, ...tokens(':root[data-theme="dark"][data-contrast="more"]') },
};

const text = [
  ["ink", "bg"],
  ["ink", "surface"],
  ["ink", "well"],
  ["muted", "bg"],
  ["muted", "surface"],
  ["muted", "well"],
  ["on-accent", "accent"],
  ["accent-text", "bg"],
  ["accent-text", "surface"],
  ["on-correct", "correct"],
  ["on-present", "present"],
  ["on-absent", "absent"],
  ["ink", "tile"],
  ["ink", "key"],
  ["on-key-absent", "key-absent"],
  ["track-ink", "track"],
  ["track-muted", "track"],
  ["on-you", "you"],
  ["you", "track"],
];
const graphics = [
  ["cell-correct", "track"],
  ["cell-present", "track"],
  ["cell-absent", "track"],
  ["tile-edge", "bg"],
  ["accent", "well"],
  ["you", "track"],
];

for (const [name, theme] of Object.entries(themes)) {
  test(`Text has 4.5 : 1 in ${name}`, () => {
    for (const [ink, under] of text)
      assert.ok(
        ratio(theme[ink], theme[under]) >= 4.5,
        `${ink} on ${under}: ${ratio(theme[ink], theme[under]).toFixed(2)}`,
      );
  });
  test(`Graphics have 3 : 1 in ${name}`, () => {
    for (const [ink, under] of graphics)
      assert.ok(
        ratio(theme[ink], theme[under]) >= 3,
        `${ink} on ${under}: ${ratio(theme[ink], theme[under]).toFixed(2)}`,
      );
  });
}

/**
 * The rules of a style sheet, a selector each; `:is(a, b)` stands for two.
 * @returns {{ selector: string, body: string }[]}
 */
function rulesOf(text) {
  const spread = (selector) => {
    const [whole, inner] = /:is\(([^()]*)\)/.exec(selector) ?? [];
    return whole ? inner.split(",").flatMap((one) => spread(selector.replace(whole, one.trim()))) : [selector];
  };
  const plain = text.replace(/\/\*.*?\*\//gs, "");
  return [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors, body]) =>
    selectors.split(/,(?![^(]*\))/).flatMap((one) => spread(one.trim())).map((selector) => ({ selector, body })));
}

test("In high contrast all that has the colour of the page where it is absent has a ring", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const rules = readdirSync(root, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".css"))
    .flatMap((file) => rulesOf(readFileSync(`${root}/${file}`, "utf8")));
  const more = ':root[data-contrast="more"] ';
  const parts = (selector) => selector.split(/\s+|(?=[.[:])/).filter(Boolean);
  const rings = rules
    .filter(({ selector, body }) => selector.startsWith(more) && /--absent-ring|--line/.test(body))
    .map(({ selector }) => parts(selector.slice(more.length)));
  const absent = rules.filter(
    ({ selector, body }) => !selector.startsWith(more) && /background: var\(--absent\)/.test(body));
  assert.ok(absent.length >= 6, "the test reads the styles");
  for (const { selector } of absent) {
    const own = [...parts(selector), "i", "a"];
    assert.ok(rings.some((ring) => ring.every((part) => own.includes(part))), selector);
  }
});
