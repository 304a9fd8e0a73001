import Clients
import EventLoops
import GameRules
import WordLists

/// A load from its first connection to its report. Lives on one loop.
///
/// All guests arrive: first the makers of rooms, then the other players, then the watchers. The load runs for its time.
/// Guesses under way are awaited, and the report is made.
final class LoadRun: GuestHost {
    /// The phase of a load.
    enum Phase: Equatable {
        case arriving(Stage)
        case running
        case draining
        case over
    }

    /// The group of guests that arrives.
    enum Stage: Int {
        case founders, players, watchers
    }

    let plan: LoadPlan
    let loop: EventLoop
    private let connector: Connector
    /// The shard of the watchers.
    let crowdShard: Shard
    private let ownShard: Shard
    private let progress: (LoadProgress) -> Void
    private let finished: (Result<LoadReport, LoadFault>) -> Void

    var phase = Phase.arriving(.founders)
    let rooms: [LoadRoom]
    let slots: [Slot]
    private var words: WordSource
    private var names = 0
    private var watchersReady = 0
    /// The server's memory when the first thousand watchers had come.
    var firstWatchersUsage: ProcessUsage?
    /// Guests on their way, and how many of this stage have begun.
    private var arriving = 0
    private var begun = 0
    /// Seconds since somebody arrived.
    private var standstill = 0
    /// The time of the first connection, in ns.
    private let began = EventLoop.nanoseconds()
    var isStopped = false

    /// Guesses leave: at the end, only those that were due before.
    var isSending: Bool { phase == .running || phase == .draining }

    var figures = LoadFigures()
    var usage = UsageLog()
    /// The measured time, in ns: by the schedule, and as it came.
    var window: Range<Int64> = 0..<0
    var isMeasuring = false
    // The open loop's.
    var schedule: Schedule?
    /// Wakes the open loop when a guess is due.
    var alarm: Alarm?
    var nextDue = 0
    var start: Int64 = 0
    // The closed loop's.
    var free: [Slot] = []
    var firstFree = 0
    var inFlight = 0

    init(
        _ plan: LoadPlan, on loop: EventLoop, _ connector: Connector, shards: (own: Shard, crowd: Shard),
        lexicon: Lexicon, progress: @escaping (LoadProgress) -> Void,
        finished: @escaping (Result<LoadReport, LoadFault>) -> Void
    ) {
        self.plan = plan
        self.loop = loop
        self.connector = connector
        (ownShard, crowdShard) = shards
        self.progress = progress
        self.finished = finished
        words = WordSource(lexicon)
        let rooms = (0..<plan.rooms).map { LoadRoom(number: $0) }
        self.rooms = rooms
        slots = (0..<plan.players).map { Slot(number: $0, room: rooms[$0 % rooms.count]) }
    }

    /// ns of the monotonic clock.
    var now: Int64 { EventLoop.nanoseconds() }

    /// A number from 0 up to 1, drawn by chance.
    func fraction() -> Double { Double(connector.random() >> 11) / Double(UInt64(1) << 53) }

    /// The words of one game of a player, as ``WordSource`` draws them. Ends the run if there are none.
    func hand(of line: PuzzleLine, rows: Int, tiles: String?) -> [String] {
        do throws(LoadFault) {
            return try words.hand(of: line, rows: rows, tiles: tiles, random: connector.random)
        } catch {
            fail(error.description)
            return []
        }
    }

    func nextName() -> Int {
        names += 1
        return names
    }

    func counted(_ bytes: Int) {
        guard isMeasuring else { return }
        figures.messages += 1
        figures.messageBytes += bytes
    }

    func isMeasured(_ due: Int64) -> Bool { window.contains(due) }

    // MARK: Arriving

    func begin() {
        sampleUsage("start")
        bringMore()
        tick()
    }

    /// Connects a guest.
    func bring(_ guest: Guest) {
        connector.open(guest, on: loop)
    }

    private func bringMore() {
        guard case .arriving(let stage) = phase else { return }
        let total = count(of: stage)
        while arriving < plan.arrivals, begun < total {
            switch stage {
            case .founders: bring(Guest(self, slot: slots[begun]))
            case .players: bring(Guest(self, slot: slots[plan.rooms + begun]))
            case .watchers: return
            }
            begun += 1
            arriving += 1
        }
        if arriving == 0 && begun == total { stageEnded(stage) }
    }

    private func count(of stage: Stage) -> Int {
        switch stage {
        case .founders: plan.rooms
        case .players: plan.players - plan.rooms
        case .watchers: plan.watchers
        }
    }

    private func stageEnded(_ stage: Stage) {
        begun = 0
        guard let next = Stage(rawValue: stage.rawValue + 1) else {
            phase = .running
            // Arrivals are still being told to the others, and sprints count down.
            loop.after(milliseconds: plan.isSprint ? LoadPlan.countdown : 1_000) { [weak self] _ in self?.allArrived() }
            return
        }
        phase = .arriving(next)
        guard next == .watchers else { return bringMore() }
        loop.after(milliseconds: plan.watchers > 0 ? 1_000 : 0) { [weak self] _ in
            guard let self else { return }
            sampleUsage("players")
            if plan.watchers > 0 { bringWatchers() } else { stageEnded(.watchers) }
        }
    }

