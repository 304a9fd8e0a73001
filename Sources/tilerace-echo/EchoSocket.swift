import Bytes
import EventLoops
import WebSockets

/// One WebSocket: sends back what comes, and what begins with `P` to everybody.
final class EchoSocket: ConnectionHandler {
    /// Bytes of the longest message taken.
    static let messageLimit = 16 << 20

    // Not checked for exclusivity at run time: `receive` and `send` only ever write to a `Connection`, which calls nobody.
    @exclusivity(unchecked) private var webSocket: WebSocket
    private unowned let connection: Connection
    private let service: EchoService
    /// Where it stands in its ``EchoRoom``.
    var place = 0

    init(connection: Connection, service: EchoService, deflate: DeflateAgreement?) {
        self.connection = connection
        self.service = service
        let room = EchoRoom.of(connection.loop, service)
        var terms: (DeflateAgreement, DeflatePool)?
        if let deflate, let pool = room.deflate { terms = (deflate, pool) }
        webSocket = .server(messageLimit: EchoSocket.messageLimit, deflate: terms)
        room.add(self)
    }

    func send(_ message: EncodedMessage) {
        webSocket.send(message, to: connection)
    }

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        do {
            while let event = try webSocket.receive(&bytes, answeringTo: connection) {
                switch event {
                case .message(let kind, let payload):
                    if kind == .text && payload.begins(with: UInt8(ascii: "P"), in: bytes) {
                        broadcast(payload, in: bytes)
                    } else {
                        webSocket.send(kind, payload, of: bytes, to: connection)
                    }
                case .ping, .pong: break
                case .closed: connection.close()
                }
            }
        } catch {
            connection.close()
        }
    }

    private func broadcast(_ payload: Payload, in bytes: borrowing ReceivedBytes) {
        let message = payload.withBytes(in: bytes) { EncodedMessage(.text, $0) }
        for shard in service.shards.shards {
            if shard.owns(connection.loop) {
                EchoRoom.of(connection.loop, service).broadcast(message)
            } else {
                shard.execute { [service] in EchoRoom.of($0, service).broadcast(message) }
            }
        }
    }

    func inputEnded(on connection: Connection) { connection.close() }
    func drained(_ connection: Connection) {}
    func overflowed(_ connection: Connection) { connection.abort() }
    func timedOut(_ connection: Connection) {}

    func stopping(_ connection: Connection) {
        webSocket.close(.goingAway, reason: "", to: connection)
        connection.close()
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        EchoRoom.of(connection.loop, service).remove(self)
    }
}

extension Payload {
    fileprivate func begins(with byte: UInt8, in bytes: borrowing ReceivedBytes) -> Bool {
        withBytes(in: bytes) { $0.byteCount > 0 && $0.byte(at: 0) == byte }
    }
}
