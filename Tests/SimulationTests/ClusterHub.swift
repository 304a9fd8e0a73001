import Bus
import EventLoops
import Puzzles
import Rooms
import Storage
import TestKit

@testable import Server
@testable import Sessions

/// A process that has the lease: a whole hub, and its links to the nodes. It has no connections of its own.
final class ClusterHub: NodeHost {
    private struct Served {
        let node: RemoteNode
        var sessions: [ConnectionID: Session] = [:]
    }

    let name: String
    let generation: Int
    private unowned let world: ClusterSimulation
    private let jobs: JobList
    private let disk: JobList
    private let timers: SimulatedTimers
    private let places: [PlaceFeeds]
    private let hub: SessionHub
    private let port: any Bus
    private var subscription: (any BusSubscription)?
    private(set) lazy var remote = RemoteNodes(
        .init(
            node: name, print: { ClusterSimulation.print }, subjects: world.subjects,
            generation: UInt64(generation), places: places.indices, limit: 4 << 20,
            now: { [unowned world] in world.now }, holdsLease: { [unowned self] now in now <= heldUntil },
            publish: { [unowned world, port] bytes, subject in
                world.leaks.watch(bytes, to: subject)
                port.publish(bytes, to: subject)
            }, report: { [unowned world] in world.note($0) }), world.bounds)
    private var served: [Int: Served] = [:]
    /// Not gone.
    private(set) var isUp = true
    /// The hub has read what it needs.
    private var isServing = false
    private var sleepsUntil = 0
    /// ms for which it is to sleep once something waits for the disk.
    private var sleepInCommit: Int?
    /// What has come while the process slept.
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
        hub = SessionHub(
            environment: HubEnvironment(
                storage: storage, executor: jobs, tokens: SessionTokens(key: [UInt8](repeating: 7, count: 32)),
                feeds: places, now: { [unowned world] in world.now },
                after: { [unowned world, timers] in timers.add(world.now + $0, $1) }, random: { random.next() },
                report: { _, _ in }),
            settings: ClusterHub.settings, library: try world.words.library(zone: "Europe/Berlin"))
        final class Box { weak var hub: ClusterHub? }
        let box = Confined(value: Box())
        subscription = port.subscribe(to: world.subjects.hub(of: UInt64(generation), on: name)) { bytes in
            box.value.hub?.hear(bytes)
        }
        box.value.hub = self
        remote.host = self
        hub.start { [weak self] in self?.started((try? $0.get()) != nil) }
    }

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
        for session in served.values.flatMap(\.sessions.values) { hub.disconnect(session) }
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
        remote.tick()
        guard world.now - tickedAt >= SessionHub.tickInterval else { return }
        tickedAt = world.now
        hub.tick()
    }

    private func hear(_ bytes: [UInt8]) {
        guard isUp else { return }
        if !isAwake { return backlog.append(bytes) }
        if isServing { remote.hear(bytes) }
    }

    // MARK: Nodes

    func add(_ node: RemoteNode) {
        served[node.place] = Served(node: node)
        places[node.place].feeds = MailedFeeds(node.box)
    }

    func remove(_ node: RemoteNode) {
        places[node.place].feeds = nil
        guard let gone = served.removeValue(forKey: node.place) else { return }
        for session in gone.sessions.values { hub.disconnect(session) }
    }

    func receive(_ mail: [HubMail], _ number: UInt64, from node: RemoteNode) {
        guard served[node.place]?.node === node else { return }
        for one in mail { handle(one, of: node) }
        node.handled(upTo: number)
    }

    /// Does what `HubMailroom` does, which wants a loop.
    private func handle(_ mail: HubMail, of node: RemoteNode) {
        let place = node.place
        switch mail {
        case .connected(let id, let identity, let network):
            if let former = served[place]?.sessions[id] { hub.disconnect(former) }
            let output = MailedOutput(id, node.box)
            let session = hub.connect(
                output, at: SessionPlace(shard: place, connection: id.token), identity: identity, of: network)
            output.session = session
            served[place]?.sessions[id] = session
        case .received(let id, let json, let lag, let instant):
            if let session = served[place]?.sessions[id] { hub.receive(json, from: session, lag: lag, at: instant) }
            if world.sabotage == .leaksGuesses { leak(json) }
        case .disconnected(let id):
            if let session = served[place]?.sessions.removeValue(forKey: id) { hub.disconnect(session) }
        case .silent(let id, let isSilent):
            guard let session = served[place]?.sessions[id] else { return }
            if isSilent { hub.fellSilent(session) } else { hub.isHeard(session) }
        case .needsSnapshot(let room): hub.publishSnapshot(of: room, to: place)
        case .asked, .saidWhatWasRead: break
        }
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

    /// What waits never happens.
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
