import GameRules

/// The fields of one message, by name. Unknown fields are ignored, as the protocol promises.
struct MessageFields {
    let id: Int
    private let object: [JSONField]

    init(_ object: [JSONField]) throws(ClientMessageFault) {
        self.object = object
        guard case .integer(let id) = object.first(where: { $0.isNamed("id") })?.value, id >= 0 else {
            throw ClientMessageFault(id: nil, reason: "The field id must be an integer from 0 to 2^53 - 1.")
        }
        self.id = id
    }

    /// The value; null counts as missing.
    private func value(_ name: String) -> JSONValue? {
        let value = object.first { $0.isNamed(name) }?.value
        return value == .null ? nil : value
    }

    func fault(_ name: String, _ kind: String) -> ClientMessageFault {
        ClientMessageFault(id: id, reason: "The field \(name) must be \(kind).")
    }

    func optionalString(_ name: String) throws(ClientMessageFault) -> String? {
        guard let value = value(name) else { return nil }
        guard case .string(let text) = value else { throw fault(name, "a string") }
        return text
    }

    func string(_ name: String) throws(ClientMessageFault) -> String {
        guard let text = try optionalString(name) else { throw fault(name, "a string") }
        return text
    }

    /// A word of the protocol; nil if missing. A text that is longer than any of them is empty here, which is none
    /// either: it is compared with many.
    func optionalKeyword(_ name: String) throws(ClientMessageFault) -> String? {
        try optionalString(name).map { $0.utf8.count <= MessageFields.longestKeyword ? $0 : "" }
    }

    /// A word of the protocol. A text that is longer than any of them is empty here.
    func keyword(_ name: String) throws(ClientMessageFault) -> String {
        guard let text = try optionalKeyword(name) else { throw fault(name, "a string") }
        return text
    }

    /// Bytes. No type, kind, language, level or reaction has more.
    private static let longestKeyword = 32

    /// An integer, 0 or more; nil if missing.
    func optionalCount(_ name: String) throws(ClientMessageFault) -> Int? {
        guard let value = value(name) else { return nil }
        guard case .integer(let number) = value, number >= 0 else { throw fault(name, "an integer, 0 or more") }
        return number
    }

    /// An integer, 0 or more.
    func count(_ name: String) throws(ClientMessageFault) -> Int {
        guard let number = try optionalCount(name) else { throw fault(name, "an integer, 0 or more") }
        return number
    }

    /// True or false; nil if missing.
    func optionalFlag(_ name: String) throws(ClientMessageFault) -> Bool? {
        guard let value = value(name) else { return nil }
        guard case .boolean(let flag) = value else { throw fault(name, "true or false") }
        return flag
    }

    /// True or false. A missing field counts as `missing`; if that is nil, it is a fault.
    func flag(_ name: String, missing: Bool? = nil) throws(ClientMessageFault) -> Bool {
        guard let flag = try optionalFlag(name) ?? missing else { throw fault(name, "true or false") }
        return flag
    }

    func puzzle() throws(ClientMessageFault) -> PuzzleID {
        guard let puzzle = PuzzleID(try string("puzzle")) else {
            throw ClientMessageFault(id: id, code: .badPuzzle, reason: "There is no such puzzle.")
        }
        return puzzle
    }

    /// A line by its name, `guess-en-5`; nil if missing.
    func optionalLine() throws(ClientMessageFault) -> PuzzleLine? {
        guard let text = try optionalString("line") else { return nil }
        guard let line = PuzzleLine(text) else {
            throw ClientMessageFault(id: id, code: .badPuzzle, reason: "There is no such line of puzzles.")
        }
        return line
    }

    /// A line by its name, `guess-en-5`.
    func namedLine() throws(ClientMessageFault) -> PuzzleLine {
        guard let line = try optionalLine() else { throw fault("line", "a line of puzzles") }
        return line
    }

    /// A line by its kind, which is the guess game if it is missing, its language and its length.
    func line() throws(ClientMessageFault) -> PuzzleLine {
        let kind = try optionalKeyword("kind").map { PuzzleLine.Kind(rawValue: $0) } ?? .unnamed
        let (language, length) = (try keyword("language"), try count("length"))
        guard let kind, let line = PuzzleLine(kind: kind, language: language, length: length) else {
            throw ClientMessageFault(id: id, code: .badPuzzle, reason: "There are no such puzzles.")
        }
        return line
    }

    func ranking() throws(ClientMessageFault) -> RankingRequest {
        RankingRequest(
            board: try string("board"), room: try optionalString("room"), isClean: try flag("clean", missing: false))
    }

    /// The level of hard mode. `required`: whether a missing field is a fault; otherwise it means off.
    func hardMode(required: Bool) throws(ClientMessageFault) -> HardMode {
        guard let level = try optionalHardMode() else {
            if required { throw fault("hard", "off, hard or ultra") }
            return .off
        }
        return level
    }

    /// A level of hard mode; nil if missing.
    func optionalHardMode() throws(ClientMessageFault) -> HardMode? {
        guard let text = try optionalKeyword("hard") else { return nil }
        guard let level = HardMode(text: text) else { throw fault("hard", "off, hard or ultra") }
        return level
    }

    func resumePoint() throws(ClientMessageFault) -> ResumePoint? {
        guard let text = try optionalString("epoch") else { return nil }
        guard text.utf8.count == 16, let epoch = UInt64(text, radix: 16) else {
            throw fault("epoch", "16 hexadecimal digits")
        }
        return ResumePoint(epoch: epoch, sequence: try count("seq"))
    }
}
