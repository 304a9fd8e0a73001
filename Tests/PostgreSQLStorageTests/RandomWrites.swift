import GameRules
import Rooms
import Storage
import TestKit

/// Transactions by chance over few players, games, rooms and codes, so that many fit and many do not.
struct RandomWrites {
    private typealias Sample = StorageSample

    private var random: SplitMix
    /// The next sequence that each room is believed to have.
    private var sequences: [Int: Int] = [:]
    /// Nobody writes to a room that is closed.
    private var open = RandomWrites.rooms

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    static let players = (1...4).map { PlayerID(high: UInt64($0), low: .max) }
    static let rooms = (1...3).map { RoomID(number: $0) }
    static let codes = ["ABCDE", "FGHJK", "QYACK"].map(StorageSample.code)
    static let puzzles = (0..<2).map { PuzzleID(line: .standard, day: Sample.today.day.advanced(by: $0)) }
    static let practices = (1...2).map { PuzzleID(practice: $0, of: .standard) }
    static let keys = players.flatMap { player in (puzzles + practices).map { GameKey(player: player, puzzle: $0) } }

    mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    private mutating func one<T>(of values: [T]) -> T { values[number(below: values.count)] }

    /// A transaction that rests on some of those before it.
    mutating func transaction(number: Int, heard: Int) -> Transaction {
        let rests = (max(heard, number - 4)..<number).filter { _ in self.number(below: 16) == 0 }.filter { $0 > heard }
        let count = self.number(below: 4) == 0 ? 3 : 1
        return Transaction(number: number, heard: heard, rests: rests, writes: (0..<count).flatMap { _ in writes() })
    }

    /// Which events a room that goes in pieces still shows is each engine's own affair: its end comes with them.
    private mutating func writes() -> [Write] {
        let write = write()
        guard case .forgetRoom(let room, _) = write, number(below: 2) == 0 else { return [write] }
        return [.forgetRoom(room, through: number(below: 9)), write]
    }

    /// Somebody and something to begin with.
    static let founding: [Write] =
        players.dropLast().map { .createPlayer(PlayerRecord(id: $0, name: "P", createdAt: 4)) }
        + zip(rooms, codes).dropLast().map {
            .createRoom(RoomRecord(id: $0, code: $1, name: "Founded", epoch: 3, createdAt: 2))
        } + puzzles.map { .pinPuzzle(PinnedPuzzle(puzzle: $0, answer: Sample.crane, listVersion: "")) }

    private mutating func write() -> Write {
        let player = one(of: Self.players)
        let key = one(of: Self.keys)
        switch number(below: 33) {
        case 0, 1: return .createPlayer(PlayerRecord(id: player, name: "P\u{0}\(player.high)", createdAt: 5))
        case 2: return .renamePlayer(player, name: "N\(number(below: 9))")
        case 3: return .resetName(player, name: "R", until: number(below: 99))
        case 4: return .endSessions(player, sessions: number(below: 5))
        case 5:
            return number(below: 6) == 0
                ? .deletePlayer(player, name: "gone") : .beginDay(key.puzzle.day, at: number(below: 99))
        case 6: return .abandonSeat(player, one(of: Self.rooms), time: 9)
        case 7:
            return .pinPuzzle(
                PinnedPuzzle(
                    puzzle: one(of: Self.puzzles),
                    answer: number(below: 5) == 0 ? Sample.word(1, 2, 3, 4, 5) : Sample.crane,
                    listVersion: number(below: 3) == 0 ? PinnedPuzzle.hostList : "v",
                    knownTo: number(below: 4) == 0 ? player : nil))
        case 8:
            return number(below: 2) == 0
                ? .unpinPuzzle(one(of: Self.puzzles))
                : .publishPuzzle(one(of: Self.puzzles), at: number(below: 99), when: .before)
        case 9, 10, 11:
            let isPractice = Self.practices.contains(key.puzzle)
            return .openGame(
                GameRecord(
                    key: key, openedAt: number(below: 99), hardMode: one(of: [.off, .hard, .ultra]),
                    secret: isPractice ? PuzzleSecret(answer: Sample.crane) : nil))
        case 12, 13, 14, 15:
            let row = number(below: 3)
            return .appendMove(
                key, MoveRecord(row: row, word: Sample.crane, verdict: Sample.first.verdict, elapsed: row * 100),
                finish: number(below: 4) == 0 ? finish() : nil)
        case 16: return .endGame(key, finish())
        case 17: return .setHardMode(key, one(of: [.off, .hard, .ultra]))
        case 18: return .forgetGame(key)
        case 19, 20:
            return .createRoom(
                RoomRecord(
                    id: one(of: Self.rooms), code: one(of: Self.codes), name: "Room", epoch: .max, createdAt: 7))
        case 30, 31, 32: return moderation(player, key.puzzle.day)
        case 21 where number(below: 3) == 0:
            return .renameInLogs(
                player, name: "nobody", after: nil, through: NamePlace(room: RoomID(number: 9), seat: 0, sequence: 0))
        default: return event(player)
        }
    }

