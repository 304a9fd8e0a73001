import Puzzles
import Replays

/// Documents of races that are over, which `tilerace verify` takes from anybody.
///
/// A document is judged as it stands and, since hardly any bytes have a sound signature, once more when the harness has
/// signed it. What is then found sound is held to the rules by hand.
enum ReplayDocuments {
    private static let key = Seed([UInt8](repeating: 7, count: 32)).map { SigningKey(seed: $0) }

    static func check(_ bytes: [UInt8]) throws(Finding) {
        guard let key, let judge = judged(bytes) else { return }
        let replay = judge.replay
        let signed = replay.sealed(with: key).json
        guard signed.count <= Replay.largestFile else { return }
        try Finding.unless(JSONGrammar.isObject(signed), "encoded as no JSON: \(signed)")
        guard let again = judged(signed) else { throw Finding(description: "encoded, it cannot be read: \(signed)") }
        try Finding.unless(again.replay.json == signed, "it has two forms: \(signed)")
        let places = again.faults.map(\.place)
        try Finding.unless(!places.contains("signature"), "the signature of the key does not hold: \(signed)")
        try Finding.unless(!places.contains("document"), "it is not as a server writes it: \(signed)")
        try Finding.unless(
            judge.faults.count <= ReplayJudge.faultsKept && again.faults.count <= judge.faults.count,
            "a sound signature brings faults: \(again.faults)")
        if again.faults.isEmpty { for lane in again.replay.lanes { try hold(lane, of: again.replay) } }
    }

    private static func judged(_ bytes: [UInt8]) -> ReplayJudge? {
        do throws(ReplayReadError) {
            return try ReplayJudge(bytes)
        } catch {
            return nil
        }
    }

    /// Holds a lane that was found sound to the rules of its kind.
    private static func hold(_ lane: Replay.Lane, of replay: Replay) throws(Finding) {
        let times = lane.moves.map(\.ms)
        try Finding.unless(times == times.sorted() && (times.first ?? 0) >= 0, "times go back: \(times)")
        switch replay.board.kind {
        case .guess:
            let rows = replay.board.rows ?? 0
            try Finding.unless(lane.moves.count <= rows, "more guesses than rows: \(lane)")
            let solved = lane.moves.firstIndex { $0.word == replay.answer }
            try Finding.unless(solved.map { $0 == lane.moves.count - 1 } ?? true, "guesses after the word: \(lane)")
            try Finding.unless((lane.finish?.solved ?? false) == (solved != nil), "another end: \(lane)")
        case .anagram:
            let (tiles, seconds) = (replay.board.tiles ?? "", replay.board.seconds ?? 0)
            try Finding.unless(tiles.sorted() == replay.answer.sorted(), "other tiles than the answer's: \(tiles)")
            var sum = 0
            for move in lane.moves {
                try Finding.unless((3...tiles.count).contains(move.word.count), "a word of a wrong length: \(move)")
                var left = Array(tiles)
                for letter in move.word {
                    let place = left.firstIndex(of: letter)
                    guard let place else { throw Finding(description: "no tile: \(move)") }
                    left.remove(at: place)
                }
                let points = move.word.count * move.word.count * (left.isEmpty ? 3 : 1)
                try Finding.unless(move.verdict == .points(points), "other points: \(move)")
                sum += points
            }
            try Finding.unless(Set(lane.moves.map(\.word)).count == lane.moves.count, "a word twice: \(lane)")
            try Finding.unless((times.last ?? 0) < 1_000 * seconds, "a word after the time: \(lane)")
            try Finding.unless(lane.finish?.points == sum, "another sum: \(lane)")
        }
    }
}
