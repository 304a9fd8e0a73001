// Who I am here: name, other devices, my data, and the end of it.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { ask } from "../../api.js";
import { clock } from "../../wording.js";
import { sure } from "../sheet/sure.js";
import { nameForm } from "../settings/settings.js";
import { becomeAnother } from "./identity.js";

export const styles = ["/components/account/account.css"];

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet) {
  const since = el("p", {
    class: "small",
    text: "A guest: no email, no password. Your results are kept by the server, not by this browser.",
  });
  sheet.body.append(el("h2", { text: "You" }), nameForm(app), since, deviceGroup(app, sheet), dataGroup(app, sheet));
  void ask("/me", { signal: sheet.closed }).then((me) => {
    const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" }).format(me.since);
    since.prepend(`Here since ${day}. `);
  }, () => {});
}

/**
 * Does something over HTTP, and says why if it cannot be done.
 * @param {import("../../main.js").App} app
 * @param {() => Promise<unknown>} act
 */
async function attempt(app, act) {
  try {
    await act();
  } catch (error) {
    app.say(/** @type {Error} */ (error).message, true);
  }
}

/**
 * @param {import("../../main.js").App} app
 * @param {import("../sheet/sheet.js").Sheet} sheet
 */
function deviceGroup(app, sheet) {
  const shown = el("div", { class: "device-code", role: "status", hidden: true });
  let endLast = () => {};
  const get = el("button", { type: "button", class: "button accent", on: { click: () => void attempt(app, async () => {
    const scheme = location.protocol === "https:" ? "https" : "http";
    const code = await ask(`/me/link?scheme=${scheme}`, { method: "POST", signal: sheet.closed });
    endLast();
    endLast = showCode(app, sheet, shown, code);
  }) } }, icon("link"), "Another device");
  const signOutOthers = sure("others", "Sign out others", "Sign out all other devices", () => attempt(app, async () => {
    await ask("/me/sign-out", { method: "POST" });
    app.say("Every other device is signed out");
  }), "");
  return el(
    "div",
    { class: "settings-group" },
    el("h3", { text: "Devices" }),
    el("div", { class: "sheet-actions" }, get, el("a", { class: "button", href: "/link", text: "I have a code" })),
    shown,
    el(
      "div",
      { class: "sheet-actions" },
      signOutOthers,
      sure(
        "here",
        "Sign out here",
        "Sign out on this device",
        () =>
          attempt(app, async () => {
            await ask("/session", { method: "DELETE" });
            becomeAnother(app, "Signed out on this device");
          }),
        "",
      ),
    ),
    el("p", {
      class: "small",
      text: "If this is your only device, get a code for another one before you sign out here: without one nobody can be you again.",
    }),
  );
}

/**
 * @param {import("../../main.js").App} app
 * @param {import("../sheet/sheet.js").Sheet} sheet
 * @param {HTMLElement} place
 * @param {{ code: string, expires: number, url: string, qr: { size: number, path: string } }} link
 * @returns {() => void} ends its clock
 */
function showCode(app, sheet, place, { code, expires, url: address, qr }) {
  const tiles = [...code].map((character) => el("span", { class: "code-tile", text: character }));
  tiles.splice(4, 0, el("span", { class: "dash", text: "–" }));
  const left = el("b", { role: "timer", "aria-live": "off" });
  const words = el(
    "p",
    { class: "small" },
    "Good once, for ",
    left,
    ". Open ",
    el("b", { text: `${address.replace(/^https?:\/\//, "")}/link` }),
    " on the other device, or scan this.",
  );
  const url = `${address}/link#${code}`;
  const copy = el(
    "button",
    {
      type: "button",
      class: "button",
      on: { click: async () => (await app.sharing()).share(app, { title: "Your code", text: "", url }) },
    },
    icon("share"),
    "Share the link",
  );
  place.hidden = false;
  place.replaceChildren(
    picture(qr),
    el(
      "div",
      { class: "device-words" },
      el("div", { class: "code-tiles", role: "img", "aria-label": `Code ${[...code].join(" ")}` }, ...tiles),
      words,
      copy,
    ),
  );
  const tick = () => {
    const ms = expires - app.store.now();
    left.textContent = clock(ms);
    if (ms > 0) return;
    clearInterval(timer);
    place.replaceChildren(el("p", { class: "small", text: "That code is over. Get another one." }));
  };
  const timer = setInterval(tick, 500);
  tick();
  place.scrollIntoView({ block: "nearest" });
  const end = () => clearInterval(timer);
  sheet.closed.addEventListener("abort", end);
  return end;
}

/** @param {{ size: number, path: string }} qr */
function picture({ size, path }) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const quiet = 4;
  svg.setAttribute("viewBox", `${-quiet} ${-quiet} ${size + 2 * quiet} ${size + 2 * quiet}`);
  svg.setAttribute("class", "device-qr");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "The link as a QR code");
  const modules = document.createElementNS(space, "path");
  modules.setAttribute("d", path);
  svg.append(modules);
  return svg;
}

/**
 * @param {import("../../main.js").App} app
 * @param {import("../sheet/sheet.js").Sheet} sheet
 */
function dataGroup(app, sheet) {
  const input = el("input", {
    class: "text-field",
    "aria-label": "Your name, to delete yourself",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: "20",
  });
  const button = el("button", { type: "submit", class: "button", text: "Delete me", disabled: true });
  const name = () => app.store.player?.name ?? "";
  const show = () => {
    input.placeholder = name();
    button.disabled = name() === "" || input.value.normalize("NFC").trim() !== name();
  };
  show();
  input.addEventListener("input", show);
  app.store.addEventListener("session", show, { signal: sheet.closed }); // Another name, perhaps.
  const form = el("form", { class: "field-row" }, input, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(app, async () => {
      await ask("/me", { method: "DELETE", body: { name: name() } });
      becomeAnother(app, "You are deleted");
    });
  });
  return el(
    "div",
    { class: "settings-group" },
    el("h3", { text: "Your data" }),
    el(
      "div",
      { class: "sheet-actions" },
      el("a", { class: "button", href: "/api/v1/me/export", download: "tilerace.json" }, icon("download"), "Download"),
      el("a", { class: "button", href: "/privacy", text: "What is kept" }),
    ),
    el(
      "details",
      { class: "delete-me" },
      el("summary", { text: "Delete me" }),
      el("p", {
        class: "small",
        text: "Your name goes everywhere, your seats are given up, and all devices are signed out. What you raced still ranks, without a name. Nothing brings it back. Type your name to go on.",
      }),
      form,
    ),
  );
}
