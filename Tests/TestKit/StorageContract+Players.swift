import GameRules
import Rooms
import Storage
import Testing

private typealias Sample = StorageSample

// What lasts of a player.
extension StorageContract {
    @Sendable static func sessions(_ subject: Subject) async throws {
        let probe = subject.probe
        let id = Sample.mika.id
        #expect(await isRefused(.endSessions(id, sessions: 1), probe), "nobody yet")
        #expect(await probe.write(.createPlayer(Sample.mika), .endSessions(id, sessions: 3)) == nil)
        #expect(try await probe.player(id)?.sessions == 3)
        for number in [0, 2, 3] { #expect(await isRefused(.endSessions(id, sessions: number), probe)) }
        #expect(await probe.write(.endSessions(id, sessions: .max)) == nil)
        let stored = PlayerRecord(
            id: id, name: Sample.mika.name, createdAt: Sample.mika.createdAt, sessions: .max)
        #expect(try await probe.player(id) == stored)
        #expect(try await probe.players([id, Sample.zoe.id, id]) == [stored], "each once, who is there")
    }

    /// A game of the archive, one for practice and one that is ranked, each with what only it has.
    @Sendable static func kinds(_ subject: Subject) async throws {
        let probe = subject.probe
        _ = await probe.answers(to: Sample.everything)
        let kinds = try await playEveryKind(probe)
        let games = try await probe.games(of: Sample.mika.id)
        #expect(games == [kinds.practice, kinds.archive, try #require(try await probe.game(Sample.mikasGame))])
        for game in [kinds.practice, kinds.archive] { #expect(try await probe.game(game.key) == game) }
        #expect(
            try await probe.history(of: Sample.mika.id)
                == games.map {
                    PlayedGame(
                        day: $0.key.puzzle.day, openedAt: $0.openedAt, isArchive: $0.isArchive, finish: $0.finish)
                })
        let other = try #require(PuzzleLine(kind: .guess, language: "de", length: 5))
        #expect(try await probe.history(of: Sample.mika.id, line: other) == [])
        #expect(try await probe.results(of: kinds.archive.key.puzzle) == [], "not ranked")
        #expect(try await probe.practice(of: Sample.mika.id) == kinds.practice)
        #expect(try await probe.practice(of: Sample.mika.id, line: other) == nil)
        #expect(try await probe.practice(of: Sample.zoe.id) == nil)
        let next = practice(day: 2)
        #expect(await probe.write(.openGame(next)) == nil)
        #expect(try await probe.practice(of: Sample.mika.id) == next, "the highest number")
        #expect(await isRefused(.forgetGame(kinds.archive.key), probe))
        #expect(await isRefused(.forgetGame(GameKey(player: Sample.zoe.id, puzzle: next.key.puzzle)), probe))
        #expect(await probe.write(.forgetGame(kinds.practice.key), .forgetGame(next.key)) == nil)
        #expect(try await probe.practice(of: Sample.mika.id) == nil)
        #expect(await probe.write(.openGame(practice(day: 1))) == nil, "it left nothing behind")
        #expect(try await probe.game(kinds.practice.key)?.moves == [])
    }

    private static func practice(day: Int) -> GameRecord {
        let puzzle = PuzzleID(line: .standard, day: Day(number: day))
        return GameRecord(
            key: GameKey(player: Sample.mika.id, puzzle: puzzle), openedAt: 5, hardMode: .off,
            secret: PuzzleSecret(answer: Sample.crane))
    }

    private static func playEveryKind(
        _ probe: StorageProbe
    ) async throws -> (practice: GameRecord, archive: GameRecord) {
        var practice = practice(day: 1)
        var archive = GameRecord(
            key: GameKey(player: Sample.mika.id, puzzle: Sample.yesterday), openedAt: 6, hardMode: .ultra,
            isArchive: true)
        let written = await probe.write(.openGame(practice), .openGame(archive))
        #expect(written == nil)
        let move = MoveRecord(row: 0, word: Sample.crane, verdict: Sample.first.verdict, elapsed: 7, credit: 420)
        practice.moves = [move]
        archive.moves = [move]
        archive.finish = FinishRecord(solved: false, turns: 1, elapsed: 7, isRanked: false)
        #expect(
            await probe.write(
                .appendMove(practice.key, move, finish: nil), .appendMove(archive.key, move, finish: archive.finish))
                == nil)
        return (practice, archive)
    }

