import Bus
import EventLoops
import Puzzles
import Rooms
import Storage
import TestKit

@testable import Server
@testable import Sessions

/// A process that has the lease: a whole hub with its mailroom, and its links to the nodes. It has no connections of
/// its own.
final class ClusterHub: NodeHost {
    /// ms between two questions to nodes for what they have read.
    private static let questionPause = 1_000
    /// Ticks for which a hub that is awake waits for an answer at most. The hub may be asking already, and then asks
    /// once more. A node that does not answer has lost its link, which is given up after 2.5 s.
    private static let longestQuestion = 120

    let name: String
    let generation: Int
    private unowned let world: ClusterSimulation
    private let jobs: JobList
    private let disk: JobList
    private let timers: SimulatedTimers
    private let places: [PlaceFeeds]
    private let hub: SessionHub
    private let mailroom: HubMailroom
    /// Says when a hub without its bus gives the lease up.
    private var term: HubTerm
    private let port: any Bus
    private var subscription: (any BusSubscription)?
    private(set) lazy var remote = RemoteNodes(
        .init(
            node: name, print: { ClusterSimulation.print }, subjects: world.subjects,
            generation: UInt64(generation), places: places.indices, limit: ClusterHub.limit,
            now: { [unowned world] in world.now }, holdsLease: { [unowned self] now in now <= heldUntil },
            publish: { [unowned world, port] bytes, subject in
                world.leaks.watch(bytes, to: subject)
                port.publish(bytes, to: subject)
            }, report: { [unowned world] in world.note($0) }), world.bounds)
    private var served: [Int: RemoteNode] = [:]
    /// When nodes were asked last what they have read, and for how many ticks that is; nil ticks for an answer.
    private var askedAt = 0
    private var ticksAsked: Int?
    /// Not gone.
    private(set) var isUp = true
    /// The hub has read what it needs.
    private var isServing = false
    private var sleepsUntil = 0
    /// ms for which it is to sleep once something waits for the disk.
    private var sleepInCommit: Int?
    /// Mail that came while the process slept.
    private var backlog: [[UInt8]] = []
    /// The lease is surely its own until then, as far as it knows.
    private var heldUntil: Int
    private var renewedAt: Int
    private var tickedAt = 0

    init(_ generation: Int, on name: String, in world: ClusterSimulation) throws {
        self.generation = generation
        self.name = name
        self.world = world
        heldUntil = world.now + SimulatedLease.length / 4 * 3
        renewedAt = world.now
        port = world.bus.port(name)
        places = (0..<world.bounds.nodes).map { _ in PlaceFeeds() }
        let (jobs, disk, timers) = (JobList(), JobList(), SimulatedTimers())
        (self.jobs, self.disk, self.timers) = (jobs, disk, timers)
        var random = SplitMix(seed: world.random.next())
        let storage = LeasedStorage(
            world.storage, world.lease, generation: generation, disk: disk, sabotage: world.sabotage)
        final class Way { weak var mailroom: HubMailroom? }
        let way = Way()
        hub = SessionHub(
            environment: HubEnvironment(
                storage: storage, executor: jobs, tokens: SessionTokens(key: [UInt8](repeating: 7, count: 32)),
                feeds: places, now: { [unowned world] in world.now },
                after: { [unowned world, timers] in timers.add(world.now + $0, $1) },
                whenHeard: { work in if let mailroom = way.mailroom { mailroom.whenHeard(work) } else { work() } },
                random: { random.next() }, report: { _, _ in }),
            settings: ClusterHub.settings, puzzles: try world.words.library(zone: "Europe/Berlin"))
        mailroom = HubMailroom(
            hub, boxes: [], limit: ClusterHub.limit, places: places,
            after: { [unowned world, timers] in timers.add(world.now + $0, $1) },
            answer: { _, _, _, reply in reply(.storageUnavailable) })
        term = HubTerm(world.bounds, lease: SimulatedLease.length)
        way.mailroom = mailroom
        final class Box { weak var hub: ClusterHub? }
        let box = Confined(value: Box())
        subscription = port.subscribe(to: world.subjects.hub(of: UInt64(generation), on: name)) { bytes in
            box.value.hub?.hear(bytes)
        }
        box.value.hub = self
        remote.host = self
        hub.start { [weak self] in self?.started((try? $0.get()) != nil) }
    }

    /// Bytes of mail that a node may leave unhandled.
    private static let limit = 4 << 20

    private static var settings: HubSettings {
        var settings = HubSettings()
        let free = TokenRate(perSecond: 1_000_000, burst: 1_000_000)
        settings.passwordCost = 1
        settings.requestRate = free
        settings.playerRate = free
        settings.seatRate = free
        settings.entryRate = free
        settings.changeRate = free
        settings.eventsKept = 12
        settings.takesOver = true
        return settings
    }

    private func started(_ isStarted: Bool) {
        isServing = isStarted
        if !isStarted { stop() }
    }

    // MARK: Life

