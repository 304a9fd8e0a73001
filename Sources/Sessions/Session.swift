import GameRules
import Messages
import Rooms

/// One connection of a client.
package final class Session {
    let output: any SessionOutput
    /// Where the connection lives, for feeds.
    let place: SessionPlace
    /// Who the cookie or the bearer token says it is, if there was one.
    let identity: PlayerID?
    /// Set by `hello`.
    var player: LivePlayer?
    /// The rooms that this connection sees. Changed by `LiveRoom` alone.
    var rooms: [LiveRoom] = []
    var bucket: TokenBucket
    /// How many more requests may be refused as too many before the connection is closed.
    var refusals: TokenBucket
    var isOpen = true
    /// Whether a request waits for storage; later ones then queue in `waiting`, so that answers keep their order.
    var isBusy = false
    var waiting: [ClientRequest] = []

    /// Whether `hello` has been answered with `welcome`.
    package var isGreeted: Bool { player != nil }

    init(
        output: any SessionOutput, place: SessionPlace, identity: PlayerID?, bucket: TokenBucket,
        refusals: TokenBucket
    ) {
        self.output = output
        self.place = place
        self.identity = identity
        self.bucket = bucket
        self.refusals = refusals
    }

    /// Answers a request.
    func reply(to id: Int, _ message: ServerMessage) { send(OutgoingMessage(message.encoded(re: id))) }

    /// Refuses a request.
    func refuse(_ id: Int, _ error: ErrorReply) { reply(to: id, .error(error)) }

    /// Sends a push.
    func push(_ message: ServerMessage) { send(OutgoingMessage(message.encoded())) }

    /// Sends what was encoded before.
    func send(_ message: OutgoingMessage) {
        guard isOpen else { return }
        output.send(message)
    }
}
