import Dispatch
import EventLoops
import Sessions
import Storage
import Synchronization
import Telemetry

/// The shards of a server, each with what lives on it. The hub lives on the first.
struct ServerShards: Sendable {
    /// The event loops.
    let group: ShardGroup
    private let census: ConnectionCensus
    private let metrics: ServerMetrics

    /// Starts the shards and the hub, and waits until it knows today's puzzle.
    static func start(_ parts: ServerParts, _ storage: any Storage) throws(ConfigurationFault) -> ServerShards {
        let group = try ConfigurationFault.wrapping("event loop") { () throws(EventLoopError) in
            try ShardGroup(count: parts.shardCount, outputMemory: parts.outputMemory)
        }
        let shards = ServerShards(group: group, census: parts.census, metrics: parts.metrics)
        shards.onEach(group.shards) { $0.readLimit = parts.bounds.readAtOnce }
        shards.startOthers(parts)
        if let error = shards.startHub(parts, storage) {
            shards.dismantle()
            throw ConfigurationFault("storage: \(error)")
        }
        return shards
    }

    /// Starts the shards of a node whose hub may be on another one. `isVacant` hears, on the first shard, that a hub
    /// elsewhere has given its lease back.
    static func startNode(
        _ parts: ServerParts, _ bus: ClusterBus, isVacant: @escaping @Sendable () -> Void
    ) throws(ConfigurationFault) -> ServerShards {
        let group = try ConfigurationFault.wrapping("event loop") { () throws(EventLoopError) in
            try ShardGroup(count: parts.shardCount, outputMemory: parts.outputMemory)
        }
        let shards = ServerShards(group: group, census: parts.census, metrics: parts.metrics)
        shards.onEach(group.shards) { $0.readLimit = parts.bounds.readAtOnce }
        shards.startOthers(parts)
        shards.onEach([shards.first]) { loop in
            let others = group.shards.dropFirst().map { ServerShard.mailbox(on: $0, of: loop) }
            let node = ClusterNode(
                parts, bus, on: shards.first, loop, boxes: [ServerShard.mailbox(within: loop)] + others,
                isVacant: isVacant)
            let box = Mailbox<HubMail>(within: { [unowned node] in node.link.receive($0, $1, from: 0) })
            loop.attachment = ServerShards.makeShard(parts, shards.first, loop, box, node: node)
        }
        return shards
    }

    /// Makes a node the hub, over an engine that has the lease of that generation, and waits until it serves.
    /// `holdsLease` says whether the lease holds at an instant of the server's clock. Answers why it could not, within
    /// so many ms.
    func becomeHub(
        _ storage: any Storage, generation: UInt64, within milliseconds: Int,
        holdsLease: @escaping @Sendable (_ now: Int) -> Bool
    ) -> StorageError? {
        let outcome = Mutex<StorageError?>(nil)
        let ready = DispatchSemaphore(value: 0)
        first.execute { loop in
            guard let node = ServerShard.find(on: loop)?.node else {
                outcome.withLock { $0 = .unavailable("the server stops") }
                ready.signal()
                return
            }
            node.becomeHub(storage, generation: generation, within: milliseconds, holdsLease: holdsLease) { error in
                outcome.withLock { $0 = error }
                ready.signal()
            }
        }
        ready.wait()
        return outcome.withLock { $0 }
    }

    /// Makes a hub a node like others, and waits until it is one.
    func stepDown() { onEach([first]) { ServerShard.find(on: $0)?.node?.stepDown() } }

    /// The shard of the hub.
    var first: Shard { group.shards[0] }

    /// Bytes that may wait to be sent on a connection that is no WebSocket yet, where it is not one long answer.
    static let answerLimit = 8 << 20

    /// Serves the connections of a listening socket, with `tls` encrypted.
    func serve(_ socket: ListeningSocket, tls: TLSCredentials?) {
        group.serve(
            socket, tls: tls, outputLimit: ServerShards.answerLimit,
            admits: admission(isSecure: tls != nil)
        ) { connection in
            ServerShards.shard(of: connection).handler(for: connection) { shard, peer in
                HTTPConnection(connection, shard: shard, peer: peer)
            }
        }
    }

    /// Sends whoever connects to a listening socket to that port, where TLS is spoken; to nowhere before there are
    /// certificates.
    func redirect(_ socket: ListeningSocket, to port: UInt16, _ credentials: TLSCredentials?) {
        group.serve(
            socket, outputLimit: ServerShards.answerLimit,
            admits: admission(isSecure: false)
        ) { connection in
            ServerShards.shard(of: connection).handler(for: connection) { shard, peer in
                RedirectConnection(connection, shard: shard, peer: peer, credentials: credentials, port: port)
            }
        }
    }

