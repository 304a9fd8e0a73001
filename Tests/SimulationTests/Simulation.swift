import GameRules
import Messages
import Puzzles
import TestKit
import WordLists

@testable import Sessions
@testable import Storage

/// A world of chance. One seed decides what players do, which messages arrive, when the disk is slow or fails, and when
/// the server dies. The same seed is the same world to the last byte.
final class Simulation {
    var random: SplitMix
    let storage: MemoryStorage
    private(set) var server: SimulatedServer
    private(set) var players: [SimulatedPlayer] = []
    private(set) lazy var invariants = Invariants(self)
    /// The trace of the world, oldest line first, to be read when a seed fails.
    private(set) var trace: [String] = []
    private(set) var violation: String?
    /// Everything that the server said to anybody, in order, where two worlds are compared; else nil.
    var transcript: [Told]?
    /// Codes of the rooms that somebody was shown.
    private(set) var codes: [String] = []
    private let disk: JobList
    let words: SimulatedWords
    private let library: PuzzleSource
    private let settings: HubSettings
    private let feeds: FeedSettings
    private let clock: Clock
    private var connectionsMade = 0
    /// Connections of which the server has not noticed the end.
    private var dying: [SimulatedConnection] = []
    var secretsKnown: (commits: Int, public: Day?, of: [PlayerID: Secrets]) = (-1, nil, [:])
    /// The tiles of the days' anagrams.
    var tilesKnown: [PuzzleID: Int] = [:]
    var counts = Counts()
    /// The number of times that hosts used each power.
    private(set) var hostUses: [HostUse: Int] = [:]
    /// The place in the list of powers of the one that a host uses next.
    var powersUsed: Int
    var loadNoted = (players: 0, rooms: 0)
    /// Whether the operator waits for an answer.
    var isOperating = false
    /// The player whom the operator lets in again, until that is answered: the server does not know it yet, also if the
    /// disk does.
    var lettingIn: PlayerID?
    /// Players of whom the operator was told that they are banned, and whom nobody has let in again since.
    var banned: Set<PlayerID> = []
    /// Words by which players wanted to be called: who is called so already gives nothing away.
    var spoken: Set<Int> = []

    /// Counts of what happened.
    struct Counts {
        var crashes = 0
        var failures = 0
        var midnights = 0
        var rounds = 0
        /// Guesses in sprints.
        var guesses = 0
        /// Answers over HTTP.
        var fetched = 0
        /// Acts of the operator.
        var acts = 0
        /// Rooms that the server deleted, as nothing had happened there.
        var forgotten = 0
    }

    /// Whether people mostly sprint here. Elsewhere they mostly play the word of the day.
    let isSprinting: Bool
    /// Whether people are mostly in one room, whose host cannot leave the powers alone; and whether it was founded by
    /// somebody who is after secrets.
    let isRuled: Bool
    let isRuledByProbe: Bool
    /// Whether the disk refuses single transactions and never breaks: a failure costs those whom it concerns.
    let isDiskWhole: Bool
    /// Whether somebody who is after secrets opens games of anagrams too, and so knows their tiles.
    let opensTrays: Bool
    /// Whether the server forgets rooms in which nothing happened for a day.
    let forgetsRooms: Bool
    /// The password of every room that has one.
    static let password = "open sesame"

    private final class Clock {
        var now: Int
        init(_ now: Int) { self.now = now }
    }

    /// Dawns on which something is amiss in Berlin: the nights that are an hour shorter and longer, and one like any
    /// other.
    private static let beginnings = [1_774_738_800_000, 1_792_886_400_000, 1_795_255_200_000]

    /// `twin`: words of one of two worlds that are to look the same. There the last player guesses no word, and tries
    /// words of both worlds as names.
    init(seed: UInt64, players count: Int, sabotage: Sabotage? = nil, twin: SimulatedWords? = nil) throws {
        var random = SplitMix(seed: seed)
        let clock = Clock(Simulation.beginnings[Int(seed % 3)])
        let disk = JobList()
        var settings = HubSettings()
        settings.lines = [.standard, SimulatedWords.anagrams]
        settings.passwordCost = 1
        let free = TokenRate(perSecond: 1_000_000, burst: 1_000_000)
        settings.requestRate = free
        settings.playerRate = free
        settings.waitingRequests = .max
        settings.seatRate = free
        settings.entryRate = free
        settings.renameRate = free
        settings.reactionRate = free
        settings.nudgeRate = free
        settings.changeRate = free
        settings.roomsWatched = 1_000
        settings.forgetRooms = twin == nil && seed % 4 == 1 ? 1 : 0
        settings.eventsKept = Int.random(in: 2...40, using: &random)
        var feeds = FeedSettings()
        feeds.promptWatchers = Int.random(in: 0...3, using: &random)
        feeds.watchersPerMs = Int.random(in: 1...4, using: &random)
        feeds.longestDelay = Int.random(in: 1...40, using: &random)
        feeds.pause = Int.random(in: 1...12, using: &random)
        feeds.slice = Int.random(in: 1...6, using: &random)
        feeds.backlog = Int.random(in: 0...2_000, using: &random)
        words = try twin ?? SimulatedWords.shared.get()
        if twin != nil { transcript = [] }
        library = try words.library(zone: "Europe/Berlin")
        storage = MemoryStorage(executor: { disk.enqueue($0) })
        if twin != nil {
            let words = try words.pinned(from: library.day(at: clock.now).advanced(by: -5))
            storage.submit(Transaction(writes: words.map { .pinPuzzle($0) })) { _ in }
            while disk.runOne() {}
        }
        server = SimulatedServer(
            library, storage: sabotage?.storage(storage) ?? storage, settings: settings, feeds: feeds, seed: seed,
            isHasty: sabotage == .overtakes, now: { clock.now })
        self.random = random
        self.disk = disk
        self.settings = settings
        self.feeds = feeds
        self.clock = clock
        self.sabotage = sabotage
        powersUsed = Int(seed)
        isRuled = twin != nil && seed % 4 >= 2
        isRuledByProbe = isRuled && seed % 8 >= 4
        isSprinting = isRuled || seed % 2 == 1
        isDiskWhole = seed / 4 % 2 == 0
        opensTrays = seed % 3 == 0
        forgetsRooms = settings.forgetRooms > 0
        server.observer = { [unowned self] in note($0) }
        settle()
        invariants.stepped()
        for number in 1...count { try addPlayer(number) }
    }

