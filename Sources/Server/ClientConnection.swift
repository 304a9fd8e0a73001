import Bytes
import EventLoops
import HTTP1
import Messages
import Sessions
import WebSockets

/// One client's connection: the single file in which bytes, HTTP and WebSocket meet.
///
/// It begins as HTTP/1.1, one request answered after the other; `GET /api/v1/socket` turns it into a WebSocket, whose text
/// messages go to the hub.
final class ClientConnection: ConnectionHandler, SessionOutput, FeedReceiver {
    private unowned let core: ServerCore
    private unowned let connection: Connection
    private let address: String
    /// Nil once the connection is a WebSocket.
    private var parser: RequestParser?
    private var webSocket: WebSocket?
    private var session: Session?
    /// A request is being answered: later ones wait, so that answers keep their order.
    private var isAnswering = false
    private var closesAfterAnswer = false
    private var awaitsPong = false
    /// The first request has come whole.
    private var hasAsked = false

    init(_ connection: Connection, core: ServerCore, address: String) {
        self.core = core
        self.connection = connection
        self.address = address
        parser = RequestParser(limits: core.bounds.request)
        connection.setTimeout(milliseconds: core.bounds.timeouts.request)
    }

    // MARK: Bytes in

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        if webSocket == nil { receiveRequests(&bytes) }
        if webSocket != nil { receiveFrames(&bytes) }
    }

    /// Reads requests until one has to be waited for.
    private func receiveRequests(_ bytes: inout ReceivedBytes) {
        while !isAnswering, parser != nil, connection.isOpen {
            let wasInside = parser?.isInsideRequest ?? false
            do {
                guard let event = try parser?.next(&bytes) else {
                    // From its first byte on, a request has a fixed time: bytes that trickle do not prolong it.
                    if !wasInside, parser?.isInsideRequest == true {
                        connection.setTimeout(milliseconds: core.bounds.timeouts.request)
                    }
                    return
                }
                switch event {
                case .continueExpected: ResponseHead.writeContinue(to: connection)
                case .request(let request): answer(request)
                }
            } catch {
                closesAfterAnswer = true
                let hasBody = parser?.methodUnderWay != .head
                return send(.problem(error.status, "\(error)"), keepsAlive: false, hasBody: hasBody)
            }
        }
        if isAnswering, bytes.remaining > 0 { connection.pauseReading() }
    }

    private func answer(_ request: Request) {
        hasAsked = true
        if request.head.target.path == "/api/v1/socket" { return upgrade(request.head) }
        isAnswering = true
        connection.setTimeout(milliseconds: core.bounds.timeouts.answer)
        // After a refused CONNECT come bytes for somebody else.
        let keepsAlive = request.head.keepsAlive && !core.isStopping && request.head.method != .connect
        let hasBody = request.head.method != .head
        core.routes.respond(to: request, from: address) { [weak self] response in
            self?.send(response, keepsAlive: keepsAlive, hasBody: hasBody)
        }
    }

    private func send(_ response: HTTPResponse, keepsAlive: Bool, hasBody: Bool) {
        guard connection.isOpen else { return }
        let staysOpen = keepsAlive && !closesAfterAnswer
        core.count(response)
        response.head.write(bodyLength: response.body.count, keepsAlive: staysOpen, to: connection)
        if hasBody, !response.head.status.hasNoBody {
            connection.write(response.body.span.bytes)
        }
        guard staysOpen else { return connection.close() }
        connection.setTimeout(milliseconds: core.bounds.timeouts.idle)
        // The next request waits for the next turn, when this answer has left: whoever sends requests without reading the
        // answers is not served ahead.
        core.later { [weak self] in self?.answered() }
    }

    private func answered() {
        guard connection.isOpen else { return }
        if connection.queuedBytes > 0 { return }
        // Decided since the answer was written: the client ended its side, or the server goes down.
        if closesAfterAnswer { return connection.close() }
        isAnswering = false
        connection.resumeReading()
    }

    // MARK: The WebSocket

    private func upgrade(_ head: RequestHead) {
        let handshake: ServerHandshake
        do {
            handshake = try ServerHandshake(checking: head, subprotocols: [ProtocolVersion.subprotocol])
        } catch {
            var response = HTTPResponse.problem(error.response.status, "\(error)")
            for field in error.response.fields { response.head.add(field.name, field.value) }
            return refuse(head, response)
        }
        guard core.origins.allows(head) else {
            return refuse(head, .problem(.forbidden, "A page of another origin may not open a socket here."))
        }
        handshake.writeResponse(to: connection)
        parser = nil
        webSocket = .server(messageLimit: core.bounds.hub.messageBytes)
        connection.outputLimit = core.bounds.socketOutput
        // A page is shown no status of a refused handshake, but it is shown when to come back.
        if core.isStopping { return goAway() }
        connection.setTimeout(milliseconds: core.bounds.timeouts.hello)
        session = core.hub.connect(
            self, at: SessionPlace(shard: 0, connection: connection.id.token), identity: core.routes.identity(of: head))
        core.metrics.socketsOpen.add(1)
    }

    private func refuse(_ head: RequestHead, _ response: HTTPResponse) {
        closesAfterAnswer = true
        send(response, keepsAlive: false, hasBody: head.method != .head)
    }

    private func receiveFrames(_ bytes: inout ReceivedBytes) {
        do {
            while let event = try webSocket?.receive(&bytes, answeringTo: connection) {
                switch event {
                case .message(.text, let payload):
                    guard let session else { continue }
                    core.metrics.messagesReceived.add()
                    core.hub.receive(payload.array(in: bytes), from: session)
                case .message(.binary, _):
                    close(code: 1003, reason: "text only")
                case .pong:
                    guard awaitsPong, webSocket?.phase == .open else { continue }
                    awaitsPong = false
                    connection.setTimeout(milliseconds: core.bounds.timeouts.betweenPings)
                case .ping:
                    continue
                case .closed:
                    connection.close()
                }
            }
        } catch {
            core.metrics.closes[String(error.closeCode.rawValue)].add()
            connection.close()
        }
    }

    func send(_ message: OutgoingMessage) {
        core.metrics.messagesSent.add()
        webSocket?.send(Frame.of(message).message, to: connection)
    }

    var queuedBytes: Int { connection.queuedBytes }

    func send(_ batch: OutgoingBatch) {
        core.metrics.messagesSent.add(batch.messages.count)
        webSocket?.send(Frame.of(batch).message, to: connection)
    }

    func close(code: UInt16, reason: String) {
        guard webSocket?.phase == .open else { return }
        core.metrics.closes[String(code)].add()
        webSocket?.close(CloseCode(rawValue: code), reason: reason, to: connection)
        // The peer's Close ends it; a peer that sends none has this long.
        connection.setTimeout(milliseconds: core.bounds.timeouts.closing)
    }

    // MARK: What else happens

    func inputEnded(on connection: Connection) {
        if isAnswering { closesAfterAnswer = true } else { connection.close() }
    }

    func drained(_ connection: Connection) {
        if isAnswering, webSocket == nil { answered() }
    }

    func overflowed(_ connection: Connection) {
        core.logger.info("client_not_reading", ["address": .text(address)])
        connection.abort()
    }

    func timedOut(_ connection: Connection) {
        guard webSocket != nil else { return requestTimedOut() }
        guard webSocket?.phase == .open else { return connection.abort() }
        guard session?.isGreeted == true else { return close(code: 4000, reason: "no hello") }
        guard !awaitsPong else { return close(code: 4001, reason: "no pong") }
        awaitsPong = true
        webSocket?.ping(to: connection)
        connection.setTimeout(milliseconds: core.bounds.timeouts.pong)
    }

    private func requestTimedOut() {
        guard parser?.isInsideRequest == true, !isAnswering else { return connection.abort() }
        closesAfterAnswer = true
        send(.problem(.requestTimeout, "The request took too long."), keepsAlive: false, hasBody: true)
    }

    func stopping(_ connection: Connection) {
        if webSocket != nil {
            goAway()
        } else if isAnswering {
            closesAfterAnswer = true
        } else if parser?.isInsideRequest == true || !hasAsked {
            // On its way, or about to be: whoever was let in is answered once.
            connection.setTimeout(milliseconds: core.bounds.timeouts.leaving)
        } else {
            connection.close()
        }
    }

    private func goAway() {
        close(code: 1001, reason: "retry=\(core.retryDelay())")
        connection.setTimeout(milliseconds: core.bounds.timeouts.leaving)
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        if let session {
            core.hub.disconnect(session)
            core.metrics.socketsOpen.add(-1)
        }
        session = nil
        core.removed(address)
    }
}

/// Messages as WebSocket frames, for `transportForm`.
private final class Frame {
    let message: EncodedMessage
    init(_ message: EncodedMessage) { self.message = message }

    static func of(_ message: OutgoingMessage) -> Frame {
        if let made = message.transportForm as? Frame { return made }
        let json = message.json
        let frame = Frame(EncodedMessage(.text, json.span.bytes))
        message.transportForm = frame
        return frame
    }

    static func of(_ batch: OutgoingBatch) -> Frame {
        if let made = batch.transportForm as? Frame { return made }
        let frame =
            batch.messages.count == 1
            ? of(batch.messages[0]) : Frame(EncodedMessage(joining: batch.messages.map { of($0).message }))
        batch.transportForm = frame
        return frame
    }
}
