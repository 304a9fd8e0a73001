import GameRules
import Storage
import Testing

private typealias Sample = StorageSample

// What those who run the server do.
extension StorageContract {
    @Sendable static func bans(_ subject: Subject) async throws {
        let probe = subject.probe
        let (mika, zoe) = (Sample.mika.id, Sample.zoe.id)
        #expect(await probe.write(.createPlayer(Sample.mika), .createPlayer(Sample.zoe)) == nil)
        #expect(try await probe.bannedPlayers().isEmpty)
        #expect(await probe.write(.setBan(mika, at: 1 << 48 - 1), .setBan(zoe, at: 7)) == nil)
        var (banned, other) = (Sample.mika, Sample.zoe)
        banned.bannedAt = 1 << 48 - 1
        other.bannedAt = 7
        #expect(try await probe.player(mika) == banned)
        #expect(try await probe.players(named: Sample.mika.name).first?.record == banned)
        #expect(try await probe.bannedPlayers() == [banned, other], "the last one first")
        #expect(try await probe.bannedPlayers(limit: 1) == [banned])
        #expect(await probe.write(.renamePlayer(mika, name: "Mi"), .setBan(mika, at: nil)) == nil)
        banned.name = "Mi"
        banned.bannedAt = nil
        #expect(try await probe.player(mika) == banned)
        #expect(try await probe.bannedPlayers() == [other])
        #expect(await probe.write(.deletePlayer(zoe, name: "x")) == nil)
        #expect(try await probe.bannedPlayers().isEmpty, "nothing is left of a player who is gone")
        #expect(try await probe.players([zoe]).first?.bannedAt == nil)
        #expect(await isRefused(.setBan(zoe, at: 9), probe), "there is nobody to ban")
    }

    @Sendable static func acts(_ subject: Subject) async throws {
        let probe = subject.probe
        func act(_ time: Int, _ verb: String) -> AdminAct {
            AdminAct(time: time, actor: "owner 3", verb: verb, subject: "guess-en-5/2026-11-21")
        }
        #expect(try await probe.acts().isEmpty)
        #expect(await probe.write(.createPlayer(Sample.mika), .noteAct(act(5, "a")), .noteAct(act(4, "b"))) == nil)
        #expect(await probe.write(.noteAct(act(6, "c"))) == nil)
        let all = [act(6, "c"), act(4, "b"), act(5, "a")]
        #expect(try await probe.acts().map(\.act) == all)
        #expect(try await probe.acts().map(\.number) == [3, 2, 1])
        #expect(try await probe.acts(before: 3, limit: 1).map(\.act) == [all[1]])
        #expect(try await probe.acts(before: 1).isEmpty)
        #expect(await isRefused(all: [.noteAct(act(7, "d")), .createPlayer(Sample.mika)], probe))
        #expect(try await probe.acts().count == 3, "of what was not done nothing is noted")
        let later = act(AdminAct.kept + 5, "e")
        #expect(await probe.write(.noteAct(later)) == nil)
        #expect(try await probe.acts().map(\.act) == [later, all[0], all[2]], "one is older than is kept")
        #expect(try await probe.acts().map(\.number) == [4, 3, 1])
    }

    @Sendable static func announcements(_ subject: Subject) async throws {
        let probe = subject.probe
        #expect(try await probe.announcement() == nil)
        #expect(await probe.write(.announce(nil)) == nil)
        let first = StoredAnnouncement(text: "At 18:00 “we” pause. ü", time: 1 << 48 - 1)
        #expect(await probe.write(.announce(first)) == nil)
        #expect(try await probe.announcement() == first)
        let second = StoredAnnouncement(text: "On again", time: 3)
        #expect(await probe.write(.announce(nil), .announce(second)) == nil)
        #expect(try await probe.announcement() == second)
        #expect(await probe.write(.announce(nil)) == nil)
        #expect(try await probe.announcement() == nil)
    }

    @Sendable static func wordsLeftOut(_ subject: Subject) async throws {
        let probe = subject.probe
        func out(_ word: String, _ time: Int) -> LeftOutWord { LeftOutWord(word: word, time: time) }
        #expect(try await probe.wordsLeftOut().isEmpty)
        #expect(await probe.write(.bringBack(word: "crane")) == nil, "it is drawn already")
        #expect(await probe.write(.leaveOut(out("zebra", 5)), .leaveOut(out("äpfel", 1 << 48 - 1))) == nil)
        #expect(await probe.write(.leaveOut(out("crane", 7)), .leaveOut(out("zebra", 9))) == nil)
        let all = [out("crane", 7), out("zebra", 5), out("äpfel", 1 << 48 - 1)]
        #expect(try await probe.wordsLeftOut() == all, "by their bytes, and the first instant stays")
        #expect(await probe.write(.bringBack(word: "zebra"), .bringBack(word: "apple")) == nil)
        #expect(try await probe.wordsLeftOut() == [all[0], all[2]])
        #expect(await probe.write(.leaveOut(out("zebra", 11))) == nil)
        #expect(try await probe.wordsLeftOut()[1] == out("zebra", 11))
        #expect(await isRefused(all: [.createPlayer(Sample.mika), .createPlayer(Sample.mika)], probe))
        #expect(await isRefused(all: [.bringBack(word: "zebra"), .renamePlayer(Sample.zoe.id, name: "x")], probe))
        #expect(try await probe.wordsLeftOut().count == 3, "what is not done brings nothing back")
    }

    @Sendable static func refusedWords(_ subject: Subject) async throws {
        let probe = subject.probe
        let day = Sample.today.day
        let line = Sample.today.line
        let (one, two) = (Sample.word(1, 2, 3, 4, 5), Sample.word(1, 2, 3, 4, 6))
        let other = try #require(PuzzleLine("anagram-en-7"))
        func word(_ word: Word, _ count: Int, _ line: PuzzleLine) -> RefusedWord {
            RefusedWord(line: line, word: word, count: count)
        }
        func all(_ days: ClosedRange<Day>, limit: Int = 9) async throws -> [RefusedWord] {
            try await probe.refusedWords(on: days, limit: limit)
        }
        #expect(try await all(day...day).isEmpty)
        #expect(await probe.write(.countRefused(day, [word(one, 1, line), word(two, 2, line)])) == nil)
        #expect(await probe.write(.countRefused(day, [word(one, 3, line), word(one, 2, other)])) == nil)
        #expect(try await all(day...day) == [word(one, 3, line), word(one, 2, other), word(two, 2, line)])
        let next = day.advanced(by: 1)
        #expect(await probe.write(.countRefused(next, [word(two, 9, line)])) == nil)
        #expect(try await all(day...next) == [word(two, 11, line), word(one, 3, line), word(one, 2, other)])
        #expect(try await all(day...next, limit: 1) == [word(two, 11, line)])
        #expect(try await all(next...next) == [word(two, 9, line)])
        let last = day.advanced(by: RefusedWord.daysKept)
        #expect(await probe.write(.countRefused(last, [])) == nil)
        #expect(try await all(day...last) == [word(two, 9, line)])
    }

    private static func isRefused(all writes: [Write], _ probe: StorageProbe) async -> Bool {
        let answer = await probe.write(all: writes)
        probe.goOn()
        if case .conflict = answer { return true }
        return false
    }
}
