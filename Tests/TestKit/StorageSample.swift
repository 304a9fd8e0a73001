import GameRules
import Rooms
import Storage

/// Records to store, the same every time.
package enum StorageSample {
    package static let mika = PlayerRecord(id: PlayerID(high: .max, low: 0), name: "Mika", createdAt: 1_763_700_000_000)
    /// The name holds what engines get wrong: a decomposed accent, an astral character, quotes, and a zero byte.
    package static let zoe = PlayerRecord(
        id: PlayerID(high: 0, low: .max), name: "Zoe\u{308} 🎲 'x\"; --\u{0}end", createdAt: 0)
    package static let today = PuzzleID(line: .standard, day: Day(number: 20_778))
    package static let yesterday = PuzzleID(line: .standard, day: Day(number: 20_777))
    package static let mikasGame = GameKey(player: mika.id, puzzle: today)

    package static func word(_ letters: UInt8...) -> Word { Word(letters.map(Letter.init)) }

    package static func verdict(_ marks: Mark...) -> Verdict { .marks(Pattern(marks)) }

    package static let crane = word(2, 17, 0, 13, 4)
    package static let first = MoveRecord(
        row: 0, word: crane, verdict: verdict(.absent, .present, .correct, .absent, .present), elapsed: 4_100)
    /// The longest word and pattern, with the highest letters.
    package static let longest = MoveRecord(
        row: 1, word: Word(repeatElement(Letter(31), count: 11)),
        verdict: .marks(Pattern(repeatElement(.correct, count: 11))), elapsed: 1 << 48 - 1)
    package static let solved = FinishRecord(solved: true, turns: 2, elapsed: 9_000)

    package static func open(_ key: GameKey = mikasGame, hardMode: HardMode = .hard) -> Write {
        .openGame(GameRecord(key: key, openedAt: 1_763_700_001_000, hardMode: hardMode))
    }

    package static func code(_ text: String) -> RoomCode {
        guard let code = RoomCode(text) else { preconditionFailure("no room code: \(text)") }
        return code
    }

    package static let room = RoomRecord(
        id: RoomID(number: Int.max), code: code("QYACK"), name: "Küche \u{1F373}", epoch: .max,
        createdAt: 1_763_700_002_000)

    /// Every case of `RoomEvent`, in an order that a room accepts.
    package static let everyEvent: [RoomEvent] =
        [
            .created(name: room.name), .joined(seat: 1, player: mika.id, name: mika.name),
            .joined(seat: 2, player: zoe.id, name: zoe.name), .renamed(seat: 2, name: "Ζωή"), .hosted(seat: 2),
            .opened(race: .daily(today), puzzle: today), .started(race: .daily(today), seat: 1),
            .guessed(race: .daily(today), seat: 1, row: 0, pattern: first.verdict, elapsed: 4_100),
            .finished(race: .daily(today), seat: 1, solved: true, turns: 2, elapsed: 9_000), .left(seat: 2),
        ] + everyPower + everySprint

    /// All but `named`, `code` and `closed`, which change how the room is found.
    private static let everyPower: [RoomEvent] = [
        .locked(locked: true), .password(hash: RoomPassword(salt: "0a", digest: "ff")), .password(hash: nil),
        .listed(listed: true), .joined(seat: 3, player: zoe.id, name: "Z"), .kicked(seat: 3), .unkicked(seat: 3),
        .ready(seat: 1, ready: true), .satOut(seat: 1, out: true), .pseudonym(seat: 1, on: true),
        .nameHeld(seat: 1, held: true),
        .listed(listed: false), .barred(barred: true),
    ]

    private static let everySprint: [RoomEvent] = [
        .settings(sprint: SprintSettings()), .series(series: 1, sprint: SprintSettings()),
        .round(
            deal: SprintDeal(
                series: 1, round: 1, seats: [1], starts: 5, ends: 6,
                word: SprintWord(PuzzleSecret(answer: crane), salt: "00", commitment: "11"), sprint: SprintSettings())),
        .dealt(race: .sprint(series: 1, round: 1), line: .standard, tiles: crane),
        .played(
            race: .sprint(series: 1, round: 1), seat: 1, row: 0, word: crane, pattern: first.verdict, elapsed: 4_100),
        .roundOver(
            result: SprintResult(
                race: .sprint(series: 1, round: 1), line: .standard, answer: crane, salt: "00",
                standings: [
                    SprintStanding(
                        seat: 1, place: 1, points: 10, solved: true, turns: 1, elapsed: 4_100, words: [crane])
                ], next: nil)),
        .seriesOver(series: 1, podium: [PodiumPlace(seat: 1, place: 1, points: 10)], cancelled: false),
    ]

    package static func log(_ events: [RoomEvent]) -> [LoggedEvent] {
        events.enumerated().map { LoggedEvent(sequence: $0.offset + 1, time: 1_000 + $0.offset, event: $0.element) }
    }

    package static func append(_ event: LoggedEvent) -> Write { .appendEvent(room.id, event) }

    /// A state that has everything, as transactions that succeed one after the other.
    package static var everything: [[Write]] {
        [
            [.createPlayer(mika), .createPlayer(zoe)],
            [.pinPuzzle(PinnedPuzzle(puzzle: today, answer: crane, listVersion: "00ff")), open()],
            [.appendMove(mikasGame, first, finish: nil), .setHardMode(mikasGame, .off)],
            [.appendMove(mikasGame, longest, finish: solved)],
            [open(GameKey(player: zoe.id, puzzle: today), hardMode: .ultra), .createRoom(room)],
            log(everyEvent).map(append),
        ]
    }
}
