import Messages

extension Teller {
    /// Refuses a request once that is durable against which it was decided. `grounds`: the tickets of that.
    ///
    /// A refusal can tell that state: of a guess under way, whether it was the word, and what the next one must keep.
    /// If it is lost, the request is refused with `storage_unavailable`, as its answer would have been.
    func refuse(_ asker: Asker, _ refusal: ErrorReply, restingOn grounds: [Int]) {
        let session = asker.session
        let open = grounds.filter { !outbox.isReleased($0) }
        guard let newest = open.max() else { return refuse(asker.request, of: session, refusal) }
        session.promise(newest)
        let answer = OutgoingMessage(.error(refusal), re: asker.request)
        owe(.answer(answer, to: session, request: asker.request), to: session, at: session.promised, grounds: open)
    }
}

extension Library {
    /// The tickets of all that a request may have been refused against: its player and what was gathered for it, the
    /// rooms that its connection sees, and for a name the rooms whose names and words it is held against.
    func grounds(of asker: Asker, _ message: ClientMessage, _ gathered: Gathered?) -> [Int] {
        let own = [asker.player.ticket, gathered?.game?.ticket ?? 0, gathered?.room?.ticket ?? 0]
        switch message {
        case .rename, .createRoom, .inRoom(_, .name):
            let seats = asker.player.seats.keys.compactMap { rooms[$0]?.ticket }
            return own + seats + rooms.leftInRound().map(\.ticket) + asker.session.rooms.map(\.ticket)
        case .inRoom, .solutions, .counts: return own + asker.session.rooms.map(\.ticket)
        case .hello, .open, .practice, .endPractice, .guess, .hardMode, .join, .watch, .leave, .lobby, .look, .ping:
            return own
        }
    }
}
