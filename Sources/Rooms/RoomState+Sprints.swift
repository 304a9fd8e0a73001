import GameRules

// Changes in a series of sprints, apart from those of the clock.
extension RoomState {
    /// Countdown before the boards open, in ms.
    package static let countdown = 3_000
    /// Pause between two rounds that the clock begins, in ms.
    package static let pause = 8_000

    /// Sets whether a member is ready for a series.
    package func decideReady(_ player: PlayerID, _ isReady: Bool) throws(RoomRefusal) -> [RoomEvent] {
        guard !door.isClosed else { throw .closed }
        guard let member = member(for: player) else { throw .notAMember }
        return ready.contains(member.seat) == isReady ? [] : [.ready(seat: member.seat, ready: isReady)]
    }

    /// Lets a member sit out from the next round on, or race again. A running round no longer waits for a member who
    /// sits out.
    package func decideSitOut(_ player: PlayerID, _ isOut: Bool) throws(RoomRefusal) -> [RoomEvent] {
        guard !door.isClosed else { throw .closed }
        guard let member = member(for: player) else { throw .notAMember }
        return member.sitsOut == isOut ? [] : [.satOut(seat: member.seat, out: isOut)]
    }

    /// The members on these seats who race.
    package func racers(of seats: Set<Seat>) -> [Seat] {
        members.filter { !$0.sitsOut && seats.contains($0.seat) }.map(\.seat)
    }

    func decideStart(now: Int, present: Set<Seat>, _ dealer: SprintDealer) throws(RoomRefusal) -> [RoomEvent] {
        guard !isSeriesRunning else { throw .seriesRunning }
        if let field = sprintSettings.firstFault { throw .badSettings(field) }
        let next = Series(number: (series?.number ?? 0) + 1, settings: sprintSettings)
        guard !racers(of: present).isEmpty else { throw .noRacers }
        guard let round = deal(of: next, now, present, dealer) else { throw .badSettings(.language) }
        return [.series(series: next.number, sprint: next.settings), round]
    }

    func decideNextRound(now: Int, present: Set<Seat>, _ dealer: SprintDealer) throws(RoomRefusal) -> [RoomEvent] {
        guard let series, series.phase != .over else { throw .noSeries }
        guard series.phase == .pause else { throw .roundRunning }
        guard !racers(of: present).isEmpty else { throw .noRacers }
        return [deal(of: series, now, present, dealer) ?? series.over(cancelled: true)]
    }

    /// Deals the next round of a series to the present members who race. Nil if the line is no longer played here.
    func deal(of series: Series, _ now: Int, _ present: Set<Seat>, _ dealer: SprintDealer) -> RoomEvent? {
        let round = series.roundNumber + 1
        let race = RaceID.sprint(series: series.number, round: round)
        let line = series.settings.line
        guard let word = dealer(race, line, usedAnswers[line] ?? []) else { return nil }
        let starts = now + RoomState.countdown
        return .round(
            deal: SprintDeal(
                series: series.number, round: round, seats: racers(of: present),
                starts: starts, ends: starts + 1_000 * series.settings.limit, word: word, sprint: series.settings))
    }

    func decideEndOfRound(now: Int) throws(RoomRefusal) -> [RoomEvent] {
        guard let series, series.phase != .over else { throw .noSeries }
        guard series.phase == .round, let round = series.round else { throw .roundOver }
        // The time is up, and words that were read before may still be on their way: the clock ends the round, which
        // waits for them.
        guard now < round.deal.ends else { return [] }
        return decideEndOfRound(round, in: series, now: now, byHost: true)
    }

    func decideEndOfSeries(now: Int) throws(RoomRefusal) -> [RoomEvent] {
        guard let series, series.phase != .over else { throw .noSeries }
        return cancel(series, byHost: series.round.map { now < $0.deal.ends } ?? false)
    }

    /// Ends a series before its last round. A running round ends as it stands; `byHost`: before its time.
    func cancel(_ series: Series, byHost: Bool = false) -> [RoomEvent] {
        guard series.phase == .round, let round = series.round else { return [series.over(cancelled: true)] }
        return end(of: round, next: nil, byHost: byHost) + [series.ended(by: round).over(cancelled: true)]
    }

    /// Ends a round, and the series with its last round. `byHost`: the host ends the round before its time.
    func decideEndOfRound(_ round: Round, in series: Series, now: Int, byHost: Bool = false) -> [RoomEvent] {
        guard !series.isLastRound else {
            return end(of: round, next: nil, byHost: byHost) + [series.ended(by: round).over(cancelled: false)]
        }
        let next = series.settings.next == .auto ? now + RoomState.pause : nil
        return end(of: round, next: next, byHost: byHost)
    }

    private func end(of round: Round, next: Int?, byHost: Bool) -> [RoomEvent] {
        [.roundOver(result: round.result(next: next, byHost: byHost))]
    }

    /// Gives a member who enters during a round a game, if latecomers may play. A player who gave up a game of this
    /// round gets no second one: much about the word is known by then.
    package func decideLateStart(_ player: PlayerID, now: Int) -> [RoomEvent] {
        guard !door.isClosed, let member = member(for: player), !member.sitsOut, let series, series.phase == .round,
            let round = series.round, now < round.deal.ends, round.games[member.seat] == nil,
            round.departed[player] == nil
        else { return [] }
        // Before the boards open nobody is late. A member who already has points in the series does not lose a round
        // over a short disconnection at the deal.
        let isLate = now >= round.deal.starts && series.points[member.seat] == nil
        guard !isLate || series.settings.late == .start else { return [] }
        return [.started(race: round.race, seat: member.seat)]
    }

    /// The words of the running round that a player knows while others still look for them.
    package func toldWords(_ player: PlayerID) -> [Word] {
        guard let round = series?.round, !round.isOver else { return [] }
        return (member(for: player).map { round.toldWords($0.seat) } ?? []) + (round.departed[player] ?? [])
    }

    /// Whether a former member knows the word of the running round.
    package var hasDepartedWhoKnow: Bool {
        guard let round = series?.round, !round.isOver else { return false }
        return round.departed.values.contains { !$0.isEmpty }
    }
}

extension Round {
    func result(next: Int?, byHost: Bool = false) -> SprintResult {
        SprintResult(
            race: race, line: deal.sprint.line, answer: deal.answer, salt: deal.salt, standings: standings, next: next,
            isEndedByHost: byHost)
    }
}

extension Series {
    /// The series as it stands after the given round ends now.
    func ended(by round: Round) -> Series {
        var series = self
        series.take(round.result(next: nil))
        return series
    }

    func over(cancelled: Bool) -> RoomEvent {
        .seriesOver(series: number, podium: podium, cancelled: cancelled)
    }
}
