import GameRules

/// What the operator of a server is answered.
package enum AdminAnswer: Hashable, Sendable {
    /// The players who were found; `more`: there are others.
    case players([Player], more: Bool)
    /// A player has another name.
    case nameReset(NameReset)
    /// The rooms that were found; `more`: there are others.
    case rooms([Room], more: Bool)
    /// A room after what was done to it; `isChanged`: it was not so already.
    case room(Room, isChanged: Bool)

    /// A player, as the operator may see one.
    package struct Player: Hashable, Sendable {
        package let id: PlayerID
        package let name: String
        /// When the player came first.
        package let createdAt: Int
        /// When the player's last game was opened; nil for one who has none.
        package let lastGame: Int?
        /// Connections that the player has now.
        package let connections: Int
        /// Until when the player keeps the name that the operator gave; nil if that is over, or never was.
        package let keptUntil: Int?
        /// Codes of the rooms in which the player has a seat.
        package let rooms: [String]

        package init(
            id: PlayerID, name: String, createdAt: Int, lastGame: Int?, connections: Int, keptUntil: Int?,
            rooms: [String]
        ) {
            self.id = id
            self.name = name
            self.createdAt = createdAt
            self.lastGame = lastGame
            self.connections = connections
            self.keptUntil = keptUntil
            self.rooms = rooms
        }
    }

    /// What became of a player's name.
    package struct NameReset: Hashable, Sendable {
        package let id: PlayerID
        package let before: String
        package let name: String
        /// Until when the player keeps it.
        package let keptUntil: Int
        /// Codes of the rooms that were told, or were called after the player.
        package let rooms: [String]
        /// Rooms that cannot be read, and have the name still.
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

    /// An open room, as the operator may see one.
    package struct Room: Hashable, Sendable {
        package let code: String
        /// The number by which the log calls it.
        package let number: Int
        package let name: String
        /// What is known of a room that somebody has used of late; nil for others, which no lobby shows.
        package let state: State?

        package struct State: Hashable, Sendable {
            package let isListed: Bool
            package let isBarred: Bool
            package let members: Int
            /// Members who are connected.
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

    /// The JSON.
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
        json.array("rooms") { json in
            for code in rooms { json.string(code) }
        }
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
