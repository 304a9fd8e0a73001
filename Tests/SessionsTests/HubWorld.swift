import Foundation
import GameRules
import Messages
import Puzzles
import Storage
import Synchronization
import Testing
import WordLists

@testable import Sessions

/// A hub with everything around it under the control of the test. Time stands still and work waits until told. Storage
/// is in memory, and can be held back or made to fail.
final class HubWorld {
    let storage: MemoryStorage
    private(set) var hub: SessionHub
    private let time: Mutable<Int>
    /// The ms by which the wall's clock is ahead.
    private let wall = Mutable(0)
    private let hubJobs: JobQueue
    private let storageJobs: JobQueue
    /// The engine that the hub has in place of `storage`. It answers on a thread of its own.
    private let engine: (any Storage)?
    private let settings: HubSettings
    /// Letters of the words that are played.
    private let lengths: [Int]
    private let anagrams: Bool
    private let feedSettings: FeedSettings
    private(set) var feeds: ShardFeeds
    /// The later work of feeds.
    private let timers = TimerList()
    /// Connections by their number.
    let clients = Mutable<[UInt64: WeakClient]>([:])
    private let reported: Mutable<[String]>
    /// Rankings that networks have had read, and how many may be.
    let rankingReads = Mutable<[ClientNetwork]>([])
    let rankingReadsAllowed = Mutable(Int.max)
    /// Codes and passwords of rooms that networks have tried, and how many each may try.
    let roomSearches = Mutable<[ClientNetwork]>([])
    let roomSearchesAllowed = Mutable(Int.max)
    /// The hub's timers come 1 ms before they are due, as those of a loop may that counts from the beginning of its
    /// turn.
    let timersAreEarly = Mutable(false)
    /// Whether messages that were read are still on their way to the hub, until `deliverMail`.
    let mailIsLate = Mutable(false)
    private let waitingForMail = Mutable<[() -> Void]>([])
    /// Whether passwords of rooms are worked out.
    let computes = Mutable(true)
    /// The searches for words that can be laid.
    let wordSearches = SlowQueue()
    /// The queue in which names are read.
    let nameReadings = SlowQueue()

    /// 2026-11-21 10:00 UTC.
    static let morning = 1_795_255_200_000
    static let key = [UInt8](repeating: 7, count: 32)

    convenience init(
        now: Int = HubWorld.morning, settings: HubSettings = HubSettings(), feeds: FeedSettings = FeedSettings(),
        lengths: [Int] = [5], anagrams: Bool = false, without dropped: Set<String> = [], engine: (any Storage)? = nil
    ) throws {
        let jobs = JobQueue()
        var settings = settings
        // Where there are words for a line, it has a daily race.
        if anagrams, settings.lines == [.standard], let line = TestWords.anagramLine { settings.lines.append(line) }
        try self.init(
            MemoryStorage(executor: { jobs.add($0) }), jobs, now, settings, feeds, lengths, anagrams, without: dropped,
            engine: engine)
    }

