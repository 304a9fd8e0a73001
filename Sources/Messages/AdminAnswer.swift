import GameRules

/// An answer of the server to a request of its operator.
package enum AdminAnswer: Hashable, Sendable {
    /// The players found. `more`: the list is cut, and further players match.
    case players([Player], more: Bool)
    /// The outcome of giving a player another name.
    case nameReset(NameReset)
    /// The rooms found. `more`: the list is cut, and further rooms match.
    case rooms([Room], more: Bool)
    /// The room after the request. `isChanged`: false if it was so already.
    case room(Room, isChanged: Bool)
    /// The words that the host has chosen for coming days, in the order of the days.
    case hostWords([HostWord])
    /// The host's word of a day after the request; nil if it is drawn. `isChanged`: false if it was so already.
    case word(HostWord?, of: PuzzleID, isChanged: Bool)
    /// The words that owners left out, in the order of their bytes. `inFile`: the number of those that the file of the
    /// settings has. `isChanged`: false if it was so already; nil after a request that changes nothing.
    case leftOut([LeftOut], inFile: Int, isChanged: Bool?)
    /// A player after a ban or its end. `isChanged`: false if it was so already.
    case ban(Ban, isChanged: Bool)
    /// A room that is closed now.
    case closed(Room)
    /// The words that were tried and are in no list, those that were tried most first.
    case refusedWords([RefusedWord])
    /// The announcement; nil if there is none.
    case announcement(HostAnnouncement?)
    /// A piece of the audit log, newest first. `more`: earlier acts are kept.
    case acts([Act], more: Bool)
    /// A link to the admin page.
    case link(Link)
    /// The sessions of the admin page.
    case sessions([Session])
    /// The number of sessions and links that were ended.
    case ended(Int)

    /// A player, and whether the server keeps the player out.
    package struct Ban: Hashable, Sendable {
        package let id: PlayerID
        package let name: String
        /// The time of the ban; nil for a player who is not banned.
        package let since: Int?

        package init(id: PlayerID, name: String, since: Int?) {
            self.id = id
            self.name = name
            self.since = since
        }
    }

    /// A word that an owner left out.
    package struct LeftOut: Hashable, Sendable {
        package let word: String
        /// The time from which it is left out.
        package let since: Int

        package init(word: String, since: Int) {
            self.word = word
            self.since = since
        }
    }

    /// A text that was tried as a word.
    package struct RefusedWord: Hashable, Sendable {
        package let line: PuzzleLine
        package let word: String
        package let count: Int

        package init(line: PuzzleLine, word: String, count: Int) {
            self.line = line
            self.word = word
            self.count = count
        }
    }

    /// An act in the audit log.
    package struct Act: Hashable, Sendable {
        package let number: Int
        package let time: Int
        package let actor: String
        package let verb: String
        package let subject: String

        package init(number: Int, time: Int, actor: String, verb: String, subject: String) {
            self.number = number
            self.time = time
            self.actor = actor
            self.verb = verb
            self.subject = subject
        }
    }

    /// The key of a link to the admin page, which is nowhere else.
    package struct Link: Hashable, Sendable {
        package let key: String
        package let role: AdminRole
        /// The time from which the link is void.
        package let expires: Int

        package init(key: String, role: AdminRole, expires: Int) {
            self.key = key
            self.role = role
            self.expires = expires
        }
    }

    /// A session of the admin page.
    package struct Session: Hashable, Sendable {
        package let number: Int
        package let role: AdminRole
        package let began: Int
        /// The time of the last request.
        package let used: Int
        /// The time at which the session ends.
        package let expires: Int

        package init(number: Int, role: AdminRole, began: Int, used: Int, expires: Int) {
            self.number = number
            self.role = role
            self.began = began
            self.used = used
            self.expires = expires
        }
    }

    /// A word that the host has chosen for a day.
    package struct HostWord: Hashable, Sendable {
        package let puzzle: PuzzleID
        package let word: String
        /// The player for whom the day does not count.
        package let knownTo: PlayerID?

        package init(puzzle: PuzzleID, word: String, knownTo: PlayerID?) {
            self.puzzle = puzzle
            self.word = word
            self.knownTo = knownTo
        }
    }

    /// A player, as the operator sees one.
    package struct Player: Hashable, Sendable {
        package let id: PlayerID
        package let name: String
        /// The time of the player's first visit.
        package let createdAt: Int
        /// The time at which the player's last game was opened; nil without a game.
        package let lastGame: Int?
        /// The number of open connections of the player.
        package let connections: Int
        /// The time until which the player cannot change the name that the operator gave; nil if none.
        package let keptUntil: Int?
        /// The time of the player's ban; nil for a player who is not banned.
        package let bannedAt: Int?
        /// Codes of the rooms in which the player has a seat.
        package let rooms: [String]

        package init(
            id: PlayerID, name: String, createdAt: Int, lastGame: Int?, connections: Int, keptUntil: Int?,
            bannedAt: Int? = nil, rooms: [String]
        ) {
            self.id = id
            self.name = name
            self.createdAt = createdAt
            self.lastGame = lastGame
            self.connections = connections
            self.keptUntil = keptUntil
            self.bannedAt = bannedAt
            self.rooms = rooms
        }
    }

    /// The outcome of giving a player another name.
    package struct NameReset: Hashable, Sendable {
        package let id: PlayerID
        package let before: String
        package let name: String
        /// The time until which the player cannot change the new name.
        package let keptUntil: Int
        /// Codes of the rooms that show the new name, or that were named after the player.
        package let rooms: [String]
        /// Rooms whose log cannot be read. They still show the old name.
        package let unreadable: [String]

        package init(
            id: PlayerID, before: String, name: String, keptUntil: Int, rooms: [String], unreadable: [String]
        ) {
            self.id = id
            self.before = before
            self.name = name
            self.keptUntil = keptUntil
            self.rooms = rooms
            self.unreadable = unreadable
        }
    }

    /// An open room, as the operator sees one.
    package struct Room: Hashable, Sendable {
        package let code: String
        /// The number of the room in the log.
        package let number: Int
        package let name: String
        /// The state of a room in use; nil for a room that nobody has used of late, which no lobby shows.
        package let state: State?

        package struct State: Hashable, Sendable {
            package let isListed: Bool
            package let isBarred: Bool
            package let members: Int
            /// Members with a connection.
            package let present: Int
            package let watchers: Int

            package init(isListed: Bool, isBarred: Bool, members: Int, present: Int, watchers: Int) {
                self.isListed = isListed
                self.isBarred = isBarred
                self.members = members
                self.present = present
                self.watchers = watchers
            }
        }

        package init(code: String, number: Int, name: String, state: State?) {
            self.code = code
            self.number = number
            self.name = name
            self.state = state
        }
    }

    /// The answer as JSON.
    package var encoded: [UInt8] {
        var json = JSONWriter(reservingCapacity: 1_024)
        json.object { json in
            switch self {
            case .players(let players, let more):
                json.array("players") { json in
                    for player in players { json.element { player.write(to: &$0) } }
                }
                json.field("more", more)
            case .nameReset(let reset): json.object("reset", reset.write)
            case .rooms(let rooms, let more):
                json.array("rooms") { json in
                    for room in rooms { json.element { room.write(to: &$0) } }
                }
                json.field("more", more)
            case .room(let room, let isChanged):
                json.object("room", room.write)
                json.field("changed", isChanged)
            case .hostWords(let words):
                json.array("words") { json in
                    for word in words { json.element(word.write) }
                }
            case .word(let word, let puzzle, let isChanged):
                json.field("puzzle", puzzle.text)
                if let word { json.object("word", word.write) }
                json.field("changed", isChanged)
            case .leftOut(let words, let inFile, let isChanged):
                json.array("left_out") { json in
                    for word in words { json.element(word.write) }
                }
                json.field("in_file", inFile)
                if let isChanged { json.field("changed", isChanged) }
            case .ban(let ban, let isChanged):
                json.object("ban", ban.write)
                json.field("changed", isChanged)
            case .closed(let room): json.object("closed", room.write)
            case .refusedWords(let words):
                json.array("refused") { json in
                    for word in words { json.element(word.write) }
                }
            case .announcement(let announcement):
                json.array("announcements") { json in
                    if let announcement { json.element(announcement.write) }
                }
            case .acts(let acts, let more):
                json.array("acts") { json in
                    for act in acts { json.element(act.write) }
                }
                json.field("more", more)
            case .link(let link): json.object("link", link.write)
            case .sessions(let sessions):
                json.array("sessions") { json in
                    for session in sessions { json.element(session.write) }
                }
            case .ended(let count): json.field("ended", count)
            }
        }
        return json.bytes
    }
}

