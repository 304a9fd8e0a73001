import GameRules
import Leaderboards
import Messages
import Rooms
import Storage

/// Decides subscriptions to rankings, and the updates that subscribers get. ``RankingUpdates`` reads what has changed.
final class RankingDesk: HubPart {
    let context: HubContext
    private let library: Library
    private let lookers: Lookers

    init(_ context: HubContext, _ library: Library, _ lookers: Lookers) {
        self.context = context
        self.library = library
        self.lookers = lookers
    }

    /// Returns the needs of `look`.
    func need(_ asker: Asker, _ request: RankingRequest?) throws(ErrorReply) -> Need {
        guard let request else {
            lookers.end(asker.session)
            return .nothing
        }
        guard let key = RankingID(request.board, isClean: request.isClean) else { throw .badPuzzle }
        var room: RoomCode?
        if let text = request.room {
            guard let code = RoomCode(text) else { throw .noSuchRoom }
            try library.doors.countSearch(for: code, by: asker)
            room = code
        }
        guard library.rankings.mayLook(at: key, from: asker.session) else {
            throw .rateLimited(RankingReader.lookInterval)
        }
        return .ranking(request, Looker(asker.session, at: RankingPlace(ranking: key, room: room)))
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

    /// Decides the messages of an update for these subscribers.
    func decide(_ news: RankingNews, for some: ArraySlice<Looker>) -> Decision {
        var decision = Decision()
        for looker in some where lookers.contains(looker) { tell(news, to: looker, in: &decision) }
        return decision
    }

    private func tell(_ news: RankingNews, to looker: Looker, in decision: inout Decision) {
        let session = looker.session
        guard let player = session.player else { return }
        guard case .changed(let change) = news, change.room?.shows(itselfTo: player.id) ?? true else {
            lookers.end(session)
            return decision.tell(.anyway(OutgoingMessage(.rankingEnded), to: session))
        }
        // Sent first, so that the client knows its own entry when the entries arrive.
        let you = library.rankingReader.you(player.id, in: change.ranking, change.live)
        if you != looker.you {
            decision.tell(.anyway(OutgoingMessage(StandingPush(you, in: change.view).encoded), to: session))
        }
        if looker.version != change.before { decision.tell(.anyway(change.message, to: session)) }
        looker.showed(change.version, you)
    }
}

/// An update for the subscribers to a ranking.
enum RankingNews {
    case changed(RankingChange)
    /// The ranking no longer exists.
    case ended
}

/// A ranking that may have changed.
struct RankingChange {
    let version: [Int]
    /// An older version that shows the same, if known: clients that have it need no push.
    let before: [Int]?
    let message: OutgoingMessage
    let view: RankingView
    let ranking: ScopedRanking
    let live: LiveRanking
    /// The room whose members are ranked.
    let room: RoomState?
}
