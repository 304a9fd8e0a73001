// The store of what the page knows. The server's word is the state: it holds the last of it, and asks again after every
// gap.

import { Link, refusalOf } from "./link.js";
import { applyEvent, gameFromBoard, gameFromReply, roomFromReply, withJudged } from "./racing.js";

export { refusalOf };

/**
 * Whether the same may be asked again in a moment.
 * @param {import("./wording.js").Refusal} refusal
 */
export const isForNow = ({ code }) => ["rate_limited", "storage_unavailable", "draining"].includes(code);

/** @typedef {import("./protocol.js").Hard} Hard */
/** @typedef {import("./state.js").Room} Room */
/** @typedef {import("./state.js").Game} Game */

/** Its events are in state.js. */
export class Store extends EventTarget {
  /** @param {Link} link */
  constructor(link) {
    super();
    this.link = link;
    /** @type {import("./protocol.js").Player | null} */
    this.player = null;
    /** @type {import("./protocol.js").Welcome | null} the last one */
    this.welcome = null;
    /** @type {import("./protocol.js").Today | null} */
    this.today = null;
    /** @type {import("./protocol.js").Today[]} today's puzzle of each line */
    this.lines = [];
    /** @type {Map<string, import("./protocol.js").GameState>} games I have begun, by puzzle */
    this.begun = new Map();
    /** @type {string[]} rooms in which I have a seat */
    this.seated = [];
    /** @type {Map<string, string>} names of those rooms, by code */
    this.roomNames = new Map();
    /** @type {Map<string, Room>} */
    this.rooms = new Map();
    /** @type {Map<string, "join" | "watch">} rooms to come back to after a lost line */
    this.wanted = new Map();
    /** @type {Map<string, Game>} */
    this.games = new Map();
    /** @type {Set<string>} rooms whose sprints another connection of mine plays */
    this.moved = new Set();
    this.claims = new Claims();
    /** @type {Map<string, string>} passwords that opened a room */
    this.passwords = new Map();
    /** @type {Map<string, string>} stage keys: with one a former code leads to the room too */
    this.keys = new Map();
    this.clockOffset = 0;
    link.addEventListener("state", () => this.announce("connection"));
    link.addEventListener("welcome", (event) => void this.welcomed(/** @type {CustomEvent} */ (event).detail));
    link.addEventListener("trouble", (event) => this.announce("trouble", /** @type {CustomEvent} */ (event).detail));
    link.addEventListener("push", (event) => this.received(/** @type {CustomEvent} */ (event).detail));
  }

  /** The first line, which is today's: `guess-en-5` of `guess-en-5/2026-11-21`; null until the server has told it. */
  get line() {
    return this.today?.puzzle.split("/")[0] ?? null;
  }

  /** @returns {import("./state.js").LinkState} */
  get connection() {
    return this.link.state;
  }

  /** Now, by the server's clock, ms. The device's own clock and zone play no part. */
  now() {
    return performance.now() + this.clockOffset;
  }

  /** Shows the board of a puzzle and starts its clock, or takes it back from another tab.
   * @param {string} puzzle or `practice-en-5`: the one under way, or last
   * @param {Hard} [hard]
   * @param {boolean} [follow] only looks at it: another tab plays
   * @param {{ archive?: boolean, new?: boolean, kind?: string, seconds?: number }} [more] a past day, which counts for
   *   nothing; another word to practise with; its kind and time limit
   */
  async open(puzzle, hard = "off", follow = false, more = {}) {
    const [, language, length] = /^practice-(?:\w+-)?(\w+)-(\d+)$/.exec(puzzle) ?? [];
    const archive = this.games.get(puzzle)?.ranked === false;
    const message = language
      ? { type: "practice", language, length: Number(length) }
      : { type: "open", puzzle, ...(follow && { follow }), ...(archive && { archive }) };
    const request = this.link.request({ ...message, hard, ...more });
    const game = gameFromReply(await (follow ? request : this.claims.settle(puzzle, request)), this.now(), follow);
    this.hold(game);
    return game.puzzle;
  }

