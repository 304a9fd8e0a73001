// The parts that everybody sees, the words, and for owners the log and the sessions.

import { ask } from "./api.js";
import { button, card, el, field, run, statusLine, sureButton } from "./elements.js";
import { acts as actWords, named, when, words } from "../wording/admin.js";

export function announcement() {
  const status = statusLine();
  const now = el("p", { class: "admin-now" });
  const { input, element } = field("announcement-text", words.announcementText, { required: true, maxlength: "280" });
  const go = el("button", { type: "submit", class: "button accent", text: words.announce });
  const show = (/** @type {{ announcements: { text: string }[] }} */ { announcements: [shown] }) => {
    now.textContent = shown ? words.announced(shown.text) : words.nothingAnnounced;
    withdraw.hidden = !shown;
  };
  const withdraw = button(words.withdraw, status, async () => {
    show(await ask("withdraw"));
    return words.done;
  });
  const form = el("form", { class: "admin-row" }, element, go);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!input.value.trim()) return;
    void run(go, status, async () => {
      show(await ask("announce", { text: input.value.trim() }));
      input.value = "";
      return words.done;
    });
  });
  withdraw.hidden = true;
  void ask("announcement").then(show, () => {});
  return card(
    "announcement", words.announcement, words.announcementLead, now, form, el("div", { class: "admin-acts" }, withdraw),
    status);
}

export function refused() {
  const status = statusLine();
  const list = el("ol", { class: "admin-words" });
  const show = button(words.show, status, async () => {
    const { refused: found } = await ask("refused-words");
    list.replaceChildren(
      .../** @type {{ line: string, word: string, count: number }[]} */ (found).map(({ line, word, count }) =>
        el("li", {}, el("b", { text: word }), el("span", { class: "small", text: `${line} · ${count}` }))),
    );
    return found.length === 0 ? words.noRefused : "";
  });
  return card("refused", words.refused, words.refusedLead, el("div", { class: "admin-acts" }, show), status, list);
}

/** The question who knows the word: a player, for whom the day must not count, or nobody who plays here. */
function knowers() {
  const id = field("word-player", words.knowerText, { maxlength: "60" });
  const found = el("div", { class: "admin-acts" });
  const choice = (/** @type {string} */ name, /** @type {string} */ label) => {
    const input = el("input", { type: "radio", name: "word-knower", id: name, required: true });
    return { input, element: el("div", { class: "admin-check" }, input, el("label", { for: name, text: label })) };
  };
  const plays = choice("word-knower-plays", words.knowerPlays);
  const away = choice("word-knower-away", words.knowerAway);
  const pick = (/** @type {{ id: string, name: string }} */ player) => {
    const made = el("button", { type: "button", class: "button", text: `${player.name} (${player.id.slice(0, 8)})` });
    made.addEventListener("click", () => {
      [id.input.value, plays.input.checked] = [player.id, true];
      found.replaceChildren();
      id.input.focus();
    });
    return made;
  };
  const find = async () => {
    const { players, more } = await ask("players", { text: id.input.value.trim() });
    found.replaceChildren(.../** @type {{ id: string, name: string }[]} */ (players).map(pick));
    return players.length === 0 ? words.noPlayers : more ? words.cut : "";
  };
  /**
   * The fields of the answer; undefined if there is none yet.
   * @returns {Record<string, string> | undefined}
   */
  const answer = () => {
    if (away.input.checked) return {};
    const player = id.input.value.trim();
    return plays.input.checked && /^[0-9a-f]{32}$/.test(player) ? { player } : undefined;
  };
  const clear = () => {
    [plays.input.checked, away.input.checked, id.input.value] = [false, false, ""];
    found.replaceChildren();
  };
  const element = (/** @type {HTMLElement} */ status) =>
    el(
      "fieldset", { class: "admin-choice" }, el("legend", { text: words.knower }), away.element, plays.element,
      el("div", { class: "admin-row" }, id.element, button(words.findKnower, status, find)), found);
  return { element, answer, clear };
}

/** @param {string} firstLine the server's */
export function hostWords(firstLine) {
  const status = statusLine();
  const list = el("ul", { class: "admin-list" });
  const line = field("word-line", words.line, { required: true, value: firstLine, maxlength: "24" });
  const day = field("word-day", words.day, { type: "date", required: true });
  const word = field("word-text", words.word, { required: true, maxlength: "60", autocapitalize: "off" });
  const knower = knowers();
  const force = el("input", { type: "checkbox", id: "word-force" });
  const go = el("button", { type: "submit", class: "button", text: words.set });
  const item = (/** @type {{ puzzle: string, word: string, player?: string }} */ { puzzle, word: text, player }) =>
    el(
      "li",
      {},
      el("b", { text }),
      el("span", {
        class: "small", text: `${puzzle}; ${player ? words.knownTo(player) : words.knownToNobody}`,
      }),
      el("div", { class: "admin-acts" }, sureButton(words.clear, status, async () => {
        await ask("clear-word", { puzzle });
        return fill();
      }, puzzle)),
    );
  const fill = async () => {
    const { words: found } = await ask("host-words");
    list.replaceChildren(...found.map(item));
    return found.length === 0 ? words.noHostWords : "";
  };
  const form = el(
    "form", { class: "admin-row" }, line.element, day.element, word.element, knower.element(status),
    el("div", { class: "admin-check" }, force, el("label", { for: "word-force", text: words.force })), go);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const puzzle = `${line.input.value.trim()}/${day.input.value}`;
    void run(go, status, async () => {
      const known = knower.answer();
      if (!known) return words.knowerMissing;
      const text = word.input.value.trim();
      await ask(force.checked ? "force-word" : "set-word", { puzzle, text, ...known });
      word.input.value = "";
      knower.clear();
      return words.setDone(puzzle);
    });
  });
  return card(
    "words", words.hostWords, words.hostWordsLead, form,
    el("div", { class: "admin-acts" }, button(words.show, status, fill)), status, list);
}

