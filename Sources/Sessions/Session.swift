import GameRules
import Messages
import Rooms

/// One connection of a client.
package final class Session {
    let output: any SessionOutput
    /// Set by `hello`.
    var player: LivePlayer?
    /// Who the cookie or the bearer token says it is, if there was one; wanted until `hello`.
    private var claim: Claim?
    /// The rooms that this connection sees. Changed by `LiveRoom` alone.
    var rooms = FewObjects<LiveRoom>()
    /// Requests.
    var bucket = TokenBucket()
    /// Requests refused as too many.
    var refusals = TokenBucket()
    /// Requests that wait until another one has been answered.
    var waiting: [ClientRequest] = []
    /// Where it comes from.
    let client: ClientNetwork
    private let connection: UInt64
    private let shard: Int32
    /// Its round trip in ms, as the server's pings measure it; 0 if it is not known.
    var lag: UInt16 = 0
    /// Its place in `SessionHub.sessions`.
    var index: Int32 = -1
    var isOpen = true
    /// Whether it has a seat in a room, so that others are to see whether it is there.
    private var isAttended = false
    /// Whether nothing is heard from it, though it is open: for those in its rooms it is not there.
    var isSilent = false
    /// Whether a request waits for storage; later ones then queue in `waiting`, so that answers keep their order.
    var isBusy = false

    /// Whether `hello` has been answered with `welcome`.
    package var isGreeted: Bool { player != nil }

    init(output: any SessionOutput, place: SessionPlace, identity: SessionClaim?, client: ClientNetwork) {
        self.output = output
        self.client = client
        connection = place.connection
        shard = Int32(place.shard)
        claim = identity.map(Claim.init)
    }

    /// Where the connection lives, for feeds.
    var place: SessionPlace { SessionPlace(shard: Int(shard), connection: connection) }

    var identity: SessionClaim? { claim?.proved }

    /// `hello` has succeeded.
    func greeted(as player: LivePlayer) {
        self.player = player
        claim = nil
    }

    /// An identity in a box of its own: there is one session for everybody who is connected, and few are not greeted
    /// yet.
    private final class Claim {
        let proved: SessionClaim
        init(_ proved: SessionClaim) { self.proved = proved }
    }

    /// Its rooms have changed, or how it sees them.
    func roomsChanged() {
        let isSeated = rooms.contains { $0.isSeated(self) }
        guard isSeated != isAttended else { return }
        isAttended = isSeated
        output.attend(isSeated)
    }

    /// Answers a request.
    func reply(to id: Int, _ message: ServerMessage) { send(OutgoingMessage(message, re: id)) }

    /// Refuses a request.
    func refuse(_ id: Int, _ error: ErrorReply) { reply(to: id, .error(error)) }

    /// Sends a push.
    func push(_ message: ServerMessage) { send(OutgoingMessage(message)) }

    /// Sends what was encoded before.
    func send(_ message: OutgoingMessage) {
        guard isOpen else { return }
        output.send(message)
    }
}
