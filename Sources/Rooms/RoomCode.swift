/// A room's code: five characters that cannot be mistaken for one another.
package struct RoomCode: Hashable, Sendable {
    /// The characters of a code, without the look-alikes I, L, O, 0 and 1.
    package static let characters = Array("ABCDEFGHJKMNPQRSTVWXYZ23456789".utf8)
    /// The number of characters in a code.
    package static let length = 5

    /// The five characters in upper case.
    package let text: String

    /// Reads a code as people type it. Lower case is raised; dashes and blanks are dropped. Nil for any other text.
    package init?(_ typed: some StringProtocol) {
        var bytes: [UInt8] = []
        for byte in typed.utf8 where byte != 0x2D && byte != 0x20 {
            let upper = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
            guard RoomCode.characters.contains(upper), bytes.count < RoomCode.length else { return nil }
            bytes.append(upper)
        }
        guard bytes.count == RoomCode.length else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Draws a code. `next` returns a uniform number below its argument. Rude codes are drawn again.
    package static func random(next: (Int) -> Int) -> RoomCode {
        while true {
            let bytes = (0..<length).map { _ in characters[next(characters.count)] }
            let text = String(decoding: bytes, as: UTF8.self)
            if let code = RoomCode(text), !isRude(text) { return code }
        }
    }

    /// Whether a code spells a rude word, also with its digits read as the letters that they resemble.
    package static func isRude(_ text: String) -> Bool {
        let read = text.map { digitsAsLetters[$0] ?? $0 }
        let spelled = String(read)
        return rude.contains { spelled.contains($0) }
    }

    private static let digitsAsLetters: [Character: Character] = [
        "2": "Z", "3": "E", "4": "A", "5": "S", "6": "G", "7": "T", "8": "B", "9": "G",
    ]

    /// Substrings that make a code rude. Letters that codes never have are left out.
    private static let rude = [
        "ARSE", "ASS", "BAWS", "CACA", "CRAP", "CUM", "CUNT", "DAMN", "DAGO", "FAG", "FART", "FCK", "FECK", "FKN",
        "FUC",
        "FUK", "FUX", "GAY", "GASH", "HEEB", "JAP", "KKK", "KNT", "NAZ", "NEGR", "NGR", "PAKY", "PENS", "PHUK", "PRCK",
        "PUBE", "PUSS", "RAPE", "SEX", "SHAG", "SHAT", "SHT", "SKANK", "SMEG", "SPAZ", "SPERM", "SUCK", "TARD", "TURD",
        "TWAT", "VAG", "WANK", "WTF", "XXX",
    ]
}

extension RoomCode: Codable {
    /// Decodes the five characters; throws `DecodingError.dataCorrupted` for any other text.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let code = RoomCode(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a room code: \(text)")
        }
        self = code
    }

    /// Encodes the five characters.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
