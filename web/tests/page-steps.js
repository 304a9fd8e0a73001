// What tests of the page's parts share: a document that nobody sees, whose elements keep what is put into them. It has
// to be imported before the part.

globalThis.matchMedia ??= () => ({ matches: false });
globalThis.HTMLInputElement ??= class {};

/** An element. Nothing is found in it by a selector. */
export class Made extends EventTarget {
  parts = [];
  text = "";
  attributes = new Map();
  dataset = {};
  style = { setProperty() {} };
  classList = { add() {}, remove() {}, toggle() {} };
  isConnected = true;

  get textContent() {
    return this.parts.map((part) => (typeof part === "string" ? part : part.textContent)).join("") || this.text;
  }

  set textContent(text) {
    this.text = text;
    this.parts = [];
  }

  get lastElementChild() {
    return this.parts.at(-1) ?? null;
  }

  getContext() {
    return null;
  }

  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  append(...parts) {
    this.parts.push(...parts);
  }

  prepend(...parts) {
    this.parts.unshift(...parts);
  }

  replaceChildren(...parts) {
    this.parts = parts;
  }

  querySelector() {
    return null;
  }

  querySelectorAll() {
    return [];
  }

  focus() {}
  remove() {}
}

globalThis.document ??= /** @type {any} */ ({
  createElement: () => new Made(),
  createElementNS: () => new Made(),
  // Every style is there already.
  querySelector: () => ({ sheet: {} }),
});

/** The texts in a part of the page, in their order. */
export function textsOf(part) {
  if (typeof part === "string") return [part];
  return part.parts.length > 0 ? part.parts.flatMap(textsOf) : [part.text].filter(Boolean);
}
