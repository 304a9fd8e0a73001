import GameRules
import Testing
import WordLists

@testable import Puzzles

@Suite("The order of tiles")
struct TilesShuffleTests {
    private func word(_ text: String) throws -> Word { try #require(Alphabet(language: "en")).word(text) }

    private func tiles(_ source: String, _ salt: UInt8) throws -> String {
        let tiles = Tiles(shuffling: try word(source), by: Salt(random: [UInt8](repeating: salt, count: 16)))
        return try #require(Alphabet(language: "en")).text(tiles.letters)
    }

    /// A change of it would change what everybody sees on every server.
    @Test("The order of the tiles follows from the salt and the source, and is frozen")
    func golden() throws {
        #expect(try ["strange", "vibrant", "painters"].map { try tiles($0, 7) } == ["natresg", "aribtvn", "iertnpas"])
    }

    @Test("The tiles have the source's letters in another order, which differs with the salt")
    func permutation() throws {
        for source in ["strange", "aaaaaab", "painters"] {
            let orders = try (0..<200).map { try tiles(source, UInt8($0)) }
            #expect(orders.allSatisfy { $0.sorted() == source.sorted() && $0 != source })
            #expect(Set(orders).count > (source == "aaaaaab" ? 5 : 150))
        }
    }

    @Test("Letters that are all alike keep their only order")
    func alike() throws {
        #expect(try tiles("aaaaaaa", 1) == "aaaaaaa")
    }

    @Test("Every letter stands at every place about as often")
    func uniform() throws {
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 7), count: 7)
        let source = try word("strange")
        for number in 0..<7_000 {
            let salt = Salt(random: (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 % 2 * 8)) })
            for (place, letter) in Tiles(shuffling: source, by: salt).enumerated() {
                counts[source.firstIndex(of: letter) ?? 0][place] += 1
            }
        }
        #expect(counts.joined().allSatisfy { (850...1_150).contains($0) })
    }

    @Test("Only kinds of games with tiles have them")
    func secrets() throws {
        let salt = Salt(random: [UInt8](1...16))
        let anagram = try #require(PuzzleLine(kind: .anagram, language: "en", length: 7))
        #expect(PuzzleSecret(answer: try word("crane"), of: .standard, salt: salt).tiles == nil)
        let secret = PuzzleSecret(answer: try word("strange"), of: anagram, salt: salt)
        #expect(secret.tiles == Tiles(shuffling: try word("strange"), by: salt))
    }
}
