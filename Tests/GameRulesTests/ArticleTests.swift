import GameRules
import Testing

/// The code of the library's page, Sources/GameRules/GameRules.docc/GameRules.md.
@Suite struct ArticleTests {
    @Test("The page's example leaves out what an answer excludes")
    func example() {
        let glide = Word([Letter(6), Letter(11), Letter(8), Letter(3), Letter(4)])
        let crate = Word([Letter(2), Letter(17), Letter(0), Letter(19), Letter(4)])
        var candidates = [glide, crate]
        let guess = Word([Letter(2), Letter(17), Letter(0), Letter(13), Letter(4)])
        let pattern = Pattern(digits: "00002")
        candidates.removeAll { Pattern(judging: guess, against: $0) != pattern }
        #expect(candidates == [glide])
    }
}
