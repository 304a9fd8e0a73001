import GameRules

/// A request of somebody who runs the server: sent on the machine that the server runs on, or from the admin page. One
/// flat JSON object; its field `do` names the request.
package enum AdminRequest: Hashable, Sendable {
    /// Finds players by a part of their names.
    case players(named: String)
    /// Gives a player another name, drawn by the server.
    case resetName(PlayerID)
    /// Gives a player this name.
    case rename(PlayerID, name: String)
    /// Keeps a player out of the server until the ban is lifted.
    case ban(PlayerID)
    case unban(PlayerID)
    /// Lists the players who are banned.
    case bans
    /// Finds open rooms by their codes or a part of their names.
    case rooms(named: String)
    /// Gives a room another name, drawn by the server.
    case resetRoomName(code: String)
    /// Gives a room this name.
    case renameRoom(code: String, name: String)
    /// Takes a room out of the lobby and keeps it out.
    case unlistRoom(code: String)
    /// Lets the host of a room list it in the lobby again.
    case listRoom(code: String)
    /// Closes a room for good, as its host can.
    case closeRoom(code: String)
    /// Lists the words that the host has chosen for coming days, of all lines.
    case hostWords
    /// Makes a word that of a coming day, in place of the one that would be drawn.
    case setWord(HostWord)
    /// Has the word of a coming day drawn again, as if the host had chosen none.
    case clearWord(PuzzleID)
    /// Lists the words that are left out of what is drawn.
    case leftOut
    /// Leaves a word out: it is no answer of a round or of practice from now on, nor of a day that is drawn later.
    case leaveOut(word: String)
    /// Has a word drawn again that was left out.
    case bringBack(word: String)
    /// Lists the words that were tried and are in no list, of days before yesterday.
    case refusedWords
    /// Reads the announcement.
    case announcement
    /// Shows a text to all players until it is withdrawn, in place of the one before.
    case announce(String)
    case withdraw
    /// Reads the audit log before an act of this number; nil for its end.
    case acts(before: Int?)
    /// Makes a link that opens the admin page once.
    case link(AdminRole)
    /// Lists the sessions of the admin page.
    case sessions
    /// Ends the session of the admin page that has this number; all sessions, and the links that nobody has used yet,
    /// if it is nil.
    case endSessions(Int?)

    /// A word that the host chooses for a day.
    package struct HostWord: Hashable, Sendable {
        package let puzzle: PuzzleID
        /// The word, as it was typed.
        package let text: String
        /// The player for whom the day does not count, because the word is theirs; nil if there is none.
        package let knownTo: PlayerID?
        /// Whether a word is taken that no list has, or another day, or that is left out.
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

    /// The value of the field `do`, which also names the request in the audit log.
    package var verb: String {
        switch self {
        case .players: "players"
        case .resetName: "reset-name"
        case .rename: "rename"
        case .ban: "ban"
        case .unban: "unban"
        case .bans: "bans"
        case .rooms: "rooms"
        case .resetRoomName: "reset-room-name"
        case .renameRoom: "rename-room"
        case .unlistRoom: "unlist-room"
        case .listRoom: "list-room"
        case .closeRoom: "close-room"
        case .hostWords: "host-words"
        case .setWord(let word): word.isForced ? "force-word" : "set-word"
        case .clearWord: "clear-word"
        case .leftOut: "left-out"
        case .leaveOut: "leave-out"
        case .bringBack: "bring-back"
        case .refusedWords: "refused-words"
        case .announcement: "announcement"
        case .announce: "announce"
        case .withdraw: "withdraw"
        case .acts: "acts"
        case .link: "link"
        case .sessions: "sessions"
        case .endSessions: "end-sessions"
        }
    }

    /// The request as JSON.
    package var encoded: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("do", verb)
            switch self {
            case .players(let text), .rooms(let text), .announce(let text), .leaveOut(let text), .bringBack(let text):
                json.field("text", text)
            case .resetName(let id), .ban(let id), .unban(let id): json.field("player", id.text)
            case .rename(let id, let name):
                json.field("player", id.text)
                json.field("name", name)
            case .resetRoomName(let code), .unlistRoom(let code), .listRoom(let code), .closeRoom(let code):
                json.field("room", code)
            case .renameRoom(let code, let name):
                json.field("room", code)
                json.field("name", name)
            case .setWord(let word):
                json.field("puzzle", word.puzzle.text)
                json.field("text", word.text)
                if let player = word.knownTo { json.field("player", player.text) }
            case .clearWord(let puzzle): json.field("puzzle", puzzle.text)
            case .acts(let number): if let number { json.field("before", "\(number)") }
            case .link(let role): json.field("role", role.rawValue)
            case .endSessions(let number): if let number { json.field("session", "\(number)") }
            case .bans, .hostWords, .leftOut, .refusedWords, .announcement, .withdraw, .sessions: break
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
        /// No session of the admin page has that number.
        case noSuchSession = "no_such_session"
        /// The server has no list for the puzzle, or its day is not among those whose word can still be chosen.
        case noSuchPuzzle = "no_such_puzzle"
        /// The word of the day is fixed: whoever asked for its commitment would see that it was changed.
        case wordIsFixed = "word_is_fixed"
        /// The word cannot be played on that day, left out or brought back.
        case badWord = "bad_word"
        /// The name is none that a player, or a room, may have.
        case badName = "bad_name"
        /// Somebody in a room of the player is called so, or nearly so.
        case nameTaken = "name_taken"
        /// The text is too long for an announcement, or has characters that cannot be seen.
        case badText = "bad_text"
        /// The link of the admin page was used, or its time is over.
        case badLink = "bad_link"
        /// The most words are left out.
        case listIsFull = "list_is_full"
        /// The most links or sessions of the admin page are open, or they ask too often.
        case tooMany = "too_many"
        /// Another request of the kind is under way.
        case busy
        /// The act was done, and the audit log does not have it: writing to disk is too slow or fails.
        case notLogged = "not_logged"
        /// Writing to disk is too slow or fails. The answer may be lost, and the change kept.
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
