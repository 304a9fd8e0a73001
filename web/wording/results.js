// What is said of races that are over: results, the podium picture.

import { counted, ordinal } from "../wording.js";

/** The podium picture and its sheet. */
export const picture = {
  save: "Save",
  title: "Podium picture",
  noLetters: "Colours, places and times. No letters.",
  cannot: "It could not be shared. Save it instead",
  share: "Share",
  somebody: "Somebody who left",
  out: "out",
  lastWord: "The last word",
  motto: "Race the same word at the same time",
  onIt: (/** @type {number} */ place, /** @type {string} */ name, /** @type {string} */ said) =>
    `${place}${ordinal(place)} ${name}, ${said}`,
  podium: (/** @type {string} */ title, /** @type {string} */ first) => `The podium of ${title}: ${first}`,
  points: (/** @type {number} */ count) => counted(count, "point"),
  homeIn: (/** @type {string} */ time, /** @type {number} */ turns) => `${time} in ${turns}`,
  sprint: (/** @type {number} */ count) => `Sprint of ${counted(count, "word")}`,
  today: (/** @type {number | string} */ number) => `Today’s word, No. ${number}`,
};
