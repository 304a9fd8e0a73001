import Messages

/// The moves against the clock that pass the request for which their connection waits. Their round or game waits for
/// moves that were read in time. So nobody can hold it open by requests that take long, such as passwords and names.
struct PassingMoves {
    let context: HubContext
    let library: Library
    let committer: Committer
    let desks: Desks

    /// A move with all that it needs.
    struct Move {
        let message: ClientMessage
        let asker: Asker
        let gathered: Gathered
    }

    /// Takes the next move that can be decided now from a busy session's queue. It stays there while something of its
    /// own must be read, or the request before it may lead to its room or game. Moves keep their order.
    func next(on session: Session) -> Move? {
        guard session.isBusy, let arrived = session.firstMoveWaiting, session.isGreeted, let player = session.player,
            !context.isDraining, !committer.isBehind, !player.isInDoubt
        else { return nil }
        let message = arrived.request.message
        let asker = Asker(session: session, player: player, request: arrived.request.id, arrived: arrived.instant)
        guard let need = try? desks.need(message, of: asker), let gathered = library.atHand(need, for: asker) else {
            return nil
        }
        session.removeFirstMove()
        return Move(message: message, asker: asker, gathered: gathered)
    }
}
