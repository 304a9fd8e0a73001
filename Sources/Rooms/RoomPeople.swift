import GameRules

extension RoomEvent {
    /// Whether the event makes members or names what they are: `RoomPeople` is the fold of these.
    package var isAboutPeople: Bool {
        switch self {
        case .created, .named, .joined, .left, .renamed, .kicked: true
        default: false
        }
    }
}

/// Who was in a room at some point of its log, and what all were called: the part of `RoomState` that is known from the
/// events about people alone.
package struct RoomPeople: Hashable, Sendable {
    /// What the room was called.
    package private(set) var roomName = ""
    /// Who sat where, and was called what.
    package private(set) var members: [Seat: Person] = [:]

    /// Somebody with a seat.
    package struct Person: Hashable, Sendable {
        /// Who it is; never shown to others.
        package let player: PlayerID
        package fileprivate(set) var name: String
    }

    package init() {}

    /// Takes the next event; those that are not about people change nothing.
    package mutating func apply(_ event: RoomEvent) {
        switch event {
        case .created(let name), .named(let name): roomName = name
        case .joined(let seat, let player, let name): members[seat] = Person(player: player, name: name)
        case .left(let seat), .kicked(let seat): members[seat] = nil
        case .renamed(let seat, let name): members[seat]?.name = name
        case .pseudonym, .nameHeld, .hosted, .opened, .started, .guessed, .finished, .locked, .password, .listed,
            .barred, .code, .unkicked, .closed, .ready, .satOut, .settings, .series, .round, .played, .roundOver,
            .seriesOver:
            break
        }
    }
}
