// The shapes of what the page makes of the server's messages, for the type checker only: no page loads this file.

/**
 * Events of the store, each a `CustomEvent`:
 * `connection`; `address` (of the server, for others); `session` (player, day, rooms known anew); `room` `{code}`;
 * `event` `{code, event}`; `code` `{from, code}`; `gone` `{code, reason}`; `game` `{puzzle}`; `judged` `{puzzle, row}`;
 * `refused` `{puzzle, row, word, refusal}`; `reaction` `{room, seat, reaction}`; `lobby` `{rooms}`; `ranking`;
 * `standing`; `ranking_ended`; `day`; `announcement` (of those who run the server); `trouble` `{refusal}`.
 *
 * Events of the link: `state` when `state` changed; `welcome` with a `Greeting` when a socket is up; `push` with the
 * message, also with each `pong`; `trouble` with the `refusal` of a hello; `signed-out` when the server ended the
 * sessions of this player.
 */

/**
 * @typedef {import("./protocol.js").Finish} Finish
 * @typedef {import("./protocol.js").Guess} Guess
 * @typedef {import("./protocol.js").Sprint} Sprint
 * @typedef {{ marks: string, ms: number, points?: number }} LaneRow a move with a colour for each tile, also of a word
 *   that counts by its length
 * @typedef {{ seat: number, rows: LaneRow[], finish: Finish | null, words?: string[] }} Lane `words`: once the race is
 *   over
 *
 * @typedef {object} Race
 * @property {string} race
 * @property {string} [puzzle] of a daily race
 * @property {string} [kind] `sprint` for a round of one
 * @property {string} [game] of a sprint: the kind of its games, where it is not that of the guess game
 * @property {number} length
 * @property {number} rows
 * @property {Map<number, Lane>} lanes
 * @property {number} [starts] of a sprint: instants of the server's clock
 * @property {number} [ends]
 * @property {string} [tiles] of a sprint whose games have letters for all, from its start on
 * @property {string} [answer] once it is over
 * @property {boolean} [ended] by the host, before its time
 *
 * @typedef {object} Series a sprint of some rounds
 * @property {number} series 1 for the first of the room
 * @property {number} round the one that runs, or ran last; 0 before the first
 * @property {number} of
 * @property {"round" | "pause" | "over"} phase
 * @property {Map<number, number>} points by seat
 * @property {number | null} next instant of the next round, while it is known
 * @property {boolean} cancelled it ended before its last round
 *
 * @typedef {object} Room
 * @property {string} code
 * @property {string} epoch
 * @property {number} seq the last event that is in this state
 * @property {number | null} seat my seat; null for a watcher
 * @property {string} name
 * @property {number | null} host its seat; null in a room without members
 * @property {string} [daily] the line of its daily races, from the next one on
 * @property {Map<number, string>} members names by seat
 * @property {Race[]} races the daily race of the day is the last
 * @property {number[]} present seats with a live connection
 * @property {number} watchers
 * @property {boolean} locked no new seats
 * @property {boolean} listed
 * @property {boolean} barred the operator of the server keeps it out of the lobby
 * @property {boolean} password whether strangers need one
 * @property {Sprint | null} sprint the settings of the next series; null where the server has no sprints
 * @property {number[]} ready seats that said so
 * @property {number[]} out seats that sit out: they have no lane in rounds, and nobody waits for them
 * @property {Map<number, string>} kicked names by seat
 * @property {Map<number, boolean | undefined>} pseudonyms seats, of members and of who was kicked, whose name is one,
 *   and whether
 *   the host holds the own name back
 * @property {Series | null} series
 *
 * @typedef {object} Game my own game of one puzzle, or of one round of a sprint
 * @property {string} puzzle the puzzle; of a sprint ROOM/RACE
 * @property {string} [kind] of a sprint
 * @property {string} [room] of a sprint
 * @property {string} [race] of a sprint
 * @property {number} number
 * @property {number} length
 * @property {number} rows
 * @property {import("./protocol.js").Hard} hard
 * @property {import("./protocol.js").GameState} state
 * @property {number} startedAt instant of the server's clock, ms
 * @property {Guess[]} guesses
 * @property {{ row: number, word: string } | null} pending a guess that is under way
 * @property {boolean} moved another connection of mine plays it
 * @property {string | null} [tiles] of a game that is laid: its letters in their order
 * @property {number | null} [seconds] of a game that is laid: its limit
 * @property {string | null} answer
 * @property {import("./protocol.js").Result | null} result
 * @property {boolean} ranked whether it counts: no game of the archive does, and no practice
 * @property {import("./protocol.js").Welcome | null} [told] the welcome of the line over which the server told it
 *
 * @typedef {"home" | "racing" | "out" | "waiting"} LaneState
 * @typedef {object} Standing
 * @property {number} seat
 * @property {string} name
 * @property {boolean} pseudonym whether that is one
 * @property {number} place 1 for the lane in front; lanes that came home equal share it, and those that are out, for
 *   which it is not shown
 * @property {LaneState} state
 * @property {boolean} present
 * @property {LaneRow[]} rows
 * @property {Finish | null} finish
 * @property {boolean} [ended] by the host
 * @property {number} [points] 0 in games without
 *
 * @typedef {object} LaneView a lane as the track draws it
 * @property {string} key
 * @property {number} place
 * @property {string} name
 * @property {boolean} [pseudonym] whether that is one
 * @property {boolean} you
 * @property {boolean} present
 * @property {LaneState} state
 * @property {{ marks: string }[]} rows
 * @property {Finish | null} finish
 * @property {boolean} [ended] by the host
 * @property {number} [points]
 * @property {string} [time] of a lane that has come home, where a clock does not say enough
 * @property {string} [note] what stands at the finish of a lane that has not come home
 *
 * @typedef {"connecting" | "online" | "waiting" | "stopped"} LinkState
 * @typedef {{ welcome: import("./protocol.js").Welcome, clockOffset: number }} Greeting `clockOffset`: ms by which the
 *   server's
 *   clock is ahead of the page's
 *
 * @typedef {{ line: string, seconds?: number | undefined, title?: string | undefined }} KnownLine a line that had a
 *   daily race at the last visit
 *
 * @typedef {object} Run my streak and my last days, as they were on a day
 * @property {string} player
 * @property {string} line
 * @property {string} day
 * @property {number} current days of the streak
 * @property {number} longest
 * @property {(Pick<import("./protocol.js").PlayedDay, "day" | "state"> & { said?: string })[]} games ranked ones, and
 *   how each went, in words of its kind
 *
 * @typedef {"loading" | "gone" | "door" | "visiting" | "watching" | "gate" | "board" | "grid"} Mode what stands where
 *   the board would; `grid`: between sprints
 * @typedef {"start" | "show" | "follow"} Opening why a board is opened: its reader starts it, it stands already, or
 *   another tab has started it
 *
 * @typedef {object} Board my board of one game; what makes it is in the folder of its kind. Dispatches `draft` when
 *   somebody types, and `again` when Enter came after the end.
 * @property {Game} game
 * @property {HTMLElement} area where it is played: its own element with what stands around it
 * @property {HTMLElement} face its own element
 * @property {HTMLElement} keys below it, while one plays
 * @property {boolean} isPlaying whether it takes a move
 * @property {boolean} isWaiting whether a move was made that is not judged yet
 * @property {boolean} isTurning whether a move is still being shown
 * @property {number} told moves that have been shown: nothing else tells of one before that
 * @property {(game: Game) => void} show
 * @property {() => void} focus
 * @property {() => void} greet the reader has started: it has the focus, and says what there is to do
 * @property {(draft: string) => void} setDraft puts a word in hand
 * @property {(move: number, isHome: boolean, then: { laid: () => void, done: () => void }) => Promise<void>} reveal
 *   shows a move: `laid` when a lane may tell of it, `done` when the reader had a moment to look
 * @property {(move: number, word: string) => void} refuse gives a word back
 * @property {(game: Game, move: number) => string} said what is read aloud of a move
 * @property {() => number | null} [tick] shows the time that is left, and says it in ms; null where there is no limit
 * @property {EventTarget["addEventListener"]} addEventListener
 * @property {() => void} remove
 *
 * @typedef {object} BoardMaker makes boards
 * @property {(view: import("./components/race/race.js").RaceView, game: Game) => Board} of a game: it sends what is
 *   played on it
 * @property {string} [clock] the name of the clock of games with a limit
 *
 * @typedef {object} Kind a kind of games, as kinds.js lists them
 * @property {string} name as the protocol has it
 * @property {boolean} [isMarked] whether guesses are marked by colours, which who is new learns
 * @property {boolean} [hasRows] whether games have a number of rows, and levels of hard mode
 * @property {number} [limit] seconds that a race takes; who practises may take longer, and is shown all words after it
 * @property {boolean} [hasLanes] whether its face draws the lanes of its races
 * @property {boolean} [hasPoints] whether moves have points: nobody comes home then, all are done at the end
 * @property {string} bar the day's race in the bar of a phone 360 px wide, where some 90 px are left for it
 * @property {string} daily what is raced on a day, in a sentence: `Today’s word`
 * @property {string} unit what a round of a sprint is, in a sentence: `Word 2 of 3`
 * @property {string} [shown] what others see, if not colours and never letters
 * @property {(result: { solved: boolean, turns: number, points?: number }, rows?: number, ended?: boolean) => string}
 *   headline how a game ended; `rows`: those that there were; `ended`: by the host
 * @property {() => Promise<{ Desk: BoardMaker }>} board loads what makes its boards
 * @property {() => Promise<Face>} face
 * @property {() => Promise<any>} result loads the sheet of a game that is over
 * @property {() => Promise<Reel>} reel loads what draws the moves in the film of a race
 * @property {() => Promise<{ RoundEnd: new (sprint: import("./components/sprint/sprint.js").SprintRace) => RoundEnd }>}
 *   [round] loads what is told after a round besides the standings
 * @property {() => Promise<KindWords>} words loads what is said of its games where none is played
 *
 * @typedef {import("./protocol.js").PlayedDay} PlayedDay
 * @typedef {import("./protocol.js").Today} Today
 * @typedef {{ label: string, name: string, count: number, isMine: boolean, isOut: boolean }} FieldBar of a
 *   distribution; `name`: its label in words; `isOut`: of those who did not reach the aim
 * @typedef {object} KindWords what the page says of games of a kind in lists of days, of results and of races
 * @property {string} name in a choice between kinds
 * @property {string} today the day's race, as a heading
 * @property {string} past the race of a day that is not today, as a heading
 * @property {string} following what comes with the next day
 * @property {(today: Today) => string} goal what there is to do
 * @property {(today: Today) => string} limit what bounds a game, in a word or two
 * @property {(number: number) => string} dayTitle the race of a day
 * @property {(series: number, round: number, of: number) => string} roundTitle a round of a sprint
 * @property {(count: number) => string} foundBy how many of a race reached its aim
 * @property {(day: import("./protocol.js").DayStatistics) => string} field how a day goes
 * @property {string} fieldTitle names the bars of a day
 * @property {(from: number, count: number, isLast: boolean) => [string, string]} bar the label of a class of results
 *   that begins at a figure and has so many, and its name to be heard
 * @property {(game: { state: string, turns?: number, points?: number, ms?: number }) => string} outcome how a game
 *   ended
 * @property {(game: PlayedDay) => string} mark the figure of a day in a calendar; empty where there is none
 * @property {[string, string][]} legend classes of days in a calendar, and their meaning
 * @property {(found: number, best: PlayedDay | null) => [string, string][]} monthFigures two figures of a month, each
 *   with its words; `found`: games that reached the aim
 * @property {(best: PlayedDay) => string} bestWords a game in a sentence
 * @property {string} chartTitle of the bars of my statistics
 * @property {string} chartLabel the same for whom they are read aloud
 * @property {string} first what somebody without a race is told to do
 * @property {(all: import("./protocol.js").PlayerStatistics) => [number, string, string][]} statisticFigures four
 *   figures, each with its sign and its words
 * @property {(all: import("./protocol.js").PlayerStatistics) => string} average a sentence
 * @property {(entry: import("./protocol.js").Entry, isRanked: boolean) => string} score what ranks first, on the board
 *   of a day
 * @property {(entry: import("./protocol.js").Entry) => string} detail what ranks next, before the time; or nothing
 * @property {string} nobody on the board of a day without a game
 * @property {string} order what ranks how, where the figures do not say it
 * @property {string[]} rules how to play, where the sheet of help does not say it
 * @property {string} flagged what an unusual game is
 *
 * @typedef {object} Face what is shown of the games of a kind where there is no board
 * @property {(move: { marks: string }) => Node} lane a move as lists show it to everybody
 * @property {LaneFace} [lanes] where lanes of its races have no columns
 * @property {string} name of its games: `Words`
 * @property {number[]} limits seconds that a round can have, with the usual ones first
 * @property {(sprint: Sprint) => string} series the settings of a sprint, in a sentence
 * @property {string} fresh what everybody gets in a sprint, in a sentence
 * @property {(answer: string) => string} told the answer of a round, in a sentence
 * @property {(word: string, move?: { marks: string }) => Node} word a move with its letters, for who may see them
 * @property {(game: Game, ms: number | null) => string} ended what is read aloud at the end; `ms`: null where nobody
 *   knows the time
 * @property {(text: string, isContrast: boolean) => string} share the server's text to share, in the colours that the
 *   reader sees
 *
 * @typedef {import("./protocol.js").Replay} Replay
 * @typedef {import("./protocol.js").ReplayLane} ReplayLane
 * @typedef {Omit<ReplayLane, "hard">} RacedBoard
 * @typedef {Pick<Replay, "answer" | "length" | "rows" | "tiles"> & { lanes: RacedBoard[] }} FinishedRace what is
 *   drawn of a race that is over
 *
 * @typedef {object} Reel the moves of a race that is over, as they come
 * @property {(race: FinishedRace) => { element: HTMLElement, show: (isOver: boolean) => void }} head what all had, with
 *   the answer when it is over
 * @property {(race: FinishedRace, lane: RacedBoard, name: string) =>
 *   { element: HTMLElement, show: (count: number, isOver: boolean) => void }} board the moves of a player, of which it
 *   shows so many
 * @property {(replay: Replay, lane: ReplayLane, turn: number) => string} said what is read aloud of a move, which is
 *   nothing for most
 * @property {(replay: Replay) => boolean} [isDealt] whether what all had is what was sealed
 * @property {(race: FinishedRace) => string} [note] what the end shows besides
 *
 * @typedef {object} RoundEnd
 * @property {HTMLElement} element below the standings
 * @property {() => void} show
 * @property {(lane: Lane) => Node} words those of a lane
 *
 * @typedef {object} LaneFace lanes of a kind whose moves are no columns of colours that run to a line
 * @property {string} look what their track is marked with
 * @property {string} finish what the figures at the end of lanes are
 * @property {(track: import("./components/track/track.js").Track, isSized?: boolean) => void} fit before lanes are
 *   drawn, and when they have another size
 * @property {(place: HTMLElement, lane: LaneView) => void} draw the moves, in a place that has those of before
 * @property {(lane: LaneView) => string} figure at the end of a lane
 * @property {(lane: LaneView) => string} spoken after its name
 * @property {() => Promise<KindParty>} party loads what a stage celebrates with
 *
 * @typedef {{ round: number, race: Race }} RacedRound `round`: its number in a series; 0 for the race of the day
 * @typedef {{ title: string, figure: string, who: number[], isEven?: boolean, round: number }} PartyFigure
 *   `who`: seats, the first before the second, or beside it where they are even
 * @typedef {object} KindRun a run that passes once more
 * @property {number} round
 * @property {HTMLElement} element
 * @property {HTMLElement[]} parts its moves, each to be seen from `at` on
 * @property {number[]} at ms
 * @property {number} ms of the whole
 * @property {HTMLElement} figure
 * @property {HTMLElement} said after its end
 * @property {(ms: number) => void} show what the figure is then
 *
 * @typedef {object} KindParty
 * @property {(rounds: RacedRound[], seat: number) => KindRun | null} run
 * @property {(rounds: RacedRound[]) => PartyFigure[]} figures
 *
 * @typedef {object} Course what is raced on a page: the word of the day, a past day, practice, the rounds of a sprint.
 *   The view of a race asks its course, and never which one it is; what a course leaves out is as for the word of the
 *   day.
 * @property {string | null} puzzle on the board; null while it is not known
 * @property {string} [kind] of its games, where no puzzle says it
 * @property {boolean} hasBegun whether its clock runs already, so that showing the board starts nothing
 * @property {string} title of the page, where no room has a name
 * @property {string} [longTitle] the same for the title of the tab
 * @property {string} number below the title
 * @property {[string, string]} heading above the board on a wide screen
 * @property {import("./protocol.js").Today | null | undefined} [today] of its line; where it is left out, of the first
 * @property {string} [following] what comes with the next day, where that is no word
 * @property {string} [clock] the name of its clock, where that is not said by the game
 * @property {number | undefined} [seconds] that its next game takes, where they are not those of its kind; 0: no limit
 * @property {string} [line] whose days stand beside the board; where it is left out, the first
 * @property {Mode | null} [mode] where it is not said by the seat, the game and `hasBegun`
 * @property {boolean} [isSeries] whether it goes on by itself after the end of a game
 * @property {number | null} [time] ms of my game, where the server's are not meant; null: nobody knows
 * @property {{ length: number, rows: number } | null} [size] of the track before there is a race
 * @property {string} [shape] what its panels depend on: with another one they are drawn anew
 * @property {string} [layout] of its page, which styles ask by `data-layout`
 * @property {HTMLElement} [panel] for the mode `grid`
 * @property {() => void} [arrive] its page stands, with or without the line
 * @property {() => void} [begin] the line is up, and the day is known
 * @property {() => void} [next] chooses its puzzle anew
 * @property {() => void} [settle] before each drawing: what its room says of it is known
 * @property {() => void} [leave] its page goes away
 * @property {(how: Opening, puzzle: string) => Promise<unknown>} open has the server show the board
 * @property {(code: string, puzzle: string) => void} [refused] the server does not
 * @property {(game: Game) => void} [judged] a row of my game
 * @property {(board: Board, before: Board | null) => void} [seated] a board is about to stand; the one `before` goes
 *   when this returns
 * @property {() => Promise<void>} [finish] ends my game before its time, or without one
 * @property {() => boolean} [tick] shows the clock; false: the server's is meant
 * @property {() => LaneView[] | null} [lanes] where they are not those of a race
 * @property {() => [string, string] | null} [figure] of the pill in the bar, where it is not a place
 * @property {() => Node[] | null | undefined | void} [banner] what asks for a choice
 * @property {(racing: number, done: string) => [string, string]} [awaited] what who looks on is told
 * @property {() => Node | null} [above] between the heading and the board
 * @property {() => Node | null} [pill] beside the heading
 * @property {() => Node | null} [low] below the board after the end
 * @property {() => Promise<object>} [panels] modules in place of `gate`, `home` and `gone`
 *
 * @typedef {typeof import("./components/veil/veil.js")} Veil
 * @typedef {{ element: HTMLElement, remove: () => void, render: () => void, takeFocus?: () => void,
 *   desk?: Board | null }} View `takeFocus`: after a sheet
 * @typedef {"theme" | "contrast" | "lanes" | "rivals" | "reactions" | "room" | "code" | "sound" | "haptics" | "met" |
 *   "practice" | "limit" | "player" | "streak" | "lines" | "announced"} Preference what the browser keeps
 */

export {};