    /// Serves the operator's programs on this machine, on the hub's shard.
    func serveControl(_ socket: LocalSocket, _ bounds: ControlBounds) {
        group.serve(socket, outputLimit: bounds.output) { connection in
            ControlConnection(connection, shard: ServerShards.shard(of: connection), bounds: bounds)
        }
    }

    private func admission(isSecure: Bool) -> @Sendable (_ open: Int) -> Bool {
        { [census, metrics] open in
            let isAdmitted = census.admits(isSecure: isSecure, open: open)
            if !isAdmitted { metrics.acceptPauses.add() }
            return isAdmitted
        }
    }

    static func shard(of connection: Connection) -> ServerShard {
        guard let shard = ServerShard.find(on: connection.loop) else {
            preconditionFailure("the shard is there before its connections")
        }
        return shard
    }

    private func startOthers(_ parts: ServerParts) {
        for (index, shard) in group.shards.enumerated().dropFirst() {
            onEach([shard]) { [first] loop in
                let box = HubMailroom.mailbox(on: first, of: loop, from: index)
                loop.attachment = ServerShards.makeShard(parts, shard, loop, box)
            }
        }
    }

    /// Answers why the hub could not start.
    private func startHub(_ parts: ServerParts, _ storage: any Storage) -> StorageError? {
        let outcome = Mutex<StorageError?>(nil)
        let ready = DispatchSemaphore(value: 0)
        first.execute { [group, first] loop in
            let others = group.shards.dropFirst().map { ServerShard.mailbox(on: $0, of: loop) }
            let boxes = [ServerShard.mailbox(within: loop)] + others
            let hub = parts.makeHub(on: first, loop, storage, boxes.map(MailedFeeds.init))
            let mailroom = HubMailroom(
                hub, parts.makeAPI(of: hub, on: first), of: loop, boxes: boxes, limit: parts.mailToShard)
            loop.attachment = ServerShards.makeShard(parts, first, loop, mailroom.mailbox(), mailroom)
            hub.start { result in
                if case .failure(let error) = result { outcome.withLock { $0 = error } }
                ServerShards.tick(hub, loop, first, parts)
                ready.signal()
            }
        }
        ready.wait()
        return outcome.withLock { $0 }
    }

    /// A shard whose mail for the hub goes into `box`.
    private static func makeShard(
        _ parts: ServerParts, _ shard: Shard, _ loop: EventLoop, _ box: Mailbox<HubMail>,
        _ mailroom: HubMailroom? = nil,
        node: ClusterNode? = nil
    ) -> ServerShard {
        let hub = HubPort(box, of: loop, limit: parts.mailToHub)
        let feeds = parts.makeFeeds(on: shard, loop)
        feeds.needsSnapshot = { [unowned hub] in hub.askSnapshot(of: $0) }
        return ServerShard(parts, shard, loop, hub: hub, feeds: feeds, mailroom: mailroom, node: node)
    }

    static func tick(_ hub: SessionHub, _ loop: EventLoop, _ shard: Shard, _ parts: ServerParts) {
        let metrics = parts.metrics
        metrics.outputWaiting.set(loop.outputBudget.waiting)
        // A hub that has stepped down lives on for as long as something is read for it.
        if ServerShard.find(on: loop)?.mailroom?.hub === hub {
            metrics.playersLoaded.set(hub.loaded.players)
            metrics.roomsLoaded.set(hub.loaded.rooms)
        }
        parts.readiness.look(now: parts.clock.now) {
            shard.execute { ServerShard.find(on: $0)?.mailroom?.hub.probeStorage() }
        }
        _ = loop.after(milliseconds: SessionHub.tickInterval) { [weak hub] loop in
            guard let hub else { return }
            hub.tick()
            ServerShards.tick(hub, loop, shard, parts)
        }
    }

    /// Takes everything off the loops, which would else hold it, and be held by it, for ever. All connections must be
    /// gone.
    func dismantle() {
        onEach(group.shards) { $0.dismantle() }
    }

    /// Runs `work` on some shards, one after the other, and waits for each.
    func onEach(_ shards: [Shard], _ work: @escaping @Sendable (EventLoop) -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        for shard in shards {
            shard.execute { loop in
                work(loop)
                isDone.signal()
            }
            isDone.wait()
        }
    }
}
