import GameRules

extension ClientRequest {
    /// Reads a request from the bytes of a text message. Never traps, whatever the bytes.
    ///
    /// The caller bounds the number of bytes.
    /// - Throws: ``ClientMessageFault``. Its code is ``ErrorCode/badMessage`` if the bytes are not one JSON object (RFC
    ///   8259), or if a field is missing or of the wrong kind. It is ``ErrorCode/unknownType`` for another `type`, and
    ///   ``ErrorCode/badPuzzle`` for a name of no possible puzzle or line. Its `id` is nil if none could be read.
    public init(decoding json: [UInt8]) throws(ClientMessageFault) {
        var reader = JSONReader(json)
        let object: [JSONField]
        do {
            object = try reader.readObject()
        } catch {
            throw ClientMessageFault(id: nil, reason: error.reason)
        }
        let fields = try MessageFields(object)
        guard !reader.hasTooManyMarks else { throw ClientMessageFault(id: fields.id, reason: JSONReader.marksFault) }
        guard let message = try ClientMessage(type: fields.keyword("type"), fields: fields) else {
            throw ClientMessageFault(id: fields.id, code: .unknownType, reason: "There is no such message.")
        }
        self.init(id: fields.id, message: message)
    }
}

extension ClientMessage {
    /// Reads the message with this type name; nil if the protocol has no such type.
    fileprivate init?(type: String, fields: MessageFields) throws(ClientMessageFault) {
        switch type {
        case "hello":
            self = .hello(protocol: try fields.count("protocol"), token: try fields.optionalString("token"))
        case "rename":
            self = .rename(name: try fields.string("name"))
        case "open":
            self = .open(
                puzzle: try fields.puzzle(), hard: try fields.hardMode(required: false),
                follow: try fields.flag("follow", missing: false), archive: try fields.flag("archive", missing: false))
        case "practice":
            self = .practice(
                line: try fields.line(), hard: try fields.hardMode(required: false),
                seconds: try fields.optionalCount("seconds"), isNew: try fields.flag("new", missing: false))
        case "end_practice":
            self = .endPractice(puzzle: try fields.puzzle())
        case "guess":
            self = .guess(
                puzzle: try fields.puzzle(), row: try fields.optionalCount("row"), word: try fields.string("word"))
        case "solutions":
            self = .solutions(try SolutionsSubject(fields))
        case "counts":
            self = .counts(try SolutionsSubject(fields))
        case "hard_mode":
            self = .hardMode(puzzle: try fields.puzzle(), hard: try fields.hardMode(required: true))
        case "create_room":
            self = .createRoom(name: try fields.optionalString("name"), line: try fields.optionalLine())
        case "join":
            self = .join(
                room: try fields.string("room"), resume: try fields.resumePoint(),
                password: try fields.optionalString("password"),
                manner: JoiningManner(
                    pseudonym: try fields.optionalFlag("pseudonym"), follow: try fields.flag("follow", missing: false)))
        case "watch":
            self = .watch(
                room: try fields.string("room"), resume: try fields.resumePoint(),
                password: try fields.optionalString("password"), key: try fields.optionalString("key"))
        case "leave":
            self = .leave(room: try fields.string("room"))
        case "lobby":
            self = .lobby(on: try fields.flag("on"))
        case "look":
            self = .look(try fields.flag("on") ? try fields.ranking() : nil)
        case "ping":
            self = .ping
        default:
            guard let request = try RoomRequest(type: type, fields: fields) else { return nil }
            self = .inRoom(room: try fields.string("room"), request)
        }
    }
}

extension SolutionsSubject {
    /// Reads the fields `room` and `race`, or else the field `puzzle`.
    fileprivate init(_ fields: MessageFields) throws(ClientMessageFault) {
        if let race = try fields.optionalString("race") {
            self = .round(room: try fields.string("room"), race: race)
        } else {
            self = .game(try fields.puzzle())
        }
    }
}
