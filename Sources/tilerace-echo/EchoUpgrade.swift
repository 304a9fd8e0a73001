import Bytes
import EventLoops
import HTTP1
import WebSockets

/// A connection before its handshake: reads the request and becomes an ``EchoSocket``, or is refused.
final class EchoUpgrade: ConnectionHandler {
    /// ms for the whole request.
    private static let handshakeTime = 10_000

    private var parser = RequestParser()
    private let service: EchoService

    init(connection: Connection, service: EchoService) {
        self.service = service
        connection.setTimeout(milliseconds: EchoUpgrade.handshakeTime)
    }

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        do {
            guard case .request(let request) = try parser.next(&bytes) else { return }
            upgrade(request, connection)
            if connection.isOpen { connection.handler?.received(&bytes, on: connection) }
        } catch {
            refuse(ResponseHead(error.status), connection)
        }
    }

    private func upgrade(_ request: Request, _ connection: Connection) {
        do {
            let handshake = try ServerHandshake(checking: request.head, deflate: service.deflate)
            handshake.writeResponse(to: connection)
            connection.cancelTimeout()
            connection.handler = EchoSocket(
                connection: connection, service: service, deflate: handshake.deflate)
        } catch {
            refuse(error.response, connection)
        }
    }

    private func refuse(_ response: ResponseHead, _ connection: Connection) {
        response.write(bodyLength: 0, keepsAlive: false, to: connection)
        connection.close()
    }

    func inputEnded(on connection: Connection) { connection.close() }
    func drained(_ connection: Connection) {}
    func overflowed(_ connection: Connection) { connection.abort() }
    func timedOut(_ connection: Connection) { connection.abort() }
    func stopping(_ connection: Connection) { connection.close() }
    func closed(_ connection: Connection, because reason: ConnectionEnd) {}
}
