// The ways into a room: a QR code, the code, the link; and what streaming software is given.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { copyField } from "./copy-field.js";
import { codeTiles, qrCode } from "./ways.js";
import { overlaySection } from "./streaming.js";
import { invite as words } from "../../wording/rooms.js";

export const styles = ["/components/invite/invite.css"];

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, props) {
  const place = el("div", { class: "invite-parts" });
  const stream = overlaySection(app, () => props.code);
  let drawn = "";
  const show = () => {
    const { url, reach } = app.reachable;
    const { code } = props;
    const picture = [code, url, reach, app.isCodeHidden].join();
    if (picture === drawn) return;
    drawn = picture;
    place.replaceChildren(...(app.isCodeHidden ? hiddenParts(app, code) : parts(app, code)));
    stream.show();
    // Where pages have no clipboard the link is ready to be copied by hand.
    if (!navigator.clipboard) place.querySelector("input")?.select();
  };
  sheet.body.append(el("h2", { text: words.title }), place, stream.element);
  show();
  const signal = sheet.closed;
  for (const topic of ["code", "address"]) app.store.addEventListener(topic, show, { signal });
  app.store.addEventListener(
    "gone",
    (event) => void (/** @type {CustomEvent} */ (event).detail.code === props.code && sheet.close()),
    { signal },
  );
  app.preferences.addEventListener("change", show, { signal });
  // Once the sheet is open: only what is in the page can be selected.
  setTimeout(() => void (navigator.clipboard || place.querySelector("input")?.select()));
}

/**
 * @param {import("../../main.js").App} app
 * @param {string} code
 */
function parts(app, code) {
  const { url, reach } = app.reachable;
  const link = `${url}/room/${code}`;
  const field = copyField(app, words.link, link, words.copied);
  // As sharing.js does.
  const canShare = typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches;
  const share = el(
    "button",
    {
      type: "button",
      class: "button accent large",
      on: { click: () => void app.sharing().then((part) => part?.shareRoom(app, code)) },
    },
    icon("share"),
    words.share,
  );
  return [
    el(
      "div",
      { class: "invite-way" },
      qrCode(code),
      el(
        "div",
        { class: "invite-words" },
        el("p", { text: words.scan }),
        el("p", { class: "invite-host", text: url.replace(/^https?:\/\//, "") }),
        codeTiles(code),
      ),
    ),
    ...(canShare ? [share] : []),
    field,
    ...(reach === "local"
      ? [
          el(
            "p",
            { class: "invite-note" },
            el("b", { text: words.local }),
            words.localHint,
          ),
        ]
      : []),
  ];
}

/**
 * For who shows this screen to others: nothing of the code is seen, and the link can be copied all the same.
 * @param {import("../../main.js").App} app
 * @param {string} code
 */
function hiddenParts(app, code) {
  return [
    el(
      "div",
      { class: "invite-way" },
      el("div", { class: "invite-qr closed" }, icon("hidden")),
      el(
        "div",
        { class: "invite-words" },
        el("p", { text: words.hidden }),
        codeTiles(null),
      ),
    ),
    el(
      "div",
      { class: "sheet-actions" },
      el(
        "button",
        {
          type: "button",
          class: "button accent large",
          on: { click: () => void app.sharing().then((part) => part?.shareRoom(app, code)) },
        },
        icon("link"),
        words.copyUnseen,
      ),
      el(
        "button",
        { type: "button", class: "button large", on: { click: () => void app.hideCode(false) } },
        icon("eye"),
        words.show,
      ),
    ),
  ];
}
