// The stored form of the values that appear in room logs: each is the text that the protocol uses as well, so that a
// log can be read by eye and never depends on the names of Swift cases.

/// A value whose stored form is one string.
private protocol TextCoded: Codable {
    init?(storedText: String)
    var storedText: String { get }
}

extension TextCoded {
    /// Decodes the text form; throws `DecodingError.dataCorrupted` for any other text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(storedText: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no \(Self.self): \(text)")
        }
        self = value
    }

    /// Encodes the text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(storedText)
    }
}

extension Pattern: TextCoded {
    init?(storedText: String) { self.init(digits: storedText) }
    var storedText: String { digits }
}

extension PuzzleID: TextCoded {
    init?(storedText: String) { self.init(storedText) }
    var storedText: String { text }
}

extension PlayerID: TextCoded {
    init?(storedText: String) { self.init(storedText) }
    var storedText: String { text }
}
