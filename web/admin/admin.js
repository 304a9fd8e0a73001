// The page for those who run the server. It has a session of its own, opened once by a link from the machine, and knows
// nothing of players' sessions.

import { Refusal, call, site } from "./api.js";
import { announcement, hostWords, leftOut, log, refused, sessions } from "./desk.js";
import { el, run, said, statusLine } from "./elements.js";
import { players, rooms } from "./people.js";
import { live } from "./plots.js";
import { words } from "../wording/admin.js";

/** Looks as the players' page does: by what was chosen there, else by the device. */
function dress() {
  const chosen = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(`tilerace${site}.${name}`);
    } catch {
      return null;
    }
  };
  const matches = (/** @type {string} */ query) => matchMedia(query).matches;
  const root = document.documentElement;
  root.dataset.theme = chosen("theme") ?? (matches("(prefers-color-scheme: dark)") ? "dark" : "light");
  root.dataset.contrast = (chosen("contrast") ?? (matches("(prefers-contrast: more)") ? "more" : "")) || "normal";
}

const header = (/** @type {Node[]} */ ...more) =>
  el(
    "header",
    { class: "admin-head" },
    el("h1", {}, el("span", { class: "word-mark", text: "tilerace" }), " ", el("span", { text: words.title })),
    ...more,
  );

/** @param {...Node} children */
const show = (...children) => document.body.replaceChildren(...children);

/** @param {string} [why] */
function signedOut(why = "") {
  document.dispatchEvent(new Event("signed-out"));
  show(
    header(),
    el(
      "main",
      { class: "admin-door" },
      el("div", { class: "card" }, el("h2", { text: words.signedOut }), el("p", { text: words.how }),
        el("pre", {}, el("code", { text: words.command })),
        why !== "" && el("p", { class: "admin-status", role: "alert", text: why })),
    ),
  );
}

/** The key of the link that the page was opened by. */
const linkKey = () => /^#([0-9a-f]{64})$/.exec(location.hash)?.[1];

/** @param {string} key */
function linked(key) {
  const status = statusLine();
  // A press, as programs that look through letters open links too, and would use this one up.
  const open = el("button", { type: "button", class: "button accent large", text: words.open });
  open.addEventListener("click", () => void run(open, status, async () => {
    const forget = () => history.replaceState(null, "", location.pathname);
    try {
      const answer = await call("/session", "POST", { key });
      forget();
      signedIn(answer);
    } catch (error) {
      // Whatever else was wrong, the link is good for another try.
      if (!(error instanceof Refusal && error.code === "bad_link")) throw error;
      forget();
      signedOut(error.message);
    }
  }));
  show(header(), el("main", { class: "admin-door" },
    el("div", { class: "card" }, el("h2", { text: words.linked }), open, status)));
  open.focus();
}

/** @param {{ session: { number: number, role: "owner" | "moderator" }, line: string, left_out?: number }} answer */
function signedIn({ session, line, left_out: inFile = 0 }) {
  const status = statusLine();
  const out = el("button", { type: "button", class: "button plain", text: words.signOut });
  out.addEventListener("click", () => void run(out, status, async () => {
    await call("/session", "DELETE");
    signedOut();
  }));
  const isOwner = session.role === "owner";
  show(
    header(el("span", { class: "pill", text: words.roles[session.role] }), out),
    el(
      "main",
      { class: "admin" },
      live(),
      announcement(),
      players(),
      rooms(),
      refused(),
      ...(isOwner ? [hostWords(line), leftOut(inFile), log(), sessions(session.number)] : []),
    ),
    status,
  );
}

async function start() {
  dress();
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"])
    matchMedia(query).addEventListener("change", dress);
  document.addEventListener("refused", (event) => {
    const error = /** @type {CustomEvent} */ (event).detail;
    if (error instanceof Refusal && error.status === 401) signedOut();
  });
  document.addEventListener("over", () => signedOut());
  // A link that is put into a tab which shows the page loads nothing.
  window.addEventListener("hashchange", () => {
    const key = linkKey();
    if (!key) return;
    document.dispatchEvent(new Event("signed-out"));
    linked(key);
  });
  const key = linkKey();
  if (key) return linked(key);
  try {
    const answer = await call("/session");
    if (!linkKey()) signedIn(answer);
  } catch (error) {
    if (!linkKey()) signedOut(error instanceof Refusal && error.status === 401 ? "" : said(error));
  }
}

void start();
