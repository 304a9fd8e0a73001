import GameRules

/// A request of the server's operator, sent on the machine that the server runs on. One flat JSON object; its field
/// `do` names the request.
package enum AdminRequest: Hashable, Sendable {
    /// Finds players by a part of their names.
    case players(named: String)
    /// Gives a player another name, drawn by the server.
    case resetName(PlayerID)
    /// Finds open rooms by their codes or a part of their names.
    case rooms(named: String)
    /// Gives a room another name, drawn by the server.
    case resetRoomName(code: String)
    /// Takes a room out of the lobby and keeps it out.
    case unlistRoom(code: String)
    /// Lets the host of a room list it in the lobby again.
    case listRoom(code: String)
    /// Lists the words that the host has chosen for coming days, of all lines.
    case hostWords
    /// Makes a word that of a coming day, in place of the one that would be drawn.
    case setWord(HostWord)
    /// Has the word of a coming day drawn again, as if the host had chosen none.
    case clearWord(PuzzleID)

    /// A word that the host chooses for a day.
    package struct HostWord: Hashable, Sendable {
        package let puzzle: PuzzleID
        /// The word, as it was typed.
        package let text: String
        /// The player for whom the day does not count, because the word is theirs; nil if there is none.
        package let knownTo: PlayerID?
        /// Whether a word is taken that no list has.
        package let isForced: Bool

        package init(puzzle: PuzzleID, text: String, knownTo: PlayerID? = nil, isForced: Bool = false) {
            self.puzzle = puzzle
            self.text = text
            self.knownTo = knownTo
            self.isForced = isForced
        }
    }

    /// The number of characters that a search text may have.
    package static let textLengths = 1...60

    /// Reads a request as strictly as messages are read. Never traps, whatever the bytes.
    package init(decoding json: [UInt8]) throws(AdminRefusal) {
        let object: JSONObject
        do throws(JSONObject.Fault) {
            object = try JSONObject(decoding: json)
        } catch {
            throw AdminRefusal(.badRequest, error.reason)
        }
        func string(_ name: String) throws(AdminRefusal) -> String {
            guard let text = object.string(name) else {
                throw AdminRefusal(.badRequest, "The field \(name) must be a string.")
            }
            return text
        }
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
        func puzzle() throws(AdminRefusal) -> PuzzleID {
            guard let puzzle = PuzzleID(try string("puzzle")), !puzzle.isPractice else {
                throw AdminRefusal(.badRequest, "A puzzle is written like guess-en-5/2026-12-24.")
            }
            return puzzle
        }
        func word(isForced: Bool) throws(AdminRefusal) -> HostWord {
            HostWord(
                puzzle: try puzzle(), text: try text(), knownTo: object.string("player") == nil ? nil : try player(),
                isForced: isForced)
        }
        switch try string("do") {
        case "players": self = .players(named: try text())
        case "reset-name": self = .resetName(try player())
        case "host-words": self = .hostWords
        case "set-word": self = .setWord(try word(isForced: false))
        case "force-word": self = .setWord(try word(isForced: true))
        case "clear-word": self = .clearWord(try puzzle())
        case "rooms": self = .rooms(named: try text())
        case "reset-room-name": self = .resetRoomName(code: try string("room"))
        case "unlist-room": self = .unlistRoom(code: try string("room"))
        case "list-room": self = .listRoom(code: try string("room"))
        default: throw AdminRefusal(.unknownVerb, "This server knows no such request.")
        }
    }

    /// The request as JSON.
    package var encoded: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            switch self {
            case .players(let text):
                json.field("do", "players")
                json.field("text", text)
            case .resetName(let id):
                json.field("do", "reset-name")
                json.field("player", id.text)
            case .rooms(let text):
                json.field("do", "rooms")
                json.field("text", text)
            case .resetRoomName(let code):
                json.field("do", "reset-room-name")
                json.field("room", code)
            case .unlistRoom(let code):
                json.field("do", "unlist-room")
                json.field("room", code)
            case .listRoom(let code):
                json.field("do", "list-room")
                json.field("room", code)
            case .hostWords: json.field("do", "host-words")
            case .setWord(let word):
                json.field("do", word.isForced ? "force-word" : "set-word")
                json.field("puzzle", word.puzzle.text)
                json.field("text", word.text)
                if let player = word.knownTo { json.field("player", player.text) }
            case .clearWord(let puzzle):
                json.field("do", "clear-word")
                json.field("puzzle", puzzle.text)
            }
        }
        return json.bytes
    }
}

/// The refusal of an operator's request. The text is a sentence for a person.
package struct AdminRefusal: Error, Hashable, Sendable {
    /// The kinds of refusals.
    package enum Code: String, Sendable, CaseIterable {
        /// The line is no JSON object, or a field is missing or invalid.
        case badRequest = "bad_request"
        /// The request does not exist.
        case unknownVerb = "unknown_verb"
        /// The line is too long.
        case tooLong = "too_long"
        /// The line did not arrive in time.
        case timeOut = "time_out"
        /// The maximum number of connections is open.
        case tooManyConnections = "too_many_connections"
        /// The user at the other end may not send requests.
        case notAllowed = "not_allowed"
        case noSuchPlayer = "no_such_player"
        case noSuchRoom = "no_such_room"
        /// The server has no list for the puzzle, or its day is not among those whose word can still be chosen.
        case noSuchPuzzle = "no_such_puzzle"
        /// The word of the day is fixed: whoever asked for its commitment would see that it was changed.
        case wordIsFixed = "word_is_fixed"
        /// The word cannot be played on that day.
        case badWord = "bad_word"
        /// Nothing was changed: writing to disk is too slow or fails.
        case unavailable
        /// The server is shutting down.
        case draining
    }

    package let code: Code
    package let text: String

    package init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }

    /// The refusal as JSON.
    package var encoded: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("error", code.rawValue)
            json.field("text", text)
        }
        return json.bytes
    }
}