    let sabotage: Sabotage?

    private func addPlayer(_ number: Int) throws {
        var made: PlayerID?
        server.hub.accounts.createGuest { made = (try? $0.get())?.id }
        settle()
        guard let made else { throw SimulationFault.noGuest }
        players.append(SimulatedPlayer(made, number, in: self))
    }

    // MARK: Shared by all players

    /// The time of this world, ms.
    var now: Int { clock.now }

    /// A number below `count`.
    func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// The puzzle of the day, as the server has it.
    var today: PuzzleID { server.hub.today?.puzzle ?? PuzzleID(line: .standard, day: library.day(at: clock.now)) }

    /// The puzzle of the day, of either line.
    func puzzle(of line: PuzzleLine) -> PuzzleID { PuzzleID(line: line, day: today.day) }

    /// One of the two lines.
    func anyLine() -> PuzzleLine { pick(2) == 0 ? .standard : SimulatedWords.anagrams }

    /// The instant at which a day begins.
    func start(of day: Day) -> Int { library.start(of: day) }

    /// The instant at which everything of a day is public.
    func publicSince(_ day: Day) -> Int { library.start(of: day.advanced(by: 2)) }

    /// The last day whose word is public. By the clock: a hub that has not come to its midnight yet knows what time it
    /// is.
    var lastPublicDay: Day { max(today.day, library.day(at: clock.now)).advanced(by: -2) }

    /// Whether there is a twin.
    var isCompared: Bool { transcript != nil }

    func note(_ use: HostUse) { hostUses[use, default: 0] += 1 }

    func note(room code: String) {
        if !codes.contains(code) { codes.append(code) }
    }

    func nextConnection() -> Int {
        connectionsMade += 1
        return connectionsMade
    }

    func lost(_ connection: SimulatedConnection) { dying.append(connection) }

    /// Something that must never happen has. The first counts: what follows may follow from it.
    func violated(_ what: String) { violation = violation ?? what }

    // MARK: One step

    /// One thing happens.
    func step() {
        switch pick(100) {
        case 0..<18: did("hub") { _ = server.jobs.runOne() }
        case 18..<32: did("disk") { _ = disk.runOne() }
        case 32..<38: did("feed") { _ = server.runTimer(now: clock.now) }
        case 38..<62: for _ in 0..<(isSprinting ? 3 : 1) { deliver() }
        case 62..<68: pass(1 + pick(pick(10) == 0 ? 400 : 20))
        case 68..<70: did("tick") { server.hub.tick() }
        case 83 where pick(6) == 0: fail()
        case 84 where pick(12) == 0: crash()
        case 85 where forgetsRooms && pick(4) == 0: nightsPass()
        case 85 where pick(25) == 0: nightFalls()
        case 88: did("fetch") { fetch() }
        case 89..<91 where isCompared: did("fetch") { fetch() }
        case 92 where pick(3) == 0: did("operator") { operate() }
        case 92 where isCompared: did("figures") { noteFigures() }
        // Rounds end, also where somebody never guesses.
        case 87 where pick(isSprinting ? 1 : 8) == 0: pass(500 + pick(isCompared ? 24_000 : 6_000))
        case 86 where !dying.isEmpty:
            let connection = dying.remove(at: pick(dying.count))
            did("end of \(connection.number) noticed") { connection.noticeEnd() }
        default:
            let player = players[pick(players.count)]
            did("player \(player.number)") { player.act() }
        }
        invariants.stepped()
        if let overtaking = server.overtaking { violated(overtaking) }
        if counts.acts > 0 { checkOperator() }
        noteLoad()
    }

    /// Runs steps until something is violated.
    func run(steps: Int) {
        for _ in 0..<steps where violation == nil { step() }
        if violation == nil { rest() }
    }

