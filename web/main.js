// Boots the page: preferences, the store, and the view that the address asks for.

import { Link, renewSession, site } from "./link.js";
import { Store } from "./store.js";
import { after, el, preload } from "./components/elements/elements.js";
import { codeFrom, shownCode } from "./racing.js";
import { app as words } from "./wording.js";

/** @typedef {import("./state.js").View} View */
/** @typedef {import("./state.js").Preference} Preference */

/**
 * The preferences that the browser keeps: looks, the last room, the half-typed word. Storage may be refused (private
 * windows, blocked cookies), so every access is guarded and the page works without.
 */
export class Preferences extends EventTarget {
  constructor() {
    super();
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.contrast = matchMedia("(prefers-contrast: more)");
    this.forced = matchMedia("(forced-colors: active)");
    for (const query of [this.dark, this.contrast, this.forced]) query.addEventListener("change", () => this.apply());
    // Another tab has chosen. What tabs keep beside that, as the times of practice, is written far more often.
    window.addEventListener("storage", ({ key }) => {
      if (!key || /\.(theme|contrast|code|sound)$/.test(key)) this.changed();
    });
    this.apply();
  }

  /** @param {Preference} name */
  get(name) {
    return read(() => localStorage, name);
  }

  /**
   * @param {Preference} name
   * @param {string} value
   */
  set(name, value) {
    write(() => localStorage, name, value);
    this.changed();
  }

  changed() {
    this.apply();
    this.dispatchEvent(new Event("change"));
  }

  /** @param {"draft" | "mended" | "greeting" | "series"} name */
  session(name) {
    return read(() => sessionStorage, name);
  }

  /**
   * @param {"draft" | "mended" | "greeting" | "series"} name
   * @param {string} value
   */
  setSession(name, value) {
    write(() => sessionStorage, name, value);
  }

  get isContrast() {
    const chosen = this.get("contrast");
    return this.forced.matches || (chosen ? chosen === "more" : this.contrast.matches);
  }

  apply() {
    if (this.forced.matches) void preload(["/forced.css"]);
    const chosen = this.get("theme");
    const isDark = chosen ? chosen === "dark" : this.dark.matches;
    const root = document.documentElement;
    root.dataset.theme = isDark ? "dark" : "light";
    root.dataset.contrast = this.isContrast ? "more" : "normal";
    document.querySelector("meta[name=theme-color]")?.setAttribute("content",
      getComputedStyle(root).getPropertyValue("--bg").trim() || "#0E1117");
  }
}

/** Values of this visit, for browsers that refuse storage. @type {Map<string, string>} */
const held = new Map();

/**
 * @param {() => Storage} storage
 * @param {string} name
 * @returns {string | null}
 */
