import Clients
import EventLoops

/// All watchers of a load, on a loop of their own. Their tens of thousands of messages a second must not hold up the
/// players, whose guesses are due and whose answers are timed. Nothing here is shared with the players' loop but
/// ``DueTimes``.
final class WatcherCrowd: GuestHost {
    /// A message to the players' loop.
    enum News: Sendable {
        case arrived(Int)
        case failed(String)
    }

    private let plan: LoadPlan
    private let loop: EventLoop
    private let connector: Connector
    private let rooms: [LoadRoom]
    private let tell: (News) -> Void
    private let pace = LoadPace()
    private var watchers: [Guest] = []
    private var arriving = 0
    private var arrived = 0
    var figures = LoadFigures()
    /// The server's memory when the first of many had come.
    private(set) var firstUsage: ProcessUsage?
    private var isMeasuring = false
    private var window: Range<Int64> = 0..<0
    private var isOver = false

    /// Watchers for rooms with these codes.
    init(
        _ plan: LoadPlan, on loop: EventLoop, _ connector: Connector, rooms: [(code: String, dues: DueTimes)],
        tell: @escaping (News) -> Void
    ) {
        self.plan = plan
        self.loop = loop
        self.connector = connector
        self.tell = tell
        self.rooms = rooms.enumerated().map { number, room in
            LoadRoom(number: number, code: room.code, dues: room.dues)
        }
        loop.companion = pace
    }

    /// Brings in as many as may arrive at once.
    func bringMore() {
        while arriving < plan.arrivals, watchers.count < plan.watchers {
            let number = watchers.count
            let watcher = Guest(self, watching: rooms[number % rooms.count])
            watchers.append(watcher)
            arriving += 1
            connector.open(watcher, at: connector.target(ofWatcher: number, rooms: rooms.count), on: loop)
        }
    }

    /// Sets the measured time: events due in `window` count.
    func openWindow(_ window: Range<Int64>) { self.window = window }

    /// Counts messages from now on, or no more.
    ///
    /// Meanwhile what has come within a ms is read at once. On one machine the kernel does the receiving side's work in
    /// the sender's `send`. A wake-up of this program for each of a thousand sends would count as the server's work,
    /// which it is on no network. So it is with acknowledgments.
    func measure(_ isMeasuring: Bool) {
        self.isMeasuring = isMeasuring
        pace.rest = isMeasuring ? 1 : 0
        pace.acknowledgments = isMeasuring ? .onReading : .bySystem
    }

    /// Events that watchers have not got yet, of those up to the given numbers, room by room.
    func outstanding(upTo newest: [Int]) -> Int {
        zip(rooms, newest).reduce(0) { $0 + $1.0.outstanding(upTo: $1.1) }
    }

    /// Ends the crowd and returns its counts. Events that watchers have not heard by `end`, in ns, count with the time
    /// up to it.
    func finish(_ ends: [RoomEnd], end: Int64) -> LoadFigures {
        isOver = true
        figures.missed += outstanding(upTo: ends.map(\.newest))
        for (room, roomEnd) in zip(rooms, ends) {
            for due in roomEnd.unheard { figures.watchers.record(end - due, times: room.listeners.count) }
        }
        for watcher in watchers {
            figures.count(watcher.check)
            let room = watcher.room
            let newest = ends[room.number].newest
            let missed = room.forEachWait(of: watcher, upTo: newest, end: end) { guess, wait, bySnapshot in
                guard window.contains(guess.due) else { return }
                figures.watchers.record(wait)
                if bySnapshot { figures.bySnapshot += 1 }
            }
            figures.missed += missed
        }
        return figures
    }

    // MARK: Events of watchers

    func counted(_ bytes: Int) {
        guard isMeasuring else { return }
        figures.messages += 1
        figures.messageBytes += bytes
    }

    /// A watcher saw a guess.
    func seen(due: Int64, _ latency: Int64) {
        figures.watcherEvents += 1
        if window.contains(due) { figures.watchers.record(latency) }
    }

    func ready(_ guest: Guest) {
        arriving -= 1
        arrived += 1
        // The first of many bring along what all share: tables that grow, caches. So the memory of one watcher is that
        // of the later ones.
        if arrived == plan.firstWatchers { firstUsage = connector.serverUsage }
        tell(.arrived(arrived))
        bringMore()
    }

    func refused(_ guest: Guest, status: Int) { fail(LoadAdvice.onRefusal(status: status)) }

    func refused(_ guest: Guest, code: String) { fail(LoadAdvice.onRefusal(code: code)) }

    func lost(_ guest: Guest, _ end: ClientEnd) {
        guard !isOver else { return }
        let text = LoadAdvice.text(of: end)
        guard arrived == plan.watchers else {
            let number = watchers.firstIndex { $0 === guest } ?? 0
            let target = connector.target(ofWatcher: number, rooms: rooms.count)
            return fail(LoadAdvice.onLoss(text, end, target.location))
        }
        figures.lost += 1
        figures.errors[text, default: 0] += 1
    }

    func fail(_ reason: String) { tell(.failed(reason)) }
}