extension AdminAnswer.Player {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("id", id.text)
        json.field("name", name)
        json.field("since", createdAt)
        if let lastGame { json.field("last_game", lastGame) }
        json.field("connections", connections)
        if let keptUntil { json.field("kept_until", keptUntil) }
        if let bannedAt { json.field("banned", bannedAt) }
        json.array("rooms") { json in
            for code in rooms { json.string(code) }
        }
    }
}

extension AdminAnswer.HostWord {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("puzzle", puzzle.text)
        json.field("word", word)
        if let knownTo { json.field("player", knownTo.text) }
    }
}

extension AdminAnswer.NameReset {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("id", id.text)
        json.field("before", before)
        json.field("name", name)
        json.field("kept_until", keptUntil)
        json.array("rooms") { json in
            for code in rooms { json.string(code) }
        }
        json.array("unreadable") { json in
            for code in unreadable { json.string(code) }
        }
    }
}

extension AdminAnswer.Room {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("room", code)
        json.field("number", number)
        json.field("name", name)
        guard let state else { return }
        json.object("state") { json in
            json.field("listed", state.isListed)
            json.field("barred", state.isBarred)
            json.field("members", state.members)
            json.field("present", state.present)
            json.field("watchers", state.watchers)
        }
    }
}

extension AdminAnswer.Ban {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("id", id.text)
        json.field("name", name)
        if let since { json.field("since", since) }
    }
}

extension AdminAnswer.LeftOut {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("word", word)
        json.field("since", since)
    }
}

extension AdminAnswer.RefusedWord {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("line", line.text)
        json.field("word", word)
        json.field("count", count)
    }
}

extension AdminAnswer.Act {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("number", number)
        json.field("time", time)
        json.field("actor", actor)
        json.field("verb", verb)
        json.field("subject", subject)
    }
}

extension AdminAnswer.Link {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("key", key)
        json.field("role", role.rawValue)
        json.field("expires", expires)
    }
}

extension AdminAnswer.Session {
    package func write(to json: inout JSONWriter) {
        json.field("number", number)
        json.field("role", role.rawValue)
        json.field("began", began)
        json.field("used", used)
        json.field("expires", expires)
    }
}
