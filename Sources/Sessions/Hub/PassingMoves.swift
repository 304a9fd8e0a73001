import Messages

/// The moves against the clock that pass the request for which their connection waits. Their round or game waits for
/// moves that were read in time, and is not to wait for passwords, names and rankings.
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

    /// Takes a move that can be decided now from a busy session's queue. One stays there while something of its own
    /// must be read. It also stays behind an earlier request with its subject (``MoveSubject``), so that such moves
    /// keep their order.
    func next(on session: Session) -> Move? {
        guard session.isBusy, !session.isMoving, session.isGreeted, let player = session.player, !player.isInDoubt,
            !context.isDraining, !committer.isBehind
        else { return nil }
        return session.takeMove { arrived in
            let message = arrived.request.message
            let asker = Asker(session, player, arrived)
            // A move that would be refused is told so in its turn: the request before it may give it a seat or a game.
            guard let need = try? desks.need(message, of: asker), let gathered = library.atHand(need, for: asker) else {
                return nil
            }
            return Move(message: message, asker: asker, gathered: gathered)
        }
    }
}