function read(storage, name) {
  const visits = held.get(name);
  if (visits !== undefined) return visits;
  try {
    return storage().getItem(`tilerace${site}.${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {() => Storage} storage
 * @param {string} name
 * @param {string} value
 */
function write(storage, name, value) {
  try {
    storage().setItem(`tilerace${site}.${name}`, value);
    held.delete(name);
  } catch {
    // What storage has is older.
    held.set(name, value);
  }
}

/** The page around every view, with what a view can ask of it. */
export class App {
  constructor() {
    this.preferences = new Preferences();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.store = new Store(new Link(`${scheme}://${location.host}${site}/api/v1/socket`));
    /** @type {View | null} */
    this.view = null;
    this.toast = el("div", { class: "toast", role: "alert" });
    // A log: what is said in one breath is read one after the other, and nothing twice.
    this.reader = el("div", { class: "spoken", role: "log", "aria-label": words.log });
    document.body.append(this.toast, this.reader);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.toastTimer = undefined;
    this.visit = 0;
    // The address of the view.
    this.stands = "";
    // Whether Back did no more than that: sheet.js says.
    this.closeSheet = () => false;
    // Sheets that were asked for.
    this.sheets = 0;
    // What stood behind the # of an address, where nobody else sees it.
    this.fragment = "";
    this.isPartLost = false;
    // Whether the server wants its password first.
    this.isShut = false;
    // Where the entrance leads to.
    this.asked = "/";
    /** @type {import("./settled.js").Address} what links begin with */
    this.reachable = { url: location.origin + site, reach: "asked" };
    // Kept when the first view stands.
    this.settled = Promise.resolve();
    /** @type {Promise<unknown>} */
    this.lettered = Promise.resolve();
    /** @type {import("./state.js").Veil | null} while codes are hidden */
    this.veil = null;
  }

  start() {
    const { link } = this.store;
    // First of all: it takes longest.
    const dialled = link.start();
    this.store.addEventListener(
      "trouble",
      (event) => void this.refuse(/** @type {CustomEvent} */ (event).detail.refusal),
    );
    for (const type of /** @type {const} */ (["click", "auxclick", "contextmenu"]))
      document.addEventListener(type, (event) => this.onClick(event));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "F2" || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void this.hideCode(!this.isCodeHidden);
    });
    this.store.addEventListener("session", () => {
      if (this.isClass) void this.attendClass();
      void this.mend();
    });
    link.addEventListener("signed-out", async () =>
      (await this.load(import("./components/account/signed-out.js")))?.signedOut(this),
    );
    document.addEventListener("stranger", () => void renewSession().catch((why) => link.shutOut(why)));
    link.addEventListener("shut", () => {
      if (this.isShut) return;
      this.isShut = true;
      // Else the first view is still to come.
      if (this.visit > 0 && !isOpen(this.path)) void this.show();
    });
    window.addEventListener("popstate", () => void (this.closeSheet() || this.show()));
    this.preferences.addEventListener("change", () => void this.veilCodes().catch(() => this.partLost()));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") link.wake();
    });
    window.addEventListener("online", () => link.wake());
    window.addEventListener("offline", () => link.lose());
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) link.wake();
    });
    // Who has never been here has no board of today yet.
    if (this.path === "/today" && !this.preferences.get("player"))
      void preload(["/components/race/panels.js", "/wording/race.js", "/kinds.js", "/components/race/gate.css"]);
    const patience = new Promise((resolve) => setTimeout(resolve, 1000));
    // The font is asked for with the page, and nearly always there by then.
    const fonts = preload(["/style.css"]).then(() => document.fonts.load("700 1em Sora")).catch(() => {});
    this.lettered = Promise.race([fonts, patience]);
    // The view is made while the line is on its way, and not before it is asked for: both want the processor.
    void Promise.race([dialled, patience]).then(() => this.show());
    // What only an installation needs comes after everything a reader waits for.
    this.settled = new Promise((resolve) => window.addEventListener("load", () => setTimeout(resolve, 1200)));
    void this.settled.then(async () => (await import("./settled.js")).settle(this)).catch(() => this.partLost());
  }

  /** Whether the server is a classroom. */
  get isClass() {
    return this.store.welcome?.features.includes("classroom") === true;
  }

  /** Whether I am no teacher there. */
  get isPupil() {
    return this.isClass && !this.store.welcome?.features.includes("teacher");
  }

  /** Leaves out what a classroom has not; the server refuses it besides. */
  async attendClass() {
    void preload(["/components/classroom/classroom.css"]);
    (await this.load(import("./components/classroom/classroom.js")))?.attend(this);
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link) this.veil?.remember(this, link);
    if (
      !link ||
      event.type !== "click" ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey
    )
      return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    event.preventDefault();
    this.go(link.dataset.path ?? link.pathname.slice(site.length) + link.search);
  }

  /** @param {string} path */
  go(path) {
    // In place of the sheet that was open: Back leads to what was below it.
    history[history.state?.sheet ? "replaceState" : "pushState"]({ path }, "", site + (this.veil?.over(path) ?? path));
    void this.show();
  }

  // Codes of rooms, which people who watch this screen may not be meant to see

  get isCodeHidden() {
    return this.preferences.get("code") === "hidden";
  }

  /** @param {boolean} isHidden */
  async hideCode(isHidden) {
    this.preferences.set("code", isHidden ? "hidden" : "shown");
    // Nobody is told that all is hidden before the address is.
    if (await this.load(this.veilCodes())) this.say(isHidden ? words.codesHidden : words.codesShown);
  }

  /** Does as was chosen, here or in another tab. Fails where the address cannot be veiled yet. */
  async veilCodes() {
    if (this.isCodeHidden === (this.veil !== null)) return true;
    // What the page shows by itself waits for nothing.
    this.view?.render();
    const veil = this.isCodeHidden ? await import("./components/veil/veil.js") : null;
    if (this.isCodeHidden !== (veil !== null)) return true;
    this.veil = veil;
    this.settle();
    this.view?.render();
    return true;
  }

  /** @param {string} code as it may be shown */
  codeWords(code) {
    return this.isCodeHidden ? words.codeHidden : shownCode(code);
  }

  /** The address of the view, whatever stands in the bar. */
  get path() {
    // The key of a stage stays, for the next time that its page is loaded.
    const path = location.pathname.slice(site.length) || "/";
    const shown = path + location.search + (path.startsWith("/stage/") ? location.hash : "");
    return /** @type {string} */ (history.state?.path ?? this.veil?.lifted(this, shown) ?? shown);
  }

  /**
   * The address of a link: browsers show it when a pointer is on it.
   * @param {string} path
   */
  address(path) {
    return { href: this.veil?.over(path) ?? path, "data-path": path };
  }

  /** Has the bar show what may be seen; the rest is kept beside it, over reloads as well.
   * @param {string} [path] another address of the same view
   * @param {object | null} [kept] beside it: whether a sheet is open, which none is after a reload
   */
  settle(path = this.path, kept = history.state) {
    this.stands = path;
    history.replaceState({ ...kept, path }, "", site + (this.veil?.over(path) ?? path));
  }

  /** @param {import("./settled.js").Address} address what links begin with from now on */
  reachAt(address) {
    this.reachable = address;
    this.store.dispatchEvent(new Event("address"));
  }

  /** @returns {string} what stood behind the # of the address: whoever takes it has it alone */
  takeFragment() {
    const { fragment } = this;
    this.fragment = "";
    return fragment;
  }

  /** The server has let its visitor in, who goes on where they wanted to. */
  letIn() {
    this.isShut = false;
    this.asked = "/";
    this.store.link.restart();
    return this.show();
  }

  /** Shows the view of the address. The view before it stays where that does not come. */
  async show() {
    const visit = ++this.visit;
    this.fragment = location.hash.slice(1) || this.fragment;
    const make = await viewOf(this).catch(() => this.partLost());
    // A page that stands already should not change its letters.
    await this.lettered;
    if (visit !== this.visit) return;
    if (!make) return this.say(words.notConnected, true);
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    this.view?.remove();
    this.view = make();
    document.body.prepend(this.view.element);
    document.querySelector(".shell")?.remove();
    window.scrollTo(0, 0);
    // As browsers do when they load a page.
    if (visit > 1 && visit === this.visit) this.read(document.title);
  }

  /**
   * Says something in words, on the screen and to screen readers.
   * @param {string} text
   * @param {boolean} [isRefusal]
   */
  say(text, isRefusal = false) {
    clearTimeout(this.toastTimer);
    // A modal dialog covers everything below it, so the words move into it.
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
    (dialog ?? document.body).append(this.toast);
    this.toast.textContent = text;
    this.toast.classList.toggle("refusal", isRefusal);
    const placed = import("./settled.js").then(({ standBelow }) => standBelow(this.toast, dialog));
    // A line may be slow, silent or gone: the words do not wait for their place, and stand at the lower edge.
    void Promise.race([placed, after(100)]).catch(() => {}).then(() => this.toast.classList.add("shown"));
    this.toastTimer = setTimeout(() => this.hush(), 2600);
  }

  /** Says no more what was said. */
  hush() {
    this.toast.classList.remove("shown");
  }

  /**
   * Says why not. The promise is kept when the same can be asked for again.
   * @param {import("./wording.js").Refusal} refusal
   */
  async refuse(refusal) {
    this.say(await this.wordsFor(refusal), true);
    await after(refusal.retry ?? 2000);
  }

  /** @param {import("./wording.js").Refusal} refusal */
  wordsFor(refusal) {
    // They come soon after the page; a line that broke before says no more than the code that is known.
    return import("./wording/refusals.js").then(
      ({ refusalWords }) => refusalWords(refusal),
      () => words.notConnected,
    );
  }

  /** @param {string} text for screen readers only */
  async read(text) {
    // Nobody hears what is said in a sheet that has just closed; its event puts the log back.
    if (this.reader.closest("dialog:not([open])")) await after(100);
    this.reader.append(el("p", { text }));
    if (this.reader.childElementCount > 20) this.reader.firstElementChild?.remove();
  }

  /**
   * @param {"help" | "settings" | "leaderboard" | "setup" | "host" | "history" | "field" | "statistics" | "account" |
   *   "invite" | "picture" | "boards" | (() => Promise<any>)} name or what loads it
   * @param {object} [props]
   * @param {boolean} [isOwed] it must be read, wherever somebody has gone meanwhile
   */
  async sheet(name, props = {}, isOwed = false) {
    if (name === "leaderboard" && this.isPupil) return this.say(words.noRanking);
    const { view } = this;
    const turn = ++this.sheets;
    const parts = await this.load(Promise.all([
      import("./components/sheet/sheet.js"),
      typeof name === "string" ? import(`./components/${name}/${name}.js`) : name(),
    ]));
    if (!parts) return;
    const [{ openSheet }, { content, styles }] = parts;
    // Somebody may have gone on to another page meanwhile, or asked for another sheet.
    await openSheet(this, content, props, styles, () =>
      isOwed || (turn === this.sheets && (!view || view === this.view)));
  }

  /** @param {() => boolean} close whether Back is over when that is done */
  onBack(close) {
    this.closeSheet = close;
  }

  /**
   * Awaits a part of the page that somebody has asked for, and says so where it does not come.
   * @template T
   * @param {Promise<T>} part
   * @returns {Promise<T | null>}
   */
  load(part) {
    return part.catch(() => {
      this.partLost();
      this.say(words.notConnected, true);
      return null;
    });
  }

  /**
   * A part of the page did not come, and browsers may remember that for as long as the page stands.
   * @returns {false}
   */
  partLost() {
    this.isPartLost = true;
    // The line may have been back before the part was asked for. If it is not there, the next session mends.
    if (this.store.connection === "online")
      void fetch(`${site}/api/v1/health`).then(({ ok }) => void (ok && this.mend()), () => {});
    return false;
  }

  /**
   * Loads the page anew that misses a part when the line is back, if that did not just happen. What is in hand is kept,
   * and what was entered is judged before.
   */
  async mend() {
    if (!this.isPartLost) return;
    while (this.view?.desk?.isWaiting) await after(500);
    if (this.store.connection !== "online" || Date.now() - Number(this.preferences.session("mended")) < 60_000) return;
    this.preferences.setSession("mended", String(Date.now()));
    location.reload();
  }

  /** @param {string[]} files */
  preload(files) {
    return preload(files);
  }

  /** Makes lanes able to be boards. */
  boardLanes() {
    return Promise.all([import("./components/track/boards.js"), preload(["/components/track/boards.css"])]);
  }

  /** @param {boolean} isAlone whether nobody races along: then there is no room to show */
  async cards(isAlone) {
    const [cards] = await Promise.all([
      isAlone ? import("./components/cards/alone.js") : import("./components/cards/cards.js"),
      preload(["/components/cards/cards.css"]),
    ]);
    return cards;
  }

  sharing() { return this.load(import("./components/result/sharing.js")); }

  /** @param {string | null} code of the room that somebody is to come to */
  invite(code) { return code ? this.sheet("invite", { code }) : undefined; }

  // What the browser keeps for this page. The server keeps everything that matters.

  get boards() {
    return this.preferences.get("lanes") === "boards";
  }

  /** @param {string} code */
  rememberRoom(code) {
    this.preferences.set("room", code);
  }

  /** @param {string} puzzle */
  draftOf(puzzle) {
    const [of, draft = ""] = (this.preferences.session("draft") ?? "").split(" ");
    return of === puzzle ? draft : "";
  }

  /**
   * @param {string} puzzle
   * @param {string} draft
   */
  keepDraft(puzzle, draft) {
    this.preferences.setSession("draft", `${puzzle} ${draft}`);
  }
}

