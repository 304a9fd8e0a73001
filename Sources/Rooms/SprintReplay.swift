import GameRules

/// A finished round of sprints, read from the log. Everything in it is public.
package struct SprintReplay: Hashable, Sendable {
    /// The start of the round.
    package let deal: SprintDeal
    /// The end of the round.
    package let result: SprintResult
    /// The instant of the end, in ms since 1970-01-01 UTC.
    package let over: Int
    /// The games by seat, of the members who stayed to the end.
    package let games: [Seat: Game]
    /// The members at the end, and the names.
    package let people: RoomPeople

    /// Folds a room's events: those about people from the start of the log, and all from the `round` to its
    /// `roundOver`. Nil if one of these two is missing.
    package init?(replaying events: some Sequence<LoggedEvent>) {
        var people = RoomPeople()
        var round: Round?
        for logged in events {
            people.apply(logged.event)
            switch logged.event {
            case .round(let deal): round = Round(deal)
            case .started(let race, let seat) where race == round?.race: round?.start(seat)
            case .played(let race, let seat, _, let word, let verdict, let elapsed) where race == round?.race:
                round?.take(Move(word: word, verdict: verdict, elapsed: elapsed), of: seat)
            case .left(let seat), .kicked(let seat): round?.games[seat] = nil
            case .roundOver(let result):
                guard var round, result.race == round.race else { return nil }
                round.end()
                self.deal = round.deal
                self.result = result
                over = logged.time
                games = round.games
                self.people = people
                return
            case .created, .joined, .renamed, .pseudonym, .nameHeld, .hosted, .opened, .started, .guessed, .finished,
                .named, .daily, .locked, .password, .listed, .barred, .code, .unkicked, .closed, .ready, .satOut,
                .settings,
                .series, .dealt, .played, .seriesOver:
                break
            }
        }
        return nil
    }
}