    private init(
        _ storage: MemoryStorage, _ storageJobs: JobQueue, _ now: Int, _ settings: HubSettings,
        _ feedSettings: FeedSettings, _ lengths: [Int], _ anagrams: Bool, without dropped: Set<String> = [],
        hooks: (any HookPort)? = nil, engine: (any Storage)? = nil
    ) throws {
        self.engine = engine
        self.lengths = lengths
        self.anagrams = anagrams
        let hubJobs = JobQueue()
        let time = Mutable(now)
        self.storage = storage
        self.hubJobs = hubJobs
        self.storageJobs = storageJobs
        self.time = time
        self.settings = settings
        self.feedSettings = feedSettings
        let reported = Mutable<[String]>([])
        self.reported = reported
        var random = SeededRandom(seed: 42)
        let timers = timers
        let clients = clients
        let wall = wall
        let (rankingReads, rankingReadsAllowed, timersAreEarly) = (rankingReads, rankingReadsAllowed, timersAreEarly)
        let (computes, wordSearches, nameReadings) = (computes, wordSearches, nameReadings)
        let (tried, mayTry) = (roomSearches, roomSearchesAllowed)
        let searches = RoomSearches(
            wait: { client in tried.value.count { $0 == client } < mayTry.value ? nil : 500 },
            count: { tried.value.append($0) })
        let (mailIsLate, waitingForMail) = (mailIsLate, waitingForMail)
        let feeds = ShardFeeds(
            environment: FeedEnvironment(
                now: { time.value }, after: { timers.add(at: time.value + $0, $1) },
                receiver: { clients.value[$0]?.client }, skipped: {}),
            settings: feedSettings)
        self.feeds = feeds
        hub = SessionHub(
            environment: HubEnvironment(
                storage: engine ?? storage, executor: hubJobs, tokens: SessionTokens(key: HubWorld.key), feeds: [feeds],
                searches: searches,
                compute: { work in
                    guard computes.value else { return false }
                    work()
                    return true
                }, searchWords: wordSearches.run, readNames: nameReadings.run,
                rankingReads: { client in
                    guard rankingReads.value.count < rankingReadsAllowed.value else { return 500 }
                    rankingReads.value.append(client)
                    return nil
                }, now: { time.value }, wallAhead: { wall.value },
                after: { timers.add(at: time.value + $0 - (timersAreEarly.value && $0 > 1 ? 1 : 0), $1) },
                whenHeard: { work in if mailIsLate.value { waitingForMail.value.append(work) } else { work() } },
                random: { random.next() },
                report: { topic, text in reported.value.append("\(topic.rawValue): \(text)") }, hooks: hooks),
            settings: settings, puzzles: try TestWords.library(lengths: lengths, anagrams: anagrams, without: dropped))
        feeds.needsSnapshot = { [unowned hub] in hub.publishSnapshot(of: $0, to: 0) }
        let started = Mutable(false)
        hub.start { result in started.value = (try? result.get()) != nil }
        run(until: { started.value })
        #expect(started.value)
    }

    /// Runs everything that waits, the hub's and the storage's, and what feeds have to do by now, until nothing does.
    func run() {
        while hubJobs.runAll() || storageJobs.runAll() || timers.runDue(now: time.value) {}
    }

    /// Runs everything, and with an engine that has a thread of its own until something is so, ten seconds at most.
    private func run(until isSo: () -> Bool) {
        run()
        for _ in 0..<10_000 where engine != nil && !isSo() {
            Thread.sleep(forTimeInterval: 0.001)
            run()
        }
    }

    /// Runs the hub's timers that are due, and what the hub makes of them: storage does not answer.
    func runTimers() { while timers.runDue(now: time.value) || hubJobs.runAll() {} }

    /// One turn of the feeds: what of theirs is due now, and not what follows from it.
    func runFeedsOnce() { timers.runRound(now: time.value) }

    /// Things that feeds will do later.
    var timersSet: Int { timers.count }

    /// Runs the hub's work only: storage has not answered yet.
    func runHub() { _ = hubJobs.runAll() }

    /// Runs one piece of the storage's work, and what the hub makes of it.
    func runStorageOnce() {
        storageJobs.runOne()
        runHub()
    }

    /// The reports to the host, oldest first.
    var reports: [String] { reported.value }

    func advance(ms: Int) { time.value += ms }

    /// All messages that were read have come to the hub.
    func deliverMail() {
        mailIsLate.value = false
        let work = waitingForMail.value
        waitingForMail.value = []
        for one in work { one() }
        run()
    }

    /// Somebody sets the wall's clock: forward, or back.
    func setWall(ms: Int) { wall.value += ms }

    /// Lets the hub's clock tick.
    func tick() {
        hub.tick()
        run()
    }

    /// Moves the clock on by this many days.
    func nextDay(_ days: Int = 1) {
        advance(ms: days * 86_400_000)
        tick()
    }