  /** Keeps a board as the server told it.
   * @param {Game} game
   */
  hold(game) {
    if (game.room) game.moved = this.moved.has(game.room);
    else if (game.ranked) this.begun.set(game.puzzle, game.state);
    game.told = this.welcome;
    const pending = this.games.get(game.puzzle)?.pending ?? null;
    this.games.set(game.puzzle, game);
    this.announce("game", { puzzle: game.puzzle });
    if (!pending || game.moved) return;
    const { row, word } = pending;
    // A guess that was under way when the line broke: it counts once, because it names its row.
    if (game.guesses.length === row) void this.guess(game.puzzle, word);
    // Or it was judged, and the answer lost.
    else if (game.guesses[row]) this.announce("judged", { puzzle: game.puzzle, row });
  }

  /** Sends a guess for the next row. The outcome comes as `judged` or `refused`.
   * @param {string} puzzle
   * @param {string} word
   */
  async guess(puzzle, word) {
    const game = this.games.get(puzzle);
    if (!game || game.pending || game.state !== "playing") return;
    const row = game.guesses.length;
    game.pending = { row, word };
    const { room, race } = game;
    const message = room ? { type: "play", room, race } : { type: "guess", puzzle };
    try {
      const reply = await this.link.request({ ...message, row, word });
      this.judged({ ...reply, puzzle });
    } catch (error) {
      const refusal = refusalOf(error);
      // It stays pending and is sent again after the next welcome.
      if (refusal.code === "disconnected") return;
      // This page's clock is ahead of the server's, by less than a message takes: nobody has to press the key again.
      if (refusal.code === "not_started") {
        const again = () => {
          // Whoever took the board over has sent it, too.
          if (this.games.get(puzzle) !== game || game.guesses.length > row) return;
          game.pending = null;
          void this.guess(puzzle, word);
        };
        return void setTimeout(again, 100);
      }
      game.pending = null;
      if (refusal.code === "moved") this.setMoved(game, true);
      this.announce("refused", { puzzle, row, word, refusal });
      if (["stale_row", "row_ahead", "game_over", "not_open"].includes(refusal.code)) await this.renew(game);
    }
  }

  /**
   * Fetches a game that the server knows otherwise.
   * @param {Game} game
   */
  renew(game) {
    return game.room ? this.reenter(game.room, true) : this.resume(game);
  }

  /** @param {string} name */
  renamed(name) {
    if (this.player) this.player = { ...this.player, name };
    this.announce("session");
  }

  /**
   * Takes a seat (`join`) or watches, and stays in the room over lost lines.
   * @param {string} code
   * @param {"join" | "watch"} how
   * @param {{ password?: string, pseudonym?: boolean, follow?: boolean }} options `pseudonym`: how a new seat is shown;
   *   `follow`: leaves the sprint to another connection of mine
   */
  async enterRoom(code, how, { password = this.passwords.get(code), ...options } = {}) {
    const before = this.rooms.get(code);
    const known = before ? { epoch: before.epoch, seq: before.seq } : {};
    const isKept = this.wanted.has(code);
    if (isKept) this.wanted.set(code, how);
    const key = how === "watch" && this.keys.get(code);
    const proof = { ...(password && { password }), ...(key && { key }) };
    const request = this.link.request({ type: how, room: code, ...known, ...options, ...proof });
    const reply = await (how === "join" && !options.follow ? this.claims.settle(code, request) : request);
    if (password) this.passwords.set(reply.room, password);
    if (key) this.keys.set(reply.room, key);
    // A view that has gone meanwhile wants it no more.
    if (!isKept || this.wanted.has(code)) {
      if (isKept && reply.room !== code) this.recode(code, reply.room);
      this.enter(reply, how, options.follow);
    }
    return /** @type {string} */ (reply.room);
  }

  /** @param {string} code whose seat is given up, or which is watched no more */
  async leave(code) {
    this.wanted.delete(code);
    await this.command(code, "leave");
    this.left(code);
  }

