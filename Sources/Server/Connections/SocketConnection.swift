import Bytes
import EventLoops
import Sessions
import WebSockets

/// A client's WebSocket: frames in, text messages to the hub, the hub's messages out. Takes the socket over from the
/// ``HTTPConnection`` that was asked for the upgrade.
final class SocketConnection: ConnectionHandler, FeedReceiver {
    private unowned let shard: ServerShard
    private unowned let connection: Connection
    private let peer: Peer
    /// The client for whom it counts. At a proxy's socket that is the client whom the proxy names.
    private let client: ClientNetwork
    private var webSocket: WebSocket
    /// Whether the hub has answered `hello` with `welcome`.
    private var isGreeted = false
    private var state = State.open
    /// Why it was paused; nil once something is read again.
    private var pause: Pause?
    private var controlFrames = ControlFrameAllowance()
    private var roundTrips = RoundTrips()
    private var times = SocketDeadlines()

    /// `deflate` is what the handshake agreed on about compression.
    init(_ connection: Connection, shard: ServerShard, peer: Peer, client: ClientNetwork, _ deflate: DeflateAgreement?)
    {
        self.shard = shard
        self.connection = connection
        self.peer = peer
        self.client = client
        webSocket = .server(messageLimit: shard.parts.bounds.hub.messageBytes, deflate: deflate, pool: shard.deflate)
        connection.outputLimit = shard.parts.bounds.socketOutput
        connection.setSendBuffer(shard.parts.bounds.socketSendBuffer)
    }

    /// The handshake is written. `identity` is what the cookie or bearer token proves.
    func begin(identity: SessionClaim?) {
        // A page is shown no status of a refused handshake, but it is shown when to come back.
        guard !shard.isStopping else {
            goAway()
            state = .left
            return
        }
        setTime(shard.parts.bounds.timeouts.hello)
        shard.hub.connect(connection.id, identity: identity, of: client)
        shard.parts.metrics.socketsOpen.add(1)
    }

