import GameRules
import Storage

/// The ends of games that have a time limit. The server ends each of them, also with nobody connected. At its start it
/// ends those whose time was up while it was down.
final class GameTimers: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer
    private let desk: GameDesk
    /// Games that a timer is set for.
    private(set) var waiting: Set<GameKey> = []

    /// ms before a failed end is tried again.
    private static let retry = 1_000
    /// ms between two looks whether the moves that came in time have been judged.
    static let patience = 50

    init(_ context: HubContext, _ library: Library, _ committer: Committer, _ desk: GameDesk) {
        self.context = context
        self.library = library
        self.committer = committer
        self.desk = desk
    }

    /// Sets timers for the games that storage has. Called at the start of the server. Practice games have no timer
    /// here: a player who opens one again finds it ended.
    func start() {
        records.timedGames { [self] result in
            switch result {
            case .success(let games):
                for game in games { watch(game.key, endsAt: game.end + game.key.puzzle.line.kind.slack) }
            case .failure(let error):
                context.report(unread: error, "games that the clock is to end")
                environment.after(GameTimers.retry) { [weak self] in self?.start() }
            }
        }
    }

    /// Sets a timer for the end of a game. `isAgain`: an end of it was tried, and failed.
    func watch(_ key: GameKey, endsAt instant: Int, isAgain: Bool = false) {
        guard waiting.insert(key).inserted else { return }
        environment.after(max(1, instant - now)) { [weak self] in
            // A word that was read in time comes before the end, also to a hub that is late.
            self?.context.whenHeard {
                self?.waiting.remove(key)
                self?.end(key, isAgain)
            }
        }
    }

    private func end(_ key: GameKey, _ isAgain: Bool) {
        guard !isDraining else { return }
        library.players.get(key.player) { [self] result in
            switch result {
            case .failure: again(key)
            // The account was deleted. The game stays without a person.
            case .success(nil): endForNobody(key)
            case .success(let player?):
                library.games.get(key.puzzle, of: player) { [self] result in
                    switch result {
                    case .failure(let error): if !error.isOfOneTransaction { again(key) }
                    case .success(let game?) where isAgain && game.game.result != nil:
                        // The commit that failed was durable all the same, and its messages were dropped.
                        committer.commit(desk.show(game, to: player))
                    case .success(let game): end(game, of: player, isAgain)
                    }
                }
            }
        }
    }

    private func end(_ game: LiveGame?, of player: LivePlayer, _ isAgain: Bool) {
        guard !isDraining, let game, let instant = game.endsAt else { return }
        // A timer may fire early: the server's timers count from the start of its turn, and by another clock.
        guard now >= instant else { return watch(game.key, endsAt: instant, isAgain: isAgain) }
        // Words that were read in time may wait behind a request that storage takes long over.
        let latest = instant + game.key.puzzle.line.kind.slack
        let isAwaited = player.sessions.contains { session in
            let first = session.firstMoveWaiting { $0.arrived.request.message.guessedPuzzle == game.key.puzzle }
            return first.map { $0 <= latest } ?? false
        }
        guard !isAwaited else {
            return watch(game.key, endsAt: now + GameTimers.patience, isAgain: isAgain)
        }
        committer.commit(desk.end(game, of: player)) { [self] durable in if !durable { again(game.key) } }
    }

    private func endForNobody(_ key: GameKey) {
        records.game(key) { [self] result in
            switch result {
            case .failure(let error): if !error.isOfOneTransaction { again(key) }
            case .success(let record):
                guard let record, record.finish == nil else { return }
                library.puzzles.get(key.puzzle) { [self] result in
                    switch result {
                    case .failure(let error): if !error.isOfOneTransaction { again(key) }
                    case .success(let pinned): endForNobody(record, pinned)
                    }
                }
            }
        }
    }

    private func endForNobody(_ record: GameRecord, _ pinned: PinnedPuzzle) {
        guard !isDraining else { return }
        do throws(JournalFault) {
            let game = try LiveGame(record, secret: puzzleSource.secret(of: pinned), options: settings.options)
            guard game.endsAt != nil else { return }
            committer.commit(desk.endForNobody(game)) { [self] durable in if !durable { again(game.key) } }
        } catch {
            environment.report(.read, "game of \(record.key.puzzle.text): \(error)")
        }
    }

    private func again(_ key: GameKey) { watch(key, endsAt: now + GameTimers.retry, isAgain: true) }
}
