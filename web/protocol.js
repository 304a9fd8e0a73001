// The shapes of docs/protocol.md, for the type checker only: no page loads this file.

/**
 * @typedef {"off" | "hard" | "ultra"} Hard
 * @typedef {"playing" | "solved" | "failed"} GameState
 * @typedef {{ id: string, name: string }} Player
 * @typedef {{ puzzle: string, number: number, length: number, rows?: number, seconds?: number, day: string,
 *   ends: number, commitment: string, by_host?: boolean }} Today `seconds`: of games with a limit, in place of `rows`;
 *   `ends` is the instant of the next rollover, ms of the server's clock; `by_host`: the host chose the word.
 * @typedef {{ puzzle: string, state: GameState }} GameNotice
 * @typedef {{ room: string, name: string, epoch: string }} RoomNotice
 *
 * @typedef {object} Welcome
 * @property {number} protocol the version that the server speaks
 * @property {number} time ms of the server's clock
 * @property {{ name: string }} server
 * @property {Player} player
 * @property {Today} today that of the first line
 * @property {Today[]} lines today's puzzle of each line that has a daily race
 * @property {RoomNotice[]} rooms those in which I have a seat
 * @property {GameNotice[]} games mine of today and of the day before, so far as I opened them
 * @property {{ message: number, name: number, members: number }} limits `message` in bytes, `name` in characters
 * @property {string[]} features
 * @property {{ kind: string, language: string, lengths: number[] }[]} sprints what a sprint can be made of
 * @property {Announcement} [announcement] of those who run the server
 *
 * @typedef {{ text: string, time: number }} Announcement `time`: it names the announcement
 * @typedef {{ word: string, marks: string, ms: number, points?: number }} Guess `marks`: one digit a tile, 0 absent,
 *   1 present, 2 correct; `points`: of a word of an anagram game, as the page keeps it
 * @typedef {{ word: string, length: number, points: number, ms: number }} Found a word of an anagram game
 * @typedef {{ solved: boolean, turns: number, points?: number, ms: number, lag?: number, ranked?: boolean,
 *   share?: string }} Result `lag`: ms that were taken off for the line; it, `ranked` and `share`: not in a sprint
 * @typedef {{ [letter: string]: number }} Keyboard the best mark of each letter so far
 * @typedef {{ state: GameState, answer?: string, result?: Result }} Progress `answer` and `result`: once it is over
 * @typedef {{ puzzle: string, number: number, length: number, rows?: number, hard?: Hard, ranked: boolean,
 *   elapsed: number, lag?: number, guesses?: Guess[], keyboard?: Keyboard, words?: Found[], tiles?: string | null,
 *   seconds?: number | null } & Progress} GameReply `words`, `tiles`, `seconds`: of an anagram game, in place of
 *   `rows`, `hard`, `lag`, `guesses` and `keyboard`
 * @typedef {{ row: number, word: string, marks?: string, length?: number, points?: number, ms: number,
 *   keyboard?: Keyboard, score?: number, repeated?: boolean } & Progress} Verdict `length`, `points`, `score` (those
 *   so far) and `repeated`: of an anagram game, in place of `marks` and `keyboard`
 * @typedef {{ puzzle: string } & Verdict} Judged
 * @typedef {{ room: string, race: string } & Verdict} Played
 *
 * @typedef {{ solved: boolean, turns: number, points?: number, ms: number }} Finish
 * @typedef {{ marks?: string, length?: number, points?: number, ms: number }} LaneMove `length` and `points` in
 *   place of `marks`: of a word that counts by its length
 * @typedef {{ seat: number, rows: LaneMove[], finish?: Finish, words?: string[] }} LaneShape
 * @typedef {{ seat: number, place: number, points: number, solved: boolean, turns: number, score?: number,
 *   ms: number }} Placed `score`: points of the game itself, where it has points
 * @typedef {Placed & { words: string[] }} RoundPlace of `round_over`
 * @typedef {{ race: string, puzzle?: string, kind?: string, game?: string, language?: string, length: number,
 *   rows?: number, hard?: Hard, starts?: number, ends?: number, commitment?: string, tiles?: string,
 *   lanes: LaneShape[], answer?: string, salt?: string, ended?: boolean }} RaceShape `puzzle`: of a daily race;
 *   `kind`: `sprint` for a round of one, which alone has `game`, `language`, `hard` and what follows, but `lanes`
 * @typedef {{ kind: string, language: string, length: number, rows: number, hard: Hard, limit: number, rounds: number,
 *   late: "start" | "wait", next: "auto" | "host" }} Sprint `limit` in seconds
 * @typedef {{ series: number, round: number, of: number, phase: "round" | "pause" | "over", next: number | null,
 *   points: { seat: number, points: number }[], cancelled: boolean }} SeriesShape
 * @typedef {{ seat: number, name: string, pseudonym?: boolean, held?: boolean, out?: boolean }} Member `pseudonym`:
 *   whether `name` is one; `held`: whether the host holds the own name back; `out`: whether the member sits out,
 *   without a lane in rounds
 * @typedef {{ name: string, host: number | null, members: Member[], races: RaceShape[], daily: string,
 *   present: number[], watchers: number, locked: boolean, listed: boolean, barred?: boolean, password: boolean,
 *   sprint: Sprint, ready: number[], kicked: Member[], series: SeriesShape | null }} Snapshot `host`: null in a room
 *   without members
 *
 * @typedef {"created" | "joined" | "left" | "renamed" | "pseudonym" | "hosted" | "opened" | "started" | "guessed" |
 *   "finished" | "named" | "daily" | "locked" | "password" | "listed" | "barred" | "code" | "kicked" | "unkicked" |
 *   "closed" | "ready" | "sit_out" | "settings" | "series" | "round" | "dealt" | "round_over" |
 *   "series_over"} EventKind
 * @typedef {{ kind: EventKind, seat?: number, name?: string, race?: string, puzzle?: string, length?: number,
 *   rows?: number, row?: number, marks?: string, ms?: number, solved?: boolean, turns?: number, points?: number,
 *   locked?: boolean, listed?: boolean, barred?: boolean, needed?: boolean, code?: string, line?: string,
 *   sprint?: Sprint, ready?: boolean, out?: boolean, on?: boolean, held?: boolean, series?: number, round?: number,
 *   of?: number, seats?: number[], game?: string, language?: string, hard?: Hard, starts?: number, ends?: number,
 *   commitment?: string, tiles?: string, answer?: string, salt?: string, ended?: boolean, standings?: RoundPlace[],
 *   next?: number | null, podium?: { seat: number, place: number, points: number }[], cancelled?: boolean }} RoomEvent
 * @typedef {{ race: string, game?: string, language: string, length: number, rows?: number, hard?: Hard,
 *   starts: number, ends: number, elapsed: number, guesses?: Guess[], keyboard?: Keyboard, words?: Found[],
 *   tiles?: string | null, seconds?: number | null } & Progress} BoardShape my own board of a sprint's round
 * @typedef {{ room: string, name: string, present: number, watchers: number, password: boolean,
 *   series: { phase: string, round: number, of: number } | null }} LobbyRoom
 * @typedef {{ seq: number, time: number, event: RoomEvent }} LoggedEvent
 * @typedef {object} RoomReply `joined`, `watching`, or the push `snapshot`
 * @property {string} room
 * @property {string} epoch
 * @property {number} seq
 * @property {boolean} recovered
 * @property {number} [seat]
 * @property {Snapshot} [snapshot] the whole room, unless `recovered`
 * @property {LoggedEvent[]} [events] what was missed, if `recovered`; with it:
 * @property {number[]} [present]
 * @property {number} [watchers]
 * @property {BoardShape} [board] to a participant of a round that runs
 *
 * @typedef {{ today: Today, lines: Today[], finished: number, solved: number,
 *   median: { turns: number, ms: number, points?: number } | null, distribution: number[],
 *   tomorrow: { puzzle: string, commitment: string } | null }} DayStatistics
 *
 * A race that is over: docs/replay.md. `game` names a kind other than guesses, whose replays have other fields.
 * @typedef {{ word: string, marks?: string, points?: number, ms: number }} ReplayMove
 * @typedef {{ seat: number, name: string, hard?: Hard, moves: ReplayMove[], finish?: Finish }} ReplayLane
 * @typedef {{ series: number, round: number, of: number, hard?: Hard, epoch: string, starts: number, ends: number,
 *   over: number }} ReplaySprint
 * @typedef {Omit<Placed, "points"> & { points?: number }} ReplayPlace `points`: of sprints
 * @typedef {{ format: string, version: number, kind: string, race: string, room: string, language: string,
 *   length: number, game?: string, rows?: number, tiles?: string, seconds?: number, number?: number,
 *   sprint?: ReplaySprint, answer: string, salt: string, commitment: string, seal?: SealTime, lanes: ReplayLane[],
 *   standings: ReplayPlace[], key: string, signature?: string }} Replay
 * @typedef {{ seat: number, name: string, moves: (ReplayMove & { length?: number })[], finish: Finish }} FinishedBoard
 * @typedef {{ puzzle: string, language: string, length: number, game?: string, rows?: number, tiles?: string,
 *   seconds?: number, answer: string, boards: FinishedBoard[] }} FinishedBoards
 * @typedef {{ race: string, kind: string, game?: string, language: string, length: number, series?: number,
 *   round?: number, of?: number, number?: number, over: number, players: number, solved?: number }} PastRace
 * @typedef {{ room: string, name: string, key: string, races: PastRace[], next: string | null }} PastRaces
 *
 * @typedef {{ rank: number, place: number, name: string, solved?: boolean, turns?: number, score?: number, ms: number,
 *   points?: number, flagged?: boolean, you?: boolean }} Entry of a day, with `score` in games with points; of a longer
 *   period with `points` in place of `solved` and `turns`
 * @typedef {{ line: string, period: string, puzzle?: string, scope: string, clean: boolean, finished?: number,
 *   players?: number, entries: Entry[], next: string | null, you?: Standing | null }} Leaderboard the push
 *   `ranking` has no `you`: that is told by `standing`
 * @typedef {{ rank: number, place: number, of: number, beaten: number, solved?: boolean, points?: number,
 *   turns?: number, score?: number, ms?: number }} Standing `solved` on the board of a day, `points` on others
 *
 * @typedef {{ line: string, played: number, won: number, percent: number, streak: { current: number, longest: number },
 *   distribution: number[], points?: { average: number, best: number }, average: { turns: number, ms: number } | null,
 *   last: { puzzle: string, solved: boolean, turns: number, points?: number, ms: number } | null }} PlayerStatistics
 *   `percent`: of the played, won; `points`: of games with points
 * @typedef {{ day: string, state: GameState, turns?: number, points?: number, ms?: number, ranked: boolean }} PlayedDay
 * @typedef {{ line: string, first: string, today: string, games: PlayedDay[] }} PlayedDays
 * @typedef {{ when: "before" | "on" | "after" | "unknown", at?: number, time?: string }} SealTime `time`: HH:MM of the
 *   server's zone, if `on`
 * @typedef {{ puzzle: string, number: number, commitment: string, seal: SealTime, by_host?: boolean, salt?: string,
 *   answer?: string }} SealedPuzzle
 * @typedef {{ line: string, puzzles: SealedPuzzle[], tomorrow: SealedPuzzle | null,
 *   next: string | null }} SealedPuzzles
 * @typedef {{ server: { name: string, zone: string }, cookie: { name: string, days: number },
 *   link: { minutes: number }, log: { level: string, addresses: boolean }, metrics: boolean,
 *   forgets?: { players?: number, rooms?: number }, deleted_name: string,
 *   keeps: { what: string, until: string, days?: number }[] }} Privacy
 */

export {};
