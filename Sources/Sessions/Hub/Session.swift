import GameRules
import Messages
import Rooms

/// A request with what the network knew when it was read.
struct ArrivedRequest {
    let request: ClientRequest
    /// Server time, ms since 1970-01-01 UTC.
    let instant: Int
    /// The round trip of the connection in ms, as measured by the server's pings; 0 if unknown.
    let lag: UInt16
}

/// A request in a session's queue. What it is about is read once: every move is compared with all requests before it.
struct WaitingRequest {
    let arrived: ArrivedRequest
    let subject: MoveSubject?

    init(_ arrived: ArrivedRequest) {
        self.arrived = arrived
        subject = arrived.request.message.subject
    }
}

/// A connection of a client.
package final class Session {
    let output: any SessionOutput
    private var stage: Stage
    /// The rooms that this connection sees.
    private(set) var rooms = FewObjects<LiveRoom>()
    /// The rate limit of requests.
    var bucket = TokenBucket()
    /// The rate limit of refusals.
    var refusals = TokenBucket()
    /// Requests queued behind one that is being answered.
    private(set) var waiting: [WaitingRequest] = []
    /// The ticket of the last message that the connection is owed.
    private(set) var promised = 0
    /// The network of the client.
    let client: ClientNetwork
    // The small fields stand together to save padding. There is a session for every connection, and one byte more
    // would take 16 of the heap.
    private(set) var isOpen = true
    /// Whether the connection has a seat in a room, so that its presence is shown.
    private var isAttended = false
    /// Whether the connection is open but silent: it counts as absent in its rooms.
    var isSilent = false
    /// Whether a request waits for storage, or for work on another thread. Later requests then queue in `waiting`, so
    /// that answers keep their order.
    private(set) var isBusy = false
    /// Whether the request for which others wait is a move on a clock.
    private(set) var isMoving = false
    /// The number of messages that wait for the disk.
    var owed: UInt16 = 0
    private let shard: Int16
    /// The index in ``Connections``.
    var index: Int32 = -1
    private let connection: UInt64

    /// The course of `hello`.
    private enum Stage {
        case unknown
        /// The cookie or bearer token proves an identity.
        case claimed(Claim)
        /// `hello` is decided, and `welcome` waits for the disk.
        case identified(LivePlayer)
        /// `welcome` was sent.
        case greeted(LivePlayer)
    }

    /// A claim in an object of its own, as few sessions have one: there is a session for every connection.
    private final class Claim {
        let proved: SessionClaim
        init(_ proved: SessionClaim) { self.proved = proved }
    }

    init(output: any SessionOutput, place: SessionPlace, identity: SessionClaim?, client: ClientNetwork) {
        self.output = output
        self.client = client
        connection = place.connection
        shard = Int16(place.shard)
        stage = identity.map { .claimed(Claim($0)) } ?? .unknown
    }

    /// The address of the connection, for feeds.
    var place: SessionPlace { SessionPlace(shard: Int(shard), connection: connection) }

    // MARK: Hello

    /// The identity that the cookie or bearer token proves, if any; dropped at `hello`.
    var identity: SessionClaim? {
        if case .claimed(let claim) = stage { claim.proved } else { nil }
    }

    /// The player; set by `hello` when its answer is decided.
    var player: LivePlayer? {
        switch stage {
        case .unknown, .claimed: nil
        case .identified(let player), .greeted(let player): player
        }
    }

    /// Whether `hello` has been answered with `welcome`.
    package var isGreeted: Bool {
        if case .greeted = stage { true } else { false }
    }

    /// Records the player whom `welcome` will name. From now on the connection is owed what the player is told.
    func identified(as player: LivePlayer) { stage = .identified(player) }

    /// Completes `hello`.
    func greeted() {
        if case .identified(let player) = stage { stage = .greeted(player) }
    }

    /// Takes the player back, as the state that `welcome` names was lost. The client may say `hello` again, for which
    /// it has what it had proved before.
    func notGreeted(_ identity: SessionClaim?) { stage = identity.map { .claimed(Claim($0)) } ?? .unknown }

    /// Marks the connection as closed. Queued requests are dropped.
    func end() {
        isOpen = false
        waiting = []
    }

    // MARK: The queue

    /// Queues a request behind one that is being answered. Returns false if `most` wait already.
    func queue(_ request: ArrivedRequest, atMost most: Int) -> Bool {
        guard waiting.count < most else { return false }
        waiting.append(WaitingRequest(request))
        return true
    }

    /// Queues a request in front of all others.
    func queueFirst(_ request: ArrivedRequest) { waiting.insert(WaitingRequest(request), at: 0) }

    /// Removes the first request of the queue; nil if none waits.
    func takeFirst() -> ArrivedRequest? { waiting.isEmpty ? nil : take(at: 0) }

    private func take(at place: Int) -> ArrivedRequest {
        let taken = waiting.remove(at: place)
        // An emptied array keeps its capacity, so it is replaced.
        if waiting.isEmpty { waiting = [] }
        return taken.arrived
    }

    /// Queues further requests until the work calls its argument, once. Then `handle` takes them in turn, until one of
    /// them keeps the connection busy again. `isMove`: the work is for a move on a clock.
    func whileBusy(
        isMove: Bool, _ work: (_ done: @escaping () -> Void) -> Void, handle: @escaping (ArrivedRequest) -> Void
    ) {
        precondition(!isBusy, "a session waits for one thing at a time")
        (isBusy, isMoving) = (true, isMove)
        work { [self] in
            (isBusy, isMoving) = (false, false)
            while isOpen, !isBusy, let next = takeFirst() { handle(next) }
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

    /// The places in the queue of the moves on a clock that a room or a game waits for. One behind a request with the
    /// same subject is none of them.
    private var placesOfMoves: [Int] {
        var earlier: Set<MoveSubject> = []
        return waiting.indices.filter { place in
            let subject = waiting[place].subject
            let isFirst = subject.map { earlier.insert($0).inserted } ?? true
            return isFirst && waiting[place].arrived.request.message.isMoveAgainstTime
        }
    }

    /// The server time at which the first of these moves was read that `isMeant`, in ms since 1970-01-01 UTC.
    func firstMoveWaiting(where isMeant: (WaitingRequest) -> Bool) -> Int? {
        guard !waiting.isEmpty else { return nil }
        return placesOfMoves.first { isMeant(waiting[$0]) }.map { waiting[$0].arrived.instant }
    }

    /// Removes the first of these moves of which `decide` makes something, and returns that.
    func takeMove<Move>(_ decide: (ArrivedRequest) -> Move?) -> Move? {
        guard !waiting.isEmpty else { return nil }
        for place in placesOfMoves {
            guard let move = decide(waiting[place].arrived) else { continue }
            _ = take(at: place)
            return move
        }
        return nil
    }

    /// Records a message that is sent when `ticket` is settled. Later messages wait for that too.
    func promise(_ ticket: Int) { promised = max(promised, ticket) }
}
