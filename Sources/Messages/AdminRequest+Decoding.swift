import GameRules

extension AdminRequest {
    /// Reads a request as strictly as messages are read. Never traps, whatever the bytes.
    package init(decoding json: [UInt8]) throws(AdminRefusal) {
        let fields = try AdminFields(decoding: json)
        switch try fields.string("do") {
        case "players": self = .players(named: try fields.text())
        case "reset-name": self = .resetName(try fields.player())
        case "rename": self = .rename(try fields.player(), name: try fields.string("name"))
        case "ban": self = .ban(try fields.player())
        case "unban": self = .unban(try fields.player())
        case "bans": self = .bans
        case "rooms": self = .rooms(named: try fields.text())
        case "reset-room-name": self = .resetRoomName(code: try fields.string("room"))
        case "rename-room": self = .renameRoom(code: try fields.string("room"), name: try fields.string("name"))
        case "unlist-room": self = .unlistRoom(code: try fields.string("room"))
        case "list-room": self = .listRoom(code: try fields.string("room"))
        case "close-room": self = .closeRoom(code: try fields.string("room"))
        case "host-words": self = .hostWords
        case "set-word": self = .setWord(try fields.word(isForced: false))
        case "force-word": self = .setWord(try fields.word(isForced: true))
        case "clear-word": self = .clearWord(try fields.puzzle())
        case "left-out": self = .leftOut
        case "leave-out": self = .leaveOut(word: try fields.text())
        case "bring-back": self = .bringBack(word: try fields.text())
        case "refused-words": self = .refusedWords
        case "announcement": self = .announcement
        case "announce": self = .announce(try fields.string("text"))
        case "withdraw": self = .withdraw
        case "acts": self = .acts(before: try fields.number("before"))
        case "link": self = .link(try fields.role())
        case "sessions": self = .sessions
        case "end-sessions": self = .endSessions(try fields.number("session"))
        default: throw AdminRefusal(.unknownVerb, "This server knows no such request.")
        }
    }
}

/// The fields of an operator's request.
private struct AdminFields {
    private let object: JSONObject

    init(decoding json: [UInt8]) throws(AdminRefusal) {
        do throws(JSONObject.Fault) {
            object = try JSONObject(decoding: json)
        } catch {
            throw AdminRefusal(.badRequest, error.reason)
        }
    }

    func string(_ name: String) throws(AdminRefusal) -> String {
        guard let text = object.string(name) else {
            throw AdminRefusal(.badRequest, "The field \(name) must be a string.")
        }
        return text
    }

    /// The text of a search, or a word.
    func text() throws(AdminRefusal) -> String {
        let text = try string("text")
        // Bounds the bytes too: a character may have any number of them.
        guard AdminRequest.textLengths.contains(text.count),
            text.utf8.count <= 4 * AdminRequest.textLengths.upperBound
        else {
            throw AdminRefusal(
                .badRequest, "The text must have 1 to \(AdminRequest.textLengths.upperBound) characters.")
        }
        return text
    }

    func player() throws(AdminRefusal) -> PlayerID {
        guard let id = PlayerID(try string("player")) else {
            throw AdminRefusal(.badRequest, "A player’s ID has 32 digits, 0 to 9 and a to f.")
        }
        return id
    }

    /// A number from 1 on, in its only spelling; nil without the field.
    func number(_ name: String) throws(AdminRefusal) -> Int? {
        guard let text = object.string(name) else { return nil }
        guard let number = Int(text), number > 0, "\(number)" == text else {
            throw AdminRefusal(.badRequest, "The field \(name) must be a number from 1 on, as a string.")
        }
        return number
    }

    func role() throws(AdminRefusal) -> AdminRole {
        guard let role = AdminRole(rawValue: try string("role")) else {
            throw AdminRefusal(.badRequest, "A role is owner or moderator.")
        }
        return role
    }

    func puzzle() throws(AdminRefusal) -> PuzzleID {
        guard let puzzle = PuzzleID(try string("puzzle")), !puzzle.isPractice else {
            throw AdminRefusal(.badRequest, "A puzzle is written like guess-en-5/2026-12-24.")
        }
        return puzzle
    }

    func word(isForced: Bool) throws(AdminRefusal) -> AdminRequest.HostWord {
        AdminRequest.HostWord(
            puzzle: try puzzle(), text: try text(), knownTo: object.string("player") == nil ? nil : try player(),
            isForced: isForced)
    }
}