  /** @param {string} code watched no more, as a view has gone; no seat is given up */
  unwatch(code) {
    const isWatched = this.wanted.get(code) === "watch" && this.rooms.get(code)?.seat === null;
    this.wanted.delete(code);
    if (!isWatched) return;
    this.rooms.delete(code);
    this.command(code, "leave").catch(() => {});
  }

  /** Sends what a member or the host asks of a room; the room's own event says what came of it.
   * @param {string} code
   * @param {string} type
   * @param {object} [fields]
   */
  command(code, type, fields = {}) {
    return this.link.request({ type, room: code, ...fields });
  }

  // What the server says

  /** The line is up, for the first time or again: goes back to where the page was.
   * @param {import("./state.js").Greeting} greeting
   */
  async welcomed({ welcome, clockOffset }) {
    // The cookie is another player's. All that is held here is of the one before: nothing of it may be sent as this
    // one.
    if (this.player && this.player.id !== welcome.player.id) return this.link.signOut();
    this.clockOffset = clockOffset;
    this.welcome = welcome;
    this.player = welcome.player;
    [this.today, this.lines] = [welcome.today, welcome.lines ?? []];
    this.seated = welcome.rooms.map(({ room }) => room);
    this.roomNames = new Map(welcome.rooms.map(({ room, name }) => [room, name]));
    this.begun = new Map(welcome.games.map(({ puzzle, state }) => [puzzle, state]));
    for (const { room, epoch } of welcome.rooms) {
      const known = [...this.rooms.values()].find((one) => one.epoch === epoch && one.code !== room);
      if (known && this.wanted.has(known.code)) this.recode(known.code, room);
    }
    this.announce("session");
    await Promise.all([...[...this.wanted.keys()].map((code) => this.reenter(code)), ...this.resumeGames()]);
  }

  resumeGames() {
    // A tab that was moved does not take the game back by itself, or two tabs would fight for it.
    return [...this.games.values()].filter((game) => game.state === "playing" && !game.room)
      .map((game) => this.resume(game));
  }

