import Bytes
import EventLoops
import HTTP1
import Messages
import Sessions
import WebSockets

/// One client's connection: the single file in which bytes, HTTP and WebSocket meet.
///
/// It begins as HTTP/1.1, one request answered after the other; `GET /api/v1/socket` turns it into a WebSocket, whose
/// text messages go to the hub.
final class ClientConnection: ConnectionHandler, SessionOutput, FeedReceiver {
    private unowned let shard: ServerShard
    private unowned let connection: Connection
    private let peer: Peer
    /// For whom the socket of a proxy is counted.
    private var proxied: ClientNetwork?
    /// Nil once the connection is a WebSocket.
    private var parser: RequestReader?
    private var webSocket: WebSocket?
    private var session: HubSession?
    /// A request is being answered: later ones wait, so that answers keep their order.
    private var isAnswering = false
    /// The answer to it has been written.
    private var hasAnswered = false
    private var closesAfterAnswer = false
    /// It is not listened to until it has read what it was told.
    private var isHeldBack = false
    private var controlFrames = ControlFrameAllowance()
    private var roundTrips = RoundTrips()
    /// The first request has come whole.
    private var hasAsked = false
    private var times = SocketTimes()

    init(_ connection: Connection, shard: ServerShard, peer: Peer) {
        self.shard = shard
        self.connection = connection
        self.peer = peer
        parser = RequestReader(shard.parts.bounds.request)
        connection.setTimeout(milliseconds: shard.parts.bounds.timeouts.request)
    }

