/// A set of bytes, which is asked once for each byte of a text.
///
/// A `Set<UInt8>` hashes the byte that it is asked for; this looks at one bit.
package struct ByteSet: Sendable {
    /// A bit for each byte, 64 in a word.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The set of the bytes of a text.
    /// - Parameter text: any bytes; some may be there twice.
    package init(_ text: StaticString) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        text.withUTF8Buffer { bytes in
            for byte in bytes {
                let bit = UInt64(1) << (byte & 63)
                switch byte >> 6 {
                case 0: words.0 |= bit
                case 1: words.1 |= bit
                case 2: words.2 |= bit
                default: words.3 |= bit
                }
            }
        }
        self.words = words
    }

    /// Whether a byte is in the set.
    package func contains(_ byte: UInt8) -> Bool {
        let word =
            switch byte >> 6 {
            case 0: words.0
            case 1: words.1
            case 2: words.2
            default: words.3
            }
        return word >> (byte & 63) & 1 == 1
    }
}
