import GameRules

extension ClientRequest {
    /// Reads a request from the bytes of a text message. Never traps, whatever the bytes.
    public init(decoding json: [UInt8]) throws(ClientMessageFault) {
        var reader = JSONReader(json)
        let object: [(name: String, value: JSONValue)]
        do {
            object = try reader.readObject()
        } catch {
            throw ClientMessageFault(id: nil, reason: error.reason)
        }
        let fields = try MessageFields(object)
        guard let message = try ClientMessage(type: fields.string("type"), fields: fields) else {
            throw ClientMessageFault(id: fields.id, code: .unknownType, reason: "There is no such message.")
        }
        self.init(id: fields.id, message: message)
    }
}

/// The fields of one message, by name. Fields that nobody asks for are ignored, as the protocol promises.
private struct MessageFields {
    let id: Int
    private let object: [(name: String, value: JSONValue)]

    init(_ object: [(name: String, value: JSONValue)]) throws(ClientMessageFault) {
        self.object = object
        guard case .integer(let id) = object.first(where: { $0.name == "id" })?.value, id >= 0 else {
            throw ClientMessageFault(id: nil, reason: "The field id must be an integer from 0 to 2^53 - 1.")
        }
        self.id = id
    }

    /// The value; null counts as missing.
    private func value(_ name: String) -> JSONValue? {
        let value = object.first { $0.name == name }?.value
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

    /// An integer, 0 or more.
    func count(_ name: String) throws(ClientMessageFault) -> Int {
        guard case .integer(let number)? = value(name), number >= 0 else { throw fault(name, "an integer, 0 or more") }
        return number
    }

    /// True or false; false if missing.
    func flag(_ name: String) throws(ClientMessageFault) -> Bool {
        guard let value = value(name) else { return false }
        guard case .boolean(let flag) = value else { throw fault(name, "true or false") }
        return flag
    }

    func puzzle() throws(ClientMessageFault) -> PuzzleID {
        guard let puzzle = PuzzleID(try string("puzzle")) else {
            throw ClientMessageFault(id: id, code: .badPuzzle, reason: "There is no such puzzle.")
        }
        return puzzle
    }

    /// `required`: whether the message is about hard mode; elsewhere it is off where not said.
    func hardMode(required: Bool) throws(ClientMessageFault) -> HardMode {
        guard let text = try optionalString("hard") else {
            if required { throw fault("hard", "off, hard or ultra") }
            return .off
        }
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

extension ClientMessage {
    /// The message with this type name; nil if there is none.
    fileprivate init?(type: String, fields: MessageFields) throws(ClientMessageFault) {
        switch type {
        case "hello":
            self = .hello(protocol: try fields.count("protocol"), token: try fields.optionalString("token"))
        case "rename":
            self = .rename(name: try fields.string("name"))
        case "open":
            self = .open(
                puzzle: try fields.puzzle(), hard: try fields.hardMode(required: false),
                follow: try fields.flag("follow"))
        case "guess":
            self = .guess(
                puzzle: try fields.puzzle(), row: try fields.count("row"), word: try fields.string("word"))
        case "hard_mode":
            self = .hardMode(puzzle: try fields.puzzle(), hard: try fields.hardMode(required: true))
        case "create_room":
            self = .createRoom(name: try fields.optionalString("name"))
        case "join":
            self = .join(room: try fields.string("room"), resume: try fields.resumePoint())
        case "watch":
            self = .watch(room: try fields.string("room"), resume: try fields.resumePoint())
        case "leave":
            self = .leave(room: try fields.string("room"))
        case "ping":
            self = .ping
        default:
            return nil
        }
    }
}