    /// A player solves today's puzzle in so many turns, so many ms after opening; nil: plays all rows and fails.
    func finish(_ client: TestClient, turns: Int?, ms: Int = 10_000) {
        _ = client.open()
        advance(ms: ms)
        let wrong = wrongWords(6)
        for row in 0..<(turns.map { $0 - 1 } ?? 6) { _ = client.guess(wrong[row], row: row) }
        if let turns { #expect(client.guess(answer, row: turns - 1)["state"] as? String == "solved") }
    }

    /// A guest with a first connection.
    func guest(name: String? = nil, from network: UInt64 = 1) throws -> TestClient {
        let found = Mutable<PlayerRecord?>(nil)
        hub.accounts.createGuest { found.value = try? $0.get() }
        run()
        let player = try #require(found.value)
        let client = connect(player.id, from: network)
        if let name { #expect(client.ask(.rename(name: name))["type"] as? String == "renamed") }
        return client
    }

    /// One more connection of a player, after hello.
    func connect(_ player: PlayerID, from network: UInt64 = 1) -> TestClient {
        let client = TestClient(self, player, network: network)
        #expect(client.ask(.hello(protocol: 1, token: nil))["type"] as? String == "welcome")
        return client
    }

    /// Another server over what this one has stored: this one's memory is gone.
    /// `dropped`: words that its lists have no more. `settings`: others than this one has.
    func restarted(
        without dropped: Set<String> = [], settings: HubSettings? = nil, hooks: (any HookPort)? = nil
    ) throws -> HubWorld {
        run()
        return try HubWorld(
            storage, storageJobs, time.value, settings ?? self.settings, feedSettings, lengths, anagrams,
            without: dropped, hooks: hooks, engine: engine)
    }

    var today: PuzzleID {
        guard let today = hub.today else { preconditionFailure("the hub has started") }
        return today.puzzle
    }

    /// Today's answer, as only a test may know it.
    var answer: String { hub.todaysAnswer ?? "" }

    /// Words of the guess list that are not the answer, in order.
    func wrongWords(_ count: Int) -> [String] { Array(TestWords.words.filter { $0 != answer }.prefix(count)) }
}

extension [String: Any] {
    var type: String? { self["type"] as? String }
    var code: String? { self["code"] as? String }
    func object(_ name: String) -> [String: Any] { self[name] as? [String: Any] ?? [:] }
    func list(_ name: String) -> [[String: Any]] { self[name] as? [[String: Any]] ?? [] }
}

/// A client by its number, as long as somebody has it.
struct WeakClient {
    weak var client: (any FeedReceiver)?
}

/// Work to be done at given instants.
final class TimerList {
    private var waiting: [(due: Int, number: Int, work: () -> Void)] = []
    private var added = 0

    var count: Int { waiting.count }

    func add(at instant: Int, _ work: @escaping () -> Void) {
        added += 1
        waiting.append((instant, added, work))
    }

    /// Does what is due by now, also what that adds, in the order of time; false if nothing was.
    func runDue(now: Int) -> Bool {
        var ranAny = false
        while let next = waiting.indices.filter({ waiting[$0].due <= now }).min(by: { before($0, $1) }) {
            waiting.remove(at: next).work()
            ranAny = true
        }
        return ranAny
    }

    /// Does what is due by now, and not what that adds.
    func runRound(now: Int) {
        let due = waiting.filter { $0.due <= now }
        waiting.removeAll { $0.due <= now }
        for timer in due.sorted(by: { ($0.due, $0.number) < ($1.due, $1.number) }) { timer.work() }
    }

    private func before(_ a: Int, _ b: Int) -> Bool {
        (waiting[a].due, waiting[a].number) < (waiting[b].due, waiting[b].number)
    }
}

/// The thread of a test: jobs that run when told.
final class JobQueue: HubExecutor {
    private let jobs = Mutex<[@Sendable () -> Void]>([])

    func enqueue(_ job: @escaping @Sendable () -> Void) { add(job) }
    func add(_ job: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(job) } }

    /// Runs the piece that has waited longest; false if nothing waits.
    @discardableResult
    func runOne() -> Bool {
        guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
        job()
        return true
    }

    /// Runs what waits, also what is added meanwhile; false if nothing waited.
    func runAll() -> Bool {
        var ranAny = false
        while runOne() { ranAny = true }
        return ranAny
    }
}

/// A variable that closures share.
final class Mutable<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

/// SplitMix64: the same numbers in every run.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension SessionHub {
    /// The text of today's answer.
    var todaysAnswer: String? { today.flatMap { library.puzzles.answer(of: $0.puzzle) } }
}

extension HubWorld {
    /// A room with its host, a rival in a seat, and a watcher.
    func watchedRoom() throws -> (code: String, host: TestClient, rival: TestClient, watcher: TestClient) {
        let host = try guest(name: "Mika")
        let rival = try guest(name: "Noor")
        let watcher = try guest(name: "Chidi")
        let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        _ = rival.ask(.join(room: code, resume: nil))
        _ = watcher.ask(.watch(room: code, resume: nil))
        return (code, host, rival, watcher)
    }
}
