import GameRules
import Server
import TestKit
import WordLists

/// For each kind of clue two words: the first gives it, the second breaks it. Found with the rules themselves.
struct HardModePairs {
    let byKind: [String: (first: String, second: String)]

    init(answer text: String) throws {
        let lexicon = try TestServer.lexicon.get()
        guard let list = lexicon.list(of: .guess, length: 5) else { throw SocketClientError.badAnswer("no list") }
        let answer = try lexicon.alphabet.word(text)
        // Every hundredth word is enough to find all.
        let words = stride(from: 0, to: list.guessCount, by: 100).map { list.guess(at: $0) }
        var found: [String: (String, String)] = [:]
        for first in words where found.count < 4 {
            for second in words where found.count < 4 {
                var game = GuessGame(answer: answer, rules: GuessRules(length: 5, rows: 6, hardMode: .ultra))
                do throws(GuessRefusal) {
                    _ = try game.guess(first, row: 0, elapsed: 0, isInList: list.contains)
                    _ = try game.guess(second, row: 1, elapsed: 0, isInList: list.contains)
                } catch {
                    guard case .hardMode(let clue) = error else { continue }
                    found[clue.kind] = (lexicon.alphabet.text(first), lexicon.alphabet.text(second))
                }
            }
        }
        byKind = found
    }
}

extension HardModeClue {
    fileprivate var kind: String {
        switch self {
        case .position: "position"
        case .copies: "copies"
        case .absent: "absent"
        case .moved: "moved"
        }
    }
}
