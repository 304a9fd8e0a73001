import GameRules
import Storage

// The last visits of players, and players who come no more.
extension AccountActs {
    /// Notes that a player is here today: once a day, however often the player comes. Nothing waits for it. One that
    /// storage refuses is noted at the next occasion.
    func noteVisit(of player: LivePlayer) {
        let before = player.seenOn
        guard !isDraining, !committer.isBehind, let decision = desk.visit(of: player) else { return }
        committer.commit(decision) { durable in
            if !durable { player.seen(on: before) }
        }
    }

    /// Notes that a player was here until now, in a later turn: a connection may end in the middle of a decision.
    func noteEnd(ofVisitBy player: LivePlayer) {
        guard player.seenOn < days.begun else { return }
        context.inAnotherTurn { [self] in noteVisit(of: player) }
    }

    /// Takes whether the player was deleted, or the error of storage.
    typealias ForgettingReply = (Result<Bool, StorageError>) -> Void

    /// Deletes a player whose last visit was before `day`, just as ``deletePlayer(_:name:then:)`` does it for a player
    /// who asks. Keeps one who is connected, banned or on the roster of a class, or was here since.
    func forget(_ id: PlayerID, notSeenSince day: Day, then: @escaping ForgettingReply) {
        library.players.get(id) { [self] result in
            guard case .success(let player?) = result else { return then(result.map { _ in false }) }
            guard player.sessions.isEmpty else {
                noteVisit(of: player)
                return then(.success(false))
            }
            guard desk.mayForget(player, notSeenSince: day) else { return then(.success(false)) }
            if let isBusy { return then(.failure(isBusy)) }
            delete(player) { result in
                then(
                    result.map { deletion in
                        switch deletion {
                        case .deleted: true
                        case .otherName, .noPlayer: false
                        }
                    })
            }
        }
    }
}