    /// An act of an operator.
    private mutating func moderation(_ player: PlayerID, _ day: Day) -> Write {
        switch number(below: 8) {
        case 7: return .leaveOut(LeftOutWord(word: one(of: ["crane", "äpfel", "zebra"]), time: number(below: 99)))
        case 6: return .bringBack(word: one(of: ["crane", "äpfel", "zebra"]))
        case 5: return .forgetRoom(one(of: Self.rooms), through: .max)
        case 4: return .noteVisit(player, on: Day(number: 20_000 + number(below: 1_000)))
        case 0: return .setBan(player, at: number(below: 3) == 0 ? nil : number(below: 99))
        case 1:
            return .announce(
                number(below: 3) == 0 ? nil : StoredAnnouncement(text: "A \"b\"", time: number(below: 99)))
        case 2:
            let time = (number(below: 5) == 0 ? AdminAct.kept : 0) + number(below: 99)
            return .noteAct(AdminAct(time: time, actor: "command", verb: "v", subject: player.text))
        default:
            let words = (0..<number(below: 4)).map { _ in
                RefusedWord(
                    line: .standard, word: Sample.word(1, 2, 3, 4, UInt8(1 + number(below: 9))),
                    count: number(below: 99))
            }
            return .countRefused(day.advanced(by: number(below: 40)), words)
        }
    }

    private mutating func finish() -> FinishRecord {
        FinishRecord(
            solved: number(below: 2) == 0, turns: 1 + number(below: 6), elapsed: 50, isRanked: number(below: 3) > 0)
    }

    private mutating func event(_ player: PlayerID) -> Write {
        guard !open.isEmpty else { return .beginDay(Self.puzzles[0].day, at: number(below: 99)) }
        let room = one(of: open)
        // Mostly the next one, as long as all that came before was taken.
        let sequence = max(1, sequences[room.number, default: 0] + 1 - (number(below: 12) == 0 ? 1 : 0))
        sequences[room.number] = sequence
        let seat = 1 + number(below: 3)
        let (round, puzzle) = (1 + number(below: 2), one(of: Self.puzzles))
        let race: RaceID = number(below: 2) == 0 ? .sprint(series: 1, round: round) : .daily(puzzle)
        let event: RoomEvent =
            switch number(below: 14) {
            // A seat is of one player for ever: names are changed in logs by either.
            case 0, 1, 2, 3: .joined(seat: Int(player.high), player: player, name: "A \"b\"")
            case 4: .renamed(seat: seat, name: "C")
            case 5: .left(seat: seat)
            case 6: .named(name: "Name \(seat)")
            case 7: .code(code: one(of: Self.codes))
            case 8: number(below: 12) == 0 ? .closed : .hosted(seat: seat)
            case 9: number(below: 2) == 0 ? .opened(race: .daily(puzzle), puzzle: puzzle) : Self.round(round)
            case 10, 11: .started(race: race, seat: seat)
            case 12:
                .roundOver(
                    result: SprintResult(
                        race: race, line: .standard, answer: Sample.crane, salt: "00", standings: [], next: nil))
            default: .ready(seat: seat, ready: true)
            }
        if event == .closed { open.removeAll { $0 == room } }
        return .appendEvent(room, LoggedEvent(sequence: sequence, time: 3, event: event))
    }

    private static func round(_ number: Int) -> RoomEvent {
        .round(
            deal: SprintDeal(
                series: 1, round: number, seats: [1], starts: 5, ends: 6,
                word: SprintWord(PuzzleSecret(answer: Sample.crane), salt: "00", commitment: "11"),
                sprint: SprintSettings()))
    }

    /// Believes that a room's log is as long as it is.
    mutating func learn(_ room: RoomID, count: Int) { sequences[room.number] = count }
}
