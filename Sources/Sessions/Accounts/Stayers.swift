import GameRules
import Storage

/// Notes, when a day begins, the visit of players who stay connected from the day before. A page that is never closed
/// says `hello` once, and after a loss of power nothing else would tell of the visit. A bounded number is noted in a
/// tick, so that players at midnight do not wait.
final class Stayers: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer
    private let accounts: AccountActs
    /// The day for which visits are noted.
    private var day: Day?
    /// Players who were connected when it began, and are not noted yet.
    private var left: [LivePlayer] = []

    /// Visits that are noted in a tick: a hundred a second, so that 360,000 are before anybody is forgotten.
    static let piece = 25

    init(_ context: HubContext, _ library: Library, _ committer: Committer, _ accounts: AccountActs) {
        self.context = context
        self.library = library
        self.committer = committer
        self.accounts = accounts
    }

    /// Notes the next visits.
    func tick() {
        guard !isDraining, let today = days.today?.puzzle.day else { return }
        if day != today {
            day = today
            left = library.players.all.filter { !$0.sessions.isEmpty && $0.seenOn < today }
        }
        var noted = 0
        while noted < Stayers.piece, !committer.isBehind, let player = left.popLast() {
            // Whoever has gone meanwhile was noted then.
            guard !player.sessions.isEmpty, player.seenOn < today else { continue }
            noted += 1
            accounts.noteVisit(of: player)
        }
        // An emptied array keeps its capacity, so it is replaced.
        if left.isEmpty { left = [] }
    }
}
