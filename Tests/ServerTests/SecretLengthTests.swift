import Bytes
import GameRules
import Messages
import Sessions
import TestKit
import Testing
import WebSockets

@testable import Server

/// The length of what is sent must not tell a word to somebody who can see the sizes of encrypted traffic and can
/// choose names.
@Suite struct SecretLengthTests {
    /// Words with five letters, with three, and with pairs: they compress differently, alone and beside themselves.
    private static let words = ["crane", "eerie", "sassy", "vivid", "round", "state"]

    private static let puzzle = PuzzleID(line: .standard, day: Day(number: 20_778))
    private static let pattern = Pattern([.absent, .present, .correct, .absent, .absent])
    private static let presence = Presence(seats: [1, 2], watchers: 3)
    private static let settings = SprintSettingsView(
        line: .standard, rows: 6, hard: .off, limit: 180, rounds: 3, late: "start", next: "auto")

    /// A receiver's own words, on a board with two rows.
    private struct Own {
        let word: String

        var moves: [MoveView] {
            [
                MoveView(word: word, verdict: .marks(pattern), elapsed: 8_123),
                MoveView(word: word, verdict: .marks(pattern), elapsed: 9_000),
            ]
        }
        var keyboard: KeyboardView {
            KeyboardView(keys: Set(word).sorted().map { (String($0), .present) }, most: 10)
        }
        var progress: GameProgress {
            .over(
                GameEnd(
                    answer: word, solved: false, turns: 2, elapsed: 9_000,
                    own: GameEnd.Own(credit: 0, isRanked: true, share: "Tilerace No. 412 X/6\n⬛🟨🟩⬛⬛")))
        }
        var board: SprintBoard {
            SprintBoard(
                race: "sprint-1-1", starts: 1, ends: 2, settings: settings, elapsed: 9_000, moves: moves,
                keyboard: keyboard,
                progress: progress)
        }
    }

    /// A room with fifty members whose names, like the room's own, somebody chose.
    private static func entry(_ name: String, revealing word: String? = nil, tiles: String? = nil) -> RoomEntry {
        var view = RoomView(
            name: "\(name) \(name)", host: 1,
            members: (1...50).map { RoomView.Member(seat: $0, name: "\(name) \($0)") },
            races: [
                RoomView.Race(
                    race: puzzle.text, puzzle: puzzle, rows: 6,
                    lanes: [
                        RoomView.Lane(
                            seat: 1, rows: [RoomView.Row(verdict: .marks(pattern), elapsed: 812)], finish: nil)
                    ])
            ], daily: puzzle.line, sprint: settings)
        view.ready = [1]
        var round = SprintRound(
            race: "sprint-1-1", series: 1, round: 1, seats: [1], starts: 1, ends: 2, commitment: "ff",
            settings: settings)
        if let tiles {
            round.contest.tiles = tiles
            view.sprintRace = RoomView.SprintRace(
                round: round, lanes: [RoomView.Lane(seat: 1, rows: [], finish: nil)], reveal: nil)
        }
        if let word {
            view.sprintRace = RoomView.SprintRace(
                round: round, lanes: [RoomView.Lane(seat: 1, rows: [], finish: nil, words: [word])],
                reveal: SprintReveal(answer: word, salt: "00"))
        }
        return RoomEntry(
            room: "KYTE7", epoch: 1, sequence: 9, content: .snapshot(EncodedRoom(view)), presence: presence)
    }

    /// Somebody comes back to the room while an anagram is laid, and hears its tiles beside a name.
    private static func gap(_ name: String, tiles: String) -> RoomEntry {
        let missed = [
            RoomEventView(sequence: 8, time: 1, kind: .dealt(race: "sprint-1-1", tiles: tiles)),
            RoomEventView(sequence: 9, time: 1, kind: .joined(seat: 2, name: name)),
        ]
        return RoomEntry(
            room: "KYTE7", epoch: 1, sequence: 9, content: .events(EncodedEvents(missed)), presence: presence)
    }