    private func allArrived() {
        guard phase == .running else { return }
        sampleUsage("watchers")
        plan.inFlight == nil ? runOpen() : runClosed()
    }

    /// A player is there, and waits for the seat.
    func arrived(_ guest: Guest) {
        guard let slot = guest.slot else { return }
        if case .arriving = phase { return guest.enter() }
        if slot.current == nil { return guest.enter() }
        slot.standby = guest
    }

    /// A guest plays or watches from now on.
    func ready(_ guest: Guest) {
        guest.slot?.current = guest
        if case .arriving = phase {
            arriving -= 1
            standstill = 0
            bringMore()
        } else if let slot = guest.slot, isSending {
            figures.newcomers += 1
            sendOverdue(of: slot)
        }
    }

    // MARK: The watchers' loop

    private func bringWatchers() {
        let (plan, connector, own) = (plan, connector, ownShard)
        let rooms = rooms.map { (code: $0.code ?? "", dues: $0.dues) }
        crowdShard.execute { loop in
            let crowd = WatcherCrowd(plan, on: loop, connector, rooms: rooms) { news in
                own.execute { ($0.attachment as? LoadRun)?.heard(news) }
            }
            loop.attachment = crowd
            crowd.bringMore()
        }
    }

    private func heard(_ news: WatcherCrowd.News) {
        guard phase == .arriving(.watchers) else { return }
        switch news {
        case .failed(let reason): fail(reason)
        case .arrived(let count):
            watchersReady = count
            standstill = 0
            if count == plan.watchers { stageEnded(.watchers) }
        }
    }

    /// Runs a closure on the watchers' loop, and hands its result to this loop.
    func askCrowd<Answer: Sendable>(
        _ question: @escaping @Sendable (WatcherCrowd) -> Answer, then: @escaping @Sendable (LoadRun, Answer) -> Void
    ) {
        let own = ownShard
        crowdShard.execute { loop in
            guard let crowd = loop.attachment as? WatcherCrowd else { return }
            let answer = question(crowd)
            own.execute { loop in
                if let run = loop.attachment as? LoadRun { then(run, answer) }
            }
        }
    }

    // MARK: Refusals and losses

    /// The server does not make a session.
    func refused(_ guest: Guest, status: Int) {
        guard case .arriving = phase else { return }
        fail(LoadAdvice.onRefusal(status: status))
    }

    /// The server refused something on a guest's way to its room.
    func refused(_ guest: Guest, code: String) {
        if case .arriving = phase { fail(LoadAdvice.onRefusal(code: code)) } else { guest.giveUp() }
    }

    func lost(_ guest: Guest, _ end: ClientEnd) {
        guard phase != .over else { return }
        let text = LoadAdvice.text(of: end)
        if case .arriving = phase { return fail(LoadAdvice.onLoss(text, end, connector.location)) }
        figures.lost += 1
        figures.errors[text, default: 0] += 1
        if plan.inFlight != nil { lostClosed(guest) }
        guard let slot = guest.slot else { return }
        replace(guest, in: slot)
    }

    /// Ends the load without a report.
    func fail(_ reason: String) {
        guard phase != .over else { return }
        phase = .over
        finished(.failure(LoadFault(reason)))
    }

    // MARK: Progress

    private func tick() {
        guard phase != .over else { return }
        if case .arriving(let stage) = phase, !(stage == .watchers && usage["players"] == nil) {
            standstill += 1
            guard standstill <= 20 else {
                return fail("nobody has arrived for 20 s: the server does not answer")
            }
        }
        progress(
            LoadProgress(
                seconds: Double(now - began) / 1e9, phase: phase,
                guests: (arrived: arrivedCount, wanted: plan.players + plan.watchers), isMeasuring: isMeasuring,
                isClosed: plan.inFlight != nil, figures: figures))
        loop.after(milliseconds: 1_000) { [weak self] _ in self?.tick() }
    }

    /// Asks the watchers' loop ten times a second how far behind it is.
    func probeCrowd() {
        guard isMeasuring else { return }
        let asked = now
        askCrowd({ _ in EventLoop.nanoseconds() - asked }, then: { $0.figures.watchersLate.record($1) })
        loop.after(milliseconds: 100) { [weak self] _ in self?.probeCrowd() }
    }

    // MARK: The end

    func end(_ report: LoadReport) {
        phase = .over
        finished(.success(report))
    }

    func sampleUsage(_ name: String) { usage.sample(name, server: connector.process) }

    /// Guests who have arrived.
    var arrivedCount: Int { slots.count { $0.current != nil } + watchersReady }

    /// The URL to which the load goes.
    var target: String { connector.location.description }

    /// The URLs to which watchers go; none if they watch there too.
    var watched: [String] { connector.watched.map(\.location.description) }
}
