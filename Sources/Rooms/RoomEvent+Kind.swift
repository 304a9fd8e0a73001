extension RoomEvent {
    /// The kinds of events, by the names under which the log has them. Queries of storage are made of this list. Tests
    /// hold the stored forms, the names on the wire, `docs/protocol.md` and the types of `web` to it.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case created, joined, left, renamed, pseudonym, nameHeld, hosted, opened, started, guessed, finished
        case named, daily, locked, password, listed, barred, code, kicked, unkicked, closed, ready, satOut, settings
        case series, round, dealt, played, roundOver, seriesOver
    }

    /// The kind of the event.
    package var kind: Kind {
        switch self {
        case .created: .created
        case .joined: .joined
        case .left: .left
        case .renamed: .renamed
        case .pseudonym: .pseudonym
        case .nameHeld: .nameHeld
        case .hosted: .hosted
        case .opened: .opened
        case .started: .started
        case .guessed: .guessed
        case .finished: .finished
        case .named: .named
        case .daily: .daily
        case .locked: .locked
        case .password: .password
        case .listed: .listed
        case .barred: .barred
        case .code: .code
        case .kicked: .kicked
        case .unkicked: .unkicked
        case .closed: .closed
        case .ready: .ready
        case .satOut: .satOut
        case .settings: .settings
        case .series: .series
        case .round: .round
        case .dealt: .dealt
        case .played: .played
        case .roundOver: .roundOver
        case .seriesOver: .seriesOver
        }
    }
}

extension RoomEvent.Kind {
    /// The time for which the state of a room follows from an event.
    package enum Bearing: Hashable, Sendable {
        /// For ever.
        case lasting
        /// Until the next event of its kind, which takes its place: it does nothing else than to set something.
        case untilNext
        /// Until the next event of its kind about the same seat.
        case untilNextOfSeat
        /// While its race or series can be seen.
        case passing
    }

    /// The time for which the state of a room follows from an event of this kind.
    package var bearing: Bearing {
        switch self {
        case .created, .joined, .left, .nameHeld, .opened, .kicked, .unkicked, .closed, .round: .lasting
        case .named, .daily, .hosted, .code, .locked, .password, .listed, .barred, .settings: .untilNext
        case .renamed, .pseudonym, .ready, .satOut: .untilNextOfSeat
        case .started, .guessed, .finished, .dealt, .played, .series, .roundOver, .seriesOver: .passing
        }
    }

    /// Whether an event of this kind makes members or names what they are: `RoomPeople` is the fold of these.
    package var isAboutPeople: Bool {
        switch self {
        case .created, .named, .joined, .left, .renamed, .kicked: true
        case .pseudonym, .nameHeld, .hosted, .opened, .started, .guessed, .finished, .daily, .locked, .password,
            .listed, .barred, .code, .unkicked, .closed, .ready, .satOut, .settings, .series, .round, .dealt, .played,
            .roundOver, .seriesOver:
            false
        }
    }
}