    /// Nobody is the player any more, no name is left, and the games stay.
    @Sendable static func deletion(_ subject: Subject) async throws {
        let probe = subject.probe
        _ = await probe.answers(to: Sample.everything)
        let (mika, zoe) = (Sample.mika.id, Sample.zoe.id)
        let kinds = try await playEveryKind(probe)
        #expect(await isRefused(.deletePlayer(mika, name: "x"), probe), "still has a seat")
        #expect(await isRefused(.deletePlayer(PlayerID(high: 7, low: 7), name: "x"), probe))
        let left = LoggedEvent(sequence: Sample.everyEvent.count + 1, time: 0, event: .left(seat: 1))
        #expect(await probe.write(Sample.append(left)) == nil)
        try await probe.renameInLogs(mika, name: "Nobody 1")
        #expect(await probe.write(.deletePlayer(mika, name: "Nobody 1")) == nil)
        #expect(try await probe.player(mika) == nil)
        let remains = PlayerRecord(id: mika, name: "Nobody 1", createdAt: Sample.mika.createdAt)
        #expect(try await probe.players([mika, zoe]) == [remains, Sample.zoe])
        #expect(try await probe.results(of: Sample.today).map(\.player) == [mika], "ranked as before")
        #expect(try await probe.games(of: mika).map(\.key) == [kinds.archive.key, Sample.mikasGame])
        for write in [
            Write.createPlayer(Sample.mika), .renamePlayer(mika, name: "Mika"), .endSessions(mika, sessions: 9),
            .deletePlayer(mika, name: "Mika"), .openGame(practice(day: 3)),
            Sample.append(
                LoggedEvent(
                    sequence: left.sequence + 1, time: 0, event: .joined(seat: 4, player: mika, name: "Mika"))),
        ] { #expect(await isRefused(write, probe), "\(write)") }
        try await probe.renameInLogs(zoe, name: "Nobody 2")
        #expect(await probe.write(.deletePlayer(zoe, name: "Nobody 2")) == nil)
        try await expectNamesGone(Sample.log(Sample.everyEvent) + [left], probe)
    }

    private static func expectNamesGone(_ before: [LoggedEvent], _ probe: StorageProbe) async throws {
        let names = [1: "Nobody 1", 2: "Nobody 2", 3: "Nobody 2"]
        let expected = before.map { logged in
            let event: RoomEvent =
                switch logged.event {
                case .joined(let seat, let player, _):
                    .joined(seat: seat, player: player, name: names[seat, default: ""])
                case .renamed(let seat, _): .renamed(seat: seat, name: names[seat, default: ""])
                default: logged.event
                }
            return LoggedEvent(sequence: logged.sequence, time: logged.time, event: event)
        }
        #expect(try await probe.room(Sample.room.code)?.log == expected)
    }

    @Sendable static func roomLogs(_ subject: Subject) async throws {
        let probe = subject.probe
        _ = await probe.answers(to: Sample.everything)
        let log = Sample.log(Sample.everyEvent)
        for (player, seats) in [(Sample.mika.id, [1]), (Sample.zoe.id, [2, 3])] {
            let events = log.filter { $0.event.seat.map(seats.contains) ?? false }
            #expect(events.count > 2)
            let sitting = Sitting(
                room: Sample.room.id, code: Sample.room.code, name: Sample.room.name, seats: seats,
                isSeated: player == Sample.mika.id)
            #expect(try await probe.sittings(of: player) == [sitting])
            #expect(try await probe.seatEvents(of: player, in: Sample.room.id).map(\.events) == [events])
            let last = try #require(events.last)
            let after = try await probe.seatEvents(of: player, in: Sample.room.id, after: last.sequence - 1)
            #expect(after == SeatEvents(events: [last], next: nil))
        }
        let nobody = PlayerID(high: 7, low: 7)
        #expect(try await probe.sittings(of: nobody) == [])
        let nothing = SeatEvents(events: [], next: nil)
        #expect(try await probe.seatEvents(of: nobody, in: Sample.room.id) == [nothing])
        #expect(try await probe.seatEvents(of: Sample.mika.id, in: RoomID(number: 6)) == [nothing])
        for sequence in [Int.min, Int.max] {
            let piece = try await probe.seatEvents(of: Sample.mika.id, in: Sample.room.id, after: sequence)
            #expect(piece.next == nil && piece.events.isEmpty == (sequence > 0))
        }
        let joined = LoggedEvent(
            sequence: log.count + 1, time: 0, event: .joined(seat: 12, player: Sample.zoe.id, name: "Z \"seat\":1}"))
        let closed = LoggedEvent(sequence: log.count + 2, time: 0, event: .closed)
        #expect(await probe.write(Sample.append(joined), Sample.append(closed)) == nil)
        let last = try #require(try await probe.roomLogs(of: Sample.zoe.id).first)
        #expect(last.sitting.code == nil && last.sitting.seats == [2, 3, 12] && !last.sitting.isSeated)
        #expect(last.events.last == joined)
        #expect(
            try await probe.roomLogs(of: Sample.mika.id).first?.events.contains(joined) == false,
            "seat 1 is not seat 12, nor what a name says")
    }

