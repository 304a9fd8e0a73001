/// A reason why a guess or a change of hard mode was refused. A refused guess uses up no row.
public enum GuessRefusal: Error, Hashable, Sendable {
    /// The row holds another word already. `next` is the row to fill, from 0.
    case staleRow(next: Int)
    /// An earlier row is empty. `next` is the row to fill, from 0.
    case rowAhead(next: Int)
    /// The game is solved or failed.
    case gameOver
    /// The word does not have `expected` letters.
    case wrongLength(expected: Int)
    /// The word is not in the guess list.
    case notInWordList
    /// The word does not use a clue that hard mode binds.
    case hardMode(HardModeClue)
    /// Hard mode cannot be raised after the first guess.
    case hardModeLocked
}

/// A clue that a guess breaks.
public enum HardModeClue: Hashable, Sendable {
    /// `letter` was correct at `position` (from 0), and must stand there again.
    case position(Int, Letter)
    /// `letter` must be used at least `count` times.
    case copies(Letter, count: Int)
    /// Ultra: the word has no more than `count` copies of `letter`, 0 if it has none at all.
    case absent(Letter, count: Int)
    /// Ultra: `letter` was marked present at `position` (from 0), so it cannot stand there.
    case moved(position: Int, Letter)
}
