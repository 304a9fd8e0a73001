/// A short text of ASCII characters, put together without an allocation. Every guess tells its marks and its day, and
/// to append them to a `String` one by one costs several times as much.
package struct ASCIIText {
    /// The maximum number of characters.
    static let capacity = 16

    private var bytes = InlineArray<16, UInt8>(repeating: 0)
    private var count = 0

    /// An empty text.
    package init() {}

    /// Appends a character by its code. Precondition: it is ASCII, and fewer than `capacity` came before it.
    package mutating func append(_ code: UInt8) {
        precondition(code < 0x80 && count < ASCIIText.capacity, "a short text of ASCII")
        bytes[count] = code
        count += 1
    }

    /// Appends decimal digits, from the one worth `place` down.
    mutating func append(digitsOf value: Int, from place: Int) {
        var place = place
        while place > 0 {
            append(0x30 + UInt8(value / place % 10))
            place /= 10
        }
    }

    /// The characters so far.
    package var text: String {
        // `append` lets in nothing that could throw.
        guard let text = try? UTF8Span(validating: bytes.span.extracting(first: count)) else {
            preconditionFailure("ASCII is UTF-8")
        }
        return String(copying: text)
    }
}
