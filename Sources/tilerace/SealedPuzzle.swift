import Foundation
import GameRules
import Puzzles
import Replays
import WordLists

/// A puzzle as `GET /api/v1/puzzles/…` tells it: the commitment, and the salt and answer once nobody can play it any
/// more.
struct SealedPuzzle {
    let puzzle: PuzzleID
    let commitment: String
    /// When the server says that it published it; nil if it does not, as servers before version 2 of replays.
    let seal: SealTime?
    /// Whether the number that people share, if it stands there, is that of the day.
    let hasItsNumber: Bool
    /// Nil while the word is sealed.
    let opened: (salt: Salt, answer: String)?

    /// Reads the answer of the server; nil for any other document, and for one that is larger than a replay can be.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Replay.largestFile else { return nil }
        let parsed: Any
        do {
            parsed = try JSONSerialization.jsonObject(with: Data(bytes))
        } catch {
            return nil
        }
        guard let fields = parsed as? [String: Any], let name = fields["puzzle"] as? String,
            let puzzle = PuzzleID(name), let commitment = fields["commitment"] as? String
        else { return nil }
        self.puzzle = puzzle
        self.commitment = commitment
        hasItsNumber = fields["number"].map { $0 as? Int == puzzle.number } ?? true
        seal = SealedPuzzle.seal(fields["seal"])
        guard let salt = (fields["salt"] as? String).flatMap({ Salt(hexadecimal: $0) }),
            let answer = fields["answer"] as? String
        else {
            opened = nil
            return
        }
        opened = (salt, answer)
    }

    private static func seal(_ field: Any?) -> SealTime? {
        guard let field = field as? [String: Any] else { return nil }
        do {
            return try JSONDecoder().decode(SealTime.self, from: JSONSerialization.data(withJSONObject: field))
        } catch {
            return nil
        }
    }

    /// Whether the answer is a word of the puzzle's line, written as a server writes it; nil while it is sealed. Only
    /// such a text can be put on a terminal.
    var hasWord: Bool? {
        opened.map { opened in
            guard let alphabet = Alphabet(language: puzzle.line.language) else { return false }
            do throws(SpellingError) {
                let word = try alphabet.word(opened.answer)
                return word.count == puzzle.line.length && Array(alphabet.text(word).utf8) == Array(opened.answer.utf8)
            } catch {
                return false
            }
        }
    }

    /// Whether the word is the one that was promised; nil while it is sealed.
    var holds: Bool? {
        opened.map { Commitment(salt: $0.salt, puzzle: puzzle, answer: $0.answer).text == commitment }
    }
}
