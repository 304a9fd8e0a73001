import GameRules
import Leaderboards
import Messages
import Rooms
import Storage

/// Decides the updates for connections that subscribe to rankings.
final class RankingDesk: HubPart {
    let context: HubContext
    private let library: Library
    private let teller: Teller
    private let lookers: Lookers
    /// The earliest time of the next update.
    private var lookDue = 0
    /// True while an update is being sent, over several turns.
    private var isTellingRankings = false

    init(_ context: HubContext, _ library: Library, _ teller: Teller, _ lookers: Lookers) {
        self.context = context
        self.library = library
        self.teller = teller
        self.lookers = lookers
    }

    /// Returns the needs of `look`.
    func need(_ asker: Asker, _ request: RankingRequest?) throws(ErrorReply) -> Need {
        lookers.end(asker.session)
        guard let request else { return .nothing }
        guard let key = BoardKey(request.board, isClean: request.isClean) else { throw .badPuzzle }
        var room: RoomCode?
        if let text = request.room {
            guard let code = RoomCode(text) else { throw .noSuchRoom }
            try library.doors.countSearch(for: code, by: asker)
            room = code
        }
        guard library.boards.mayLook(at: key, from: asker.session.client) else {
            throw .rateLimited(RankingReader.lookInterval)
        }
        return .ranking(request, Looker(asker.session, at: RankingPlace(board: key, room: room)))
    }

    /// `look`: shows a ranking and subscribes the connection to it.
    func look(_ asker: Asker, _ gathered: Gathered) -> Decision {
        var decision = Decision()
        guard let (view, version) = gathered.ranking else {
            decision.answer(asker, .rankingEnded)
            return decision
        }
        lookers.showed(view, version: version, to: asker.session)
        decision.answer(asker, .ranking(view))
        return decision
    }

    // MARK: Updates

    /// Rankings checked for changes in one turn.
    private static let comparedInOneTurn = 256

    /// Sends the subscribers the rankings that have changed, over as many turns as needed.
    func tellChanges() {
        guard !lookers.isEmpty, !isTellingRankings, now >= lookDue else { return }
        lookDue = now + RankingReader.lookInterval * (1 + lookers.count / 1_000)
        isTellingRankings = true
        tell(of: lookers.rankings[...])
    }

    /// Sends the first changed ranking of `rankings` in this turn, and continues with the rest in another.
    private func tell(of rankings: ArraySlice<LookedAt>) {
        var rest = rankings
        for _ in 0..<RankingDesk.comparedInOneTurn {
            guard let ranking = rest.popFirst() else {
                isTellingRankings = false
                return
            }
            guard mayHaveChanged(ranking) else { continue }
            return make(ranking) { [self] in context.inAnotherTurn { [self] in tell(of: rest) } }
        }
        context.inAnotherTurn { [self] in tell(of: rest) }
    }

    private func mayHaveChanged(_ ranking: LookedAt) -> Bool {
        guard let board = library.boards[ranking.place.board] else { return false }
        guard !ranking.hasOthers, let code = ranking.place.room else {
            return ranking.hasOthers || RankingScope(board: board, room: nil).version != ranking.version
        }
        return library.rooms[code].map { RankingScope(board: board, room: $0).version != ranking.version } ?? true
    }

    private func make(_ ranking: LookedAt, then: @escaping () -> Void) {
        guard let board = library.boards[ranking.place.board] else { return then() }
        guard let code = ranking.place.room else {
            return make(ranking, of: RankingScope(board: board, room: nil), then)
        }
        // A room that was dropped after a fault is read again. One that is closed, or has another code, is not found.
        library.rooms.get(code) { [self] result in
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
        // Later subscribers are shown this version or a newer one.
        let lookers = Array(ranking.lookers.values)
        let (order, state) = (scope.ranking(under: lists.rankingKey), scope.room?.state)
        library.rankings.view(of: scope, RankingReader.looked, nil, tellsWhose: false) { [self] result in
            // If a room cannot be read, or its changes are lost, a later update sends its ranking.
            guard case .success(let view) = result else { return then() }
            let push = RankingPush(view)
            let isNew = ranking.keep(push, version: version)
            let change = RankingChange(
                version: version, before: isNew ? nil : before, message: OutgoingMessage(push.encoded), view: view,
                ranking: order, board: scope.board, room: state)
            let behind = lookers.filter { $0.version != nil && $0.version != version }
            tell(.changed(change), to: behind[...], then)
        }
    }

    /// Sends an update to a slice of subscribers in this turn, and to the rest in others.
    private func tell(_ news: RankingNews, to lookers: ArraySlice<Looker>, _ then: @escaping () -> Void) {
        for looker in lookers.prefix(SessionHub.toldInOneTurn) where self.lookers.contains(looker) {
            tell(news, to: looker)
        }
        let rest = lookers.dropFirst(SessionHub.toldInOneTurn)
        guard !rest.isEmpty else { return then() }
        context.inAnotherTurn { [self] in tell(news, to: rest, then) }
    }

    private func tell(_ news: RankingNews, to looker: Looker) {
        let session = looker.session
        guard let player = session.player else { return }
        guard case .changed(let change) = news, change.room?.shows(itselfTo: player.id) ?? true else {
            lookers.end(session)
            return teller.push(OutgoingMessage(.rankingEnded), to: session)
        }
        // Sent first, so that the client knows its own entry when the entries arrive.
        let you = library.rankings.you(player.id, in: change.ranking, change.board)
        if you != looker.you { teller.push(OutgoingMessage(StandingPush(you, in: change.view).encoded), to: session) }
        if looker.version != change.before { teller.push(change.message, to: session) }
        looker.you = you
        looker.version = change.version
    }
}

/// An update for the subscribers to a ranking.
private enum RankingNews {
    case changed(RankingChange)
    /// The ranking no longer exists.
    case ended
}

/// A ranking that may have changed.
private struct RankingChange {
    let version: [Int]
    /// An older version that shows the same, if known: clients that have it need no push.
    let before: [Int]?
    let message: OutgoingMessage
    let view: RankingView
    let ranking: ScopedRanking
    let board: LiveBoard
    /// The room whose members are ranked.
    let room: RoomState?
}
