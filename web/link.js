// The line to the server: an identity, one WebSocket that comes back by itself and says hello, requests that find their
// replies.

/** A refusal of the server; `code` is one of docs/protocol.md, or `disconnected`. */
export class RefusedError extends Error {
  /** @param {import("./wording.js").Refusal} refusal */
  constructor(refusal) {
    super(refusal.message ?? refusal.code);
    this.refusal = refusal;
  }
}

/**
 * @param {unknown} error
 * @returns {import("./wording.js").Refusal}
 */
export function refusalOf(error) {
  if (error instanceof RefusedError) return error.refusal;
  throw error;
}

/** The text before every path of the server, where it does not have its host for itself: `/games/tilerace`. */
export const site = globalThis.document?.documentElement?.dataset.site ?? "";

/**
 * Asks for what changes the cookie while no other tab does, where the browser has locks: an answer that is overtaken
 * would bring an older cookie back, and two tabs of somebody new would be two guests.
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 */
export const inTurn = (ask) => globalThis.navigator?.locks?.request(`tilerace${site}.cookie`, ask) ?? ask();

/**
 * Finds the player that the cookie names, or becomes a guest with a new cookie. It lives longer from then on. Fails
 * with `RefusedError` where the server makes guests only of those who know its password or are invited.
 */
export const renewSession = () => inTurn(async () => {
  // Other tabs wait for it.
  const signal = /** @type {any} */ (AbortSignal).timeout?.(15e3);
  const response = await fetch(`${site}/api/v1/session`, { method: "POST", signal });
  // Not read, it would keep its connection.
  const text = await response.text();
  if (response.ok) return;
  const [, code] = /"(password_needed|invitation_needed|code_needed|banned)"/.exec(text) ?? [];
  throw code ? new RefusedError({ code }) : new Error("no session");
});

/** @returns whether a server has known this browser: then its cookie most likely says who it is */
function wasHere() {
  try {
    return Boolean(localStorage.getItem(`tilerace${site}.player`));
  } catch {
    return false;
  }
}

/** Whether the socket is opened unasked. It is refused without a valid cookie; to ask first costs a round trip. */
export const isTrusting = wasHere();

/**
 * The first of these is asked for as soon as this module is here: a slow line brings the others later. In tests there
 * is no page.
 * @type {Promise<void> | null | undefined} */
let firstSession = globalThis.document && (isTrusting ? Promise.resolve() : renewSession());
// Whoever waits for it hears of it.
firstSession?.catch(() => {});

/**
 * Whether, and when, to come back after a close.
 * @param {number} code
 * @param {string} reason
 * @param {number} attempt failed attempts since the last welcome, from 0
 * @param {number} random 0 ..< 1
 * @returns {{ reconnect: false } | { reconnect: true, after: number }} `after` in ms
 */
export function afterClose(code, reason, attempt, random) {
  const isBug = code === 1002 || code === 1003 || code === 1007 || code === 1009;
  if (isBug || (code >= 4500 && code <= 4999)) return { reconnect: false };
  const hint = code === 1001 ? Number(/retry=(\d+)/.exec(reason)?.[1] ?? NaN) : NaN;
  // A restarted server must not meet all its pages at one instant: the hint is a floor, and the jitter lies above it.
  if (Number.isFinite(hint) && attempt === 0) return { reconnect: true, after: hint + random * 1000 };
  const ceiling = Math.min(15_000, 500 * 2 ** Math.min(attempt, 6));
  return { reconnect: true, after: ceiling * (0.5 + random / 2) };
}

/** ms without an answer after which the next look says so: also on a slow device that is within 3 s. */
const patience = 2250;
/** ms without anything after which another line takes the place of one that was asked something. */
const deadAfter = 8000;
/** ms of silence after which a line is asked whether it lives: while somebody races on it, or waits for an answer. */
const silence = { racing: 5000, waiting: 1000 };
/** ms between two looks at the line. */
const pulse = 250;

/** Its events are in state.js. */
export class Link extends EventTarget {
  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    /**
     * The demand of a private server on strangers: `password_needed`, `invitation_needed` or `code_needed`; or
     * `banned`.
     */
    this.wants = "";
    /** Whether there is an identity, without which no socket opens. */
    this.hasSession = false;
    /** @type {import("./state.js").LinkState} */
    this.state = "waiting";
    /** @type {WebSocket | null} */
    this.socket = null;
    /** Whether an answer is late on a line that is open. */
    this.isQuiet = false;
    /** Whether a line that died is noticed without being used. */
    this.isAttended = false;
    this.isPinging = false;
    /** Instant of the page's clock when something was heard last. */
    this.heardAt = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.beat = undefined;
    /** @type {Map<number, { asked: number, resolve: (reply: any) => void, reject: (error: RefusedError) => void }>} */
    this.waiting = new Map();
    this.nextID = 1;
    /** Failed ones since the last welcome, those to get an identity among them. */
    this.attempt = 0;
    /** Instant of the page's clock when the last attempt to connect began. */
    this.connectingSince = 0;
    /** ms of the quickest answer on this socket. */
    this.answersIn = Infinity;
    this.isWoken = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {boolean} isAttended whether somebody races, or looks on */
  attend(isAttended) {
    this.isAttended = isAttended;
  }

