import GameRules
import Testing

@testable import Sessions

@Suite struct GuestNameTests {
    @Test func everyNameMayBeShown() throws {
        var names: Set<String> = []
        for adjective in 0..<UInt64(64) {
            for animal in 0..<UInt64(64) {
                let name = GuestName.make(from: adjective | animal << 32)
                try DisplayName.check(name, maximum: DisplayName.playerMaximum)
                names.insert(name)
            }
        }
        #expect(names.count == 64 * 64)
        try DisplayName.check(GuestName.make(from: .max), maximum: DisplayName.playerMaximum)
    }

    /// On a day whose word is an animal, or an adjective, no guest is called so.
    @Test func noGuestIsCalledLikeTheAnswer() throws {
        let library = try TestWords.library()
        let words = Set(
            (0..<UInt64(64)).flatMap { GuestName.make(from: $0 | $0 << 32).lowercased().split(separator: " ") })
        let today = library.day(at: HubWorld.morning)
        let day = try #require(
            (0..<2_000).map { today.advanced(by: $0) }.first { day in
                let puzzle = PuzzleID(line: .today, day: day)
                guard let drawn = library.draw(puzzle), let line = library.words(of: puzzle.line) else { return false }
                return words.contains(Substring(line.alphabet.text(drawn.answer)))
            })
        let world = try HubWorld(now: library.end(of: day) - 1)
        for _ in 0..<500 {
            let name = try world.guest().messages.first?.object("player")["name"] as? String ?? ""
            #expect(!name.isEmpty)
            #expect(!DisplayName.spells(world.answer, name), "\(name)")
        }
    }
}
