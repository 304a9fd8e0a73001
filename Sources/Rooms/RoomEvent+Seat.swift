extension RoomEvent {
    /// The one seat that the event concerns; nil for events of the room, a round or a series.
    package var seat: Seat? {
        switch self {
        case .joined(let seat, _, _), .left(let seat), .renamed(let seat, _), .pseudonym(let seat, _),
            .nameHeld(let seat, _),
            .hosted(let seat),
            .started(_, let seat), .guessed(_, let seat, _, _, _), .finished(_, let seat, _, _, _, _),
            .kicked(let seat),
            .unkicked(let seat), .ready(let seat, _), .satOut(let seat, _), .played(_, let seat, _, _, _, _):
            seat
        case .created, .opened, .named, .daily, .locked, .password, .listed, .barred, .code, .closed, .settings,
            .series,
            .round, .dealt, .roundOver, .seriesOver:
            nil
        }
    }

    /// Returns the event with `name` in place of the name that it gives a player on one of `seats`. Nil if nothing
    /// would change.
    package func renamed(_ name: String, in seats: Set<Seat>) -> RoomEvent? {
        switch self {
        case .joined(let seat, let player, let old) where seats.contains(seat) && old != name:
            .joined(seat: seat, player: player, name: name)
        case .renamed(let seat, let old) where seats.contains(seat) && old != name: .renamed(seat: seat, name: name)
        case .created, .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .opened, .started, .guessed,
            .finished, .named, .locked, .password, .daily, .listed, .barred, .code, .kicked, .unkicked, .closed, .ready,
            .satOut, .settings, .series, .round, .dealt, .played, .roundOver, .seriesOver:
            nil
        }
    }
}
