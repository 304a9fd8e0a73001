// What is said in rooms beside the race: invitations, and lanes at full size.

import { counted } from "../wording.js";

/** The sheet with the ways into a room. */
export const invite = {
  title: "Invite",
  link: "Link",
  copied: "Link copied",
  share: "Share the link",
  scan: "Scan this, open the link, or type the code at",
  hidden: "Your screen hides room codes. The link can be copied without being seen.",
  copyUnseen: "Copy unseen",
  show: "Show the code",
  local: "This link opens on this machine only.",
  localHint: " Open Tilerace by the address that others use, and invite from there.",
};

/** A text that can be copied. */
export const copyField = {
  marked: "Marked. Copy it now",
  copy: "Copy",
  copyOf: (/** @type {string} */ label) => `Copy: ${label}`,
};

/** A room’s code as a picture and as tiles. */
export const ways = {
  qr: "A QR code with the address of this room",
  codeHidden: "Room code hidden",
  code: (/** @type {string} */ code) => `Room code ${code}`,
};

/** The part of that sheet for streamers. */
export const streaming = {
  wall: "Stage view, for a wall",
  staysGood: "It stays good when the room gets a new code: for your own software only.",
  showFirst: "Show the code first: it is part of this address.",
  address: "Overlay address",
  copied: "Overlay address copied",
  title: "For streamers and walls",
  lead:
    "Give this address to your streaming software as a browser source: lanes and clock on a transparent page, never a letter.",
  choices: {
    at: "Where",
    size: "Size",
    names: "Names",
  },
  values: {
    "top-left": "Top left",
    "top-right": "Top right",
    "bottom-left": "Bottom left",
    "bottom-right": "Bottom right",
    small: "Small",
    medium: "Medium",
    full: "Full width",
    on: "Shown",
    off: "Hidden",
  },
};

/** The sheet with everybody’s lanes. */
export const field = {
  lanes: "All lanes, the leader first",
  title: "On the track",
  count: (/** @type {number} */ lanes, /** @type {number} */ ended, /** @type {boolean} */ hasPoints) =>
    `${counted(lanes, "lane")}, ${ended > 0 ? ended : "nobody"} ${hasPoints ? "done" : "home"}.`,
};
