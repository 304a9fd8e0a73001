/// The clues of a journal's judged rows, in the form in which hard mode binds later guesses.
struct HardModeClues {
    /// The letter known at each position.
    private var placed = InlineArray<11, Letter?>(repeating: nil)
    /// The letters marked present at each position, one bit a letter.
    private var movedFrom = InlineArray<11, UInt32>(repeating: 0)
    /// The minimum number of copies of each letter in the word.
    private var atLeast = InlineArray<32, UInt8>(repeating: 0)
    /// The maximum number of copies of each letter in the word. It is known once one tile of a letter was marked
    /// absent, because the other tiles of that row then claim every copy.
    private var atMost = InlineArray<32, UInt8>(repeating: UInt8.max)

    init(_ journal: [GuessMove]) {
        for move in journal { add(move) }
    }

    private mutating func add(_ move: GuessMove) {
        var claimed = InlineArray<32, UInt8>(repeating: 0)
        for (position, mark) in move.pattern.enumerated() {
            let letter = move.word[position]
            switch mark {
            case .correct: placed[position] = letter
            case .present: movedFrom[position] |= 1 << UInt32(letter.index)
            case .absent: continue
            }
            claimed[Int(letter.index)] += 1
        }
        for (position, mark) in move.pattern.enumerated() {
            let letter = Int(move.word[position].index)
            atLeast[letter] = max(atLeast[letter], claimed[letter])
            if mark == .absent { atMost[letter] = min(atMost[letter], claimed[letter]) }
        }
    }

    /// The first clue that `guess` breaks under `mode`, or nil. Clues come in the order in which a player repairs a
    /// guess. First come positions from left to right, then missing copies in alphabet order, then the clues of ultra.
    func firstBroken(by guess: Word, under mode: HardMode) -> HardModeClue? {
        guard mode > .off else { return nil }
        var copies = InlineArray<32, UInt8>(repeating: 0)
        for letter in guess { copies[Int(letter.index)] += 1 }
        for position in guess.indices {
            if let letter = placed[position], letter != guess[position] { return .position(position, letter) }
        }
        for index in copies.indices where copies[index] < atLeast[index] {
            return .copies(Letter(UInt8(index)), count: Int(atLeast[index]))
        }
        guard mode == .ultra else { return nil }
        for position in guess.indices where movedFrom[position] & (1 << UInt32(guess[position].index)) != 0 {
            return .moved(position: position, guess[position])
        }
        for index in copies.indices where copies[index] > atMost[index] {
            return .absent(Letter(UInt8(index)), count: Int(atMost[index]))
        }
        return nil
    }
}
