import GameRules
import Storage

/// Deletes players who have not come for as long as the host says. It runs once a day, one player after the other, so
/// that nobody waits for it.
///
/// The period is counted in days that have begun on this server. So a server that was down, a backup that is restored
/// and a wall clock that jumps forward shorten it for nobody.
final class Forgetting: HubPart {
    let context: HubContext
    private let committer: Committer
    private let accounts: AccountActs
    /// The day whose round is under way, or over.
    private var day: Day?
    private var round = Round.over
    /// Whether storage or a deletion is waited for.
    private var isBusy = false
    /// The instant of the first tick.
    private var started: Int?
    /// The instant before which nothing is begun, after a failure.
    private var pausedUntil = 0
    /// The number of players forgotten in the round.
    private var count = 0

    /// ms after the start of a day at which its round begins: those who play at midnight come first. And ms after that
    /// of the hub: whoever was connected when the power failed comes again first.
    static let later = 3_600_000
    /// Players that are looked up at a time.
    static let piece = 50
    /// ms without forgetting after a failure.
    static let patience = 60_000

    /// The progress of a round.
    private enum Round {
        case begins
        /// The players looked at next were last here before `day`; the lookup goes on behind `place`.
        case goesOn(found: ArraySlice<LastVisit>, day: Day, place: LastVisit)
        case over
    }

    init(_ context: HubContext, _ committer: Committer, _ accounts: AccountActs) {
        self.context = context
        self.committer = committer
        self.accounts = accounts
    }

    /// Takes one step of the round that is due: looks players up, or begins to delete one.
    func tick() {
        let started = self.started ?? now
        self.started = started
        guard settings.forgetPlayers > 0, !isBusy, !isDraining, !committer.isBehind, now >= pausedUntil,
            let today = days.today?.puzzle.day
        else { return }
        if day != today {
            guard now >= forgettingBegins(on: today, started: started) else { return }
            day = today
            round = .begins
            count = 0
        }
        switch round {
        case .begins: findDay(before: today)
        case .goesOn(var found, let day, let place):
            guard let next = found.popFirst() else { return find(before: day, after: place) }
            round = .goesOn(found: found, day: day, place: place)
            forget(next.player, notSeenSince: day)
        case .over: break
        }
    }

    /// Finds the day since which players must have been here.
    private func findDay(before today: Day) {
        let later = settings.forgetPlayers - 1
        isBusy = true
        records.earlierDay(before: today, later: later) { [self] result in
            isBusy = false
            switch result {
            case .failure(let error): fail(error)
            case .success(nil): round = .over
            case .success(let day?): round = .goesOn(found: [], day: day, place: .none)
            }
        }
    }

    private func find(before day: Day, after place: LastVisit) {
        isBusy = true
        records.visits(before: day, after: place, limit: Forgetting.piece) {
            [self] result in
            isBusy = false
            switch result {
            case .failure(let error): fail(error)
            case .success(let found):
                guard let last = found.last else { return end() }
                round = .goesOn(found: found[...], day: day, place: last)
            }
        }
    }

    private func forget(_ player: PlayerID, notSeenSince day: Day) {
        isBusy = true
        accounts.forget(player, notSeenSince: day) { [self] result in
            isBusy = false
            switch result {
            // The player's turn comes again on the next day.
            case .failure(let error): fail(error)
            case .success(true):
                count += 1
                environment.meter.forgotten()
            case .success(false): break
            }
        }
    }

    private func fail(_ error: StorageError) {
        pausedUntil = now + Forgetting.patience
        environment.report(.forgetting, "\(error)")
    }

    private func end() {
        round = .over
        if count > 0 { environment.report(.moderation, "players forgotten who came no more: \(count)") }
    }
}

extension HubPart {
    /// The instant at which a day's forgetting begins, in a hub whose first tick was at `started`.
    func forgettingBegins(on day: Day, started: Int) -> Int {
        max(started, puzzleSource.start(of: day) - environment.wallAhead()) + Forgetting.later
    }
}
