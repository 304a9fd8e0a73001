import GameRules

/// The connections to a room's seats, as its timers need them.
package struct RoomPresence: Hashable, Sendable {
    /// Seats with a connection.
    package var present: Set<Seat>
    /// The instant of departure of each absent seat that was seen to leave, in ms since 1970-01-01 UTC.
    package var goneAt: [Seat: Int]
    /// The instant at which the room came into memory, in ms since 1970-01-01 UTC. Departures before it are unknown.
    package var seenSince: Int
    /// The instant since which somebody who races has been there, in ms since 1970-01-01 UTC; nil while nobody is.
    private(set) var racersSince: Int?
    /// The first instant since the loading of the room at which a racer of a round was there; nil if none was. In ms
    /// since 1970-01-01 UTC. It stays when that racer goes again.
    private(set) var firstRacerAt: Int?

    /// The presence of a room that has just come into memory.
    package init(present: Set<Seat> = [], seenSince: Int) {
        self.present = present
        goneAt = [:]
        self.seenSince = seenSince
    }

    /// Takes who is there at `now`. Called before the timers of the room ask.
    package mutating func follow(_ present: Set<Seat>, in state: RoomState, now: Int) {
        self.present = present
        goneAt = goneAt.filter { state.member(at: $0.key) != nil }
        racersSince = state.racers(of: present).isEmpty ? nil : racersSince ?? now
        guard firstRacerAt == nil, let games = state.series?.round?.games else { return }
        // Whoever has gone was there.
        firstRacerAt = games.keys.contains(where: present.contains) ? now : games.keys.compactMap { goneAt[$0] }.min()
    }

    /// Whether no racer has come since the room came into memory, as after a restart.
    var isUnvisited: Bool { firstRacerAt == nil }

    /// The instant since which a seat has had no connection; nil if it has one.
    func absent(_ seat: Seat) -> Int? { present.contains(seat) ? nil : goneAt[seat] ?? seenSince }

    /// The instant since which others wait for an absent racer: after a restart from when the first of them is back.
    func awaited(_ seat: Seat) -> Int? { absent(seat).map { goneAt[seat] ?? max($0, firstRacerAt ?? $0) } }
}

// Changes that are due to the clock.
extension RoomState {
    /// Grace period in ms for a racer without a connection. After it a round no longer waits for that racer.
    package static let racerPatience = 15_000
    /// Grace period in ms for a host without a connection. After it another member becomes host.
    package static let hostPatience = 60_000
    /// ms after which an abandoned series is cancelled, so that later visitors do not find it running.
    package static let seriesPatience = 3_600_000

    /// Returns the events that are due at `now`, in ms since 1970-01-01 UTC. Each call returns one step: apply its
    /// events, then ask again. `heard`: the instant up to which all moves have been judged. The time of a round is up
    /// only then, so that no move is late which was read in time.
    package func due(now: Int, heard: Int, _ presence: RoomPresence, dealer: SprintDealer) -> [RoomEvent] {
        guard !door.isClosed else { return [] }
        if let heir = heir(presence), now >= heir.due { return [.hosted(seat: heir.seat)] }
        if let deal = series?.round?.dealDue, now >= deal.due { return [deal.event] }
        let racers = racers(of: presence.present)
        guard let series, let due = series.due(presence, sittingOut), now >= due else { return [] }
        switch series.phase {
        case .round:
            guard let round = series.round, heard >= due else { return [] }
            // The round ended long ago with nobody connected, perhaps while the server was down. Later visitors get no
            // old series.
            guard now < round.deal.ends + RoomState.seriesPatience else { return cancel(series) }
            return decideEndOfRound(round, in: series, now: now)
        case .pause:
            guard now < due + RoomState.seriesPatience else { return [series.over(cancelled: true)] }
            guard !racers.isEmpty else { return [] }
            return [deal(of: series, now, presence.present, dealer) ?? series.over(cancelled: true)]
        case .over: return []
        }
    }

    /// The instant of the next timed change if nothing else happens first, in ms since 1970-01-01 UTC. It may lie in
    /// the past. Nil if no change is due.
    package func nextDue(_ presence: RoomPresence) -> Int? {
        guard !door.isClosed else { return nil }
        var round = series?.due(presence, sittingOut)
        if series?.phase == .pause, racers(of: presence.present).isEmpty {
            // Without racers no round begins. If members are there all the same, the series is over after a while.
            round = presence.present.isEmpty ? nil : round.map { $0 + RoomState.seriesPatience }
        }
        return [heir(presence)?.due, series?.round?.dealDue?.due, round].compactMap(\.self).min()
    }

    private var sittingOut: Set<Seat> { Set(members.lazy.filter(\.sitsOut).map(\.seat)) }

    /// The longest-seated member who is present, and the instant of the handover. A member who became host while away
    /// has the grace period from then on: a former host may have chosen that member. A room without a host gets one at
    /// once: its host's account was deleted while the room could not be read.
    private func heir(_ presence: RoomPresence) -> (seat: Seat, due: Int)? {
        guard let heir = members.first(where: { presence.present.contains($0.seat) }) else { return nil }
        guard let host else { return (heir.seat, presence.seenSince) }
        guard let gone = presence.absent(host) else { return nil }
        return (heir.seat, max(gone, hostSince) + RoomState.hostPatience)
    }
}

extension Series {
    /// The instant at which the running round ends or the next one begins. Nil if the host decides it.
    func due(_ presence: RoomPresence, _ sittingOut: Set<Seat>) -> Int? {
        switch phase {
        case .round: round?.due(presence, sittingOut)
        case .pause: next.map { postponed($0, presence) }
        case .over: nil
        }
    }

    /// The instant of the next round. If it is overdue in an empty room, the first racer who comes waits for the others
    /// as after a round. An abandoned series waits for nobody.
    private func postponed(_ next: Int, _ presence: RoomPresence) -> Int {
        guard let since = presence.racersSince, since > next, since < next + RoomState.seriesPatience else {
            return next
        }
        return since + RoomState.pause
    }
}

extension Round {
    /// The instant at which the round ends: its time limit, or earlier once nobody plays any more. A racer plays until
    /// the game is over, the member sits out, or the grace period after a lost connection ends. Until somebody has
    /// finished, the round lasts to its limit, even with nobody connected; so it does until somebody is back after a
    /// restart.
    func due(_ presence: RoomPresence, _ sittingOut: Set<Seat>) -> Int {
        guard !games.isEmpty else { return deal.starts }
        guard !presence.isUnvisited, games.keys.contains(where: isDone) else { return deal.closes }
        var latest = deal.starts
        for seat in games.keys where !isDone(seat) && !sittingOut.contains(seat) {
            guard let gone = presence.awaited(seat) else { return deal.closes }
            latest = max(latest, gone + RoomState.racerPatience)
        }
        return min(latest, deal.closes)
    }

    /// The event that shows the puzzle to everybody, and the instant at which the boards open. Nil once it has
    /// happened, and in kinds of games that show nothing of the puzzle.
    var dealDue: (event: RoomEvent, due: Int)? {
        guard !isDealt, !isOver else { return nil }
        switch deal.shown {
        case .nothing: return nil
        case .tiles(let tiles):
            return (.dealt(race: race, line: deal.sprint.line, tiles: tiles.letters), deal.starts)
        }
    }
}
