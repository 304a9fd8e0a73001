import GameRules
import TestKit
import Testing
import WordLists

@Suite("Judging a guess")
struct PatternJudgingTests {
    @Test(
        "The rules' examples are judged as given, surplus copies included",
        arguments: [
            ("theme", "eerie", "10002"), ("those", "geese", "00022"), ("dread", "added", "11012"),
            ("elder", "error", "20002"), ("crane", "crane", "22222"), ("abbey", "babes", "11220"),
            ("speed", "erase", "10011"), ("allay", "llama", "12101"), ("lily", "ally", "0122"),
        ])
    func fixtures(answer: String, guess: String, marks: String) {
        let pattern = Pattern(judging: Word(spelled: guess), against: Word(spelled: answer))
        #expect(pattern.digits == marks)
    }

    /// The rule as a statement about each tile by itself.
    ///
    /// For each letter, count the copies in the answer that no correct tile holds. That many tiles of the letter are
    /// present: the first from the left that are not correct. All later ones are absent.
    private func oracle(_ guess: String, _ answer: String) -> String {
        let pairs = Array(zip(guess, answer))
        return pairs.indices.map { tile -> String in
            let letter = pairs[tile].0
            if letter == pairs[tile].1 { return "2" }
            let free = pairs.count { $0.1 == letter && $0.0 != letter }
            let place = pairs[...tile].count { $0.0 == letter && $0.1 != letter }
            return place <= free ? "1" : "0"
        }.joined()
    }

    @Test("Every pair of words over three letters is judged as the oracle judges", arguments: 1...5)
    func everyShortPair(length: Int) {
        let count = (0..<length).reduce(1) { product, _ in product * 3 }
        func word(_ number: Int) -> Word {
            var rest = number
            return Word(
                (0..<length).map { _ in
                    defer { rest /= 3 }; return Letter(UInt8(rest % 3))
                })
        }
        for answer in 0..<count {
            for guess in 0..<count {
                let (a, g) = (word(answer), word(guess))
                let digits = Pattern(judging: g, against: a).digits
                if digits != oracle(g.spelling, a.spelling) { Issue.record("\(g.spelling) against \(a.spelling)") }
            }
        }
    }

    @Test("Random pairs of the shipped lists are judged as the oracle judges", arguments: ShippedLists.lengths)
    func shippedPairs(length: Int) throws {
        let list = try #require(try ShippedLists.lexicon().list(of: .guess, length: length))
        var random = SplitMix(seed: UInt64(length))
        for _ in 0..<FullRun.count(fast: 2_000, full: 200_000) {
            let answer = list.answer(at: Int.random(in: 0..<list.answerCount, using: &random))
            let guess = list.guess(at: Int.random(in: 0..<list.guessCount, using: &random))
            let digits = Pattern(judging: guess, against: answer).digits
            if digits != oracle(guess.spelling, answer.spelling) {
                Issue.record("\(guess.spelling) against \(answer.spelling)")
            }
        }
    }

    @Test("Words of the maximum length are judged")
    func eleven() {
        let pattern = Pattern(judging: Word(spelled: "abracadabra"), against: Word(spelled: "arbadacarba"))
        #expect(pattern.digits == oracle("abracadabra", "arbadacarba"))
        #expect(pattern.count == 11)
    }
}
