import GameRules
import Rooms
import Storage
import Testing

/// The behaviours of every storage engine. A test target runs each behaviour against each engine.
package struct StorageContract: Sendable, CustomTestStringConvertible {
    /// A fresh, empty engine, and a way to make its next commit fail as a broken disk does.
    package struct Subject: Sendable {
        package let probe: StorageProbe
        package let failNextCommit: @Sendable () -> Void

        package init(_ engine: any Storage, failNextCommit: @escaping @Sendable () -> Void) {
            probe = StorageProbe(engine)
            self.failNextCommit = failNextCommit
        }
    }

    package let testDescription: String
    package let run: @Sendable (Subject) async throws -> Void

    private init(_ name: String, _ run: @escaping @Sendable (Subject) async throws -> Void) {
        testDescription = name
        self.run = run
    }

    /// All of the contract.
    package static let behaviours: [StorageContract] = [
        StorageContract("what was stored reads back as it was", readsBack),
        StorageContract("what is not stored is nil or empty", absence),
        StorageContract("writes that do not fit are conflicts and leave no trace", conflicts),
        StorageContract("a room is found by its newest code and name, and its former codes are known", codes),
        StorageContract("the races of a room are found, newest first, with what replays are made of", races),
        StorageContract("the sessions of a player end upwards only", sessions),
        StorageContract("a name that was reset is kept with the instant until which it stays", resets),
        StorageContract("players and rooms are found by a part of their names", finding),
        StorageContract("a ban is kept with its instant until it is lifted", bans),
        StorageContract("the last visit of a player goes on only, and those who came long ago are found", visits),
        StorageContract("rooms in which nothing has happened for long are found by the ends of their logs", quietRooms),
        StorageContract("a closed room is forgotten with its log, and nothing of its members", forgottenRooms),
        StorageContract("a day is found by how many have begun since", earlierDays),
        StorageContract("the audit log keeps acts in order, and drops the oldest", acts),
        StorageContract("one announcement stands until it is withdrawn", announcements),
        StorageContract("a word is left out until it is brought back", wordsLeftOut),
        StorageContract("refused words are counted by day, and forgotten after a month", refusedWords),
        StorageContract("each kind of game reads back with what only it has", kinds),
        StorageContract("a game with points reads back, and ends by the clock", timedGames),
        StorageContract("a deleted player is nobody, is named nowhere, and stays ranked", deletion),
        StorageContract("names are taken out of the logs in pieces, of who has no seat", namesInPieces),
        StorageContract("a seat can be given up without the log", abandonedSeats),
        StorageContract("the logs tell of a player what is about the player's seats", roomLogs),
        StorageContract("the logs of years come in pieces", longRoomLogs),
        StorageContract("ranked results are folded in pieces", folding),
        StorageContract("folding has its place among the writes", foldingInOrder),
        StorageContract("past puzzles are found, newest first", pastPuzzles),
        StorageContract("a commitment is published once, and the first instant stays", publications),
        StorageContract("a word that the host chose can be taken back until its commitment is public", hostWords),
        StorageContract("days that have begun are known, whatever is pinned", days),
        StorageContract("a transaction happens as a whole or not at all", allOrNothing),
        StorageContract("what rests on a failure is refused; the rest goes on", fencing),
        StorageContract("whatever fails, exactly what rests on it is refused", fencingByChance),
        StorageContract("a failed commit is never a success, and the next one works", brokenDisk),
        StorageContract("answers come in the order of submission", order),
        StorageContract("a closed engine has committed what came before and answers closed", closing),
    ]
}

private typealias Sample = StorageSample

func isConflict(_ error: StorageError?) -> Bool {
    if case .conflict = error { true } else { false }
}

private func isUnavailable(_ error: StorageError?) -> Bool {
    if case .unavailable = error { true } else { false }
}

