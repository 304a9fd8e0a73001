import Bytes
import EventLoops
import HTTP1
import WebSockets

/// The user of a ``ClientSocket``. Called on the shard of the connection, one call at a time.
package protocol ClientSocketOwner: AnyObject {
    /// The connection is there: send a request, or open the WebSocket.
    func connected(_ socket: ClientSocket)
    /// The answer to a request.
    func answered(_ response: Response, on socket: ClientSocket)
    /// The WebSocket is open.
    func opened(_ agreement: ClientHandshake.Agreement, on socket: ClientSocket)
    /// A whole message, valid only during the call.
    func received(_ kind: MessageKind, _ message: RawSpan, on socket: ClientSocket)
    /// The connection is over. The last call, and it always comes.
    func ended(_ socket: ClientSocket, _ end: ClientEnd)
}

/// The client's bounds on what a server can make it do.
package struct ClientBounds: Sendable {
    /// ms for the connection, for each answer, and for the server's part in closing.
    package var patience = 10_000
    /// Bytes of the longest message taken.
    package var message = 1 << 20
    /// Bytes that may wait for a server that does not read.
    package var output = 1 << 20
    /// The bounds on a response.
    package var response = ResponseLimits()

    /// The defaults.
    package init() {}
}

/// One connection of a client to a server: HTTP requests one after the other, then a WebSocket. Belongs to one shard.
package final class ClientSocket: ConnectionHandler {
    private enum State {
        case idle
        case requesting
        case upgrading(ClientHandshake)
        case open
        case closing
    }

    private let bounds: ClientBounds
    private let random: () -> UInt64
    private let hostField: String
    private var owner: (any ClientSocketOwner)?
    private var connection: Connection?
    private var state = State.idle
    private var parser: ResponseParser?
    private var webSocket: WebSocket?
    /// The compression that was offered.
    private var pool: DeflatePool?
    /// The end of the connection, once known. Its owner hears of it when the connection is closed.
    private var end: ClientEnd?

    private init(
        _ location: ServerLocation, bounds: ClientBounds, random: @escaping () -> UInt64, owner: any ClientSocketOwner
    ) {
        hostField = location.hostField
        self.bounds = bounds
        self.random = random
        self.owner = owner
        parser = ResponseParser(limits: bounds.response)
    }

    /// Connects to `address`, which is that of `location`. `random` gives bits that nobody can foresee: for the
    /// handshake's key and for masks. The owner is kept until it was told the end.
    package static func open(
        _ location: ServerLocation, at address: SocketAddress, on loop: EventLoop,
        bounds: ClientBounds = ClientBounds(),
        random: @escaping () -> UInt64, owner: any ClientSocketOwner
    ) {
        let socket = ClientSocket(location, bounds: bounds, random: random, owner: owner)
        loop.connect(
            to: address, deadline: bounds.patience, outputLimit: bounds.output,
            connected: { connection in
                socket.connection = connection
                socket.owner?.connected(socket)
                return socket
            },
            failed: { socket.tell(.failed(.connecting($0))) })
    }

    // MARK: Calls of the owner

    /// Sends a request; the one before must have been answered.
    package func request(
        _ method: HTTPMethod, _ target: String, fields: [(name: String, value: String)] = [], body: [UInt8] = []
    ) {
        guard let connection, case .idle = state else { preconditionFailure("one request at a time") }
        state = .requesting
        connection.setTimeout(milliseconds: bounds.patience)
        RequestText.write(method, target, fields: [("Host", hostField)] + fields, body: body, to: connection)
    }

    /// Opens the WebSocket. `deflate` is the shard's pool for compressed messages; without it none are.
    package func upgrade(
        _ target: String, subprotocols: [String] = [], deflate: DeflatePool? = nil,
        fields: [(name: String, value: String)] = []
    ) {
        guard let connection, case .idle = state else { preconditionFailure("a request is not answered yet") }
        let handshake = ClientHandshake(
            host: hostField, target: target, subprotocols: subprotocols,
            deflate: deflate.map { DeflateOffer($0.settings) }, fields: fields, random: random)
        state = .upgrading(handshake)
        pool = deflate
        connection.setTimeout(milliseconds: bounds.patience)
        handshake.writeRequest(to: connection)
    }

    /// Sends a message. Dropped if the WebSocket is not open any more.
    package func send(_ kind: MessageKind, _ message: RawSpan) {
        guard let connection else { return }
        webSocket?.send(kind, message, to: connection)
    }

    /// Begins the closing handshake; without a WebSocket, ends the connection.
    package func close(_ code: CloseCode = .normal, reason: String = "") {
        guard let connection else { return }
        guard case .open = state else { return fail(.abandoned) }
        webSocket?.close(code, reason: reason, to: connection)
        state = .closing
        connection.setTimeout(milliseconds: bounds.patience)
    }

    /// Ends the connection at once, without a word.
    package func abandon() { fail(.abandoned) }

    // MARK: Events of the connection

    package func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        if webSocket == nil { receiveAnswers(&bytes, connection) }
        if webSocket != nil { receiveFrames(&bytes, connection) }
    }

    private func receiveAnswers(_ bytes: inout ReceivedBytes, _ connection: Connection) {
        do throws(ResponseError) {
            while webSocket == nil, end == nil, let response = try parser?.next(&bytes) {
                take(response, connection)
            }
        } catch {
            fail(.http(error))
        }
        if end != nil { bytes.consumeAll() }
    }

    private func take(_ response: Response, _ connection: Connection) {
        switch state {
        case .requesting:
            state = .idle
            connection.cancelTimeout()
            // Nobody asked for another protocol.
            guard response.status != 101 else { return fail(.handshake(.badAnswer(field: "Upgrade"))) }
            owner?.answered(response, on: self)
        case .upgrading(let handshake):
            do throws(ClientHandshakeError) {
                let agreement = try handshake.check(response)
                connection.cancelTimeout()
                parser = nil
                let random = random
                webSocket = .client(messageLimit: bounds.message, deflate: agreement.deflate, pool: pool) {
                    MaskingKey(littleEndian: UInt32(truncatingIfNeeded: random()))
                }
                state = .open
                owner?.opened(agreement, on: self)
            } catch {
                fail(.handshake(error))
            }
        case .idle, .open, .closing:
            // An answer that nobody asked for: whatever is asked next would be answered by the wrong one.
            fail(.http(.malformedStatusLine))
        }
    }

    private func receiveFrames(_ bytes: inout ReceivedBytes, _ connection: Connection) {
        do throws(WebSocketError) {
            while let event = try webSocket?.receive(&bytes, answeringTo: connection) {
                switch event {
                case .message(let kind, let payload):
                    payload.withBytes(in: bytes) { owner?.received(kind, $0, on: self) }
                case .ping, .pong, .emptyFragment: continue
                case .closed(let code, let reason):
                    finish(.closed(code, reason: reason))
                    // The server closes first (RFC 6455 section 7.1.1), so that the wait after it is the server's.
                    connection.setTimeout(milliseconds: bounds.patience)
                }
            }
        } catch {
            finish(.failed(.webSocket(error)))
            connection.close()
        }
    }

    package func inputEnded(on connection: Connection) {
        if end == nil {
            if case .requesting = state, let response = endOfBody() { owner?.answered(response, on: self) }
            finish(.failed(endFault))
        }
        connection.close()
    }

    /// The answer whose body lasts until the connection's end.
    private func endOfBody() -> Response? {
        do throws(ResponseError) {
            return try parser?.finish()
        } catch {
            finish(.failed(.http(error)))
            return nil
        }
    }

    private var phase: ClientPhase {
        switch state {
        case .idle, .requesting: .answer
        case .upgrading: .handshake
        case .open: .messages
        case .closing: .close
        }
    }

    private var endFault: ClientFault { .lost(phase) }

    package func drained(_ connection: Connection) {}
    package func overflowed(_ connection: Connection) { fail(.notReading) }

    package func timedOut(_ connection: Connection) {
        // The server's end after its Close is waited for no longer.
        if end == nil { finish(.failed(.timedOut(phase))) }
        connection.abort()
    }

    package func stopping(_ connection: Connection) {
        close(.goingAway)
    }

    package func closed(_ connection: Connection, because reason: ConnectionEnd) {
        self.connection = nil
        if case .failed = reason, end == nil { finish(.failed(endFault)) }
        tell(end ?? .failed(.abandoned))
    }

    // MARK: The end

    private func fail(_ fault: ClientFault) {
        finish(.failed(fault))
        connection?.abort()
    }

    /// The first end counts.
    private func finish(_ end: ClientEnd) {
        if self.end == nil { self.end = end }
    }

    private func tell(_ end: ClientEnd) {
        let owner = owner
        self.owner = nil
        owner?.ended(self, end)
    }
}