  /**
   * @param {Game} game as the server has it by now
   * @returns {Promise<void>}
   */
  async resume(game) {
    const { puzzle, hard, moved } = game;
    try {
      await this.open(puzzle, hard, moved && !this.claims.has(puzzle));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code !== "not_open")
        return this.trouble(refusal, () => this.resume(this.games.get(puzzle) ?? game));
      // Another word to practise with was begun elsewhere, and this one is forgotten: its view asks for that.
      this.games.delete(puzzle);
      this.announce("game", { puzzle });
    }
  }

  /** @param {any} message */
  received(message) {
    // A push of a later version is none of these, and changes nothing.
    switch (message.type) {
      case "event":
        return this.roomEvent(message);
      case "snapshot":
        return this.snapshot(message);
      case "presence": {
        const room = this.rooms.get(message.room);
        return room && this.setRoom({ ...room, present: message.present, watchers: message.watchers });
      }
      case "judged":
        return this.judged(message);
      case "board":
        return this.hold(gameFromBoard(message.room, message.board, this.now()));
      case "played":
        return this.judged({ ...message, puzzle: `${message.room}/${message.race}` });
      case "reaction":
      case "lobby":
      case "ranking":
      case "standing":
      case "ranking_ended":
        return this.announce(message.type, message);
      case "game":
        return this.hold(gameFromReply(message, this.now(), this.games.get(message.puzzle)?.moved ?? true));
      case "moved":
        return this.setMoved(message, true);
      case "announcement":
        if (this.welcome) this.welcome.announcement = message.announcement;
        return this.announce(message.type);
      case "day":
        this.clockOffset = message.time - performance.now();
        [this.today, this.lines] = [message.today, message.lines ?? []];
        if (this.welcome) this.welcome.lines = this.lines;
        return this.announce("day");
      case "renamed":
        return this.renamed(message.name);
      case "left":
        return this.follows(message) ? void this.reenter(message.room) : this.left(message.room, message.reason);
      case "resync":
        return void this.reenter(message.room);
      case "pong":
        // The page's clock stands still while a device sleeps. The server's is not before this instant.
        this.clockOffset = Math.max(this.clockOffset, message.time - performance.now());
    }
  }

  /** @param {{ room: string, epoch: string, seq: number, time: number, event: any }} message */
  roomEvent(message) {
    const room = this.rooms.get(message.room);
    if (!room) return;
    const next = room.epoch === message.epoch ? applyEvent(room, message) : null;
    if (!next) return void this.reenter(message.room);
    this.setRoom(next);
    if (next === room) return;
    const { event, room: code } = message;
    const game = this.games.get(`${code}/${event.race}`);
    if (game && event.kind === "dealt") this.hold({ ...game, tiles: event.tiles });
    this.announce("event", { code, event });
    if (event.kind === "code" && event.code) void this.recode(code, event.code).reenter(event.code);
  }

  /** Whether a room that this connection only watched is found by its old code: it is mine, or I have its key.
   * @param {{ room: string, reason?: string }} message
   */
  follows({ room, reason }) {
    return reason === "new_code" && this.wanted.has(room) && (this.seated.includes(room) || this.keys.has(room));
  }

  /** The room has another code from now on.
   * @param {string} from
   * @param {string} code
   */
  recode(from, code) {
    const how = this.wanted.get(from) ?? "watch";
    const room = this.rooms.get(from);
    this.wanted.delete(from);
    this.rooms.delete(from);
    this.wanted.set(code, how);
    if (room) this.rooms.set(code, { ...room, code });
    if (this.moved.delete(from)) this.moved.add(code);
    this.claims.rename(from, code);
    this.seated = this.seated.map((one) => (one === from ? code : one));
    this.announce("code", { from, code });
    return this;
  }

  /** The picture in place of events that were left out, because this page did not keep up.
   * @param {import("./protocol.js").RoomReply} message
   */
  snapshot(message) {
    const before = this.rooms.get(message.room);
    const room = before && roomFromReply(message, before);
    // The seat is told in answers only.
    if (room) this.setRoom({ ...room, seat: before.seat });
  }

  /** @param {import("./protocol.js").Judged} judged */
  judged(judged) {
    const game = this.games.get(judged.puzzle);
    if (!game) return;
    if (game.pending?.row === judged.row) game.pending = null;
    // The moves before this one were told while the line was away.
    if (judged.row > game.guesses.length) return void this.renew(game);
    const isNew = !game.guesses[judged.row];
    game.guesses = withJudged(game.guesses, judged);
    game.state = judged.state;
    game.answer = judged.answer ?? game.answer;
    game.result = judged.result ?? game.result;
    if (!game.room && game.ranked) this.begun.set(game.puzzle, game.state);
    if (isNew) this.announce("judged", { puzzle: game.puzzle, row: judged.row });
  }

  /**
   * Takes back a guess that went with the line: it is not sent again.
   * @param {Game} game
   */
  withdraw(game) {
    game.pending = null;
  }

  /**
   * Notes how hard a game of mine is from now on.
   * @param {string} puzzle
   * @param {Hard} hard
   */
  hardened(puzzle, hard) {
    const game = this.games.get(puzzle);
    if (!game) return;
    game.hard = hard;
    this.announce("game", { puzzle });
  }

  /**
   * Notes how a game of mine stands that is on no board here.
   * @param {string} puzzle
   * @param {import("./protocol.js").GameState | null} state null: it is not begun
   */
  noteBegun(puzzle, state) {
    if (state) this.begun.set(puzzle, state);
    else this.begun.delete(puzzle);
  }

  /**
   * Goes into a room with the next line.
   * @param {string} code
   * @param {"join" | "watch"} how
   */
  want(code, how) {
    this.wanted.set(code, how);
  }

  /**
   * @param {string} code of a room
   * @param {string} key of its stage
   */
  keepKey(code, key) {
    this.keys.set(code, key);
  }

  /**
   * @param {import("./protocol.js").RoomReply} reply
   * @param {"join" | "watch"} how
   * @param {boolean} [follows] another connection of mine goes on playing
   */
  enter(reply, how, follows = false) {
    const room = roomFromReply(reply, this.rooms.get(reply.room));
    this.wanted.set(reply.room, how);
    this.setMoved({ room: reply.room }, follows);
    if (how === "join" && !this.seated.includes(reply.room)) this.seated = [...this.seated, reply.room];
    if (reply.board) this.hold(gameFromBoard(reply.room, reply.board, this.now()));
    if (room) this.setRoom(room);
    else void this.reenter(reply.room, true);
  }

  /** @param {string} code
   * @param {boolean} [anew] forgets what is known of it
   */
  reenter(code, anew = false) {
    const how = this.wanted.get(code);
    if (!how) return Promise.resolve();
    if (anew) this.rooms.delete(code);
    const options = how === "join" && this.moved.has(code) && !this.claims.has(code) ? { follow: true } : {};
    return this.enterRoom(code, how, options).catch((error) => this.roomLost(code, refusalOf(error)));
  }

  /**
   * @param {string} code
   * @param {import("./wording.js").Refusal} refusal
   */
  roomLost(code, refusal) {
    if (["no_such_room", "room_full", "kicked", "password_needed", "wrong_password"].includes(refusal.code)) {
      this.passwords.delete(code);
      // Whatever shows the room says it in its place.
      return this.left(code, refusal.code);
    }
    this.trouble(refusal, () => this.reenter(code));
  }

  /** @param {string} code
   * @param {string} [reason] `kicked`, `closed`, or the code of a refusal
   */
  left(code, reason) {
    this.wanted.delete(code);
    this.moved.delete(code);
    this.rooms.delete(code);
    this.seated = this.seated.filter((room) => room !== code);
    this.announce("gone", { code, reason });
  }

  /** Whether another connection of mine plays, the puzzle or all that is raced in the room.
   * @param {{ room?: string, puzzle?: string }} what
   * @param {boolean} isMoved
   */
  setMoved({ room, puzzle }, isMoved) {
    if (room) isMoved ? this.moved.add(room) : this.moved.delete(room);
    for (const game of this.games.values()) {
      if (game.moved === isMoved || (room ? game.room !== room : game.puzzle !== puzzle)) continue;
      game.moved = isMoved;
      this.announce("game", { puzzle: game.puzzle });
    }
  }

  /** @param {Room} room */
  setRoom(room) {
    this.rooms.set(room.code, room);
    this.announce("room", { code: room.code });
  }

  /**
   * Says why not, and asks again where that is for now only: a room or a board would stand still on a line that lives.
   * @param {import("./wording.js").Refusal} refusal
   * @param {() => unknown} again
   */
  trouble(refusal, again) {
    // The next welcome tries again.
    if (refusal.code === "disconnected") return;
    this.announce("trouble", { refusal });
    const { welcome } = this;
    // Over another line everything is asked for anyway.
    if (isForNow(refusal))
      setTimeout(() => welcome === this.welcome && again(), (refusal.retry ?? 1000) + Math.random() * 500);
  }

  /**
   * @param {string} topic
   * @param {object} [detail]
   */
  announce(topic, detail = {}) {
    this.dispatchEvent(new CustomEvent(topic, { detail }));
  }
}

/**
 * The puzzles and rooms that somebody wants to play here, while no answer has come: a line that is lost takes no such
 * wish back.
 */
class Claims {
  constructor() {
    /** @type {Set<string>} */
    this.names = new Set();
  }

  /** @param {string} name */
  has(name) {
    return this.names.has(name);
  }

  /**
   * @param {string} from the code that a room had
   * @param {string} code the one that it has
   */
  rename(from, code) {
    if (this.names.delete(from)) this.names.add(code);
  }

  /**
   * Awaits the answer to a request to play.
   * @template T
   * @param {string} name of a puzzle or a room
   * @param {Promise<T>} request
   */
  async settle(name, request) {
    this.names.add(name);
    try {
      const reply = await request;
      this.names.delete(name);
      return reply;
    } catch (error) {
      if (refusalOf(error).code !== "disconnected") this.names.delete(name);
      throw error;
    }
  }
}
