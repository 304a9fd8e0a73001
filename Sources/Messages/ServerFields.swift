import GameRules

/// The fields of one object in a server's message, by name. Unknown fields are ignored, as the protocol promises.
struct ServerFields {
    private let fields: [JSONField]

    init(_ fields: [JSONField]) { self.fields = fields }

    /// Reads a message, which is one object.
    init(decoding json: [UInt8]) throws(ServerMessageFault) {
        var reader = JSONReader(json, nesting: .kept)
        do throws(JSONFault) {
            fields = try reader.readObject()
        } catch {
            throw ServerMessageFault(.malformed, error.reason)
        }
    }

    /// Reads fields that were encoded without their enclosing braces.
    init(encoded fields: [UInt8]) throws(ServerMessageFault) {
        try self.init(decoding: [UInt8(ascii: "{")] + fields + [UInt8(ascii: "}")])
    }

    private func value(_ name: String) -> JSONValue? { fields.first { $0.isNamed(name) }?.value }

    /// Whether the field exists; null counts.
    func has(_ name: String) -> Bool { value(name) != nil }

    private func fault(_ name: String, _ kind: String) -> ServerMessageFault {
        ServerMessageFault(.malformed, "The field \(name) must be \(kind).")
    }

    /// The value of a field; nil if missing or null.
    private func optional<Value>(
        _ name: String, _ kind: String, _ read: (JSONValue) -> Value?
    ) throws(ServerMessageFault) -> Value? {
        guard let value = value(name), value != .null else { return nil }
        guard let read = read(value) else { throw fault(name, kind) }
        return read
    }

    private func required<Value>(
        _ name: String, _ kind: String, _ read: (JSONValue) -> Value?
    ) throws(ServerMessageFault) -> Value {
        guard let value = value(name), let read = read(value) else { throw fault(name, kind) }
        return read
    }

    // MARK: Simple values

    func string(_ name: String) throws(ServerMessageFault) -> String { try required(name, "a string", \.string) }

    func optionalString(_ name: String) throws(ServerMessageFault) -> String? {
        try optional(name, "a string", \.string)
    }

    func integer(_ name: String) throws(ServerMessageFault) -> Int { try required(name, "an integer", \.integer) }

    func optionalInteger(_ name: String) throws(ServerMessageFault) -> Int? {
        try optional(name, "an integer", \.integer)
    }

    func flag(_ name: String) throws(ServerMessageFault) -> Bool { try required(name, "true or false", \.flag) }

    func optionalFlag(_ name: String) throws(ServerMessageFault) -> Bool? {
        try optional(name, "true or false", \.flag)
    }

    // MARK: Nested values

    func object(_ name: String) throws(ServerMessageFault) -> ServerFields {
        try required(name, "an object", \.object)
    }

    func optionalObject(_ name: String) throws(ServerMessageFault) -> ServerFields? {
        try optional(name, "an object", \.object)
    }

    func objects(_ name: String) throws(ServerMessageFault) -> [ServerFields] {
        try elements(name, "an array of objects", \.object)
    }

    func strings(_ name: String) throws(ServerMessageFault) -> [String] {
        try elements(name, "an array of strings", \.string)
    }

    func integers(_ name: String) throws(ServerMessageFault) -> [Int] {
        try elements(name, "an array of integers", \.integer)
    }

    private func elements<Element>(
        _ name: String, _ kind: String, _ read: (JSONValue) -> Element?
    ) throws(ServerMessageFault) -> [Element] {
        guard case .array(let values) = value(name) else { throw fault(name, kind) }
        return try values.map { (value) throws(ServerMessageFault) in
            guard let element = read(value) else { throw fault(name, kind) }
            return element
        }
    }

    // MARK: Values with a text form

    /// A value that `read` parses from a string.
    func text<Value>(
        _ name: String, _ kind: String, _ read: (String) -> Value?
    ) throws(ServerMessageFault) -> Value {
        guard let value = read(try string(name)) else { throw fault(name, kind) }
        return value
    }

    /// A value of a closed set of words. A newer server may send further words.
    func word<Word: RawRepresentable<String>>(_ name: String) throws(ServerMessageFault) -> Word {
        let text = try string(name)
        guard let word = Word(rawValue: text) else {
            throw ServerMessageFault(.unknown, "The field \(name) is \(text), which this version does not know.")
        }
        return word
    }

    func puzzle(_ name: String = "puzzle") throws(ServerMessageFault) -> PuzzleID {
        try text(name, "a puzzle") { PuzzleID($0) }
    }

    /// A line by its name, `guess-en-5`.
    func line(_ name: String) throws(ServerMessageFault) -> PuzzleLine { try text(name, "a line") { PuzzleLine($0) } }

    func hardMode() throws(ServerMessageFault) -> HardMode {
        try text("hard", "off, hard or ultra") { HardMode(text: $0) }
    }

    func pattern() throws(ServerMessageFault) -> Pattern {
        try text("marks", "digits from 0 to 2") { Pattern(digits: $0) }
    }

    func epoch() throws(ServerMessageFault) -> UInt64 {
        try text("epoch", "16 hexadecimal digits") { $0.utf8.count == 16 ? UInt64($0, radix: 16) : nil }
    }

    /// Letters with their marks, in the order of the fields.
    func keys() throws(ServerMessageFault) -> [(letter: String, mark: Mark)] {
        try fields.map { (field) throws(ServerMessageFault) in
            guard case .integer(let number) = field.value, let mark = UInt8(exactly: number).flatMap(Mark.init) else {
                throw fault(field.name, "0, 1 or 2")
            }
            return (field.name, mark)
        }
    }
}

extension JSONValue {
    fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var integer: Int? { if case .integer(let number) = self { number } else { nil } }
    fileprivate var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
    fileprivate var object: ServerFields? { if case .object(let fields) = self { ServerFields(fields) } else { nil } }
}
