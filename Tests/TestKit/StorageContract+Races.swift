import GameRules
import Rooms
import Storage
import Testing

extension StorageContract {
    /// Races: those of `StorageSample`, and three rounds with people coming and going, of which one was never played
    /// and one runs.
    @Sendable static func races(_ subject: StorageContract.Subject) async throws {
        let probe = subject.probe
        _ = await probe.answers(to: StorageSample.everything)
        var log = StorageSample.log(StorageSample.everyEvent)
        func append(_ events: [RoomEvent]) async {
            for event in events {
                log.append(LoggedEvent(sequence: log.count + 1, time: 7 * log.count, event: event))
                #expect(await probe.write(StorageSample.append(log[log.count - 1])) == nil)
            }
        }
        let daily = RaceID.daily(StorageSample.yesterday)
        await append([
            .opened(race: daily, puzzle: StorageSample.yesterday),
            .joined(seat: 4, player: StorageSample.zoe.id, name: "Zoe"), round(2, seats: [1]),
            .started(race: .sprint(series: 1, round: 2), seat: 4), .renamed(seat: 4, name: "Zoë"), over(2),
            .renamed(seat: 1, name: "After"), .ready(seat: 4, ready: true), .ready(seat: 1, ready: false),
            .satOut(seat: 4, out: true), .satOut(seat: 1, out: true), .satOut(seat: 4, out: false),
            .locked(locked: false),
            .pseudonym(seat: 4, on: true), .hosted(seat: 4), .settings(sprint: SprintSettings()), .hosted(seat: 1),
            round(3, seats: []), over(3), round(4, seats: [1, 4]),
            .opened(race: daily, puzzle: StorageSample.yesterday),
        ])
        let room = StorageSample.room.id
        let races = try await probe.races(of: room)
        #expect(races.map(\.race.text) == ["sprint-1-4", "sprint-1-2", "sprint-1-1", "guess-en-5/2026-11-21"])
        #expect(races.map(\.players) == [2, 2, 1, 1])
        #expect(races.map { $0.last == nil } == [true, false, false, true])
        for race in races {
            #expect(log.contains(race.first) && race.last.map(log.contains) ?? true)
            #expect(try await probe.race(race.race, of: room)?.race == race)
        }
        #expect(try await probe.races(of: room, limit: 2) == Array(races.prefix(2)))
        #expect(try await probe.races(of: room, before: races[1].first.sequence) == Array(races.dropFirst(2)))
        #expect(try await probe.races(of: RoomID(number: 7)) == [])
        #expect(try await probe.roomsInRound().map(\.id) == [room], "the fourth round runs")
        try await expectLogs(of: races, in: log, probe)
        #expect(try await probe.race(daily, of: room)?.race.players == 0, "one race, though opened twice")
        #expect(try await probe.race(.sprint(series: 2, round: 1), of: room) == nil)
        #expect(try await probe.race(races[0].race, of: RoomID(number: 7)) == nil)
        try await expectRecalled(log, probe)
        let next = PuzzleID(line: .standard, day: StorageSample.today.day.advanced(by: 1))
        await append([.opened(race: .daily(next), puzzle: next), .series(series: 2, sprint: SprintSettings())])
        try await expectRecalled(log, probe)
        #expect(
            try await probe.recall(StorageSample.room.code, tail: 0)?.log.count ?? 0 < log.count,
            "something is left out")
        await append([over(4)])
        #expect(try await probe.roomsInRound() == [])
        await append([round(5, seats: [1])])
        #expect(try await probe.roomsInRound().map(\.id) == [room])
        await append([.closed])
        #expect(try await probe.roomsInRound() == [], "nobody can come to it")
    }

    /// Checks for every tail that a read finds what `RoomState.needed` says.
    private static func expectRecalled(_ log: [LoggedEvent], _ probe: StorageProbe) async throws {
        let code = StorageSample.room.code
        for tail in 0...log.count + 1 {
            let recalled = try #require(try await probe.recall(code, tail: tail))
            #expect(recalled.log == RoomState.needed(of: log, tail: tail), "tail of \(tail)")
            #expect(recalled.record == StorageSample.room)
        }
        #expect(try await probe.recall(StorageSample.code("ABCDE"), tail: 9) == nil)
    }

    /// The words of a round that runs are not read; of others nothing that came after.
    private static func expectLogs(
        of races: [StoredRace], in log: [LoggedEvent], _ probe: StorageProbe
    ) async throws {
        let people = log.filter(\.event.isAboutPeople)
        for race in races {
            let told = try #require(try await probe.race(race.race, of: StorageSample.room.id)).events
            guard let last = race.last else {
                #expect(told == people)
                continue
            }
            let between = log.filter { (race.first.sequence...last.sequence).contains($0.sequence) }
            #expect(told == people.filter { $0.sequence < race.first.sequence } + between)
        }
    }

    private static func round(_ number: Int, seats: [Seat]) -> RoomEvent {
        .round(
            deal: SprintDeal(
                series: 1, round: number, seats: seats, starts: 5, ends: 6,
                word: SprintWord(PuzzleSecret(answer: StorageSample.crane), salt: "00", commitment: "11"),
                sprint: SprintSettings()))
    }

    private static func over(_ number: Int) -> RoomEvent {
        .roundOver(
            result: SprintResult(
                race: .sprint(series: 1, round: number), line: .standard, answer: StorageSample.crane, salt: "00",
                standings: [], next: nil))
    }
}