/// Checks that everything of `StorageSample.everything` reads back.
package func expectEverything(in probe: StorageProbe) async throws {
    for player in [Sample.mika, Sample.zoe] {
        let stored = try #require(try await probe.player(player.id))
        #expect(stored == player)
        // Equal strings may differ in their bytes.
        #expect(Array(stored.name.utf8) == Array(player.name.utf8))
    }
    let game = try #require(try await probe.game(Sample.mikasGame))
    #expect(
        game
            == GameRecord(
                key: Sample.mikasGame, openedAt: 1_763_700_001_000, hardMode: .off,
                moves: [Sample.first, Sample.longest], finish: Sample.solved))
    let zoesGame = GameKey(player: Sample.zoe.id, puzzle: Sample.today)
    let anagrams = try #require(PuzzleLine("anagram-en-7"))
    let unopened = [Sample.yesterday, PuzzleID(line: anagrams, day: Sample.today.day)].flatMap { puzzle in
        [Sample.zoe, Sample.mika].map { GameKey(player: $0.id, puzzle: puzzle) }
    }
    let games = try await probe.games([zoesGame, Sample.mikasGame] + unopened)
    #expect(Set(games.map(\.key)) == [zoesGame, Sample.mikasGame] && games.count == 2, "and none of another pair")
    #expect(games.contains(game))
    #expect(try await probe.games([zoesGame]).map(\.key) == [zoesGame])
    #expect(try await probe.games([]) == [])
    let results = try await probe.results(of: Sample.today)
    let (player, solved) = (Sample.mika.id, Sample.solved)
    let ranked = RankedResult(player: player, day: Sample.today.day, score: solved.score)
    #expect(results == [ranked])
    let pinned = try await probe.pinned(Sample.today)
    #expect(pinned == PinnedPuzzle(puzzle: Sample.today, answer: Sample.crane, listVersion: "00ff"))
    let room = try #require(try await probe.room(Sample.room.code))
    #expect(room == StoredRoom(record: Sample.room, log: Sample.log(Sample.everyEvent)))
    #expect(try await probe.rooms(of: Sample.mika.id) == [Sample.room])
    #expect(try await probe.rooms(of: Sample.zoe.id) == [], "she left")
}

@Sendable private func readsBack(_ subject: StorageContract.Subject) async throws {
    for writes in Sample.everything {
        let answer = await subject.probe.write(all: writes)
        #expect(answer == nil)
    }
    try await expectEverything(in: subject.probe)
    #expect(await subject.probe.write(.renamePlayer(Sample.mika.id, name: "Mi")) == nil)
    #expect(try await subject.probe.player(Sample.mika.id)?.name == "Mi", "the name now")
}

@Sendable private func absence(_ subject: StorageContract.Subject) async throws {
    let probe = subject.probe
    #expect(try await probe.player(Sample.mika.id) == nil)
    #expect(try await probe.game(Sample.mikasGame) == nil)
    #expect(try await probe.games([Sample.mikasGame]) == [])
    #expect(try await probe.results(of: Sample.today) == [])
    #expect(try await probe.pinned(Sample.today) == nil)
    #expect(try await probe.room(Sample.room.code) == nil)
    #expect(try await probe.rooms(of: Sample.mika.id) == [])
}

@Sendable private func conflicts(_ subject: StorageContract.Subject) async throws {
    let probe = subject.probe
    _ = await probe.answers(to: Sample.everything)
    let nobody = PlayerID(high: 7, low: 7)
    let zoes = GameKey(player: Sample.zoe.id, puzzle: Sample.today)
    let missing = GameKey(player: Sample.mika.id, puzzle: Sample.yesterday)
    let next = Sample.everyEvent.count + 1
    func event(_ event: RoomEvent, at sequence: Int = next) -> Write {
        Sample.append(LoggedEvent(sequence: sequence, time: 0, event: event))
    }
    let refused: [Write] = [
        .createPlayer(Sample.mika), .renamePlayer(nobody, name: "x"),
        .resetName(nobody, name: "x", until: 1), .setBan(nobody, at: 1), .setBan(nobody, at: nil),
        .pinPuzzle(PinnedPuzzle(puzzle: Sample.today, answer: Sample.word(1, 2, 3, 4, 5), listVersion: "00ff")),
        Sample.open(), Sample.open(GameKey(player: nobody, puzzle: Sample.today)),
        .appendMove(missing, Sample.first, finish: nil), .appendMove(zoes, Sample.longest, finish: nil),
        .appendMove(
            Sample.mikasGame, MoveRecord(row: 2, word: Sample.crane, verdict: Sample.first.verdict, elapsed: 1),
            finish: nil),
        .setHardMode(missing, .off), .setHardMode(Sample.mikasGame, .off),
        .createRoom(Sample.room),
        .createRoom(RoomRecord(id: RoomID(number: 5), code: Sample.room.code, name: "", epoch: 1, createdAt: 0)),
        .createRoom(RoomRecord(id: Sample.room.id, code: Sample.code("ABCDE"), name: "", epoch: 1, createdAt: 0)),
        event(.hosted(seat: 1), at: next - 1), event(.hosted(seat: 1), at: next + 1),
        .appendEvent(RoomID(number: 6), LoggedEvent(sequence: 1, time: 0, event: .hosted(seat: 1))),
        event(.joined(seat: 1, player: Sample.zoe.id, name: "Z")),
        event(.joined(seat: 3, player: Sample.mika.id, name: "M")), event(.joined(seat: 3, player: nobody, name: "N")),
        event(.left(seat: 2)), event(.kicked(seat: 2)), event(.renamed(seat: 2, name: "Z")),
    ]
    for write in refused {
        let answer = await probe.write(write)
        #expect(isConflict(answer), "\(write): \(String(describing: answer))")
        probe.goOn()
    }
    try await expectEverything(in: probe)
    #expect(await probe.write(.setHardMode(zoes, .off), .setHardMode(zoes, .hard)) == nil, "no move yet")
    #expect(await probe.write(.appendMove(zoes, Sample.first, finish: nil)) == nil)
    #expect(isConflict(await probe.write(.setHardMode(zoes, .ultra))), "never raised in mid-game")
    probe.goOn()
    let again = PinnedPuzzle(puzzle: Sample.today, answer: Sample.crane, listVersion: "other")
    #expect(await probe.write(.pinPuzzle(again)) == nil, "the same answer again is no-op")
    #expect(try await probe.pinned(Sample.today)?.listVersion == "00ff")
    #expect(await probe.write(event(.joined(seat: 3, player: Sample.zoe.id, name: "Z"))) == nil, "back in a new seat")
    #expect(try await probe.rooms(of: Sample.zoe.id) == [Sample.room])
}