  /** Comes back with the identity that the cookie has now. It is known to be good, so nothing changes it. */
  restart() {
    this.attempt = 0;
    this.hasSession = true;
    this.setState("waiting");
    this.connect();
  }

  /** Ends the line, as the server does for whoever is signed out. */
  signOut() {
    this.socket?.close();
    this.closed(4501, "");
  }

  /**
   * Ends the line if the server wants its password, an invitation or a code, or keeps us out: without, every attempt
   * would be refused.
   * @param {unknown} why there is no identity
   */
  shutOut(why) {
    if (!(why instanceof RefusedError)) return false;
    this.wants = why.refusal.code;
    this.socket?.close();
    this.closed(4500, "");
    this.dispatchEvent(new Event("shut"));
    return true;
  }

  /** Makes sure of an identity, then connects. */
  async start() {
    try {
      const asked = firstSession ?? renewSession();
      firstSession = null;
      await asked;
      this.hasSession = true;
      this.connect();
    } catch (error) {
      if (this.shutOut(error)) return;
      this.attempt += 1;
      // Whoever waits for the page may know why.
      this.dispatchEvent(new Event("state"));
      setTimeout(() => void this.start(), 1000 + Math.random() * 3000);
    }
  }

  /** Connects now, whatever the back-off says. */
  connect() {
    clearTimeout(this.timer);
    if (this.socket || this.state === "stopped") return;
    this.setState("connecting");
    this.connectingSince = performance.now();
    this.answersIn = Infinity;
    this.isWoken = false;
    const socket = new WebSocket(this.url, "tilerace.v1");
    this.socket = socket;
    // A connection attempt that hangs (a captive portal, a sleeping network) must not hold the page for minutes.
    const hanging = setTimeout(() => this.drop(socket), deadAfter);
    socket.addEventListener("open", () => {
      clearTimeout(hanging);
      void this.greet(socket);
    });
    socket.addEventListener("message", (event) => {
      if (this.socket === socket) this.receive(String(event.data));
    });
    socket.addEventListener("close", (event) => {
      clearTimeout(hanging);
      if (this.socket === socket) this.closed(event.code, event.reason);
    });
  }

