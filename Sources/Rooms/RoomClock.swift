import GameRules

/// Who is connected to a room, as its timers need to know.
package struct RoomPresence: Hashable, Sendable {
    /// Seats with a connection.
    package var present: Set<Seat>
    /// The instants at which those went who have none, as far as they were seen; ms since 1970-01-01 UTC.
    package var goneAt: [Seat: Int]
    /// The instant since which nobody else has been seen: the room was not in memory before.
    package var seenSince: Int

    package init(present: Set<Seat> = [], goneAt: [Seat: Int] = [:], seenSince: Int) {
        self.present = present
        self.goneAt = goneAt
        self.seenSince = seenSince
    }

    /// The instant since which a seat has had no connection; nil if it has one.
    func absent(_ seat: Seat) -> Int? { present.contains(seat) ? nil : goneAt[seat] ?? seenSince }
}

// What the clock does to a room.
extension RoomState {
    /// ms after which a round does not wait any more for somebody who has gone.
    package static let racerPatience = 15_000
    /// ms after which a host who has gone is followed by another.
    package static let hostPatience = 60_000
    /// ms after which a series that everybody has left does not go on with who comes next.
    package static let seriesPatience = 3_600_000

    /// What is due at the instant `now`; one thing at a time, so ask again when it has happened.
    package func due(now: Int, _ presence: RoomPresence, dealer: SprintDealer) -> [RoomEvent] {
        guard !door.isClosed else { return [] }
        if let heir = heir(presence), now >= heir.due { return [.hosted(seat: heir.seat)] }
        let racers = racers(of: presence.present)
        guard let series, let due = series.due(presence, sittingOut), now >= due,
            !racers.isEmpty || series.phase == .round
        else { return [] }
        switch series.phase {
        case .round:
            guard let sprint = series.sprint else { return [] }
            // It ended long ago, with nobody here and perhaps no server: a series does not go on with who comes next.
            guard now < sprint.deal.ends + RoomState.seriesPatience else { return cancel(series) }
            return decideEndOfRound(sprint, in: series, now: now)
        case .pause:
            guard now < due + RoomState.seriesPatience else { return [series.over(cancelled: true)] }
            return [deal(of: series, now, presence.present, dealer) ?? series.over(cancelled: true)]
        case .over: return []
        }
    }

    /// The instant at which something is due if nothing else happens before; nil if nothing will be. It may have
    /// passed.
    package func nextDue(_ presence: RoomPresence) -> Int? {
        guard !door.isClosed else { return nil }
        var round = series?.due(presence, sittingOut)
        if series?.phase == .pause, racers(of: presence.present).isEmpty { round = nil }
        return [heir(presence)?.due, round].compactMap(\.self).min()
    }

    private var sittingOut: Set<Seat> { Set(members.lazy.filter(\.sitsOut).map(\.seat)) }

    /// Who follows an absent host, and when: the longest-seated of those who are there. At once where there is no host:
    /// one whose room could not be read has been deleted.
    private func heir(_ presence: RoomPresence) -> (seat: Seat, due: Int)? {
        guard let heir = members.first(where: { presence.present.contains($0.seat) }) else { return nil }
        guard let host else { return (heir.seat, presence.seenSince) }
        guard let gone = presence.absent(host) else { return nil }
        return (heir.seat, gone + RoomState.hostPatience)
    }
}

extension Series {
    /// When its round ends, or the next begins; nil where that is the host's to say.
    func due(_ presence: RoomPresence, _ sittingOut: Set<Seat>) -> Int? {
        switch phase {
        case .round: sprint?.due(presence, sittingOut)
        case .pause: next
        case .over: nil
        }
    }
}

extension Sprint {
    /// When the round ends. Before its time is out, if nobody plays any more: everybody has finished, or has gone and
    /// was waited for, or sits out by now. While nobody has finished the clock runs on, also when all have gone to
    /// sleep.
    func due(_ presence: RoomPresence, _ sittingOut: Set<Seat>) -> Int {
        guard !games.isEmpty else { return deal.starts }
        guard games.keys.contains(where: isDone) else { return deal.ends }
        var latest = deal.starts
        for seat in games.keys where !isDone(seat) && !sittingOut.contains(seat) {
            guard let gone = presence.absent(seat) else { return deal.ends }
            latest = max(latest, gone + RoomState.racerPatience)
        }
        return min(latest, deal.ends)
    }
}