@Sendable private func codes(_ subject: StorageContract.Subject) async throws {
    let probe = subject.probe
    _ = await probe.answers(to: Sample.everything)
    var next = Sample.everyEvent.count
    func event(_ event: RoomEvent) -> Write {
        next += 1
        return Sample.append(LoggedEvent(sequence: next, time: 0, event: event))
    }
    let (second, third) = (Sample.code("ABCDE"), Sample.code("FGHJK"))
    let other = RoomRecord(id: RoomID(number: 5), code: third, name: "", epoch: 1, createdAt: 0)
    #expect(await probe.write(.createRoom(other), event(.named(name: "Larks")), event(.code(code: second))) == nil)
    #expect(try await probe.room(Sample.room.code) == nil, "the old code leads nowhere")
    let room = try #require(try await probe.room(second))
    #expect(room.record.name == "Larks" && room.record.code == second && room.record.id == Sample.room.id)
    #expect(room.log.count == next)
    #expect(try await probe.rooms(of: Sample.mika.id) == [room.record])
    let former = Sample.room.code
    #expect(try await probe.room(formerly: former) == room.record, "the room that had it last")
    #expect(try await probe.room(formerly: second) == nil, "it has it now")
    let before = next
    #expect(isConflict(await probe.write(event(.code(code: third)))), "another room has it")
    probe.goOn()
    next = before
    #expect(await probe.write(event(.code(code: second))) == nil, "its own it may have")
    #expect(try await probe.room(formerly: second) == nil)
    #expect(await probe.write(event(.code(code: former)), event(.code(code: second))) == nil)
    #expect(try await probe.room(formerly: former)?.id == Sample.room.id)
    #expect(await probe.write(event(.closed)) == nil)
    #expect(try await probe.room(formerly: former) == nil, "a closed room is found by none")
    #expect(try await probe.room(second) == nil)
    #expect(try await probe.rooms(of: Sample.mika.id) == [])
    let heir = RoomRecord(id: RoomID(number: 6), code: second, name: "", epoch: 1, createdAt: 0)
    #expect(await probe.write(.createRoom(heir)) == nil, "the code is free again")
    #expect(try await probe.room(second)?.record == heir)
}

@Sendable private func allOrNothing(_ subject: StorageContract.Subject) async throws {
    let probe = subject.probe
    _ = await probe.write(.createPlayer(Sample.mika))
    let answers = await probe.answers(to: [
        [Sample.open(), .appendMove(Sample.mikasGame, Sample.first, finish: nil), .createPlayer(Sample.mika)]
    ])
    #expect(isConflict(answers[0]))
    #expect(try await probe.game(Sample.mikasGame) == nil)
}

