import GameRules

/// One accepted move of the receiver's own, or of a race that is over.
public struct MoveView: Hashable, Sendable {
    /// The letters, lower case in NFC.
    public var word: String
    /// The judgement of the word.
    public var verdict: Verdict
    /// Time since the board was shown, in ms.
    public var elapsed: Int

    /// An accepted move.
    public init(word: String, verdict: Verdict, elapsed: Int) {
        self.word = word
        self.verdict = verdict
        self.elapsed = elapsed
    }
}

extension MoveView {
    func write(to json: inout JSONWriter) {
        json.field("word", word)
        verdict.write(to: &json)
        json.field("ms", elapsed)
    }

    /// Reads the fields of a move, also where they stand among others.
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(word: try fields.string("word"), verdict: try fields.verdict(), elapsed: try fields.integer("ms"))
    }
}

extension Verdict {
    /// Writes the field `marks`, or the fields `length` and `points`.
    package func write(to json: inout JSONWriter) {
        switch self {
        case .marks(let pattern): json.field("marks", pattern.digits)
        case .found(let found):
            json.field("length", found.length)
            json.field("points", found.points)
        }
    }
}

extension ServerFields {
    /// Reads the fields of a verdict, which stand among others.
    func verdict() throws(ServerMessageFault) -> Verdict {
        if has("marks") { return .marks(try pattern()) }
        let (length, points) = (try integer("length"), try integer("points"))
        guard let found = FoundLength(length: length, points: points) else {
            throw ServerMessageFault(.malformed, "The fields length and points must be those of a found word.")
        }
        return .found(found)
    }
}
