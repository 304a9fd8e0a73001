import GameRules
import Puzzles
import Storage
import TestKit

@testable import Storage

/// Holds the server to its commitments, as everybody who asks for them may. The commitment told before a day is that of
/// the day. The instant told with it is one at which it was on disk.
struct SealWatch {
    /// When each puzzle was on disk for the first time.
    private var durable: [PuzzleID: Int] = [:]
    /// The commitment and seal that were told of each puzzle.
    private var told: [PuzzleID: (commitment: String, seal: JSONTree)] = [:]

    /// Follows the disk.
    mutating func stepped(_ stored: StoredState, now: Int) {
        for puzzle in stored.pinned.keys where durable[puzzle] == nil { durable[puzzle] = now }
        // The operator has taken a word back.
        if durable.count > stored.pinned.count { durable = durable.filter { stored.pinned[$0.key] != nil } }
    }

    /// The server tells a puzzle. What is wrong with that, or nil.
    mutating func told(_ body: JSONTree, of puzzle: PuzzleID, today: Day) -> String? {
        guard let commitment = body["commitment"]?.text, let seal = body["seal"], let when = seal["when"]?.text else {
            return "\(puzzle.text) is told without its seal: \(body.json)"
        }
        if let at = seal["at"]?.integer, at < durable[puzzle] ?? .max {
            return "\(puzzle.text) is said to have been sealed at \(at), when it was not on disk"
        }
        if puzzle.day > today, when != "before" { return "\(puzzle.text) is told today as sealed \(when)" }
        if let known = told[puzzle], known.commitment != commitment || known.seal != seal {
            return "\(puzzle.text) was sealed otherwise before: \(body.json)"
        }
        told[puzzle] = (commitment, seal)
        guard let answer = body["answer"]?.text else { return nil }
        let salt = body["salt"]?.text.flatMap { Salt(hexadecimal: $0) }
        let fits = salt.map { Commitment.verify(commitment, salt: $0, puzzle: puzzle, answer: answer) } ?? false
        return fits ? nil : "the word of \(puzzle.text) is not the one that was sealed: \(body.json)"
    }
}