  /**
   * Says hello on a fresh socket, and starts the back-off anew when the server says welcome. A socket without an answer
   * is given up: nothing else looks at the line before the welcome. Later attempts have more time, as a server that
   * comes back greets many.
   * @param {WebSocket} socket
   */
  async greet(socket) {
    const hanging = setTimeout(() => this.drop(socket), deadAfter * (1 + Math.min(this.attempt, 3)));
    try {
      const asked = performance.now();
      const welcome = /** @type {import("./protocol.js").Welcome} */ (
        await this.request({ type: "hello", protocol: 1 }).finally(() => clearTimeout(hanging))
      );
      this.attempt = 0;
      this.state = "online";
      this.beat = setInterval(() => this.look(socket), pulse);
      // The server said it half-way.
      const clockOffset = welcome.time - (asked + performance.now()) / 2;
      this.dispatchEvent(new CustomEvent("welcome", { detail: { welcome, clockOffset } }));
      this.dispatchEvent(new Event("state"));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code === "disconnected") return;
      // The cookie was cleared, or the server has another data folder: the same socket would be refused for ever.
      if (refusal.code === "unauthorized")
        await renewSession().then(() => this.drop(socket), (why) => this.shutOut(why));
      else if (refusal.code === "banned") return void this.shutOut(error);
      else this.dispatchEvent(new CustomEvent("trouble", { detail: { refusal } }));
      // Back with the next socket, and the back-off of one that failed.
      socket.close();
    }
  }

  /**
   * Sends a request. The promise fails with `RefusedError`, code `disconnected` when the answer can no longer come.
   * @param {{ type: string, [field: string]: any }} message
   * @returns {Promise<any>}
   */
  request(message) {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new RefusedError({ code: "disconnected" }));
    }
    const id = this.nextID++;
    const asked = performance.now();
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { asked, reject, resolve: (reply) => {
        this.answersIn = Math.min(this.answersIn, performance.now() - asked);
        resolve(reply);
      } });
      socket.send(JSON.stringify({ id, ...message }));
    });
  }

  /**
   * Looks whether the line lives. Nobody looks at a page in the background, and there a browser's timers rest; ``wake``
   * follows.
   * @param {WebSocket} socket
   */
  look(socket) {
    if (this.socket !== socket || globalThis.document?.visibilityState === "hidden") return;
    const now = performance.now();
    const asked = Math.min(...[...this.waiting.values()].map((one) => one.asked), now);
    const heard = this.waiting.size > 0 ? Math.max(asked, this.heardAt) : this.heardAt;
    if (this.waiting.size > 0 && now - heard >= deadAfter) return this.drop(socket);
    if (now - asked >= patience) this.setQuiet(true);
    // A server that is slow to answer one question answers this one at once: then the line is well.
    const pause = this.waiting.size > 0 ? silence.waiting : this.isAttended ? silence.racing : Infinity;
    if (!this.isPinging && now - heard >= pause) this.ping();
  }

  ping() {
    this.isPinging = true;
    const done = () => (this.isPinging = false);
    this.request({ type: "ping" }).then(done, done);
  }

  /** The browser says that the device has no network: the line may live on, and is not heard. */
  lose() {
    if (this.state === "online") this.setQuiet(true);
  }

  /** @param {boolean} isQuiet */
  setQuiet(isQuiet) {
    if (this.isQuiet === isQuiet) return;
    this.isQuiet = isQuiet;
    this.dispatchEvent(new Event("state"));
  }

  /** The page came to the front, or the network came back: the line is tried at once. */
  wake() {
    if (this.hasSession) this.probe();
  }

  /**
   * Finds out at once whether the line still lives: after sleep, or in another network, a socket can look open and be
   * dead.
   */
  probe() {
    // Somebody looks: the back-off of the time when nobody did is over.
    this.attempt = 0;
    if (this.state === "waiting") return this.connect();
    const socket = this.socket;
    // An attempt that began just before the network was back fails still, and is followed by another at once.
    this.isWoken = this.state === "connecting";
    // An attempt from before the phone slept hangs until its patience ends; a new one is there at once.
    if (this.state === "connecting" && socket && performance.now() - this.connectingSince > 1000) {
      this.drop(socket);
      return this.connect();
    }
    if (this.state !== "online" || !socket) return;
    // As long as answers take on this line, and not much longer: a new socket shows a live board before a dead one is
    // given up.
    const probing = setTimeout(() => this.drop(socket), Math.min(patience, Math.max(100, 4 * this.answersIn)));
    this.request({ type: "ping" }).then(() => clearTimeout(probing), () => clearTimeout(probing));
  }

  /** @param {string} text */
  receive(text) {
    const now = this.heardAt = performance.now();
    const message = JSON.parse(text);
    const waiting = message.re === undefined ? undefined : this.waiting.get(message.re);
    this.waiting.delete(message.re);
    if (![...this.waiting.values()].some((one) => now - one.asked >= patience)) this.setQuiet(false);
    if (message.re === undefined && message.code === "hello_first") return this.again();
    // A pong says what time it is, whoever has asked for it.
    if (!waiting || message.type === "pong") this.dispatchEvent(new CustomEvent("push", { detail: message }));
    if (message.type === "error") waiting?.reject(new RefusedError(message));
    else waiting?.resolve(message);
  }

  /** Another server took over behind this socket: all begins anew on it, as after a broken line. */
  again() {
    const { socket } = this;
    this.closed(1006, "", true);
    clearTimeout(this.timer);
    this.socket = socket;
    if (socket) void this.greet(socket);
  }

  /**
   * Gives a socket up without waiting for the close handshake, which a dead line never answers.
   * @param {WebSocket} socket
   */
  drop(socket) {
    if (this.socket !== socket) return;
    socket.close();
    this.closed(1006, "", true);
  }

  /**
   * @param {number} code
   * @param {string} reason
   * @param {boolean} [atOnce]
   */
  closed(code, reason, atOnce = false) {
    if (code === 4502) return void this.shutOut(new RefusedError({ code: "banned" }));
    this.socket = null;
    clearInterval(this.beat);
    // What is said now is that it is gone.
    this.isPinging = this.isQuiet = this.isSignedOut = false;
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of lost) reject(new RefusedError({ code: "disconnected" }));
    const next = afterClose(code, reason, this.attempt, Math.random());
    if (!next.reconnect) {
      this.isSignedOut = code === 4501;
      this.setState("stopped");
      if (this.isSignedOut) this.dispatchEvent(new Event("signed-out"));
      return;
    }
    const delay = (atOnce || (this.isWoken && code === 1006)) && this.attempt === 0 ? 0 : next.after;
    this.isWoken = false;
    this.attempt += 1;
    this.setState("waiting");
    this.timer = setTimeout(() => this.connect(), delay);
  }

  /** @param {import("./state.js").LinkState} state */
  setState(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
