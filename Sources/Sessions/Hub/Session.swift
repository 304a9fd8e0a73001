import GameRules
import Messages
import Rooms

/// One connection of a client.
package final class Session {
    let output: any SessionOutput
    /// Set by `hello`.
    private(set) var player: LivePlayer?
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
    /// The ticket of the last thing that it is to be told.
    private(set) var promised = 0
    /// Where it comes from.
    let client: ClientNetwork
    // These fill the gap behind that: there is one session for everybody who is connected.
    var isOpen = true
    /// Whether it has a seat in a room, so that others are to see whether it is there.
    private var isAttended = false
    /// Whether nothing is heard from it, though it is open: for those in its rooms it is not there.
    var isSilent = false
    /// Whether a request waits for storage; later ones then queue in `waiting`, so that answers keep their order.
    var isBusy = false
    /// Its round trip in ms, as the server's pings measure it; 0 if it is not known.
    var lag: UInt16 = 0
    private let connection: UInt64
    private let shard: Int32
    /// Its place in ``Connections``.
    var index: Int32 = -1
    /// Messages that wait for the disk.
    var owed: UInt16 = 0

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

    /// It is told something when `ticket` is settled: what comes later waits for that, too.
    func promise(_ ticket: Int) { promised = max(promised, ticket) }
}
