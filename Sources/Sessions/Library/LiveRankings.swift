import GameRules
import Leaderboards
import Messages
import Puzzles
import Rooms
import Storage

/// The rankings of the whole server in memory.
final class LiveRankings: HubPart {
    let context: HubContext
    private unowned let library: Library
    private let teller: Teller
    private let lookers: Lookers
    private var table: [RankingID: LiveRanking] = [:]
    private var loads = LoadTable<RankingID, LiveRanking, StorageError>()
    private var queue = RankingQueue()
    /// Results that became durable while their ranking was being read.
    private(set) var resultsWhileReading: [RankingID: [LateResult]] = [:]
    /// Rankings that are being read and came into doubt meanwhile.
    private var doubted: Set<RankingID> = []
    /// The version with which the next ranking begins: above that of each ranking in doubt.
    private var nextVersion = 0

    init(_ context: HubContext, _ library: Library, _ teller: Teller, _ lookers: Lookers) {
        self.context = context
        self.library = library
        self.teller = teller
        self.lookers = lookers
    }

    subscript(key: RankingID) -> LiveRanking? { table[key] }

    var values: Dictionary<RankingID, LiveRanking>.Values { table.values }

    /// Drops the cached names of a player who was renamed or deleted.
    func renamed(_ player: PlayerID) {
        for live in table.values { live.renamed(player) }
    }

    /// Charges a ranking that must be read to `client`. Returns the ms to wait if the client asked for too many, else
    /// nil. Rankings in memory or being read are free, and so is a nil client.
    func tooMany(_ key: RankingID, for client: ClientNetwork?) -> Int? {
        guard let client, table[key] == nil, !loads.isLoading(key) else { return nil }
        return queue.admits(client) ? environment.rankingReads(client) : LiveRankings.patience
    }

    /// The time in ms after which a ranking that could not be queued may be requested again.
    private static let patience = 1_000

    /// Returns the ranking in memory, read if needed. Reading a long period may take seconds, which delays only
    /// requests for other rankings that are not in memory.
    func get(
        _ key: RankingID, for client: ClientNetwork?, then: @escaping (Result<LiveRanking, StorageError>) -> Void
    ) {
        if let live = table[key] {
            live.askedAt = now
            return then(.success(live))
        }
        guard loads.wait(for: key, then) else { return }
        queue.add(key, for: client)
        readNext()
    }

    private func readNext() {
        guard let key = queue.next() else { return }
        resultsWhileReading[key] = []
        // Storage reads everything submitted up to here, and nothing later.
        let ticket = teller.submitted
        let storage = environment.storage
        let rules = settings.scoring
        context.ask({ (reply: @escaping StorageReply<RankingResults>) in
            storage.foldResults(of: key.line, days: key.days, into: RankingDraft(key, rules), add: { $0.add($1) }) {
                result in
                // Sorted on the reading thread: sorting millions takes seconds.
                reply(result.flatMap { $0.results })
            }
        }) { [self] result in
            queue.done()
            let missed = resultsWhileReading.removeValue(forKey: key) ?? []
            if doubted.remove(key) != nil, case .success = result {
                queue.add(key, for: nil)
                return readNext()
            }
            let live = result.map { LiveRanking(key, rules, $0, version: nextVersion) }
            if case .success(let live) = live {
                for result in missed where result.ticket > ticket {
                    live.add(result.finish.score, isHasty: result.finish.isHasty, of: result.player)
                }
                makeRoom()
                live.askedAt = now
                table[key] = live
            }
            readNext()
            library.settle(loads.loaded(key), live)
        }
    }

    /// The maximum number of rankings of past periods without subscribers, and again of those with subscribers.
    static let kept = 16

    /// The maximum number of rankings that subscribers of one network keep in memory, so that a few devices cannot take
    /// all.
    static let keptForOne = 4

    /// Whether a connection may subscribe to a ranking, which would then stay in memory, in place of what it looks at.
    func mayLook(at key: RankingID, from session: Session) -> Bool {
        guard !isOfNow(key), !lookers.rankingIDs.contains(key) else { return true }
        let left = lookers.onlyRanking(of: session)
        let past = lookers.rankingIDs.filter { $0 != left && !isOfNow($0) }
        return past.count < LiveRankings.kept
            && past.count { lookers.firstNetwork(at: $0) == session.client } < LiveRankings.keptForOne
    }

    /// Whether present results belong to the ranking: the current day, week, month and all time, which have many
    /// subscribers.
    private func isOfNow(_ key: RankingID) -> Bool { days.running.contains { key.covers($0.puzzle) } }

    /// Evicts the least recently requested rankings. Today's rankings and those with subscribers stay.
    private func makeRoom() {
        let today = days.running.map(\.puzzle)
        let idle = table.values.filter { live in
            !lookers.rankingIDs.contains(live.key) && !today.contains { $0 == live.key.puzzle }
        }
        // Rankings of current periods are evicted last: they are the largest, and likely to be requested again.
        let inOrder = idle.map { (isOfNow($0.key) ? 1 : 0, $0.askedAt, $0.key) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        for (_, _, key) in inOrder.prefix(max(0, idle.count - LiveRankings.kept + 1)) { table[key] = nil }
    }

    /// Drops the rankings of a puzzle with a result whose commit failed. The result may be durable all the same, and
    /// nobody would tell these rankings. They are read again on demand; rankings with subscribers are read with the
    /// next update.
    func doubt(_ puzzle: PuzzleID) {
        doubted.formUnion(resultsWhileReading.keys.filter { $0.covers(puzzle) })
        for live in table.values where live.key.covers(puzzle) {
            nextVersion = max(nextVersion, live.version + 1)
            table[live.key] = nil
        }
    }

    /// Adds the result of a game, which became durable with the submission `ticket`.
    func finished(_ player: PlayerID, _ puzzle: PuzzleID, _ finish: FinishRecord, ticket: Int) {
        for live in table.values where live.key.covers(puzzle) {
            live.add(finish.score, isHasty: finish.isHasty, of: player)
        }
        for key in resultsWhileReading.keys where key.covers(puzzle) {
            resultsWhileReading[key]?.append(LateResult(player: player, finish: finish, ticket: ticket))
        }
    }
}

/// A result that became durable while its ranking was being read.
struct LateResult {
    let player: PlayerID
    let finish: FinishRecord
    let ticket: Int
}

/// A ranking that is being read.
private struct RankingDraft: Sendable {
    private let key: RankingID
    private let rules: ScoringRules
    private var builder: RankingBuilder
    private var hasty: Set<PlayerID> = []
    /// The number of invalid results.
    private var impossible = 0

    init(_ key: RankingID, _ rules: ScoringRules) {
        self.key = key
        self.rules = rules
        builder = RankingBuilder(key.puzzle != nil ? .day : .period(rules.points))
    }

    mutating func add(_ results: [RankedResult]) {
        for result in results {
            guard result.score.isPossible else {
                impossible += 1
                continue
            }
            if key.isClean, rules.isSuspicious(result.score, isHasty: result.isHasty) { continue }
            builder.add(result.player, result.score)
            if result.isHasty, key.puzzle != nil { hasty.insert(result.player) }
        }
    }

    /// The ranking, sorted; an error if any result was invalid.
    var results: Result<RankingResults, StorageError> {
        impossible == 0
            ? .success(RankingResults(ranking: builder.finish(), hasty: hasty))
            : .failure(.corrupt("\(impossible) results of \(key.line.text) that no game can have"))
    }
}
