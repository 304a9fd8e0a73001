import GameRules
import Storage
import Testing

private typealias Sample = StorageSample

// When commitments were published, and which days have begun.
extension StorageContract {
    @Sendable static func publications(_ subject: Subject) async throws {
        let probe = subject.probe
        let pinned = PinnedPuzzle(puzzle: Sample.today, answer: Sample.crane, listVersion: "00ff")
        let publish = Write.publishPuzzle(Sample.today, at: 1_763_600_000_000, when: .before)
        #expect(await isRefused(publish, probe), "nobody can read what is not pinned")
        #expect(try await probe.pinned(Sample.today) == nil)
        // Whatever the writer of a pin thinks: it is on disk when this is done, and not before.
        #expect(await probe.write(.pinPuzzle(pinned.published(at: 5, .on))) == nil)
        #expect(try await probe.pinned(Sample.today) == pinned)
        #expect(await probe.write(publish) == nil)
        let published = pinned.published(at: 1_763_600_000_000, .before)
        for again in [1_763_600_000_001, 1_763_599_999_999] {
            #expect(await probe.write(.publishPuzzle(Sample.today, at: again, when: .after)) == nil)
            #expect(try await probe.pinned(Sample.today) == published, "neither later nor earlier")
        }
        #expect(await probe.write(.pinPuzzle(pinned)) == nil)
        #expect(try await probe.pinned(Sample.today) == published)
        let tomorrow = Sample.today.day.advanced(by: 1)
        #expect(try await probe.pinned(of: .standard, before: tomorrow, limit: 1) == [published])
    }

    @Sendable static func days(_ subject: Subject) async throws {
        let probe = subject.probe
        let today = Sample.today.day
        #expect(try await probe.lastDay(before: today) == nil)
        #expect(try await probe.begin(after: today) == nil)
        for (instant, days) in [0, -3, 2, 0].enumerated() {
            #expect(await probe.write(.beginDay(today.advanced(by: days), at: 100 + instant)) == nil)
        }
        let begins = [(-4, 101), (-3, 100), (-1, 100), (0, 102), (1, 102), (2, nil)]
        for (days, instant) in begins {
            #expect(try await probe.begin(after: today.advanced(by: days)) == instant, "\(days): begun once")
        }
        let tomorrow = PuzzleID(line: .standard, day: today.advanced(by: 1))
        #expect(
            await probe.write(.pinPuzzle(PinnedPuzzle(puzzle: tomorrow, answer: Sample.crane, listVersion: ""))) == nil)
        #expect(try await probe.lastDay(before: today.advanced(by: 2)) == today, "not what is pinned ahead")
        #expect(try await probe.lastDay(before: today.advanced(by: 3)) == today.advanced(by: 2))
        #expect(try await probe.lastDay(before: today) == today.advanced(by: -3))
        #expect(try await probe.lastDay(before: today.advanced(by: -3)) == nil)
    }
}
