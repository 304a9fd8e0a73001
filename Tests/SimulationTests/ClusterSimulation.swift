import Bus
import GameRules
import Puzzles
import Rooms
import TestKit

@testable import Server
@testable import Sessions
@testable import Storage

/// Nodes, hubs and a bad bus under a scheduler of chance: all that a cluster is, minus sockets, PostgreSQL and NATS.
///
/// A hub is a process of its own here: the whole `SessionHub` with its `HubMailroom` and `RemoteNodes`. After its
/// `HubTerm`, a hub without its bus gives the lease up. Nodes are a `HubLink`, with feeds and clients behind it. Hubs
/// die, sleep beyond their lease, and hand over; nodes die; both are cut off; the bus loses, copies, changes, delays
/// and reorders.
final class ClusterSimulation {
    let bus: MemoryBus
    var random: SplitMix
    let storage = MemoryStorage()
    let lease = SimulatedLease()
    let words: SimulatedWords
    let puzzle: PuzzleID
    let sabotage: ClusterSabotage?
    let subjects = ClusterSubjects(cluster: "world")
    let bounds: ClusterBounds
    private(set) lazy var leaks = ClusterLeaks(self)
    private(set) lazy var rounds = ClusterRounds(self)
    /// A dawn.
    private(set) var now = 1_795_255_200_000
    private(set) var places: [ClusterPlace] = []
    private(set) var clients: [ClusterClient] = []
    private var hub: ClusterHub?
    /// Hubs that are there, also those that do not know that another one has the lease.
    private var hubs: [ClusterHub] = []
    private(set) var violation: String?
    /// The trace of the world, oldest line first.
    private(set) var trace: [String] = []
    /// The code of the room in which all are.
    var room: String?
    var acknowledgements = 0
    private var placesMade = 0
    private(set) var counts = Counts()

    /// Counts of what happened.
    struct Counts {
        var acknowledged = 0
        var hubs = 0
        var linksLost = 0
        var beginnings = 0
        /// Words seen on their way to their own player.
        var sightings = 0
        /// Events that watchers heard as they happened.
        var watched = 0
        /// Rounds of sprints that ended.
        var rounds = 0
    }

    /// ms within which all is well again when no more harm is done: the lease ends, a hub is found, and everybody is
    /// let in.
    static let recovery = 10_000

    /// The prints of everybody's secrets.
    static let print = ClusterPrint(
        seed: Array(repeating: 1, count: ClusterPrint.length), keys: [Array(repeating: 2, count: ClusterPrint.length)])

    init(seed: UInt64, sabotage: ClusterSabotage? = nil) throws {
        random = SplitMix(seed: seed)
        self.sabotage = sabotage
        bus = MemoryBus(seed: seed &* 31 &+ 7)
        words = try SimulatedWords.shared.get()
        puzzle = PuzzleID(line: .standard, day: try words.library(zone: "Europe/Berlin").day(at: 1_795_255_200_000))
        var bounds = ClusterBounds()
        bounds.link.payload = 512
        bounds.nodes = 16
        self.bounds = bounds
        bus.step(to: now)
        lease.set(now)
        for _ in 0..<(2 + pick(2)) { addPlace() }
        for number in 0..<(3 + pick(4)) { addClient(number) }
        try look()
        run(2_000)
        bus.faults = faults(isOrdered: seed % 4 != 0, losesMail: seed % 3 != 0)
    }

    /// A link that loses mail lasts for a second or two, in which hardly an event reaches a watcher. So a third of the
    /// worlds lose it only where somebody is cut off.
    private func faults(isOrdered: Bool, losesMail: Bool) -> MemoryBus.Faults {
        var faults = MemoryBus.Faults()
        if losesMail {
            faults.lost = pick(10)
            faults.changed = pick(5)
        }
        faults.doubled = pick(60)
        faults.delay = 0...pick(isOrdered ? 60 : 8)
        faults.keepsOrder = isOrdered
        return faults
    }

    // MARK: Shared by nodes and clients

    /// A number below `count`.
    func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    /// Something that must never happen has. The first counts.
    func violated(_ what: String) {
        guard violation == nil else { return }
        violation = what
        trace.append("\(now) \(what)")
    }

    func note(_ event: LinkEvent) {
        if case .lost = event { counts.linksLost += 1 }
        trace.append("\(now) \(event)")
    }

    /// A node that is there.
    func anyPlace() -> ClusterPlace {
        let there = places.filter(\.isUp)
        return there[pick(there.count)]
    }

    private func addPlace() {
        placesMade += 1
        places.append(ClusterPlace("n\(placesMade)", in: self))
    }

    private func addClient(_ number: Int) {
        let player = PlayerID(high: 7, low: UInt64(number))
        let record = PlayerRecord(id: player, name: "Player \(number)", createdAt: now)
        storage.submit(Transaction(writes: [.createPlayer(record)])) { _ in }
        let client = ClusterClient(number, player, in: self)
        clients.append(client)
        client.connect()
    }

    // MARK: Stored data

    /// The word that is stored in a row of a client's game.
    func storedWord(of client: ClusterClient, row: Int) -> String? {
        let moves = storage.stored.games[GameKey(player: client.player, puzzle: puzzle)]?.moves ?? []
        return row < moves.count ? words.alphabet.text(moves[row].word) : nil
    }

    /// Returns the number of times that a room was given this name.
    func namings(_ name: String) -> Int {
        storage.stored.rooms.values.reduce(0) { count, room in
            count + room.log.count { if case .named(name) = $0.event { true } else { false } }
        }
    }