    // MARK: Bytes in

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        if webSocket == nil { receiveRequests(&bytes) }
        if webSocket != nil {
            if times.heard(), let session { shard.hub.setSilent(session, connection.id, false) }
            receiveFrames(&bytes)
        }
        noteUnfinished()
    }

    /// What has come in part costs memory, which counts as waiting for the client, and has an end: a message has a
    /// fixed time from its first byte on, as a request has.
    private func noteUnfinished() {
        let isInside = webSocket?.isInsideMessage ?? parser?.isInsideRequest ?? false
        if isInside || connection.unfinishedInput > 0 {
            connection.unfinishedInput = isInside ? webSocket?.unfinishedMemory ?? parser?.unfinishedMemory ?? 0 : 0
        }
        guard isInside, !times.isInMessage, webSocket?.phase == .open, connection.isOpen else { return }
        times.expectMessage(within: shard.parts.bounds.timeouts.request, now: connection.loop.now)
        setTimer()
    }

    /// Reads requests until one has to be waited for.
    private func receiveRequests(_ bytes: inout ReceivedBytes) {
        while !isAnswering, parser != nil, connection.isOpen {
            let wasInside = parser?.isInsideRequest ?? false
            do {
                guard let event = try parser?.next(&bytes) else {
                    // From its first byte on, a request has a fixed time: bytes that trickle do not prolong it.
                    if !wasInside, parser?.isInsideRequest == true {
                        connection.setTimeout(milliseconds: shard.parts.bounds.timeouts.request)
                    }
                    return
                }
                switch event {
                case .continueExpected: ResponseHead.writeContinue(to: connection)
                case .request(let request): answer(request)
                }
            } catch {
                closesAfterAnswer = true
                return send(.problem(error.status, "\(error)"), to: nil, keepsAlive: false)
            }
        }
        if isAnswering, bytes.remaining > 0 { connection.pauseReading() }
    }

    private func answer(_ request: Request) {
        hasAsked = true
        hasAnswered = false
        let head = request.head
        let context = shard.parts.proxies.context(of: head, from: peer, isSecure: connection.isSecure)
        let answer = shard.parts.answer(to: head, in: context)
        isAnswering = true
        connection.setTimeout(milliseconds: shard.parts.bounds.timeouts.answer)
        // After a refused CONNECT come bytes for somebody else.
        let keepsAlive = head.keepsAlive && !shard.isStopping && head.method != .connect
        switch answer {
        case .socket: upgrade(head, context)
        case .here(let response): send(response, to: head, keepsAlive: keepsAlive)
        case .hub(let resource):
            shard.hub.ask(resource, request, in: context, connection.id) { [shard, id = connection.id] response in
                shard.client(id)?.send(response, to: head, keepsAlive: keepsAlive)
            }
        }
    }

    /// Sends the answer to a request; nil for one that could not be read whole.
    private func send(_ response: HTTPResponse, to request: RequestHead?, keepsAlive: Bool) {
        guard connection.isOpen else { return }
        hasAnswered = true
        let staysOpen = keepsAlive && !closesAfterAnswer
        let days = connection.isSecure ? shard.parts.configuration.tlsDays : 0
        var response = response.finished(for: request, tlsDays: days, at: shard.parts.date)
        // RFC 9112 section 9.3: in 1.0 it is not understood of itself, and a client that is not told waits for the end.
        if staysOpen, request?.isVersion11 == false { response.head.add("Connection", "keep-alive") }
        shard.count(response)
        response.head.write(bodyLength: response.body.count, keepsAlive: staysOpen, to: connection)
        let method = request?.method ?? parser?.methodUnderWay
        if method != .head, !response.head.status.hasNoBody {
            connection.writeAnswer(response.body)
        }
        let idle = shard.parts.bounds.timeouts.toRead(response.body.count)
        guard staysOpen else { return connection.close(sendingFor: idle) }
        connection.setTimeout(milliseconds: idle)
        // The next request waits for the next turn, when this answer has left: whoever sends requests without reading
        // the answers is not served ahead.
        shard.later(connection.id) { $0.answered() }
    }

    /// Goes on, if the answer to the present request is written and has left. Called some time after it was written,
    /// and when output has left: at the second call the next request may be waiting for its answer already.
    private func answered() {
        guard connection.isOpen, isAnswering, hasAnswered, connection.queuedBytes == 0 else { return }
        // Decided since the answer was written: the client ended its side, or the server goes down.
        if closesAfterAnswer { return connection.close() }
        isAnswering = false
        connection.setTimeout(milliseconds: shard.parts.bounds.timeouts.idle)
        connection.resumeReading()
    }

    // MARK: The WebSocket

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
            return refuse(head, .problem(.forbidden, "A page of another origin may not open a socket here."))
        }
        if peer.isProxy {
            guard shard.parts.census.admit(context.client) else { return refuse(head, .full) }
            proxied = context.client
        }
        handshake.writeResponse(to: connection)
        isAnswering = false
        parser = nil
        webSocket = .server(
            messageLimit: shard.parts.bounds.hub.messageBytes, deflate: handshake.deflate, pool: shard.deflate)
        connection.outputLimit = shard.parts.bounds.socketOutput
        connection.setSendBuffer(shard.parts.bounds.socketSendBuffer)
        // A page is shown no status of a refused handshake, but it is shown when to come back.
        if shard.isStopping { return goAway() }
        setTime(shard.parts.bounds.timeouts.hello)
        session = shard.hub.connect(
            self, connection.id, identity: shard.parts.identity.claim(of: head), of: context.client)
        shard.parts.metrics.socketsOpen.add(1)
    }

    private func refuse(_ head: RequestHead, _ response: HTTPResponse) {
        closesAfterAnswer = true
        send(response, to: head, keepsAlive: false)
    }

    /// Messages that it may say in a row. The hub hears everybody in turn: were it all that has been read of each, a
    /// few hundred talkers, though all that they get is refusals, would keep a player waiting for seconds.
    private static let messagesInTurn = 2

    private func receiveFrames(_ bytes: inout ReceivedBytes) {
        var messages = 0
        do {
            while true {
                guard shard.hub.hasRoom else { return awaitHub() }
                guard !mustRead else { return holdBack() }
                if messages == ClientConnection.messagesInTurn, bytes.remaining > 0 { return letOthersSpeak() }
                guard let event = try webSocket?.receive(&bytes, answeringTo: connection) else { return }
                // What comes in part from now on is another one.
                if times.isInMessage, webSocket?.isInsideMessage == false { times.endMessage() }
                switch event {
                case .message(.text, let payload):
                    messages += 1
                    guard let session else { continue }
                    shard.parts.metrics.messagesReceived.add()
                    let lag = roundTrips.heard(now: connection.loop.now)
                    shard.hub.receive(payload.array(in: bytes), of: session, connection.id, lag: lag)
                case .message(.binary, _):
                    close(.unsupportedMessage, "text only")
                case .pong:
                    guard roundTrips.isUnderWay || countsControlFrame() else { return }
                    roundTrips.answered(now: connection.loop.now, kernel: peer.kernelRoundTrip(over: connection))
                    guard webSocket?.phase == .open else { continue }
                    if times.answered(shard.parts.bounds.timeouts, now: connection.loop.now) { setTimer() }
                case .ping, .emptyFragment:
                    guard countsControlFrame() else { return }
                case .closed:
                    connection.close()
                }
            }
        } catch {
            shard.parts.metrics.closes[String(error.closeCode.rawValue)].add()
            connection.close()
        }
    }

    /// Counts a frame that says nothing. False if there were too many: the connection is then being closed.
    private func countsControlFrame() -> Bool {
        guard webSocket?.phase == .open, !controlFrames.take(now: connection.loop.now) else { return true }
        leaveHub()
        close(.tooMuch, "too many idle frames")
        connection.close()
        return false
    }

    /// The hub does not keep up: TCP slows the client down, and what has been read waits here.
    private func awaitHub() {
        connection.pauseReading()
        shard.hub.awaitRoom(for: connection.id)
    }

    /// Goes on in a later turn.
    private func letOthersSpeak() {
        connection.pauseReading()
        shard.later(connection.id) { $0.connection.resumeReading() }
    }

    /// Whether it is to read before it is answered more: output is scarce, and its socket has refused some. Else those
    /// who ask and do not read would be answered until somebody is cut.
    private var mustRead: Bool { connection.hasBacklog && connection.loop.outputBudget.isScarce }

    private func holdBack() {
        isHeldBack = true
        connection.pauseReading()
    }

    func send(_ message: OutgoingMessage) { send(message.frame) }

    /// A message of a hub on another shard.
    func deliver(_ message: EncodedMessage, isGreeted: Bool) {
        if isGreeted, session?.isGreeted == false { session = .elsewhere(isGreeted: true) }
        send(message)
    }

    private func send(_ message: EncodedMessage) {
        shard.parts.metrics.messagesSent.add()
        if roundTrips.isDue, webSocket?.phase == .open { ping() }
        webSocket?.send(message, to: connection)
    }

    // A feed may hold us for a moment longer than our connection lives. Where output is scarce, who has any waiting is
    // behind.
    var queuedBytes: Int {
        guard webSocket != nil else { return 0 }
        let queued = connection.queuedBytes
        return queued > 0 && connection.loop.outputBudget.isScarce ? .max : queued
    }

    func send(_ batch: OutgoingBatch) {
        shard.parts.metrics.messagesSent.add(batch.messages.count)
        webSocket?.send(batch.frames, to: connection)
    }

    func close(code: UInt16, reason: String) { close(CloseCode(rawValue: code), reason) }

    private func close(_ code: CloseCode, _ reason: String) {
        guard webSocket?.phase == .open else { return }
        shard.parts.metrics.closes[String(code.rawValue)].add()
        webSocket?.close(code, reason: reason, to: connection)
        // The peer's Close ends it; a peer that sends none has this long.
        times.endMessage()
        setTime(shard.parts.bounds.timeouts.closing)
    }

    // MARK: Time

    /// Gives the client so many ms for what a WebSocket wants of it next.
    private func setTime(_ milliseconds: Int) {
        times.expectStep(within: milliseconds, now: connection.loop.now)
        setTimer()
    }

    private func setTimer() {
        connection.setTimeout(milliseconds: max(0, Int(times.end - connection.loop.now)))
    }

    func attend(_ isAttended: Bool) {
        guard webSocket?.phase == .open else { return }
        times.attend(isAttended, shard.parts.bounds.timeouts, now: connection.loop.now)
        setTimer()
    }

    func timedOut(_ connection: Connection) {
        guard webSocket != nil else { return requestTimedOut() }
        guard webSocket?.phase == .open else { return connection.abort() }
        let now = connection.loop.now
        if times.isMessageDue(now) { return messageTimedOut() }
        // The timer was set for a message that has come whole since.
        guard times.isStepDue(now) else { return setTimer() }
        guard session?.isGreeted == true else { return close(.noHello, "no hello") }
        switch times.look(shard.parts.bounds.timeouts, now: now) {
        case .wait: break
        case .ping: ping()
        case .silent: if let session { shard.hub.setSilent(session, connection.id, true) }
        case .end: return close(.noPong, "no pong")
        }
        setTimer()
    }

    private func ping() {
        roundTrips.sent(now: connection.loop.now)
        webSocket?.ping(to: connection)
    }

    private func messageTimedOut() {
        if connection.isReading { return close(.unfinishedMessage, "message not finished") }
        // It is we who do not listen.
        times.expectMessage(within: shard.parts.bounds.timeouts.request, now: connection.loop.now)
        setTimer()
    }

    // MARK: What else happens

    func inputEnded(on connection: Connection) {
        if isAnswering { closesAfterAnswer = true } else { connection.close() }
    }

    func drained(_ connection: Connection) {
        if isHeldBack {
            isHeldBack = false
            connection.resumeReading()
        }
        answered()
    }

    func overflowed(_ connection: Connection) {
        shard.parts.noteCut(.slow, of: proxied ?? ClientNetwork(peer.address))
        // Behind all that waits goes the reason; whoever reads on within a few seconds learns it.
        leaveHub()
        close(.tooSlow, "too slow")
        if webSocket == nil { connection.abort() } else { connection.close() }
    }

    private func requestTimedOut() {
        guard parser?.isInsideRequest == true, !isAnswering else { return connection.abort() }
        closesAfterAnswer = true
        send(.problem(.requestTimeout, "The request took too long."), to: nil, keepsAlive: false)
    }

    func stopping(_ connection: Connection) {
        if webSocket != nil {
            goAway()
        } else if isAnswering {
            closesAfterAnswer = true
        } else if parser?.isInsideRequest == true || !hasAsked {
            // On its way, or about to be: whoever was let in is answered once.
            connection.setTimeout(milliseconds: shard.parts.bounds.timeouts.leaving)
        } else {
            connection.close()
        }
    }

    private func goAway() {
        close(.goingAway, "retry=\(shard.retryDelay())")
        setTime(shard.parts.bounds.timeouts.leaving)
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        if isAnswering { shard.hub.forget(connection.id) }
        if reason == .outputBudget { shard.parts.noteCut(.memory, of: proxied ?? ClientNetwork(peer.address)) }
        leaveHub()
        webSocket = nil
        if let proxied { shard.parts.census.dismiss(proxied, now: shard.parts.clock.now) }
        shard.removed(peer.client)
    }

    /// Ends the session: the connection is gone, or takes nothing more.
    private func leaveHub() {
        guard let session else { return }
        self.session = nil
        shard.hub.disconnect(session, connection.id)
        shard.parts.metrics.socketsOpen.add(-1)
    }
}
