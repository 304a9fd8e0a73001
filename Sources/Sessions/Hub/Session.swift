import GameRules
import Messages
import Rooms

/// A request with the instant at which it was read from the network.
struct ArrivedRequest {
    let request: ClientRequest
    /// Server time, ms since 1970-01-01 UTC.
    let instant: Int
}

/// A connection of a client.
package final class Session {
    let output: any SessionOutput
    /// The player; set by `hello` when its answer is decided.
    private(set) var player: LivePlayer?
    /// The identity that the cookie or bearer token proves, if any; dropped once the connection is greeted.
    private var claim: Claim?
    /// The rooms that this connection sees.
    private(set) var rooms = FewObjects<LiveRoom>()
    /// The rate limit of requests.
    var bucket = TokenBucket()
    /// The rate limit of refusals.
    var refusals = TokenBucket()
    /// Requests queued behind one that is being answered.
    private(set) var waiting: [ArrivedRequest] = []
    /// The ticket of the last message that the connection is owed.
    private(set) var promised = 0
    /// The network of the client.
    let client: ClientNetwork
    // The small fields stand together to save padding: there is a session for every connection.
    private(set) var isOpen = true
    /// Whether the connection has a seat in a room, so that its presence is shown.
    private var isAttended = false
    /// Whether the connection is open but silent: it counts as absent in its rooms.
    var isSilent = false
    /// Whether a request waits for storage. Later requests then queue in `waiting`, so that answers keep their order.
    private(set) var isBusy = false
    /// Whether a request waits until words are found. Later requests do not wait for it.
    var isSearching = false
    /// The round trip in ms, as measured by the server's pings; 0 if unknown.
    var lag: UInt16 = 0
    private let connection: UInt64
    private let shard: Int32
    /// The index in ``Connections``.
    var index: Int32 = -1
    /// The number of messages that wait for the disk.
    var owed: UInt16 = 0

    /// Whether `hello` has been answered with `welcome`.
    package private(set) var isGreeted = false

    init(output: any SessionOutput, place: SessionPlace, identity: SessionClaim?, client: ClientNetwork) {
        self.output = output
        self.client = client
        connection = place.connection
        shard = Int32(place.shard)
        claim = identity.map(Claim.init)
    }

    /// The address of the connection, for feeds.
    var place: SessionPlace { SessionPlace(shard: Int(shard), connection: connection) }

    var identity: SessionClaim? { claim?.proved }

    /// Records the player whom `welcome` will name. From now on the connection gets the messages of that player.
    func identified(as player: LivePlayer) { self.player = player }

    /// Completes `hello`.
    func greeted() {
        isGreeted = true
        claim = nil
    }

    /// Takes the player back, as the state that `welcome` names was lost. The client may say `hello` again.
    func notGreeted() { player = nil }

    /// A claim in an object of its own, as few sessions have one: there is a session for every connection.
    private final class Claim {
        let proved: SessionClaim
        init(_ proved: SessionClaim) { self.proved = proved }
    }

    /// Marks the connection as closed. Queued requests are dropped.
    func end() {
        isOpen = false
        waiting = []
    }

    // MARK: The queue

    /// Queues a request behind one that is being answered. Returns false if `most` wait already.
    func queue(_ request: ArrivedRequest, atMost most: Int) -> Bool {
        guard waiting.count < most else { return false }
        waiting.append(request)
        return true
    }

    /// Queues a request in front of all others.
    func queueFirst(_ request: ArrivedRequest) { waiting.insert(request, at: 0) }

    /// Queues further requests until the work calls its argument, once. Then `handle` takes them in turn, until one of
    /// them keeps the connection busy again.
    func whileBusy(
        _ work: (_ done: @escaping () -> Void) -> Void, handle: @escaping (ArrivedRequest) -> Void
    ) {
        precondition(!isBusy, "a session waits for one thing at a time")
        isBusy = true
        work { [self] in
            isBusy = false
            while isOpen, !isBusy, !waiting.isEmpty {
                let next = waiting.removeFirst()
                // An emptied array keeps its capacity, so it is replaced.
                if waiting.isEmpty { waiting = [] }
                handle(next)
            }
        }
    }

    // MARK: Rooms and moves

    /// Records that the connection sees a room from now on. Precondition: it did not.
    func entered(_ room: LiveRoom) { rooms.append(room) }

    /// Records that the connection sees a room no more.
    func left(_ room: LiveRoom) { rooms.remove(room) }

    /// Called when the connection's rooms, or its view of them, have changed.
    func roomsChanged() {
        let isSeated = rooms.contains { $0.isSeated(self) }
        guard isSeated != isAttended else { return }
        isAttended = isSeated
        output.attend(isSeated)
    }

    /// The server time at which the first move on a clock was read that waits here behind another request, in ms since
    /// 1970-01-01 UTC. Nil if there is none.
    var firstMoveWaiting: Int? { waiting.first { $0.request.message.isMoveAgainstTime }?.instant }

    /// Records a message that is sent when `ticket` is settled. Later messages wait for that too.
    func promise(_ ticket: Int) { promised = max(promised, ticket) }
}
