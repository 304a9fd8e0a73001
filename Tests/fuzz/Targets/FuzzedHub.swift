import Foundation
import GameRules
import Messages
import Puzzles
import Sessions
import Storage
import Synchronization
import WordLists

/// A hub over storage in memory, with time in our hand: all that is above the sockets, as quick as a function.
final class FuzzedHub {
    /// ms since 1970-01-01 UTC: 2026-11-21 10:00 at the beginning.
    private(set) var now = 1_795_255_200_000
    private(set) var clients: [FuzzedClient] = []
    /// The code of the room of which somebody heard last.
    private(set) var room: [UInt8]?
    /// Commits that the hub knows to have failed.
    private(set) var failures = 0
    private let storage = MemoryStorage()
    private let jobs = Jobs()
    private var timers: [(due: Int, number: Int, work: () -> Void)] = []
    private var timersSet = 0
    private var feeds: ShardFeeds?
    private var hub: SessionHub?
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Few words, as a hub is made for every story, and draws its puzzles from all of them.
    private static let words = [
        ["frog", "jazz", "oaks", "quiz", "wolf"], ["banjo", "crane", "fjord", "haiku", "slate", "vivid"],
    ]

    private static func library() throws -> PuzzleSource {
        guard let seed = Seed([UInt8](repeating: 7, count: 32)), let alphabet = Alphabet(language: "en") else {
            preconditionFailure("32 bytes are a seed, and English is spoken")
        }
        let lists = try words.map { words in
            let text = Array((words.joined(separator: "\n") + "\n").utf8)
            return try WordList(alphabet: alphabet, length: words[0].count, answers: text, guesses: text)
        }
        return PuzzleSource(
            lexicons: [Lexicon(alphabet: alphabet, lists: lists)], seed: seed,
            calendar: try ServerCalendar(zone: "UTC"))
    }

    /// A hub to which so many guests are connected.
    init(clients count: Int) throws(Finding) {
        begin()
        for _ in 0..<count {
            var guest: PlayerID?
            hub?.accounts.createGuest { guest = (try? $0.get())?.id }
            settle()
            guard let guest else { throw Finding(description: "no guest from a hub at rest") }
            let client = FuzzedClient(guest, number: UInt64(clients.count)) { [unowned self] in room = $0 }
            clients.append(client)
            try connect(client)
        }
    }

    private func begin() {
        let library: PuzzleSource
        do {
            library = try FuzzedHub.library()
        } catch {
            preconditionFailure("no words to play with: \(error)")
        }
        let now = { [unowned self] in self.now }
        let after = { [unowned self] (delay: Int, work: @escaping () -> Void) in
            timersSet += 1
            timers.append((self.now + delay, timersSet, work))
        }
        let feeds = ShardFeeds(
            environment: FeedEnvironment(
                now: now, after: after, receiver: { [unowned self] in clients[Int($0)] }, skipped: {}))
        var settings = HubSettings()
        // What it costs to try a password is no matter here, and would be most of the time.
        settings.passwordCost = 1
        let hub = SessionHub(
            environment: HubEnvironment(
                storage: storage, executor: jobs, tokens: SessionTokens(key: [UInt8](repeating: 7, count: 32)),
                feeds: [feeds], now: now, after: after, random: { [unowned self] in random() },
                report: { [unowned self] topic, _ in if topic == .storage { failures += 1 } }),
            settings: settings, puzzles: library)
        feeds.needsSnapshot = { [unowned hub] in hub.publishSnapshot(of: $0, to: 0) }
        (self.feeds, self.hub) = (feeds, hub)
        hub.start { _ in }
        settle()
    }

    /// xorshift64: the same story twice is the same twice.
    private func random() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    // MARK: Turns and time

    /// Runs what waits, until nothing does.
    func settle() {
        while jobs.runOne() {}
    }

    /// Time goes by: what is due in it is done at its time, and the hub's clock ticks now and then.
    func pass(ms: Int) {
        let end = now + ms
        var ticks = 0
        while let next = timers.indices.min(by: { order(timers[$0]) < order(timers[$1]) }), timers[next].due <= end {
            let timer = timers.remove(at: next)
            now = max(now, timer.due)
            timer.work()
            settle()
            // Not at every timer: of those there are many.
            ticks += 1
            if ticks % 16 == 0 { tick() }
        }
        now = end
        tick()
    }

    private func order(_ timer: (due: Int, number: Int, work: () -> Void)) -> (Int, Int) { (timer.due, timer.number) }

    private func tick() {
        hub?.tick()
        settle()
    }

    func connect(_ client: FuzzedClient) throws(Finding) {
        client.session = hub?.connect(
            client, at: SessionPlace(shard: 0, connection: client.number),
            identity: SessionClaim(player: client.player, sessions: 0), of: ClientNetwork(bits: 1, isIPv4: true))
        try say(Array(#"{"id":1,"type":"hello","protocol":1}"#.utf8), client)
    }

    func disconnect(_ client: FuzzedClient) {
        if let session = client.session { hub?.disconnect(session) }
        client.session = nil
    }

    /// One message, of which the client must hear exactly once what came of it, unless it is thrown out.
    func say(_ json: [UInt8], _ client: FuzzedClient) throws(Finding) {
        guard let session = client.session else { return }
        let before = client.answers
        hub?.receive(json, from: session)
        settle()
        let answers = client.answers - before
        try Finding.unless(
            answers == 1 || client.session == nil, "\(answers) answers to \(String(decoding: json, as: UTF8.self))")
        for client in clients { try Finding.unless(client.finding == nil, client.finding ?? "") }
    }

    /// The next thing that is decided does not become durable.
    func failNextCommit() { storage.failNextCommit(.unavailable("planned")) }

    /// The process dies and is started again; everybody comes back.
    func restart() throws(Finding) {
        end()
        // What a dead process had in mind.
        timers = []
        jobs.drop()
        storage.restart()
        begin()
        for client in clients { try connect(client) }
    }

    /// Nobody is connected any more. Not part of a story: it lets go of what holds one another, which a leak would be.
    func end() {
        for client in clients { disconnect(client) }
    }

    /// Jobs of a thread that has none.
    private final class Jobs: HubExecutor {
        private let waiting = Mutex<[@Sendable () -> Void]>([])

        func enqueue(_ job: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(job) } }

        func runOne() -> Bool {
            guard let job = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
            job()
            return true
        }

        func drop() { waiting.withLock { $0 = [] } }
    }
}