    /// The events of a player who came and went hundreds of times, in a log that is mostly about others. They come in
    /// pieces, each of a bounded part of the log, and together they are all.
    @Sendable static func longRoomLogs(_ subject: Subject) async throws {
        let probe = subject.probe
        let (mika, zoe) = (Sample.mika.id, Sample.zoe.id)
        var events: [RoomEvent] = [.created(name: "x"), .joined(seat: 1, player: mika, name: "Mika")]
        // Two pieces of them, to the last; then one that looks at what others did, and finds nothing.
        let visits = 2..<(SeatEvents.most + 2)
        for seat in visits { events += [.joined(seat: seat, player: zoe, name: "Zoe"), .left(seat: seat)] }
        events += repeatElement(.ready(seat: 1, ready: true), count: SeatEvents.looked + 10)
        events.append(.joined(seat: visits.upperBound, player: zoe, name: "Zoe"))
        let log = Sample.log(events)
        #expect(
            await probe.write(
                all: [.createPlayer(Sample.mika), .createPlayer(Sample.zoe), .createRoom(Sample.room)]
                    + log.map(Sample.append)) == nil)
        let pieces = try await probe.seatEvents(of: zoe, in: Sample.room.id)
        #expect(pieces.allSatisfy { $0.events.count <= SeatEvents.most })
        #expect(pieces.flatMap(\.events) == log.filter { ($0.event.seat ?? 1) > 1 })
        var before = 0
        for piece in pieces {
            let end = piece.next ?? log.count
            #expect(end - before <= SeatEvents.looked, "no piece takes a look at more")
            before = end
        }
        #expect(pieces.contains { $0.events.isEmpty }, "a stretch of the log without her")
        #expect(try await probe.sittings(of: zoe).map(\.seats) == [Array(visits) + [visits.upperBound]])
        #expect(await probe.write(Sample.append(last(after: log))) == nil)
        try await probe.renameInLogs(zoe, name: "Nobody")
        #expect(await probe.write(.deletePlayer(zoe, name: "Nobody")) == nil)
        let names = try await probe.seatEvents(of: zoe, in: Sample.room.id).flatMap(\.events).compactMap { logged in
            if case .joined(_, _, let name) = logged.event { name } else { nil }
        }
        #expect(names == Array(repeating: "Nobody", count: visits.count + 1))
    }

    /// Returns an event by which the member on the last seat leaves.
    private static func last(after log: [LoggedEvent]) -> LoggedEvent {
        LoggedEvent(sequence: log.count + 1, time: 0, event: .left(seat: log.last?.event.seat ?? 0))
    }

    /// The results that are folded are those of what was submitted before, in pieces.
    @Sendable static func folding(_ subject: Subject) async throws {
        let probe = subject.probe
        let day = Sample.today.day
        let count = RankedResult.chunk + 100
        #expect(try await probe.foldedResults(days: day...day) == [])
        let players = (0..<count).map { PlayerID(high: 1, low: UInt64($0)) }
        #expect(await probe.write(all: players.flatMap { finished($0, day, turns: 1 + Int($0.low % 6)) }) == nil)
        let odd = [PlayerID(high: 2, low: 1), PlayerID(high: 2, low: 2), PlayerID(high: 2, low: 3)]
        let unranked = FinishRecord(solved: true, turns: 1, elapsed: 1, isRanked: false)
        let unsolved = FinishRecord(solved: false, turns: 6, elapsed: 5)
        #expect(
            await probe.write(
                all: finished(odd[0], day, finish: unranked) + finished(odd[1], day.advanced(by: 1), turns: 2)
                    + finished(odd[2], day.advanced(by: -1), finish: unsolved)) == nil)
        let pieces = try await probe.foldedResults(days: day...day)
        #expect(pieces.allSatisfy { (1...RankedResult.chunk).contains($0.count) })
        let expected = players.map { player in
            RankedResult(player: player, day: day, score: .solved(turns: 1 + Int(player.low % 6), elapsed: 12_345))
        }
        #expect(pieces.joined().count == count && Set(pieces.joined()) == Set(expected))
        let week = try await probe.foldedResults(days: day.advanced(by: -3)...day.advanced(by: 3))
        #expect(Set(week.joined().map(\.player)) == Set(players + [odd[1], odd[2]]))
        let lost = week.joined().filter { $0.score == .unsolved }
        #expect(lost == [RankedResult(player: odd[2], day: day.advanced(by: -1), score: .unsolved)])
        #expect(try await probe.foldedResults(days: day.advanced(by: 2)...day.advanced(by: 9)) == [])
        let other = try #require(PuzzleLine(kind: .guess, language: "en", length: 6))
        #expect(try await probe.foldedResults(of: other, days: day...day) == [])
    }

    /// A fold sees earlier submissions, though nobody waited for them, and none of the later ones.
    @Sendable static func foldingInOrder(_ subject: Subject) async throws {
        let probe = subject.probe
        let day = Sample.today.day
        // One at a time, as an engine may refuse the second.
        for number in 0..<60 {
            let (counts, continuation) = AsyncStream.makeStream(of: Int?.self)
            func submit(_ low: Int) {
                let player = PlayerID(high: 1, low: UInt64(low))
                probe.engine.submit(Transaction(writes: finished(player, day, turns: 3))) { _ in }
            }
            submit(2 * number)
            probe.engine.foldResults(of: .standard, days: day...day, into: 0, add: { $0 += $1.count }) { result in
                if case .success(let count) = result { continuation.yield(count) } else { continuation.yield(nil) }
            }
            submit(2 * number + 1)
            for await count in counts.prefix(1) { #expect(count == 2 * number + 1) }
        }
        probe.engine.close()
        await #expect(throws: StorageError.closed) { try await probe.foldedResults(days: day...day) }
    }

    private static func finished(_ player: PlayerID, _ day: Day, turns: Int) -> [Write] {
        finished(player, day, finish: FinishRecord(solved: true, turns: turns, elapsed: 12_345))
    }

    private static func finished(_ player: PlayerID, _ day: Day, finish: FinishRecord) -> [Write] {
        let key = GameKey(player: player, puzzle: PuzzleID(line: .standard, day: day))
        return [
            .createPlayer(PlayerRecord(id: player, name: "", createdAt: 0)), Sample.open(key),
            .appendMove(key, Sample.first, finish: finish),
        ]
    }

    @Sendable static func pastPuzzles(_ subject: Subject) async throws {
        let probe = subject.probe
        let today = Sample.today.day
        let other = try #require(PuzzleLine(kind: .guess, language: "en", length: 6))
        let puzzles = [-4, -3, -1, 0, 1].map { days in
            PinnedPuzzle(
                puzzle: PuzzleID(line: .standard, day: today.advanced(by: days)), answer: Sample.crane,
                listVersion: "\(days)")
        }
        let apart = PinnedPuzzle(
            puzzle: PuzzleID(line: other, day: today.advanced(by: -2)), answer: Sample.word(0, 1, 2, 3, 4, 5),
            listVersion: "")
        #expect(await probe.write(all: (puzzles + [apart]).map { .pinPuzzle($0) }) == nil)
        let past = Array(puzzles.prefix(3).reversed())
        #expect(try await probe.pinned(of: .standard, before: today, limit: 9) == past)
        #expect(try await probe.pinned(of: .standard, before: today, limit: 2) == Array(past.prefix(2)))
        #expect(try await probe.pinned(of: .standard, before: past[1].puzzle.day, limit: 9) == [past[2]])
        #expect(try await probe.pinned(of: other, before: today, limit: 9) == [apart])
    }

    /// Whether the write is a conflict; others go on.
    static func isRefused(_ write: Write, _ probe: StorageProbe) async -> Bool {
        let answer = await probe.write(write)
        probe.goOn()
        if case .conflict = answer { return true }
        return false
    }
}
