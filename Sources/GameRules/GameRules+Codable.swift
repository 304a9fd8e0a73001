// The stored form of the values that room logs contain. Each is the text that the protocol uses. So a log can be read
// by eye, and does not depend on the names of Swift cases.

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
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a \(Self.self): \(text)")
        }
        self = value
    }

    /// Encodes the text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(storedText)
    }
}

extension Verdict: TextCoded {
    init?(storedText: String) { self.init(text: storedText) }
    var storedText: String { text }
}

extension PuzzleID: TextCoded {
    init?(storedText: String) { self.init(storedText) }
    var storedText: String { text }
}

extension PlayerID: TextCoded {
    init?(storedText: String) { self.init(storedText) }
    var storedText: String { text }
}

extension PuzzleLine: TextCoded {
    init?(storedText: String) { self.init(storedText) }
    var storedText: String { text }
}

/// The letters by their numbers: `a` for the first to `z` for the 26th, then `0` to `5`. English words stay readable,
/// and decoding needs no alphabet.
extension Word: TextCoded {
    private static let signs = Array("abcdefghijklmnopqrstuvwxyz012345".utf8)

    init?(storedText: String) {
        let letters = storedText.utf8.map { sign in Word.signs.firstIndex(of: sign).map { Letter(UInt8($0)) } }
        let known = letters.compactMap(\.self)
        guard known.count == letters.count, (1...Word.maximumLength).contains(known.count) else { return nil }
        self.init(known)
    }

    var storedText: String { String(decoding: map { Word.signs[Int($0.index)] }, as: UTF8.self) }
}

extension HardMode: Codable {
    /// Decodes the wire form; throws `DecodingError.dataCorrupted` for any other text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let level = HardMode(text: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a level of hard mode: \(text)")
        }
        self = level
    }

    /// Encodes the wire form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
