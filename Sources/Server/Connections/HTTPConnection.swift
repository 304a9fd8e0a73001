import Bytes
import EventLoops
import HTTP1
import Messages
import Sessions
import WebSockets

/// A client's connection as it begins: HTTP/1.1, one request answered after the other. `GET /api/v1/socket` hands its
/// socket over to a ``SocketConnection``.
final class HTTPConnection: ConnectionHandler {
    private unowned let shard: ServerShard
    private unowned let connection: Connection
    private let peer: Peer
    private var parser: RequestParser
    private var state = State.beforeFirst

    init(_ connection: Connection, shard: ServerShard, peer: Peer) {
        self.shard = shard
        self.connection = connection
        self.peer = peer
        parser = RequestParser(limits: shard.parts.bounds.request)
        connection.setTimeout(milliseconds: shard.parts.bounds.timeouts.request)
    }

    // MARK: Requests

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        readRequests(&bytes)
        switch state {
        // Bytes behind the handshake belong to the successor.
        case .upgraded: connection.handler?.received(&bytes, on: connection)
        case .answering, .sending:
            if bytes.remaining > 0 { connection.pauseReading() }
            noteUnfinished()
        case .beforeFirst, .between, .over: noteUnfinished()
        }
    }

    /// Counts the memory of an unfinished request against the client.
    private func noteUnfinished() {
        let held = parser.isInsideRequest ? parser.unfinishedMemory : 0
        if held > 0 || connection.unfinishedInput > 0 { connection.unfinishedInput = held }
    }

    /// Reads requests until one has to be waited for.
    private func readRequests(_ bytes: inout ReceivedBytes) {
        while state.readsRequests, connection.isOpen {
            let wasInside = parser.isInsideRequest
            do {
                let event = try parser.next(&bytes)
                // From its first byte on, a request has a fixed time: bytes that trickle do not prolong it.
                if !wasInside, parser.isInsideRequest {
                    connection.setTimeout(milliseconds: shard.parts.bounds.timeouts.request)
                }
                switch event {
                case nil: return
                case .continueExpected: ResponseHead.writeContinue(to: connection)
                case .request(let request): answer(request)
                }
            } catch {
                return send(.problem(error.status, error.detail), to: nil)
            }
        }
    }

    private func answer(_ request: Request) {
        var request = request
        request.head.target = shard.parts.site.inside(request.head.target)
        let head = request.head
        let context = shard.parts.proxies.context(of: head, from: peer, isSecure: connection.isSecure)
        let answer = shard.parts.answer(to: head, in: context)
        // After a refused CONNECT come bytes for somebody else.
        state.asked(keepsAlive: head.keepsAlive && !shard.isStopping && head.method != .connect)
        connection.setTimeout(milliseconds: shard.parts.bounds.timeouts.answer)
        switch answer {
        case .socket: upgrade(head, context)
        case .here(let response): send(response, to: head)
        case .hub(let resource):
            shard.hub.ask(resource, request, in: context, connection.id) { [shard, id = connection.id] response in
                shard.connection(id, as: HTTPConnection.self)?.send(response, to: head)
            }
        }
    }

    // MARK: Answers

    /// Sends the answer to a request; nil for one that could not be read whole, after which nothing can be read.
    private func send(_ response: HTTPResponse, to request: RequestHead?) {
        guard connection.isOpen else { return }
        if response.isLast { state.beLast() }
        let goesOn = state.answered()
        let days = connection.isSecure ? shard.parts.live.tlsDays : 0
        var response = response.finished(
            for: request, below: shard.parts.site, tlsDays: days, at: shard.parts.date)
        // RFC 9112 section 9.3: in 1.0 it is not understood of itself, and a client that is not told waits for the end.
        if goesOn, request?.isVersion11 == false { response.head.add("Connection", "keep-alive") }
        shard.count(response)
        response.head.write(bodyLength: response.body.count, keepsAlive: goesOn, to: connection)
        let method = request?.method ?? parser.methodUnderWay
        if method != .head, !response.head.status.hasNoBody {
            connection.writeAnswer(response.body)
        }
        let idle = shard.parts.bounds.timeouts.toRead(response.body.count)
        guard goesOn else { return connection.close(sendingFor: idle) }
        connection.setTimeout(milliseconds: idle)
        // The next request waits for the next turn, when this answer has left: whoever sends requests without reading
        // the answers is not served ahead.
        shard.later(connection.id, as: HTTPConnection.self) { $0.goOn() }
    }

    /// Reads on, or closes, if the answer has left.
    private func goOn() {
        guard connection.isOpen, connection.queuedBytes == 0 else { return }
        switch state.answerLeft() {
        case .nothing: break
        case .close: connection.close()
        case .readOn:
            connection.setTimeout(milliseconds: shard.parts.bounds.timeouts.idle)
            connection.resumeReading()
        }
    }

    // MARK: The upgrade

    private func upgrade(_ head: RequestHead, _ context: RequestContext) {
        let handshake: ServerHandshake
        do {
            handshake = try ServerHandshake(
                checking: head, subprotocols: [ProtocolVersion.subprotocol], deflate: shard.deflate?.settings)
        } catch {
            var response = HTTPResponse.problem(error.response.status, "\(error)")
            for field in error.response.fields { response.head.add(field.name, field.value) }
            return refuse(head, response)
        }
        guard shard.parts.mayOpenSocket(head, context, from: peer) else {
            return refuse(
                head,
                .problem(
                    .forbidden, "A page of another origin may not open a socket here.", code: Refusal.foreignOrigin))
        }
        if peer.isProxy, !shard.parts.census.admit(context.client) { return refuse(head, .full) }
        handshake.writeResponse(to: connection)
        state = .upgraded
        let socket = SocketConnection(connection, shard: shard, peer: peer, client: context.client, handshake.deflate)
        connection.handler = socket
        socket.begin(identity: shard.parts.identity.claim(of: head))
    }

    /// Refuses the handshake, and ends.
    private func refuse(_ head: RequestHead, _ response: HTTPResponse) {
        state.beLast()
        send(response, to: head)
    }

    // MARK: Events of the connection

    func inputEnded(on connection: Connection) {
        if state.inputEnded() { connection.close() }
    }

    func drained(_ connection: Connection) { goOn() }

    func overflowed(_ connection: Connection) {
        shard.parts.noteCut(.slow, of: ClientNetwork(peer.address))
        connection.abort()
    }

    func timedOut(_ connection: Connection) {
        switch state.whenDue(isInsideRequest: parser.isInsideRequest) {
        case .abort: connection.abort()
        case .refuse: send(.problem(.requestTimeout, "The request took too long."), to: nil)
        }
    }

    func stopping(_ connection: Connection) {
        switch state.stop(isInsideRequest: parser.isInsideRequest) {
        case .finish: break
        case .hurry: connection.setTimeout(milliseconds: shard.parts.bounds.timeouts.leaving)
        case .close: connection.close()
        }
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        if state.awaitsAnswer { shard.hub.forget(connection.id) }
        if reason == .outputBudget { shard.parts.noteCut(.memory, of: ClientNetwork(peer.address)) }
        shard.removed(peer.client)
    }
}
