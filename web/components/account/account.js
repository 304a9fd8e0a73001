// The page of a player: name, other devices, my data, and the end of it.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { ask, askForCookie } from "../../api.js";
import { clock } from "../../wording.js";
import { sure } from "../sheet/sure.js";
import { nameForm } from "../settings/settings.js";
import { becomeAnother } from "./identity.js";
import { account as words } from "../../wording/account.js";

export const styles = ["/components/account/account.css"];

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet) {
  const since = el("p", {
    class: "small",
    text: words.guest,
  });
  const title = el("h2", { text: words.title });
  sheet.body.append(title, nameForm(app), since, deviceGroup(app, sheet), dataGroup(app, sheet));
  void ask("/me", { signal: sheet.closed }).then((me) => {
    since.prepend(words.since(me.since));
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
  }) } }, icon("link"), words.device);
  const signOutOthers = sure("others", words.signOutOthers, words.signOutOthersSure, () => attempt(app, async () => {
    await askForCookie("/me/sign-out", { method: "POST" });
    app.say(words.othersOut);
  }), "");
  return el(
    "div",
    { class: "settings-group" },
    el("h3", { text: words.devices }),
    el("div", { class: "sheet-actions" }, get, el("a", { class: "button", href: "/link", text: words.haveCode })),
    shown,
    el(
      "div",
      { class: "sheet-actions" },
      signOutOthers,
      sure(
        "here",
        words.signOutHere,
        words.signOutHereSure,
        () =>
          attempt(app, async () => {
            await askForCookie("/session", { method: "DELETE" });
            becomeAnother(app, words.hereOut);
          }),
        "",
      ),
    ),
    el("p", {
      class: "small",
      text: words.onlyDevice,
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
  const use = el(
    "p",
    { class: "small" },
    ...words.codeUse(left, el("b", { text: `${address.replace(/^https?:\/\//, "")}/link` })),
  );
  const url = `${address}/link#${code}`;
  const copy = el(
    "button",
    {
      type: "button",
      class: "button",
      on: { click: async () => (await app.sharing())?.share(app, { title: words.codeTitle, text: "", url }) },
    },
    icon("share"),
    words.shareLink,
  );
  place.hidden = false;
  place.replaceChildren(
    picture(qr),
    el(
      "div",
      { class: "device-words" },
      el("div", { class: "code-tiles", role: "img", "aria-label": words.code([...code].join(" ")) }, ...tiles),
      use,
      copy,
    ),
  );
  const tick = () => {
    const ms = expires - app.store.now();
    left.textContent = clock(ms);
    if (ms > 0) return;
    clearInterval(timer);
    place.replaceChildren(el("p", { class: "small", text: words.codeOver }));
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
  svg.setAttribute("aria-label", words.qr);
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
    "aria-label": words.nameToDelete,
    autocomplete: "off",
    spellcheck: "false",
    maxlength: "20",
  });
  const button = el("button", { type: "submit", class: "button", text: words.delete, disabled: true });
  const name = () => app.store.player?.name ?? "";
  const show = () => {
    input.placeholder = name();
    button.disabled = name() === "" || input.value.normalize("NFC").trim() !== name();
  };
  show();
  input.addEventListener("input", show);
  // Another name, perhaps.
  app.store.addEventListener("session", show, { signal: sheet.closed });
  const form = el("form", { class: "field-row" }, input, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(app, async () => {
      await askForCookie("/me", { method: "DELETE", body: { name: name() } });
      becomeAnother(app, words.deleted);
    });
  });
  return el(
    "div",
    { class: "settings-group" },
    el("h3", { text: words.data }),
    el(
      "div",
      { class: "sheet-actions" },
      el(
        "a",
        { class: "button", href: "/api/v1/me/export", download: "tilerace.json" },
        icon("download"),
        words.download,
      ),
      el("a", { class: "button", href: "/privacy", text: words.kept }),
    ),
    el(
      "details",
      { class: "delete-me" },
      el("summary", { text: words.delete }),
      el("p", {
        class: "small",
        text: words.deleteMeans,
      }),
      form,
    ),
  );
}
