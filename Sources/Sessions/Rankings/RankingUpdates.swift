import GameRules
import Leaderboards
import Messages
import Rooms
import Storage

/// Sends subscribers the rankings that have changed: finds them, reads each, and has ``RankingDesk`` decide the
/// messages. It takes as many turns as needed.
final class RankingUpdates: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer
    private let desk: RankingDesk
    private let lookers: Lookers
    /// The earliest time of the next update.
    private var due = 0
    /// True while an update is being sent, over several turns.
    private var isTelling = false

    /// Rankings checked for changes in one turn.
    private static let comparedInOneTurn = 256

    init(
        _ context: HubContext, _ library: Library, _ committer: Committer, _ desk: RankingDesk, _ lookers: Lookers
    ) {
        self.context = context
        self.library = library
        self.committer = committer
        self.desk = desk
        self.lookers = lookers
    }

    /// Sends the subscribers the rankings that have changed, over as many turns as needed.
    func tellChanges() {
        guard !lookers.isEmpty, !isTelling, now >= due else { return }
        due = now + RankingReader.lookInterval * (1 + lookers.count / 1_000)
        isTelling = true
        tell(of: lookers.rankings[...])
    }

    /// Sends the first changed ranking of `rankings` in this turn, and continues with the rest in another.
    private func tell(of rankings: ArraySlice<LookedAt>) {
        var rest = rankings
        for _ in 0..<RankingUpdates.comparedInOneTurn {
            guard let ranking = rest.popFirst() else {
                isTelling = false
                return
            }
            guard mayHaveChanged(ranking) else { continue }
            return make(ranking) { [self] in context.inAnotherTurn { [self] in tell(of: rest) } }
        }
        context.inAnotherTurn { [self] in tell(of: rest) }
    }

    private func mayHaveChanged(_ ranking: LookedAt) -> Bool {
        guard let live = library.rankings[ranking.place.ranking] else {
            // Dropped in doubt. What keeps it from being read is reported, and it is asked for again.
            library.rankings.get(ranking.place.ranking, for: nil) { _ in }
            return false
        }
        guard !ranking.hasOthers, let code = ranking.place.room else {
            return ranking.hasOthers || RankingScope(live: live, room: nil).version != ranking.version
        }
        return library.rooms[code].map { RankingScope(live: live, room: $0).version != ranking.version } ?? true
    }

    private func make(_ ranking: LookedAt, then: @escaping () -> Void) {
        guard let live = library.rankings[ranking.place.ranking] else { return then() }
        guard let code = ranking.place.room else {
            return make(ranking, of: RankingScope(live: live, room: nil), then)
        }
        // A room that was dropped after a fault is read again. One that is closed, or has another code, is not found.
        library.rooms.get(code) { [self] result in
            switch result {
            case .failure: then()
            case .success(let room?) where room.toldCode == code:
                make(ranking, of: RankingScope(live: live, room: room), then)
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
        let (order, state) = (scope.ranking(under: puzzleSource.rankingKey), scope.room?.state)
        library.rankingReader.view(of: scope, RankingReader.looked, nil, tellsWhose: false) { [self] result in
            // If a room cannot be read, or its changes are lost, a later update sends its ranking.
            guard case .success(let view) = result else { return then() }
            let push = RankingPush(view)
            let isNew = ranking.keep(push, version: version)
            let change = RankingChange(
                version: version, before: isNew ? nil : before, message: OutgoingMessage(push.encoded), view: view,
                ranking: order, live: scope.live, room: state)
            let behind = lookers.filter { $0.version != nil && $0.version != version }
            tell(.changed(change), to: behind[...], then)
        }
    }

    /// Sends an update to a slice of subscribers in this turn, and to the rest in others.
    private func tell(_ news: RankingNews, to lookers: ArraySlice<Looker>, _ then: @escaping () -> Void) {
        committer.commit(desk.decide(news, for: lookers.prefix(SessionHub.toldInOneTurn)))
        let rest = lookers.dropFirst(SessionHub.toldInOneTurn)
        guard !rest.isEmpty else { return then() }
        context.inAnotherTurn { [self] in tell(news, to: rest, then) }
    }
}
