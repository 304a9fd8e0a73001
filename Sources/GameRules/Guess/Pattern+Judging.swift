extension Pattern {
    /// Judges `guess` against `answer`. Correct tiles claim their copies first. The other tiles claim the rest from
    /// left to right, and surplus copies are absent. Precondition: both have the same number of letters.
    public init(judging guess: Word, against answer: Word) {
        precondition(guess.count == answer.count, "a guess is judged against an answer of its length")
        var unclaimed = InlineArray<32, UInt8>(repeating: 0)
        var packed: UInt32 = 0
        for position in answer.indices {
            if guess[position] == answer[position] {
                packed |= UInt32(Mark.correct.rawValue) << UInt32(2 * position)
            } else {
                unclaimed[Int(answer[position].index)] += 1
            }
        }
        for position in guess.indices where guess[position] != answer[position] {
            let letter = Int(guess[position].index)
            guard unclaimed[letter] > 0 else { continue }
            unclaimed[letter] -= 1
            packed |= UInt32(Mark.present.rawValue) << UInt32(2 * position)
        }
        self.init(packed: packed, count: guess.count)
    }
}
