import GameRules

/// A room's log for viewers who are shown no rivals before the end. Every event of a running race is kept back until
/// the race is over, and then comes before the event that ends it.
///
/// The shown events are numbered without a gap, and the events that are kept back do not count. So nobody can read off
/// the numbers how many moves others have made. They are not the numbers of the room's own log.
package struct VeiledLog: Sendable {
    /// The fold of what is shown, under its own numbers.
    package private(set) var state = RoomState()
    /// Events that are kept back, in order.
    private var kept: [Kept] = []
    /// The number before that of the first event that is shown.
    private let base: Int

    private struct Kept {
        let race: RaceID
        let seat: Seat
        let time: Int
        let event: RoomEvent
    }

    /// Folds the part of a log that `RoomState.needed` returned. `base` is the number before that of the first event.
    /// No earlier fold of the room has reached it, so that nobody resumes by the numbers of another fold.
    package init(recalling log: some Sequence<LoggedEvent>, base: Int) {
        self.base = base
        for logged in log { _ = apply(logged) }
    }

    /// Takes the next event of the room. Returns the events that are to be shown now, under their own numbers.
    package mutating func apply(_ logged: LoggedEvent) -> [LoggedEvent] {
        if let (race, seat) = logged.event.lane, isRunning(race) {
            kept.append(Kept(race: race, seat: seat, time: logged.time, event: logged.event))
            return []
        }
        let released: [Kept]
        switch logged.event {
        // The day before is over.
        case .opened: released = take { $0.race.puzzle != nil }
        case .roundOver(let result): released = take { $0.race == result.race }
        case .left(let seat), .kicked(let seat):
            // Whoever left has no lane in the end either.
            kept.removeAll { $0.seat == seat }
            released = []
        case .created, .joined, .renamed, .pseudonym, .nameHeld, .hosted, .started, .guessed, .finished, .named,
            .locked, .password, .daily, .listed, .barred, .code, .unkicked, .closed, .ready, .satOut, .settings,
            .series, .round, .dealt, .played, .seriesOver:
            released = []
        }
        return released.map { show($0.event, $0.time) } + [show(logged.event, logged.time)]
    }

    /// Renames a former member, as in the room's own state.
    package mutating func rename(former player: PlayerID, to name: String) { state.rename(former: player, to: name) }

    /// The number of events that are kept back.
    package var keptCount: Int { kept.count }

    /// Whether what happens on the lanes of a race is kept back.
    private func isRunning(_ race: RaceID) -> Bool {
        guard race.puzzle == nil else { return state.races.last?.id == race }
        guard let round = state.series?.round else { return false }
        return round.race == race && !round.isOver
    }

    private mutating func take(_ isMeant: (Kept) -> Bool) -> [Kept] {
        let taken = kept.filter(isMeant)
        kept.removeAll(where: isMeant)
        return taken
    }

    private mutating func show(_ event: RoomEvent, _ time: Int) -> LoggedEvent {
        let shown = LoggedEvent(sequence: max(base, state.sequence) + 1, time: time, event: event)
        state.recall(shown)
        return shown
    }
}

extension RoomEvent {
    /// The race and seat of the lane that it changes; nil for an event that changes none.
    fileprivate var lane: (race: RaceID, seat: Seat)? {
        switch self {
        case .started(let race, let seat), .guessed(let race, let seat, _, _, _),
            .finished(let race, let seat, _, _, _, _),
            .played(let race, let seat, _, _, _, _):
            (race, seat)
        case .created, .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .opened, .named, .locked, .password,
            .daily, .listed, .barred, .code, .kicked, .unkicked, .closed, .ready, .satOut, .settings, .series, .round,
            .dealt, .roundOver, .seriesOver:
            nil
        }
    }
}
