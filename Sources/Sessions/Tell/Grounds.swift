import Messages
import Rooms

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
    /// The tickets on which a refusal may rest. They are those of the player, of what was gathered for the request, and
    /// of the room that it names. For a name they include the rooms whose names and words it is held against. Losses in
    /// other rooms, also in those that the connection sees, do not concern the request.
    func grounds(of asker: Asker, _ message: ClientMessage, _ gathered: Gathered?) -> [Int] {
        let own = [asker.player.ticket, gathered?.game?.ticket ?? 0, gathered?.room?.ticket ?? 0]
        switch message {
        case .rename, .createRoom(.some, _): return own + rooms.withWords(of: asker.player).map(\.ticket)
        case .inRoom(let code, .name):
            return own + rooms.withWords(of: asker.player).map(\.ticket) + tickets(of: code, seenBy: asker)
        case .inRoom(let code, _), .solutions(.round(let code, _)), .counts(.round(let code, _)):
            return own + tickets(of: code, seenBy: asker)
        case .hello, .open, .practice, .endPractice, .guess, .hardMode, .createRoom(nil, _), .solutions(.game),
            .counts(.game), .join, .watch, .leave, .lobby, .look, .ping:
            return own
        }
    }

    /// The tickets of the rooms with this code that the connection sees, one at most.
    private func tickets(of code: String, seenBy asker: Asker) -> [Int] {
        guard let code = RoomCode(code) else { return [] }
        return asker.session.rooms.filter { $0.codes.contains(code) }.map(\.ticket)
    }
}