    /// The answer of the day, once it is drawn.
    var answer: String? { storage.stored.pinned[puzzle].map { words.alphabet.text($0.answer) } }

    /// Whether a client's game of the day is over.
    func hasFinished(_ client: ClusterClient) -> Bool {
        storage.stored.games[GameKey(player: client.player, puzzle: puzzle)]?.finish != nil
    }

    // MARK: Time

    /// Lets so many ms go by, in steps of a turn.
    private func run(_ milliseconds: Int, isPlayed: Bool = true) {
        let end = now + milliseconds
        while now < end, violation == nil {
            step()
            if isPlayed, pick(4) == 0 { clients[pick(clients.count)].act() }
            if !isPlayed, now % 500 == 0 { for client in clients { client.settle() } }
        }
    }

    private func step() {
        now += 5
        lease.set(now)
        bus.step(to: now)
        let isTick = now % bounds.tick == 0
        for hub in hubs where hub.isAwake { hub.turn(isTick: isTick) }
        for place in places where place.isUp { place.turn(isTick: isTick) }
        hubs.removeAll { !$0.isUp }
        if isTick {
            do { try look() } catch { violated("no hub can be made: \(error)") }
        }
        if let trespass = lease.trespass { violated(trespass) }
    }

    /// A candidate looks whether the lease is free.
    private func look() throws {
        guard let generation = lease.take() else { return }
        // Transactions of another process have other numbers.
        storage.restart()
        counts.hubs += 1
        let new = try ClusterHub(generation, on: "h\(generation)", in: self)
        hub = new
        hubs.append(new)
        trace.append("\(now) \(new.name) has the lease")
    }

    // MARK: Harm

    /// Plays through faults, then lets all come to rest, and looks at what is left.
    func run() {
        for _ in 0..<12 where violation == nil {
            doHarm()
            run(500 + pick(2_500))
        }
        restoreBus()
        run(ClusterSimulation.recovery, isPlayed: false)
        awaitQuiet()
        checkRest()
        for hub in hubs { hub.kill() }
        for place in places { place.close() }
        counts.acknowledged = acknowledgements
        counts.beginnings = clients.reduce(0) { $0 + $1.beginnings }
        counts.sightings = leaks.sightings
        counts.watched = clients.reduce(0) { $0 + $1.watched }
        counts.rounds = rounds.overCount
    }

    private func doHarm() {
        let name = hub?.name ?? "no hub"
        switch pick(11) {
        case 0, 1:
            trace.append("\(now) \(name) is killed")
            hub?.kill()
        case 2, 3:
            let milliseconds = [1_000, 3_500, 4_500, 7_000][pick(4)]
            trace.append("\(now) \(name) sleeps for \(milliseconds) ms")
            hub?.sleep(milliseconds, isInCommit: pick(2) == 0)
        case 4:
            trace.append("\(now) \(name) hands over")
            if let hub, hub.isAwake { hub.handOver() }
        case 5:
            let place = anyPlace()
            trace.append("\(now) \(place.name) is cut off")
            bus.set(place.name, isAway: true)
        case 6:
            trace.append("\(now) \(name) is cut off")
            bus.set(name, isAway: true)
        case 7, 8:
            trace.append("\(now) all are back")
            bringBack()
        case 9:
            addPlace()
            let place = places.filter(\.isUp)[0]
            trace.append("\(now) \(place.name) dies")
            place.kill()
        default:
            clients[pick(clients.count)].reconnect()
        }
    }

    private func bringBack() {
        for name in places.map(\.name) + hubs.map(\.name) { bus.set(name, isAway: false) }
    }

    private func restoreBus() {
        trace.append("\(now) no more harm is done")
        bus.faults = MemoryBus.Faults()
        bringBack()
    }

    // MARK: At rest

    /// The log of the room, by its length.
    private var logged: Int? { storage.stored.rooms.values.first { $0.record.code.text == room }?.log.count }

    /// A sprint goes on by itself: gives what it has just done the time to be told.
    private func awaitQuiet() {
        for _ in 0..<200 where clients.contains(where: { $0.mirror?.sequence != logged }) { run(5, isPlayed: false) }
    }

    private func checkRest() {
        guard violation == nil else { return }
        for place in places where place.isUp && !place.link.isLinked { violated("\(place.name) has found no hub") }
        let log = logged
        rounds.follow()
        for client in clients {
            if !client.isAtRest { violated("client \(client.number) has not come to rest") }
            if client.mirror?.sequence != log {
                violated("client \(client.number) knows \(client.mirror?.sequence ?? 0) events of \(log ?? 0)")
            }
            if client.mirror != clients[0].mirror { violated("client \(client.number) sees another room than others") }
            checkGame(of: client)
            client.checkRounds()
            for name in client.named where namings(name) != 1 {
                violated("“\(name)” was acknowledged, and is stored \(namings(name)) times")
            }
        }
    }

    private func checkGame(of client: ClusterClient) {
        let game = storage.stored.games[GameKey(player: client.player, puzzle: puzzle)]
        let stored = (game?.moves ?? []).map { words.alphabet.text($0.word) }
        for (row, word) in client.acknowledged where row >= stored.count || stored[row] != word {
            violated("client \(client.number): \(word) was acknowledged in row \(row), and \(stored) are stored")
        }
        for (row, word) in stored.enumerated() where client.guessed[row]?.contains(word) != true {
            violated("client \(client.number): \(word) is stored in row \(row), and was not guessed there")
        }
        if Set(stored).count < stored.count { violated("client \(client.number): a guess is stored twice: \(stored)") }
    }
}
