import GameRules
import Storage
import Testing

private typealias Sample = StorageSample

// When players were last here.
extension StorageContract {
    @Sendable static func visits(_ subject: Subject) async throws {
        let probe = subject.probe
        let (mika, zoe) = (Sample.mika.id, Sample.zoe.id)
        let day = Sample.today.day
        func at(_ player: PlayerID, _ later: Int) -> LastVisit {
            LastVisit(player: player, day: day.advanced(by: later))
        }
        #expect(await probe.write(.noteVisit(mika, on: day)) == nil, "nobody yet, and nothing to refuse")
        #expect(await probe.write(.createPlayer(Sample.mika), .createPlayer(Sample.zoe)) == nil)
        #expect(try await probe.player(mika)?.seenOn == LastVisit.day(of: Sample.mika.createdAt))
        #expect(await probe.write(.noteVisit(mika, on: day), .noteVisit(zoe, on: day)) == nil)
        #expect(await probe.write(.noteVisit(mika, on: day.advanced(by: -1)), .renamePlayer(mika, name: "Mi")) == nil)
        #expect(try await probe.player(mika)?.seenOn == day, "it goes on only")
        #expect(try await probe.visits(before: day) == [], "on the day is not before it")
        let next = day.advanced(by: 1)
        #expect(try await probe.visits(before: next) == [at(zoe, 0), at(mika, 0)], "in the order of their numbers")
        #expect(try await probe.visits(before: next, limit: 1) == [at(zoe, 0)])
        #expect(try await probe.visits(before: next, after: at(zoe, 0)) == [at(mika, 0)])
        #expect(try await probe.visits(before: next, after: at(mika, 0)) == [])
        #expect(await probe.write(.noteVisit(zoe, on: next)) == nil)
        #expect(try await probe.visits(before: day.advanced(by: 2)) == [at(mika, 0), at(zoe, 1)], "by day before that")
        #expect(await probe.write(.setBan(mika, at: 5)) == nil)
        #expect(try await probe.visits(before: day.advanced(by: 2)) == [at(zoe, 1)], "who is banned is not found")
        #expect(await probe.write(.setBan(mika, at: nil), .deletePlayer(zoe, name: "Nobody")) == nil)
        #expect(try await probe.visits(before: day.advanced(by: 2)) == [at(mika, 0)], "nor who was deleted")
        let remains = try #require(try await probe.players([zoe]).first)
        #expect(remains.seenOn == LastVisit.day(of: remains.createdAt), "the last visit is gone with the person")
        #expect(await probe.write(.noteVisit(zoe, on: next)) == nil)
        #expect(try await probe.players([zoe]).first == remains)
    }

    @Sendable static func earlierDays(_ subject: Subject) async throws {
        let probe = subject.probe
        let day = Sample.today.day
        let begun = [-9, -3, -1, 0].map { day.advanced(by: $0) }
        #expect(try await probe.earlierDay(before: day, later: 0) == nil)
        #expect(await probe.write(all: begun.map { .beginDay($0, at: 5) }) == nil)
        for (later, expected) in begun.dropLast().reversed().enumerated() {
            #expect(try await probe.earlierDay(before: day, later: later) == expected)
        }
        #expect(try await probe.earlierDay(before: day, later: 3) == nil, "so many have not begun here")
    }
}
