import GameRules

/// Reads one file of a list into packed words.
struct WordListReader {
    let alphabet: Alphabet
    let length: Int
    let file: WordListError.File

    /// Reads the packed words, ascending.
    func read(_ bytes: [UInt8]) throws(WordListError) -> [UInt64] {
        var words: [UInt64] = []
        words.reserveCapacity(bytes.count / (length + 1) + 1)
        var cursor = 0
        while cursor < bytes.count {
            let line = words.count + 1
            let packed = try readLine(bytes, &cursor, line)
            if let last = words.last {
                guard packed != last else { throw .duplicate(file, line: line) }
                guard packed > last else { throw .unsorted(file, line: line) }
            }
            words.append(packed)
        }
        guard !words.isEmpty else { throw .empty(file) }
        return words
    }

    /// Reads the line at `cursor` and moves the cursor behind its end.
    private func readLine(_ bytes: [UInt8], _ cursor: inout Int, _ line: Int) throws(WordListError) -> UInt64 {
        // This repeats the packing of `Word`, for speed: a list has a hundred thousand words.
        var packed = UInt64(length) << 55
        var count = 0
        while cursor < bytes.count, bytes[cursor] != 0x0A {
            guard let letter = letter(bytes, &cursor) else { throw .badLetter(file, line: line) }
            guard count < length else { throw .wrongLength(file, line: line) }
            packed |= UInt64(letter.index) << UInt64(50 - 5 * count)
            count += 1
        }
        cursor += 1
        guard count == length else { throw .wrongLength(file, line: line) }
        return packed
    }

    /// Reads the letter whose UTF-8 starts at `cursor`: one byte, or two for U+0080–U+07FF. Lower case only.
    private func letter(_ bytes: [UInt8], _ cursor: inout Int) -> Letter? {
        var value = UInt32(bytes[cursor])
        cursor += 1
        if (0xC2...0xDF).contains(value), cursor < bytes.count, bytes[cursor] & 0xC0 == 0x80 {
            value = (value & 0x1F) << 6 | UInt32(bytes[cursor] & 0x3F)
            cursor += 1
        } else if value >= 0x80 {
            return nil
        }
        guard let scalar = Unicode.Scalar(value), let letter = alphabet.letter(scalar) else { return nil }
        return alphabet.letters[Int(letter.index)] == scalar ? letter : nil
    }
}
