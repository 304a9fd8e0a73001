import GameRules

/// A round of sprints that is over, as the log has it: everything in it is public.
package struct SprintReplay: Hashable, Sendable {
    /// What it began with.
    package let deal: SprintDeal
    /// How it ended.
    package let result: SprintResult
    /// When that was, ms since 1970-01-01 UTC.
    package let over: Int
    /// The games of those who stayed to the end.
    package let games: [Seat: GuessGame]
    /// Who was in the room at the end.
    package let people: RoomPeople

    /// Folds what the log has: the events about people from its beginning, and all from the `round` to its `roundOver`.
    /// Nil if these two are not there.
    package init?(replaying events: some Sequence<LoggedEvent>) {
        var people = RoomPeople()
        var sprint: Sprint?
        for logged in events {
            people.apply(logged.event)
            switch logged.event {
            case .round(let deal): sprint = Sprint(deal)
            case .started(let race, let seat) where race == sprint?.race: sprint?.start(seat)
            case .played(let race, let seat, _, let word, let pattern, let elapsed) where race == sprint?.race:
                sprint?.take(word, pattern, elapsed: elapsed, of: seat)
            case .left(let seat), .kicked(let seat): sprint?.games[seat] = nil
            case .roundOver(let result):
                guard let sprint, result.race == sprint.race else { return nil }
                self.deal = sprint.deal
                self.result = result
                over = logged.time
                games = sprint.games
                self.people = people
                return
            case .created, .joined, .renamed, .pseudonym, .nameHeld, .hosted, .opened, .started, .guessed, .finished,
                .named, .locked, .password, .listed, .barred, .code, .unkicked, .closed, .ready, .satOut, .settings,
                .series, .played, .seriesOver:
                break
            }
        }
        return nil
    }
}