    /// Messages of every kind, with the receiver's own word in those that can have one, and with a name in those that
    /// can have one.
    private static func messages(_ word: String, _ name: String) -> [ServerMessage] {
        let own = Own(word: word)
        let today = PuzzleView(puzzle: puzzle, rows: 6, ends: 1, commitment: "ff")
        return [
            .welcome(
                Welcome(
                    time: 1, serverName: "Tilerace", playerID: PlayerID(high: 1, low: 2), playerName: name,
                    today: today, lines: [today],
                    games: [Welcome.Game(puzzle: puzzle, status: .playing)],
                    rooms: (1...50).map { Welcome.Room(code: word.uppercased(), name: "\(name) \($0)", epoch: 1) },
                    limits: Welcome.Limits(message: 16_384, name: 20, members: 50), sprints: [])),
            .renamed(name: name),
            .game(
                GameView(
                    puzzle: puzzle, rows: 6, hard: .off, elapsed: 1, credit: 0, isRanked: true, moves: own.moves,
                    keyboard: own.keyboard, progress: own.progress)),
            .judged(
                Judged(puzzle: puzzle, row: 1, move: own.moves[1], keyboard: own.keyboard, progress: own.progress)),
            .hardMode(puzzle: puzzle, hard: .off),
            .joined(entry(name), seat: 1, board: own.board), .joined(entry(name), seat: 1), .watching(entry(name)),
            .left(room: "KYTE7", reason: .kicked), .done(room: "KYTE7"), .code(room: "KYTE7", code: "QRSTV"),
            .solutions(of: .round(room: "KYTE7", race: "sprint-1-1"), common: [word], count: 9),
            // As many numbers as the word has letters of its own.
            .counts(of: .round(room: "KYTE7", race: "sprint-1-1"), [Int](repeating: 9, count: Set(word).count)),
            .stageKey(room: "KYTE7", key: "m3p0Vb2xkT8yZqKfE1cWdA"),
            .played(
                Played(
                    room: "KYTE7", race: "sprint-1-1", row: 1, move: own.moves[1], keyboard: own.keyboard,
                    progress: own.progress)),
            .board(room: "KYTE7", own.board), .reaction(room: "KYTE7", seat: 1, .gg),
            .ranking(
                RankingView(
                    line: .standard, period: "2026-11-21", puzzle: puzzle, scope: "server", isClean: false, count: 50,
                    entries: (1...50).map {
                        RankingView.Entry(
                            rank: $0, place: $0, name: name,
                            score: .game(solved: true, turns: 4, elapsed: 1, isFlagged: false), isYou: nil)
                    }, next: nil, you: nil)),
            .standing(
                RankingStanding(
                    RankingView.You(
                        rank: 1, place: 1, of: 1, beaten: 0,
                        score: .game(solved: true, turns: 4, elapsed: 1, isFlagged: false)),
                    in: RankingName(
                        line: .standard, period: "2026-11-21", puzzle: puzzle, scope: "server", isClean: false))),
            .rankingEnded,
            .lobby([LobbyRoom(code: "KYTE7", name: name, present: 1, watchers: 1, password: false, series: nil)]),
            .pong(time: 1), .error(ErrorReply(.notInWordList, "“\(word)” is not in the word list.")),
            .event(room: "KYTE7", epoch: 1, RoomEventView(sequence: 1, time: 1, kind: .joined(seat: 1, name: name))),
            .snapshot(entry(name)), .watching(entry(name, revealing: word)), .snapshot(entry(name, revealing: word)),
            .joined(entry(name, revealing: word), seat: 1),
            .watching(entry(name, tiles: word)), .snapshot(entry(name, tiles: word)),
            .joined(entry(name, tiles: word), seat: 1), .watching(gap(name, tiles: word)),
            .presence(room: "KYTE7", presence), .moved(puzzle: puzzle),
            .movedInRoom(room: "KYTE7"),
            .day(time: 1, today: today, lines: [today]), .resync(room: "KYTE7"),
            .announcement(HostAnnouncement(text: "Cups at six", time: 1)),
        ]
    }

    /// Names every case, so that a new one does not compile before it is here, and in `messages`.
    private static func kind(_ message: ServerMessage) -> String {
        switch message {
        case .welcome: "welcome"
        case .renamed: "renamed"
        case .game: "game"
        case .judged: "judged"
        case .hardMode: "hardMode"
        case .joined(_, _, let board): board == nil ? "joined" : "joined with a board"
        case .watching: "watching"
        case .left: "left"
        case .done: "done"
        case .code: "code"
        case .solutions: "solutions"
        case .counts: "counts"
        case .stageKey: "stageKey"
        case .played: "played"
        case .board: "board"
        case .reaction: "reaction"
        case .ranking: "ranking"
        case .standing: "standing"
        case .rankingEnded: "rankingEnded"
        case .lobby: "lobby"
        case .pong: "pong"
        case .error: "error"
        case .event: "event"
        case .snapshot: "snapshot"
        case .presence: "presence"
        case .moved: "moved"
        case .movedInRoom: "movedInRoom"
        case .day: "day"
        case .resync: "resync"
        case .announcement: "announcement"
        }
    }

    /// Bytes on the wire, to a client that compresses all it may.
    private func sent(_ message: ServerMessage) -> [UInt8] {
        var settings = DeflateSettings()
        settings.sendsWithContext = false
        settings.threshold = 0
        let socket = WebSocket.server(
            messageLimit: 1 << 20, deflate: DeflateAgreement(accepting: DeflateOffer(), settings),
            pool: DeflatePool(settings))
        let sink = CollectedBytes()
        socket.send(OutgoingMessage(message, re: 7).frame, to: sink)
        return sink.take()
    }

    @Test("The length of a message does not depend on the secret word", arguments: words)
    func lengthsDoNotTellWords(name: String) {
        var kinds: Set<String> = []
        let lengths = Self.words.map { word in Self.messages(word, "\(name) \(name)").map { sent($0).count } }
        for (index, message) in Self.messages(name, name).enumerated() {
            kinds.insert(Self.kind(message))
            #expect(Set(lengths.map { $0[index] }).count == 1, "\(Self.kind(message)): \(lengths.map { $0[index] })")
        }
        #expect(kinds.count == 31, "a kind of message is missing here")
    }

    @Test("Messages that are not confidential are compressed")
    func compressesTheRest() {
        let compressed = Self.messages("crane", "Mika").filter { sent($0)[0] & 0x40 != 0 }.map(Self.kind)
        #expect(Set(compressed).isSuperset(of: ["joined", "watching", "ranking", "snapshot"]))
        #expect(
            Set(compressed).isDisjoint(with: [
                "welcome", "game", "judged", "joined with a board", "played", "board", "counts", "error",
            ]))
    }
}
