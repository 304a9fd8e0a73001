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

    @Sendable static func hostWords(_ subject: Subject) async throws {
        let probe = subject.probe
        let puzzle = PuzzleID(line: .standard, day: Sample.today.day.advanced(by: 5))
        func word(_ answer: Word, knownTo: PlayerID? = nil) -> PinnedPuzzle {
            PinnedPuzzle(puzzle: puzzle, answer: answer, listVersion: PinnedPuzzle.hostList, knownTo: knownTo)
        }
        let (first, second) = (word(Sample.crane), word(Sample.word(1, 2, 3, 4, 5), knownTo: Sample.mika.id))
        #expect(await isRefused(.unpinPuzzle(puzzle), probe), "there is none")
        #expect(await isRefused(.pinPuzzle(second), probe), "nobody has that ID")
        #expect(await probe.write(.createPlayer(Sample.mika)) == nil)
        #expect(await probe.write(.pinPuzzle(first)) == nil)
        #expect(await isRefused(.pinPuzzle(second), probe), "it has another one")
        #expect(await probe.write(all: [.unpinPuzzle(puzzle), .pinPuzzle(second)]) == nil)
        #expect(try await probe.pinned(puzzle) == second)
        let end = puzzle.day.advanced(by: 1)
        #expect(try await probe.pinned(of: .standard, before: end, limit: 1) == [second])
        // All that one group does to a puzzle.
        #expect(
            await probe.write(all: [.unpinPuzzle(puzzle), .pinPuzzle(first), .unpinPuzzle(puzzle), .pinPuzzle(second)])
                == nil)
        #expect(try await probe.pinned(puzzle) == second)
        #expect(await probe.write(all: [.unpinPuzzle(puzzle), .pinPuzzle(first), .unpinPuzzle(puzzle)]) == nil)
        #expect(try await probe.pinned(puzzle) == nil)
        #expect(await isRefused(.unpinPuzzle(puzzle), probe), "it is gone")
        #expect(await probe.write(all: [.pinPuzzle(second), .publishPuzzle(puzzle, at: 5, when: .before)]) == nil)
        #expect(await isRefused(.unpinPuzzle(puzzle), probe), "its commitment is public")
        #expect(try await probe.pinned(puzzle) == second.published(at: 5, .before))
        let drawn = PinnedPuzzle(puzzle: Sample.today, answer: Sample.crane, listVersion: "00ff")
        #expect(await probe.write(.pinPuzzle(drawn)) == nil)
        #expect(await isRefused(.unpinPuzzle(Sample.today), probe), "it was drawn")
        #expect(try await probe.pinned(Sample.today) == drawn)
    }

    @Sendable static func days(_ subject: Subject) async throws {
        let probe = subject.probe
        let today = Sample.today.day
        #expect(try await probe.lastDay(before: today) == nil)
        #expect(try await probe.begin(after: today) == nil)
        for (instant, days) in [0, -3, 2, 0].enumerated() {
            #expect(await probe.write(.beginDay(today.advanced(by: days), at: 100 + instant)) == nil)
        }
        #expect(await probe.write(.beginDay(today, at: 7), .beginDay(today, at: 104), .beginDay(today, at: 9)) == nil)
        let begins = [(-4, 101), (-3, 104), (-1, 104), (0, 102), (1, 102), (2, nil)]
        for (days, instant) in begins {
            #expect(try await probe.begin(after: today.advanced(by: days)) == instant, "\(days): the later instant")
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
