import Bytes
import EventLoops
import HTTP1

/// A connection that is given one answer, and ends.
protocol OneAnswerConnection: ConnectionHandler {
    var shard: ServerShard { get }
    var peer: Peer { get }
}

extension OneAnswerConnection {
    /// Gives the answer. `request` is nil for one that was not read, or could not be; its `hasBody` is false if it was
    /// a HEAD.
    func answer(
        _ response: HTTPResponse, to request: RequestHead?, hasBody: Bool = true, over connection: Connection
    ) {
        let response = response.finished(for: request, below: .root, tlsDays: 0, at: shard.parts.date)
        shard.count(response)
        response.head.write(bodyLength: response.body.count, keepsAlive: false, to: connection)
        if hasBody, request?.method != .head { connection.write(response.body) }
        connection.close()
    }

    // Whatever else happens is the end.
    func inputEnded(on connection: Connection) { connection.close() }
    func drained(_ connection: Connection) {}
    func overflowed(_ connection: Connection) { connection.abort() }
    func timedOut(_ connection: Connection) { connection.abort() }
    func stopping(_ connection: Connection) { connection.close() }
    func closed(_ connection: Connection, because reason: ConnectionEnd) { shard.removed(peer.client) }
}
