import Bytes
import EventLoops
import HTTP1
import WebSockets

/// A client's connection. After its handshake it is a WebSocket that sends each message back, and one that begins with
/// `P` to everybody.
///
/// One object for both: one that took over after the handshake would leave a hole in the heap where the other had been.
final class EchoSocket: ConnectionHandler {
    /// Bytes of the longest message taken.
    static let messageLimit = 16 << 20
    /// ms for the whole request.
    private static let handshakeTime = 10_000

    // Not checked for exclusivity at run time: `receive` and `send` only ever write to a `Connection`, which calls
    // nobody.
    @exclusivity(unchecked) private var webSocket = WebSocket.server(messageLimit: EchoSocket.messageLimit)
    /// A cycle, until the loop lets go of the handler when the connection has ended.
    private let connection: Connection
    private let room: EchoRoom
    /// The reader of a request that has come in part.
    private var reader: RequestReader?
    /// The place in its ``EchoRoom``; -1 before the handshake.
    var place = -1

    init(connection: Connection, service: EchoService) {
        self.connection = connection
        room = EchoRoom.of(connection.loop, service)
        connection.setTimeout(milliseconds: EchoSocket.handshakeTime)
    }

    func send(_ message: EncodedMessage) {
        webSocket.send(message, to: connection)
    }

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        if place < 0 { receiveRequest(&bytes) }
        if place >= 0 && connection.isOpen { receiveMessages(&bytes, on: connection) }
    }

    // MARK: The handshake

    private func receiveRequest(_ bytes: inout ReceivedBytes) {
        let reader = reader ?? room.takeReader()
        self.reader = reader
        do {
            guard case .request(let request) = try reader.next(&bytes) else { return }
            self.reader = nil
            room.giveBack(reader)
            upgrade(request)
        } catch {
            refuse(ResponseHead(error.status))
        }
    }

    private func upgrade(_ request: Request) {
        do {
            let handshake = try ServerHandshake(checking: request.head, deflate: room.service.deflate)
            handshake.writeResponse(to: connection)
            if let deflate = handshake.deflate {
                webSocket = .server(messageLimit: EchoSocket.messageLimit, deflate: deflate, pool: room.deflate)
            }
            connection.cancelTimeout()
            room.add(self)
        } catch {
            refuse(error.response)
        }
    }

    private func refuse(_ response: ResponseHead) {
        response.write(bodyLength: 0, keepsAlive: false, to: connection)
        connection.close()
    }

    // MARK: Messages

    private func receiveMessages(_ bytes: inout ReceivedBytes, on connection: Connection) {
        do {
            while let event = try webSocket.receive(&bytes, answeringTo: connection) {
                switch event {
                case .message(let kind, let payload):
                    if case .text = kind, payload.begins(with: UInt8(ascii: "P"), in: bytes) {
                        room.broadcast(payload.withBytes(in: bytes) { EncodedMessage(.text, $0) })
                    } else {
                        webSocket.send(kind, payload, of: bytes, to: connection)
                    }
                case .ping, .pong, .emptyFragment: break
                case .closed: connection.close()
                }
            }
        } catch {
            connection.close()
        }
    }

    // MARK: Events of the connection

    func inputEnded(on connection: Connection) { connection.close() }
    func drained(_ connection: Connection) {}
    func overflowed(_ connection: Connection) { connection.abort() }
    func timedOut(_ connection: Connection) { connection.abort() }

    func stopping(_ connection: Connection) {
        if place >= 0 { webSocket.close(.goingAway, reason: "", to: connection) }
        connection.close()
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        room.remove(self)
    }
}

extension Payload {
    fileprivate func begins(with byte: UInt8, in bytes: borrowing ReceivedBytes) -> Bool {
        withBytes(in: bytes) { $0.byteCount > 0 && $0.byte(at: 0) == byte }
    }
}
