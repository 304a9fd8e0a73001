import GameRules

extension Tiles {
    /// Shuffles the letters of `source` in the order that belongs to a puzzle with this salt. Everybody who knows both,
    /// once they are public, gets the same order.
    ///
    /// It is a Fisher–Yates shuffle, from the last letter down. Its uniform numbers are those of ``Draws`` under the
    /// salt as the key and the label `tiles v1`. An order that spells the source is shuffled again, unless all letters
    /// are alike and there is no other. No list has such a word, but a damaged database may.
    package init(shuffling source: Word, by salt: Salt) {
        let hasOthers = Set(source).count > 1
        var draws = Draws(KeyedHash(key: salt.bytes), label: "tiles v1")
        var letters = Array(source)
        repeat {
            for place in stride(from: letters.count - 1, to: 0, by: -1) {
                letters.swapAt(place, draws.next(below: place + 1))
            }
        } while hasOthers && Word(letters) == source
        self.init(Word(letters))
    }
}

extension PuzzleSecret {
    /// The secret of a puzzle of `line` with this answer and salt.
    package init(answer: Word, of line: PuzzleLine, salt: Salt) {
        switch line.kind.material {
        case .answer: self.init(answer: answer)
        case .tiles: self.init(answer: answer, tiles: Tiles(shuffling: answer, by: salt))
        }
    }
}