    /// Whether it does anything now.
    var isAwake: Bool { isUp && world.now >= sleepsUntil }

    /// The process is stopped for so many ms (SIGSTOP), and knows nothing of it.
    /// `isInCommit`: once something waits for the disk, which goes there only after the sleep.
    func sleep(_ milliseconds: Int, isInCommit: Bool) {
        if isInCommit { sleepInCommit = milliseconds } else { sleepsUntil = world.now + milliseconds }
    }

    /// The process is gone: nothing that waits in it happens.
    func kill() {
        isUp = false
        subscription?.end()
        for node in served.values { mailroom.remove(node) }
        served = [:]
        jobs.drop()
        disk.drop()
        timers.drop()
    }

    /// Gives up, with all links.
    private func stop() {
        remote.end()
        kill()
    }

    /// Gives the lease back before it goes: what it has decided is committed.
    func handOver() {
        remote.end()
        for _ in 0..<10_000 where jobs.runOne() || disk.runOne() {}
        world.lease.release(generation)
        port.publish(Envelope(.vacancy, sentAt: world.now).encoded, to: world.subjects.announcements)
        kill()
    }

    /// A turn of its loop.
    func turn(isTick: Bool) {
        // The disk has a thread of its own: after a sleep it may go on before the loop knows how late it is.
        while world.pick(4) == 0, disk.runOne() {}
        let waiting = backlog
        backlog = []
        for bytes in waiting { hear(bytes) }
        if isTick { tick() }
        guard isUp else { return }
        timers.run(until: world.now)
        runJobs()
        remote.turnEnded()
        mailroom.turnEnded()
        if let milliseconds = sleepInCommit, !disk.isEmpty {
            sleepInCommit = nil
            sleep(milliseconds, isInCommit: false)
        }
    }

    private func runJobs() {
        for _ in 0..<10_000 where !jobs.runOne() { return }
        world.violated("the hub never comes to rest")
    }

    private func tick() {
        if world.now - renewedAt >= 1_000 {
            renewedAt = world.now
            // Another one has it: this is no hub any more.
            guard world.lease.renew(generation) else { return stop() }
            heldUntil = world.now + SimulatedLease.length / 4 * 3
        }
        guard isServing else { return }
        let holdsLease = world.now <= heldUntil
        if term.isOver(at: world.now, hasBus: port.isConnected, holdsLease: holdsLease) { return handOver() }
        remote.tick()
        askWhatWasRead()
        guard world.now - tickedAt >= SessionHub.tickInterval else { return }
        tickedAt = world.now
        hub.tick()
    }

    private func hear(_ bytes: [UInt8]) {
        guard isUp else { return }
        if !isAwake { return backlog.append(bytes) }
        if isServing { remote.hear(bytes) }
    }

    /// Has all nodes say what they have read, again and again: who waits for that is never to wait for ever.
    private func askWhatWasRead() {
        if let ticks = ticksAsked {
            ticksAsked = ticks + 1
            if ticks == ClusterHub.longestQuestion { world.violated("\(name) is never told what nodes have read") }
            return
        }
        guard world.now - askedAt >= ClusterHub.questionPause else { return }
        (askedAt, ticksAsked) = (world.now, 0)
        mailroom.whenHeard { [weak self] in self?.ticksAsked = nil }
    }

    // MARK: Nodes

    func add(_ node: RemoteNode) {
        served[node.place] = node
        mailroom.add(node)
    }

    func remove(_ node: RemoteNode) {
        served[node.place] = nil
        mailroom.remove(node)
    }

    func receive(_ mail: [HubMail], _ number: UInt64, from node: RemoteNode) {
        if world.sabotage == .leaksGuesses {
            for case .received(_, let json, _, _) in mail { leak(json) }
        }
        mailroom.receive(mail, number, from: node)
    }

    /// The planted fault: all nodes are sent what one player said.
    private func leak(_ json: [UInt8]) {
        guard let code = world.room.flatMap({ RoomCode($0) }), let word = (try? JSONTree(parsing: json))?["word"]?.text
        else { return }
        let message = OutgoingMessage(Array(#"{"type":"presence","room":"\#(code.text)","word":"\#(word)"}"#.utf8))
        for place in served.keys { places[place].publishPresence(message, to: code) }
    }
}

/// Work that is due at an instant.
final class SimulatedTimers {
    private var timers: [(due: Int, number: Int, work: () -> Void)] = []
    private var count = 0

    /// Drops all waiting work.
    func drop() { timers = [] }

    func add(_ due: Int, _ work: @escaping () -> Void) {
        count += 1
        timers.append((due, count, work))
    }

    /// Does what is due, in the order in which it is. What is added meanwhile waits for another turn.
    func run(until now: Int) {
        let due = timers.filter { $0.due <= now }.sorted { ($0.due, $0.number) < ($1.due, $1.number) }
        timers.removeAll { $0.due <= now }
        for timer in due { timer.work() }
    }
}
