import GameRules

extension RoomEvent {
    /// Whether the event changes the members or a name. `RoomPeople` is the fold of these events.
    package var isAboutPeople: Bool { kind.isAboutPeople }
}

/// The members and names of a room at one point of its log. `RoomPeople` needs only the events about people, which are
/// a part of what `RoomState` needs.
package struct RoomPeople: Hashable, Sendable {
    /// The room's name.
    package private(set) var roomName = ""
    /// The members, by seat.
    package private(set) var members: [Seat: Person] = [:]

    /// A member of the room.
    package struct Person: Hashable, Sendable {
        /// The player; never shown to others.
        package let player: PlayerID
        package fileprivate(set) var name: String
    }

    package init() {}

    /// Applies the next event. Events that are not about people change nothing.
    package mutating func apply(_ event: RoomEvent) {
        switch event {
        case .created(let name), .named(let name): roomName = name
        case .joined(let seat, let player, let name): members[seat] = Person(player: player, name: name)
        case .left(let seat), .kicked(let seat): members[seat] = nil
        case .renamed(let seat, let name): members[seat]?.name = name
        case .pseudonym, .nameHeld, .hosted, .opened, .started, .guessed, .finished, .daily, .locked, .password,
            .listed,
            .barred, .code, .unkicked, .closed, .ready, .satOut, .settings, .series, .round, .dealt, .played,
            .roundOver,
            .seriesOver:
            break
        }
    }
}