/** @param {number} inFile the number of words in the file of the settings */
export function leftOut(inFile) {
  const status = statusLine();
  const list = el("ul", { class: "admin-list" });
  const word = field("left-out-text", words.word, { required: true, maxlength: "60", autocapitalize: "off" });
  const go = el("button", { type: "submit", class: "button", text: words.leaveOut });
  const shown = (/** @type {{ left_out: { word: string, since: number }[] }} */ { left_out: found }) => {
    list.replaceChildren(...found.map(({ word: text, since }) =>
      el(
        "li",
        {},
        el("b", { text }),
        el("span", { class: "small", text: words.leftOutSince(when(since)) }),
        el("div", { class: "admin-acts" }, button(words.bringBack, status, () => change("bring-back", text), text)),
      )));
    return found.length === 0 ? words.noneLeftOut : "";
  };
  const change = async (/** @type {string} */ verb, /** @type {string} */ text) => {
    const answer = await ask(verb, { text });
    shown(answer);
    return answer.changed ? words.done : words.same;
  };
  const form = el("form", { class: "admin-row" }, word.element, go);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run(go, status, async () => {
      const done = await change("leave-out", word.input.value.trim());
      word.input.value = "";
      return done;
    });
  });
  return card(
    "left-out", words.leftOut, words.leftOutLead, form,
    el("div", { class: "admin-acts" }, button(words.show, status, async () => shown(await ask("left-out")))), status,
    list, inFile > 0 && el("p", { class: "small", text: words.leftOutInFile(inFile) }));
}

export function log() {
  const status = statusLine();
  const body = el("tbody");
  let before = "";
  const head = [words.time, words.actor, words.act, words.subject].map((text) => el("th", { scope: "col", text }));
  const table = el(
    "div",
    { class: "admin-table", tabindex: "0", role: "region", "aria-label": words.acts },
    el("table", {}, el("thead", {}, el("tr", {}, ...head)), body),
  );
  table.hidden = true;
  const load = async (/** @type {boolean} */ isMore) => {
    const { acts, more } = await ask("acts", isMore && before ? { before } : {});
    const rows = /** @type {{ number: number, time: number, actor: string, verb: string, subject: string }[]} */ (acts)
      .map(({ time, actor, verb, subject }) =>
        [when(time), named(actor), actWords[verb] ?? verb, named(subject)].map((text) => el("td", { text })))
      .map((cells) => el("tr", {}, ...cells));
    if (isMore) body.append(...rows);
    else body.replaceChildren(...rows);
    before = String(acts.at(-1)?.number ?? "");
    table.hidden = body.rows.length === 0;
    earlier.hidden = !more;
    return body.rows.length === 0 ? words.noActs : "";
  };
  const earlier = button(words.more, status, () => load(true));
  earlier.hidden = true;
  return card(
    "log", words.log, "", el("div", { class: "admin-acts" }, button(words.show, status, () => load(false))), table,
    el("div", { class: "admin-acts" }, earlier), status);
}

/** @param {number} own the number of the session that the page is in */
export function sessions(own) {
  const status = statusLine();
  const list = el("ul", { class: "admin-list" });
  const item = (/** @type {{ number: number, role: string, expires: number }} */ session) =>
    el(
      "li",
      {},
      el("b", { text: words.session(session) }),
      el("span", {
        class: "small",
        text: [...(session.number === own ? [words.mine] : []), words.until(when(session.expires))].join("; "),
      }),
      session.number !== own && el("div", { class: "admin-acts" }, sureButton(words.end, status, async () => {
        await ask("end-sessions", { session: String(session.number) });
        await fill();
        return words.ended;
      }, words.session(session))),
    );
  const fill = async () => {
    const { sessions: found } = await ask("sessions");
    list.replaceChildren(...found.map(item));
  };
  return card(
    "sessions", words.sessions, "",
    el("div", { class: "admin-acts" }, button(words.show, status, fill),
      sureButton(words.endAll, status, async () => {
        await ask("end-sessions");
        document.dispatchEvent(new Event("over"));
      }, words.sessions)),
    status, list);
}
