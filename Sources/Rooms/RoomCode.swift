/// The short code by which people find a room: five characters that cannot be taken for one another.
package struct RoomCode: Hashable, Sendable {
    /// The characters of a code. No I, L, O, 0 or 1: they look alike.
    package static let characters = Array("ABCDEFGHJKMNPQRSTVWXYZ23456789".utf8)
    /// Characters in a code.
    package static let length = 5

    /// The five characters, upper case.
    package let text: String

    /// Reads a code as people type it: lower case is raised, a dash or blanks between the characters are dropped.
    /// Nil for anything that is no code.
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

    /// A code from random draws. `next` gives a uniform number below its argument. Codes that spell something rude are
    /// drawn again.
    package static func random(next: (Int) -> Int) -> RoomCode {
        while true {
            let bytes = (0..<length).map { _ in characters[next(characters.count)] }
            let text = String(decoding: bytes, as: UTF8.self)
            if let code = RoomCode(text), !isRude(text) { return code }
        }
    }

    /// Whether a code spells a rude word, also with digits read as the letters they resemble.
    package static func isRude(_ text: String) -> Bool {
        let read = text.map { digitsAsLetters[$0] ?? $0 }
        let spelled = String(read)
        return rude.contains { spelled.contains($0) }
    }

    private static let digitsAsLetters: [Character: Character] = [
        "2": "Z", "3": "E", "4": "A", "5": "S", "6": "G", "7": "T", "8": "B", "9": "G",
    ]

    /// Parts that make a code rude, in the letters that codes have.
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
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no room code: \(text)")
        }
        self = code
    }

    /// Encodes the five characters.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