    // MARK: Bytes in

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        pause = nil
        if times.bytesArrived(), state.isAtHub { shard.hub.setSilent(connection.id, false) }
        receiveFrames(&bytes)
        noteUnfinished()
    }

    /// Counts the memory of an unfinished message against the client, and bounds its time. Like a request, a message
    /// has a fixed time from its first byte on.
    private func noteUnfinished() {
        let isInside = webSocket.isInsideMessage
        if isInside || connection.unfinishedInput > 0 {
            connection.unfinishedInput = isInside ? webSocket.unfinishedMemory : 0
        }
        guard isInside, !times.isInMessage, state.isOpen, connection.isOpen else { return }
        times.expectMessage(within: shard.parts.bounds.timeouts.request, now: connection.loop.now)
        setTimer()
    }

    /// Messages that it may say in a row. The hub hears all connections in turn. Without this bound a few hundred busy
    /// connections would keep a player waiting for seconds, even if all their messages are refused.
    private static let messagesInTurn = 2

    private func receiveFrames(_ bytes: inout ReceivedBytes) {
        var messages = 0
        do {
            while true {
                guard shard.hub.hasRoom else { return awaitHub() }
                guard !mustRead else { return pauseReading(.forReader) }
                if messages == SocketConnection.messagesInTurn, bytes.remaining > 0 { return letOthersSpeak() }
                guard let event = try webSocket.receive(&bytes, answeringTo: connection) else { return }
                // An unfinished message from here on is another one.
                if times.isInMessage, !webSocket.isInsideMessage { times.endMessage() }
                switch event {
                case .message(.text, let payload):
                    messages += 1
                    receive(payload.array(in: bytes))
                case .message(.binary, _):
                    close(.unsupportedMessage, "text only")
                case .pong:
                    guard roundTrips.isUnderWay || countsControlFrame() else { return }
                    answered()
                case .ping, .emptyFragment:
                    guard countsControlFrame() else { return }
                case .closed:
                    _ = state.close()
                    connection.close()
                }
            }
        } catch {
            _ = state.close()
            shard.parts.metrics.closes[String(error.closeCode.rawValue)].add()
            connection.close()
        }
    }

    /// A text message has come.
    private func receive(_ json: [UInt8]) {
        guard state.isAtHub else { return }
        shard.parts.metrics.messagesReceived.add()
        let lag = roundTrips.messageArrived(now: connection.loop.now)
        // The instant is taken here, as the hub may be busy with others. The time since the arrival is taken off, as
        // this shard may have been busy too: it may be the hub's own. So neither wait costs a player any time.
        let instant = shard.parts.clock.now - connection.loop.sinceArrival
        shard.hub.receive(json, from: connection.id, lag: lag, at: instant)
    }

    /// A pong has come.
    private func answered() {
        let now = connection.loop.now
        roundTrips.answered(now: now, kernel: peer.kernelRoundTrip(over: connection))
        guard state.isOpen else { return }
        if times.answered(shard.parts.bounds.timeouts, now: now) { setTimer() }
    }

    /// Counts a frame that says nothing. False if there were too many: the connection is then being closed.
    private func countsControlFrame() -> Bool {
        guard state.isOpen, !controlFrames.take(now: connection.loop.now) else { return true }
        close(.tooMuch, "too many idle frames")
        leaveHub()
        connection.close()
        return false
    }

    // MARK: Pauses in reading

    private func pauseReading(_ reason: Pause) {
        pause = reason
        connection.pauseReading()
    }

    /// The hub does not keep up: TCP slows the client down, and what has been read waits here.
    private func awaitHub() {
        pauseReading(.forHub)
        shard.hub.awaitRoom(for: connection.id)
    }

    /// Pauses reading until a later turn.
    private func letOthersSpeak() {
        pauseReading(.forOthers)
        shard.hearLater(connection.id)
    }

    /// Whether it is to read before it is answered more: output is scarce, and its socket has refused some. Else those
    /// who ask and do not read would be answered until somebody is cut.
    private var mustRead: Bool { connection.hasBacklog && connection.loop.outputBudget.isScarce }

    func drained(_ connection: Connection) {
        switch pause {
        case .forReader:
            pause = nil
            connection.resumeReading()
        case .forHub, .forOthers, nil: break
        }
    }

    // MARK: Messages out

    /// A message of the hub. `isGreeted` says whether it has answered `hello` by now.
    func deliver(_ message: EncodedMessage, isGreeted: Bool) {
        if isGreeted { self.isGreeted = true }
        shard.parts.metrics.messagesSent.add()
        if roundTrips.isDue, state.isOpen { ping() }
        webSocket.send(message, to: connection)
    }

    // A feed may hold us for a moment longer than our connection lives. Where output is scarce, who has any waiting is
    // behind.
    var queuedBytes: Int {
        guard state.hasConnection else { return 0 }
        let queued = connection.queuedBytes
        return queued > 0 && connection.loop.outputBudget.isScarce ? .max : queued
    }

    func send(_ batch: OutgoingBatch) {
        guard state.hasConnection else { return }
        shard.parts.metrics.messagesSent.add(batch.messages.count)
        webSocket.send(batch.frames, to: connection)
    }

    func close(code: UInt16, reason: String) { close(CloseCode(rawValue: code), reason) }

    private func close(_ code: CloseCode, _ reason: String) {
        guard state.close() else { return }
        shard.parts.metrics.closes[String(code.rawValue)].add()
        webSocket.close(code, reason: reason, to: connection)
        // The peer's Close ends it; a peer that sends none has this long.
        times.endMessage()
        setTime(shard.parts.bounds.timeouts.closing)
    }

    // MARK: Time

    /// Gives the client so many ms for its next step.
    private func setTime(_ milliseconds: Int) {
        times.expectStep(within: milliseconds, now: connection.loop.now)
        setTimer()
    }

    private func setTimer() {
        connection.setTimeout(milliseconds: max(0, Int(times.end - connection.loop.now)))
    }

    func attend(_ isAttended: Bool) {
        guard state.isOpen else { return }
        times.attend(isAttended, shard.parts.bounds.timeouts, now: connection.loop.now)
        setTimer()
    }

    func timedOut(_ connection: Connection) {
        guard state.isOpen else { return connection.abort() }
        let now = connection.loop.now
        if times.isMessageDue(now) { return messageTimedOut() }
        // The timer was set for a message that has come whole since.
        guard times.isStepDue(now) else { return setTimer() }
        guard isGreeted else { return close(.noHello, "no hello") }
        switch times.look(shard.parts.bounds.timeouts, now: now) {
        case .wait: break
        case .ping: ping()
        case .silent: if state.isAtHub { shard.hub.setSilent(connection.id, true) }
        case .end: return close(.noPong, "no pong")
        }
        setTimer()
    }

    private func ping() {
        roundTrips.sent(now: connection.loop.now)
        webSocket.ping(to: connection)
    }

    private func messageTimedOut() {
        if connection.isReading { return close(.unfinishedMessage, "message not finished") }
        // It is we who do not listen.
        times.expectMessage(within: shard.parts.bounds.timeouts.request, now: connection.loop.now)
        setTimer()
    }

    // MARK: The end

    func inputEnded(on connection: Connection) { connection.close() }

    func overflowed(_ connection: Connection) {
        shard.parts.noteCut(.slow, of: client)
        // Behind all that waits goes the reason; whoever reads on within a few seconds learns it.
        close(.tooSlow, "too slow")
        leaveHub()
        connection.close()
    }

    func stopping(_ connection: Connection) { goAway() }

    private func goAway() {
        close(.goingAway, "retry=\(shard.retryDelay())")
        setTime(shard.parts.bounds.timeouts.leaving)
    }

    /// Ends the session at once. The client may come again, with the proof of identity that it has then.
    func sendAway() {
        goAway()
        leaveHub()
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        if reason == .outputBudget { shard.parts.noteCut(.memory, of: client) }
        leaveHub()
        state = .gone
        if peer.isProxy { shard.parts.census.dismiss(client, now: shard.parts.clock.now) }
        shard.removed(peer.client)
    }

    /// Ends the session: the connection is gone, or takes nothing more.
    private func leaveHub() {
        guard state.leave() else { return }
        shard.hub.disconnect(connection.id)
        shard.parts.metrics.socketsOpen.add(-1)
    }
}
