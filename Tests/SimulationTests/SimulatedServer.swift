import GameRules
import Puzzles
import Storage
import Synchronization
import Telemetry
import TestKit

@testable import Server
@testable import Sessions

/// The whole server minus sockets, for as long as it lives: a hub with two shards' feeds. What it has to do waits until
/// the scheduler picks it.
final class SimulatedServer {
    let hub: SessionHub
    let jobs = JobList()
    /// The later work of feeds.
    private(set) var timers: [(due: Int, number: Int, work: () -> Void)] = []
    private var timersSet = 0
    private var connections: [UInt64: SimulatedConnection] = [:]
    private var connectionsMade: UInt64 = 0
    private(set) var isStarted = false
    /// The figures that `/metrics` shows, but for those of sockets.
    private let metrics = ServerMetrics(closeCodes: TileraceServer.closeCodes.map(Int.init))
    /// Is told what goes into the log and into figures.
    var observer: ((String) -> Void)?
    /// The place of the last message to each connection, in the order of decisions.
    private var told: [UInt64: Int] = [:]
    /// A message that overtook one that was decided earlier.
    private(set) var overtaking: String?

    init(
        _ library: PuzzleSource, storage: any Storage, settings: HubSettings, feeds: FeedSettings, seed: UInt64,
        isHasty: Bool, now: @escaping () -> Int
    ) {
        let world = World()
        let ports = (0..<2).map { _ in
            ShardFeeds(
                environment: FeedEnvironment(
                    now: now, after: { world.server?.schedule(now() + $0, $1) },
                    receiver: { world.server?.connections[$0] },
                    skipped: {
                        world.server?.metrics.watchersSkipped.add()
                        world.server?.observer?("a watcher is left out")
                    }),
                settings: feeds)
        }
        var random = SplitMix(seed: seed)
        hub = SessionHub(
            environment: HubEnvironment(
                storage: storage, executor: jobs, tokens: SessionTokens(key: [UInt8](repeating: 7, count: 32)),
                feeds: ports, now: now,
                // Early by a ms, as timers of a loop may be that count from the beginning of its turn.
                after: { world.server?.schedule(now() + ($0 > 1 ? $0 - 1 : $0), $1) }, random: { random.next() },
                report: {
                    if $0 == .storage { world.server?.metrics.commitFailures.add() }
                    world.server?.observer?("log \($0.rawValue): \($1)")
                },
                meter: HubMeter(
                    clock: { 1_000_000 * now() },
                    commit: {
                        world.server?.metrics.commits.record($0)
                        world.server?.observer?("commit in \($0) ns")
                    },
                    guess: {
                        world.server?.metrics.guesses.record($0)
                        world.server?.observer?("guess in \($0) ns")
                    }, forgotten: {}, roomForgotten: {})),
            settings: settings, puzzles: library)
        world.server = self
        for (index, port) in ports.enumerated() {
            port.needsSnapshot = { [unowned hub] in hub.publishSnapshot(of: $0, to: index) }
        }
        hub.teller.overtakes = isHasty
        hub.teller.witness = { [weak self] in self?.told($0, place: $1) }
        hub.start { [weak self] in self?.isStarted = (try? $0.get()) != nil }
    }

    // MARK: Figures

    /// The text of `/metrics`.
    var figures: String {
        metrics.playersLoaded.set(hub.loaded.players)
        metrics.roomsLoaded.set(hub.loaded.rooms)
        metrics.connectionsOpen.set(connections.count)
        return metrics.prometheusText()
    }

    /// A message went into a socket. How small a compressor makes it is not counted: commitments, which are public and
    /// differ, are made smaller by chance.
    func sent(_ json: [UInt8], mayBeCompressed: Bool) {
        metrics.messagesSent.add()
        if mayBeCompressed { metrics.compression["before"].add(json.count) }
    }

    /// A message came out of one.
    func received() { metrics.messagesReceived.add() }

    /// A connection is told what was decided at `place` in the order of decisions: nothing may overtake.
    private func told(_ session: Session, place: Int) {
        let connection = session.place.connection
        if let last = told[connection], last > place {
            overtaking = overtaking ?? "connection \(connection) was told decision \(place) after \(last)"
        }
        told[connection] = place
    }

    /// Lets closures name the server that is being made.
    private final class World {
        weak var server: SimulatedServer?
    }

    private func schedule(_ due: Int, _ work: @escaping () -> Void) {
        timersSet += 1
        timers.append((due, timersSet, work))
    }

    /// Does the timer that has been due for longest; false if none is.
    func runTimer(now: Int) -> Bool {
        let due = timers.indices.filter { timers[$0].due <= now }
        guard let next = due.min(by: { (timers[$0].due, timers[$0].number) < (timers[$1].due, timers[$1].number) })
        else { return false }
        timers.remove(at: next).work()
        return true
    }

    func accept(_ connection: SimulatedConnection, of player: PlayerID) -> Session {
        connectionsMade += 1
        connections[connectionsMade] = connection
        return hub.connect(
            connection, at: SessionPlace(shard: Int(connectionsMade % 2), connection: connectionsMade),
            identity: SessionClaim(player: player, sessions: 0),
            of: ClientNetwork(bits: 1, isIPv4: true))
    }
}

/// Jobs of a thread that has none: they run when they are told to.
final class JobList: HubExecutor {
    private let jobs = Mutex<[@Sendable () -> Void]>([])

    func enqueue(_ job: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(job) } }

    /// Whether no job waits.
    var isEmpty: Bool { jobs.withLock { $0.isEmpty } }

    /// Runs the job that has waited longest; false if none waits.
    func runOne() -> Bool {
        guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
        job()
        return true
    }

    /// A crash: what waits never happens.
    func drop() { jobs.withLock { $0 = [] } }
}

extension SessionHub {
    /// The text of today's answer.
    var todaysAnswer: String? { today.flatMap { library.puzzles.answer(of: $0.puzzle) } }
}
