import GameRules
import Leaderboards
import Messages
import Rooms
import Storage

// Rankings that are looked at while they change.
extension SessionHub {
    /// ms between two pushes of rankings, for each thousand who look, begun ones counting.
    private static let lookInterval = 1_000
    /// Entries that are shown.
    private static let looked = RankingSlice(limit: 50)

    func look(_ id: Int, _ session: Session, _ player: LivePlayer, _ request: RankingRequest?) {
        lookers.end(session)
        guard let request else { return session.reply(to: id, .rankingEnded) }
        guard let key = BoardKey(request.board, isClean: request.isClean) else {
            return session.refuse(id, SessionHub.badPuzzle)
        }
        var room: RoomCode?
        if let text = request.room {
            guard let code = RoomCode(text) else { return session.refuse(id, SessionHub.noSuchRoom) }
            if let refusal = tooManySearches(for: code, by: player, from: session) {
                return session.refuse(id, refusal)
            }
            room = code
        }
        guard mayLook(at: key, from: session.client) else {
            return session.refuse(id, rateLimited(SessionHub.lookInterval))
        }
        let looker = Looker(session, at: RankingPlace(board: key, room: room))
        busy(session) { done in
            withScope(request, player.id, session.client) { [self] result in
                guard session.isOpen else { return done() }
                switch result {
                case .failure(let fault):
                    session.refuse(id, refusal(fault, of: request))
                    done()
                case .success(let scope): show(id, player, scope, looker, done)
                }
            }
        }
    }

    private func show(
        _ id: Int, _ player: LivePlayer, _ scope: RankingScope, _ looker: Looker, _ done: @escaping () -> Void
    ) {
        let session = looker.session
        // Others may have begun to look while it was read, or it may have been let go for others.
        guard mayLook(at: looker.place.board, from: session.client), boards[looker.place.board] === scope.board else {
            session.refuse(id, rateLimited(SessionHub.lookInterval))
            return done()
        }
        // From now on it stays.
        lookers.begin(looker)
        let version = scope.version
        view(of: scope, SessionHub.looked, player.id, tellsWhose: false) { [self] result in
            defer { done() }
            guard let ranking = lookers.ranking(of: looker) else { return }
            switch result {
            case .failure:
                lookers.end(session)
                session.refuse(id, SessionHub.unavailable)
            case .success(let view):
                looker.version = version
                looker.you = view.you
                ranking.showed(view, version: version)
                session.reply(to: id, .ranking(view))
            }
        }
    }

    private func refusal(_ fault: QueryFault, of request: RankingRequest) -> ErrorReply {
        switch fault {
        case .unavailable: SessionHub.unavailable
        case .tooMany(let retry): rateLimited(retry)
        case .notFound where request.room != nil: ErrorReply(.noSuchRoom, "There is no such room or ranking.")
        case .notFound, .badRequest, .unauthorized: SessionHub.badPuzzle
        }
    }

    // MARK: Telling what changes

    /// Rankings of which is looked in one turn whether they have changed.
    private static let comparedInOneTurn = 256

    /// Tells those who look at rankings what these are now, if that is something else. That takes as many turns as it
    /// needs.
    func sendRankings() {
        guard !lookers.isEmpty, !isTellingRankings, now >= lookDue else { return }
        lookDue = now + SessionHub.lookInterval * (1 + lookers.count / 1_000)
        isTellingRankings = true
        tell(of: lookers.rankings[...])
    }

    /// Makes the first one that may have changed in this turn, and goes on with the rest in another.
    private func tell(of rankings: ArraySlice<LookedAt>) {
        var rest = rankings
        for _ in 0..<SessionHub.comparedInOneTurn {
            guard let ranking = rest.popFirst() else {
                isTellingRankings = false
                return
            }
            guard mayHaveChanged(ranking) else { continue }
            return make(ranking) { [self] in inAnotherTurn { [self] in tell(of: rest) } }
        }
        inAnotherTurn { [self] in tell(of: rest) }
    }

    private func mayHaveChanged(_ ranking: LookedAt) -> Bool {
        guard let board = boards[ranking.place.board] else { return false }
        guard !ranking.hasOthers, let code = ranking.place.room else {
            return ranking.hasOthers || RankingScope(board: board, room: nil).version != ranking.version
        }
        return rooms[code].map { RankingScope(board: board, room: $0).version != ranking.version } ?? true
    }

    private func make(_ ranking: LookedAt, then: @escaping () -> Void) {
        guard let board = boards[ranking.place.board] else { return then() }
        guard let code = ranking.place.room else {
            return make(ranking, of: RankingScope(board: board, room: nil), then)
        }
        // A room that was forgotten after a fault is read again. One that is closed, or has another code, is not found.
        withRoom(code) { [self] result in
            switch result {
            case .failure: then()
            case .success(let room?) where room.toldCode == code:
                make(ranking, of: RankingScope(board: board, room: room), then)
            case .success:
                tell(.ended, to: Array(ranking.lookers.values)[...], then)
            }
        }
    }

    private func make(_ ranking: LookedAt, of scope: RankingScope, _ then: @escaping () -> Void) {
        let version = scope.version
        let before = ranking.version
        // Who comes later is shown this or what comes after it.
        let lookers = Array(ranking.lookers.values)
        let (order, state) = (scope.ranking(under: library.rankingKey), scope.room?.state)
        view(of: scope, SessionHub.looked, nil, tellsWhose: false) { [self] result in
            // What a room shows of what is lost again, or cannot be read, is made another time.
            guard case .success(let view) = result else { return then() }
            let push = RankingPush(view)
            let isNew = ranking.keep(push, version: version)
            let change = RankingChange(
                version: version, before: isNew ? nil : before, message: OutgoingMessage(push.encoded), view: view,
                ranking: order, room: state)
            let behind = lookers.filter { $0.version != nil && $0.version != version }
            tell(.changed(change), to: behind[...], then)
        }
    }

    /// Tells some in this turn, and the rest in others.
    private func tell(_ news: RankingNews, to lookers: ArraySlice<Looker>, _ then: @escaping () -> Void) {
        for looker in lookers.prefix(SessionHub.toldInOneTurn) where self.lookers.contains(looker) {
            tell(news, to: looker)
        }
        let rest = lookers.dropFirst(SessionHub.toldInOneTurn)
        guard !rest.isEmpty else { return then() }
        inAnotherTurn { [self] in tell(news, to: rest, then) }
    }

    private func tell(_ news: RankingNews, to looker: Looker) {
        let session = looker.session
        guard let player = session.player else { return }
        guard case .changed(let change) = news, change.room?.shows(itselfTo: player.id) ?? true else {
            lookers.end(session)
            return session.push(.rankingEnded)
        }
        // First, so that it is known whose entry is whose when the entries come.
        let you = you(player.id, in: change.ranking, looker.place.board)
        if you != looker.you { session.send(OutgoingMessage(StandingPush(you, in: change.view).encoded)) }
        if looker.version != change.before { session.send(change.message) }
        looker.you = you
        looker.version = change.version
    }
}

/// What those who look at a ranking are told.
private enum RankingNews {
    case changed(RankingChange)
    /// There is nothing to look at any more.
    case ended
}

/// A ranking that may have changed.
private struct RankingChange {
    let version: [Int]
    /// The version that shows the same, if one is known: who was shown that needs no push.
    let before: [Int]?
    let message: OutgoingMessage
    let view: RankingView
    let ranking: ScopedRanking
    /// The room whose members are ranked.
    let room: RoomState?
}
