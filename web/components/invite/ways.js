// A room's code as a picture for cameras, and as tiles for people.

import { el } from "../elements/elements.js";
import { shownCode } from "../../racing.js";
import { ways as words } from "../../wording/rooms.js";

/** @param {string} code */
export function qrCode(code) {
  const image = el("img", {
    class: "invite-qr",
    alt: words.qr,
    width: "240",
    height: "240",
    src: `/api/v1/rooms/${code}/qr.svg?scheme=${location.protocol.slice(0, -1)}`,
  });
  // A server without QR codes: the rest is a way in.
  image.addEventListener("error", () => image.remove());
  return image;
}

/** @param {string | null} code null if it is not to be seen */
export function codeTiles(code) {
  const tiles = [...code ?? "•••••"].map((character) => el("span", { class: "invite-tile", text: character }));
  tiles.splice(4, 0, el("span", { class: "invite-dash", text: "–" }));
  return el(
    "div",
    { class: "invite-code", role: "img", "aria-label": code ? words.code(shownCode(code)) : words.codeHidden },
    ...tiles,
  );
}