@Sendable private func fencing(_ subject: StorageContract.Subject) async throws {
    let probe = subject.probe
    let answers = await probe.answers(to: [
        [.createPlayer(Sample.mika)], [.createPlayer(Sample.mika)], [.createPlayer(Sample.zoe)],
    ])
    #expect(answers[0] == nil, "a neighbour's conflict does no harm")
    #expect(isConflict(answers[1]))
    #expect(answers[2] == .superseded, "it rests on the one before")
    #expect(await probe.write(.createPlayer(Sample.zoe)) == .superseded, "and so does this")
    #expect(try await probe.player(Sample.mika.id) == Sample.mika)
    #expect(try await probe.player(Sample.zoe.id) == nil)
    let apart = Transaction(number: 5, heard: 0, rests: [1], writes: [Sample.open()])
    #expect(await probe.answers(to: [apart]) == [nil], "what rests on a success alone has lost nothing")
    probe.goOn()
    #expect(await probe.write(.createPlayer(Sample.zoe)) == nil)
}

/// Compares an engine with an oracle that works the losses out the slow way. A transaction is lost if it is a conflict
/// itself, or rests on a lost one.
@Sendable private func fencingByChance(_ subject: StorageContract.Subject) async throws {
    let probe = subject.probe
    #expect(await probe.answers(to: [Transaction(writes: [.createPlayer(Sample.mika)])]) == [nil])
    var random = SplitMix(seed: 16)
    var transactions: [Transaction] = []
    var expected: [Bool] = []
    for number in 1...400 {
        let isConflict = Int.random(in: 0..<8, using: &random) == 0
        let rests = (max(1, number - 6)..<number).filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
        let player = PlayerRecord(id: PlayerID(high: 9, low: UInt64(number)), name: "\(number)", createdAt: 0)
        transactions.append(
            Transaction(
                number: number, heard: 0, rests: rests,
                writes: [.createPlayer(isConflict ? Sample.mika : player)]))
        expected.append(!isConflict && rests.allSatisfy { expected[$0 - 1] })
    }
    let answers = await probe.answers(to: transactions)
    #expect(answers.map { $0 == nil } == expected)
    #expect(expected.contains(true) && answers.contains(.superseded))
    for (transaction, isThere) in zip(transactions, expected) {
        let id = PlayerID(high: 9, low: UInt64(transaction.number))
        let isFound = try await probe.player(id) != nil
        #expect(isFound == isThere)
    }
    let late = Transaction(number: 401, heard: 400, rests: [], writes: [Sample.open()])
    #expect(await probe.answers(to: [late]) == [nil])
}

@Sendable private func brokenDisk(_ subject: StorageContract.Subject) async throws {
    let probe = subject.probe
    #expect(await probe.write(.createPlayer(Sample.mika)) == nil)
    subject.failNextCommit()
    let answer = await probe.write(Sample.open())
    #expect(isUnavailable(answer), "\(String(describing: answer))")
    #expect(try await probe.game(Sample.mikasGame) == nil)
    #expect(await probe.write(Sample.open()) == .superseded)
    probe.goOn()
    #expect(await probe.write(Sample.open()) == nil)
    #expect(try await probe.game(Sample.mikasGame) != nil)
}

@Sendable private func order(_ subject: StorageContract.Subject) async throws {
    let probe = subject.probe
    let count = 2_000
    let transactions = (0..<count).map { number -> [Write] in
        [.createPlayer(PlayerRecord(id: PlayerID(high: 1, low: UInt64(number)), name: "\(number)", createdAt: 0))]
    }
    let answers = await probe.numberedAnswers(to: transactions)
    #expect(answers.map(\.number) == Array(0..<count))
    #expect(answers.allSatisfy { $0.answer == nil })
}

@Sendable private func closing(_ subject: StorageContract.Subject) async throws {
    let probe = subject.probe
    let (answered, continuation) = AsyncStream.makeStream(of: Bool.self)
    for number in 0..<100 {
        let player = PlayerRecord(id: PlayerID(high: 2, low: UInt64(number)), name: "", createdAt: 0)
        probe.engine.submit(Transaction(writes: [.createPlayer(player)])) { result in
            if case .success = result { continuation.yield(true) } else { continuation.yield(false) }
        }
    }
    probe.engine.close()
    continuation.finish()
    var successes = 0
    for await success in answered where success { successes += 1 }
    #expect(successes == 100, "all were answered before close returned")
    #expect(await probe.write(.createPlayer(Sample.mika)) == .closed)
    await #expect(throws: StorageError.closed) { try await probe.player(Sample.mika.id) }
    probe.engine.close()
}