/** The styles of a race for myself. */
const alone = ["/components/race/race.css", "/components/solo/races.css"];
/** Files that a view needs besides its module, asked for at once so that no file waits for another to name it.
 * @type {Record<string, string[]>} */
const viewFiles = {
  home: ["/components/home/home.css", "/wording/home.js"],
  race: ["/components/race/race.css"],
  replay: ["/components/race/race.css", "/components/replay/replay.css"],
  stage: ["/components/race/race.css", "/components/stage/stage.css"],
  today: ["/components/race/race.css", "/components/race/alone.css"],
  practice: alone,
  day: alone,
  link: ["/components/page/page.css", "/components/home/home.css"],
  entrance: ["/components/entrance/entrance.css", "/components/door/shut.js"],
  archive: ["/components/archive/archive.css"],
};

/** Whether a private server shows that page to everybody: the way in from another device, and what is kept.
 * @param {string} path
 */
const isOpen = (path) => /^\/(link|privacy)([/?]|$)/.test(path);

/**
 * @param {string} first part of an address
 * @param {string} second
 */
function viewName(first, second) {
  // Today's race of a line that is not the first.
  if (first === "today") return location.search ? "further" : "race";
  if (first === "practice") return first;
  if (first === "archive" && second) return "day";
  if (["room", "stage", "replay"].includes(first))
    return codeFrom(second) === "" ? "home" : first === "room" ? "race" : first;
  return ["archive", "verify", "privacy", "link"].includes(first) ? first : "home";
}

/**
 * Loads what makes the view of the address.
 * @param {App} app
 * @returns {Promise<() => View>}
 */
async function viewOf(app) {
  await app.veilCodes();
  app.settle(app.path, null);
  const [, first = "", second = "", ...rest] = new URL(app.path, location.origin).pathname.split("/");
  const isShut = app.isShut && !isOpen(app.path);
  if (isShut) app.asked = app.path;
  const name = isShut ? "entrance" : viewName(first, second);
  const styled = preload(viewFiles[first === "today" && !isShut ? first : name] ?? ["/components/page/page.css"]);
  const [{ View, Course }] = await Promise.all([
    import(`./components/${name}/${name}.js`),
    name === "race" && app.boards ? app.boardLanes() : null,
  ]);
  await styled;
  return () => {
    app.store.link.attend(["today", "room", "stage", "practice"].includes(first));
    return new View(app, Course ? null : codeFrom(second) || null, rest.join("/"), Course);
  };
}

// It may be here before the page is read to its end.
if (!document.body) await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
new App().start();