    private func did(_ what: @autoclosure () -> String, _ body: () -> Void) {
        trace.append("\(clock.now) \(what())")
        body()
    }

    private func deliver() {
        let busy = (players.flatMap { $0.pages.map(\.connection) } + dying).filter(\.isBusy)
        guard let connection = busy.randomElement(using: &random) else { return }
        let toServer = pick(2) == 0
        did("\(toServer ? "to" : "from") the server on \(connection.number)") { connection.deliver(toServer: toServer) }
    }

    private func pass(_ ms: Int) {
        did("\(ms) ms pass") { clock.now += ms }
    }

    private func fail() {
        counts.failures += 1
        let isOfOne = isDiskWhole || pick(2) == 0
        let error = isOfOne ? StorageError.conflict("planted") : .unavailable("the disk is full")
        // The answer may be lost, and not the commit.
        let isDurable = !isOfOne && pick(2) == 0
        did("the next commit fails: \(error)\(isDurable ? ", and is durable" : "")") {
            storage.failNextCommit(error, isDurable: isDurable)
        }
    }

    /// The process dies and is started again: what was on its way is gone, what is on disk is not.
    private func crash() {
        counts.crashes += 1
        did("CRASH") {
            for player in players { player.loseAll() }
            for connection in dying { connection.lose() }
            dying = []
            isOperating = false
            lettingIn = nil
            invariants.resyncs = ResyncWatch()
            // A server that cannot write down the day's puzzle ends with an error, and is started once more.
            repeat { startAgain() } while !server.isStarted && violation == nil
        }
    }

    private func startAgain() {
        disk.drop()
        storage.restart()
        let clock = clock
        server = SimulatedServer(
            library, storage: sabotage?.storage(storage) ?? storage, settings: settings, feeds: feeds,
            seed: random.next(), isHasty: sabotage == .overtakes, now: { clock.now })
        server.observer = { [unowned self] in note($0) }
        settleQuietly()
    }

    /// A moment before the server's midnight.
    private func nightFalls() {
        guard let ends = server.hub.today?.ends, ends > clock.now else { return }
        counts.midnights += 1
        did("midnight is near") { clock.now = max(clock.now, ends - pick(300)) }
    }

    /// Most people leave, and nights pass until the hour at which rooms are forgotten: the server ticks, and what it
    /// asked for comes in between.
    private func nightsPass() {
        for player in players where pick(8) != 0 { player.leaveAll() }
        for connection in dying { connection.noticeEnd() }
        dying = []
        for _ in 0..<(1 + pick(4)) {
            guard let ends = server.hub.today?.ends else { return }
            did("a night passes") { clock.now = max(clock.now, ends) + Forgetting.later + pick(2_000) }
            for _ in 0..<(4 + pick(12)) {
                did("tick") { server.hub.tick() }
                for _ in 0..<pick(16) where server.jobs.runOne() || disk.runOne() {}
                invariants.stepped()
            }
        }
    }

    /// Everything that waits happens, as far as it can.
    private func settleQuietly() {
        settle { server.jobs.runOne() || disk.runOne() }
    }

    /// The same, feeds and networks included.
    func settle() {
        settle { server.jobs.runOne() || disk.runOne() || server.runTimer(now: clock.now) || deliverAny() }
    }

    /// Steps until there is none left. Who always has one more goes round in circles.
    private func settle(_ step: () -> Bool) {
        for _ in 0..<100_000 where !step() { return }
        violated("it never comes to rest")
    }

    private func deliverAny() -> Bool {
        let connections = players.flatMap { $0.pages.map(\.connection) } + dying
        guard let busy = connections.first(where: \.isBusy) else { return false }
        busy.deliver(toServer: true)
        return true
    }

    // MARK: At rest

    /// All comes to rest: whoever is in a room comes to know all of it, and everybody sees the same.
    private func rest() {
        counts.rounds = invariants.rounds.count
        counts.forgotten = invariants.forgotten.count
        counts.guesses = invariants.rounds.reduce(0) { $0 + $1.words.values.reduce(0) { $0 + $1.count } }
        trace.append("rest")
        for connection in dying { connection.noticeEnd() }
        dying = []
        // Faults that were to come, come now.
        for _ in 0..<8 {
            if players[0].pages.isEmpty { players[0].connect() }
            settle()
            players[0].pages.first?.ask(.rename(name: "At rest \(connectionsMade) \(pick(1_000))"))
        }
        for player in players where player.pages.isEmpty { player.connect() }
        for _ in 0..<4 {
            settle()
            clock.now += 2_000
            server.hub.tick()
            for player in players {
                for page in player.pages where page.isGreeted && !page.awaitsAnswers {
                    for code in openCodes where !page.entered.contains(code) {
                        page.enter(code, asPlayer: false, resuming: pick(2) == 0)
                    }
                }
            }
        }
        // Rounds go on meanwhile; there is always a moment at which everybody knows the last of it.
        for _ in 0..<200 {
            settle()
            if firstBehind() == nil { break }
            clock.now += 100
        }
        guard violation == nil else { return }
        checkRest()
    }
}

enum SimulationFault: Error {
    case noGuest
}
