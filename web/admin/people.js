// Players and rooms: looking for them, and what can be done to them.

import { ask } from "./api.js";
import { button, card, el, field, run, statusLine, sureButton } from "./elements.js";
import { when, words } from "../wording/admin.js";

/**
 * @typedef {{ id: string, name: string, since: number, connections: number, kept_until?: number, banned?: number,
 *   rooms: string[] }} Player
 * @typedef {{ room: string, name: string, state?: { listed: boolean, barred: boolean, members: number,
 *   present: number, watchers: number } }} Room
 */

/**
 * A form with one field whose answer is a list.
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement} status
 * @param {(text: string) => Promise<string | void>} search
 */
function searchForm(id, label, status, search) {
  const { input, element } = field(id, label, { type: "search", required: true, maxlength: "60" });
  const go = el("button", { type: "submit", class: "button", text: words.search });
  const form = el("form", { class: "admin-row" }, element, go);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) void run(go, status, () => search(input.value.trim()));
  });
  return form;
}

/**
 * The button that opens a form for a new name, and the form.
 * @param {string} id
 * @param {string} name the one of now
 * @param {HTMLElement} status
 * @param {(name: string) => Promise<string>} give
 * @returns {[HTMLElement, HTMLElement]}
 */
function renaming(id, name, status, give) {
  const { input, element } = field(id, words.newName(name), { required: true, maxlength: "40" });
  const go = el("button", { type: "submit", class: "button", text: words.rename });
  const form = el("form", { class: "admin-row" }, element, go);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run(go, status, () => give(input.value.trim()));
  });
  form.hidden = true;
  const open = el(
    "button",
    { type: "button", class: "button", text: words.rename, "aria-label": `${words.rename}: ${name}` });
  open.addEventListener("click", () => {
    form.hidden = !form.hidden;
    if (!form.hidden) input.focus();
  });
  return [open, form];
}

export function players() {
  const status = statusLine();
  const list = el("ul", { class: "admin-list" });
  /** @type {() => Promise<string | void>} */
  let again = async () => "";
  const fill = async (
    /** @type {() => Promise<any>} */ asked, /** @type {string} */ none, /** @type {string} */ cut) => {
    again = async () => {
      const { players: found, more } = await asked();
      list.replaceChildren(.../** @type {Player[]} */ (found).map(item));
      return found.length === 0 ? none : more ? cut : "";
    };
    return again();
  };

  const item = (/** @type {Player} */ player) => {
    const facts = [
      words.since(when(player.since)),
      player.connections > 0 ? words.connected : words.away,
      ...(player.banned ? [words.banned(when(player.banned))] : []),
      ...(player.kept_until ? [words.kept(when(player.kept_until))] : []),
      ...(player.rooms.length > 0 ? [words.inRooms(player.rooms)] : []),
    ];
    const act = async (
      /** @type {string} */ verb, /** @type {(answer: any) => string} */ say,
      /** @type {Record<string, string>} */ more = {}) => {
      const answer = await ask(verb, { player: player.id, ...more });
      await again();
      return say(answer);
    };
    const [rename, form] = renaming(`name-${player.id}`, player.name, status, (name) =>
      act("rename", ({ reset }) => words.renamed(reset.name), { name }));
    const ban = sureButton(
      words.ban, status, () => act("ban", ({ ban: { name } }) => words.isBanned(name)), player.name);
    const lift = button(
      words.unban, status, () => act("unban", ({ ban: { name } }) => words.isUnbanned(name)), player.name);
    return el(
      "li",
      {},
      el("b", { text: player.name }),
      el("span", { class: "small", text: facts.join("; ") }),
      el("code", { class: "small", text: player.id }),
      el(
        "div",
        { class: "admin-acts" },
        sureButton(
          words.resetName, status, () => act("reset-name", ({ reset: { name } }) => words.renamed(name)), player.name),
        rename,
        player.banned ? lift : ban,
      ),
      form,
    );
  };

  return card(
    "players",
    words.players,
    "",
    searchForm("player-search", words.playerName, status, (text) =>
      fill(() => ask("players", { text }), words.noPlayers, words.cut)),
    el("div", { class: "admin-acts" },
      button(words.bans, status, () => fill(() => ask("bans"), words.noBans, words.cutBans))),
    status,
    list,
  );
}

export function rooms() {
  const status = statusLine();
  const list = el("ul", { class: "admin-list" });
  /** @type {() => Promise<string | void>} */
  let again = async () => "";

  const item = (/** @type {Room} */ { room, name, state }) => {
    const act = async (
      /** @type {string} */ verb, /** @type {string} */ done, /** @type {Record<string, string>} */ more = {}) => {
      const answer = await ask(verb, { room, ...more });
      await again();
      return answer.changed === false ? words.same : done;
    };
    const [rename, form] = renaming(`name-${room}`, room, status, (to) => act("rename-room", words.done, { name: to }));
    const facts = state
      ? [words.room(state), ...(state.barred ? [words.barred] : state.listed ? [words.listed] : [])]
      : [words.empty];
    return el(
      "li",
      {},
      el("b", { text: `${room} “${name}”` }),
      el("span", { class: "small", text: facts.join("; ") }),
      el(
        "div",
        { class: "admin-acts" },
        button(words.resetRoom, status, () => act("reset-room-name", words.done), room),
        rename,
        state?.barred
          ? button(words.list, status, () => act("list-room", words.done), room)
          : button(words.unlist, status, () => act("unlist-room", words.done), room),
        sureButton(words.close, status, () => act("close-room", words.closed(room)), room),
      ),
      form,
    );
  };

  return card(
    "rooms",
    words.rooms,
    "",
    searchForm("room-search", words.roomName, status, (text) => {
      again = async () => {
        const { rooms: found, more } = await ask("rooms", { text });
        list.replaceChildren(.../** @type {Room[]} */ (found).map(item));
        return found.length === 0 ? words.noRooms : more ? words.cut : "";
      };
      return again();
    }),
    status,
    list,
  );
}
