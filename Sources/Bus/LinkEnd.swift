/// One end of a link: the exchange of numbered mail between a node and the hub. A value without I/O; time is a
/// parameter, in ms of the own clock.
///
/// Each end numbers its mail, and keeps no more of it under way than a window. The other end acknowledges mail once it
/// has *handled* it. The acknowledgment goes with its own next mail, or with a beat if it has none within
/// ``Bounds/acknowledgment`` ms. Mail that does not come is noticed by the number of the next one, or of a beat, which
/// comes where there is no mail. Then the link is over (`LinkFault`): its ends give it up and begin another one.
package struct LinkEnd: Sendable {
    /// Bounds of a link.
    package struct Bounds: Hashable, Sendable {
        /// Bytes of one envelope's payload; a longer message goes on in the next ones.
        package var payload = 256 << 10
        /// Bytes of mail under way: sent, and not acknowledged.
        package var window = 4 << 20
        /// Bytes of a message, over all its envelopes.
        package var message = 96 << 20
        /// ms for which the acknowledgment of handled mail waits for mail that takes it along.
        package var acknowledgment = 25
        /// Bytes of handled mail that are acknowledged at once; half a window, where that is less. A sender that runs
        /// out of its window, or of memory for what is unhandled, waits for nobody's clock then.
        package var prompt = 4 << 10
        /// ms after which an end that has sent nothing says that it is there.
        package var beat = 500
        /// ms of silence after which the other end is given up.
        package var silence = 2_500

        package init() {}
    }

    /// The outcome of an envelope.
    package enum Receipt: Hashable, Sendable {
        case nothing
        /// A whole message. Once it is handled, its number is to be told to ``handled(upTo:)``.
        case message([UInt8], number: UInt64)
    }

    private struct Piece {
        let bytes: [UInt8]
        let goesOn: Bool
    }

    private struct UnderWay {
        let number: UInt64
        let bytes: Int
    }

    /// The name of the link.
    package let link: UInt64
    /// The version of its mail.
    package let version: UInt8
    private let bounds: Bounds
    private var waiting: [Piece] = []
    /// The number of pieces in `waiting` that have gone.
    private var gone = 0
    private var underWay: [UnderWay] = []
    private var bytesUnderWay = 0
    private var bytesWaiting = 0
    /// Numbers of mail: the last one queued, the last one sent, and the last one that the other end has handled.
    private var queued: UInt64 = 0
    private var sent: UInt64 = 0
    package private(set) var acknowledged: UInt64 = 0
    /// Numbers of the other end's mail: the last one that came, and the last one handled here.
    private var received: UInt64 = 0
    private var handled: UInt64 = 0
    /// The numbers of the last message that came whole, and of the last one that was handled.
    private var whole: UInt64 = 0
    private var finished: UInt64 = 0
    /// The last number handled of which the other end was told.
    private var told: UInt64 = 0
    /// Mail that came and is not handled.
    private var unhandled: [UnderWay] = []
    /// Bytes of the mail that was handled behind `told`, and the end of the turn at which some was first.
    private var bytesUntold = 0
    private var untoldSince: Int?
    /// The begin of a message that goes on.
    private var begun: [UInt8] = []
    private var lastSent: Int
    private var lastHeard: Int
    private var echo = EchoClock()

    /// A link that begins now.
    package init(link: UInt64, version: UInt8, bounds: Bounds = Bounds(), now: Int) {
        precondition(bounds.payload > 0 && bounds.payload <= Envelope.largestPayload, "payloads that envelopes take")
        self.link = link
        self.version = version
        self.bounds = bounds
        lastSent = now
        lastHeard = now
    }

    /// Bytes of mail that have not been acknowledged.
    package var unacknowledged: Int { bytesUnderWay + bytesWaiting }

    /// When an acknowledgment is to be sent, if no mail takes it along before: ``takeEnvelopes(now:)`` is to be called
    /// then. Nil if there is none.
    package var acknowledgmentDue: Int? { untoldSince.map { $0 + bounds.acknowledgment } }

    /// The ms by which the other end's clock is ahead of ours, as far as is known.
    package var ahead: Int { echo.ahead }

    /// Takes the ms of the last round trip that was measured and not taken yet; nil if there is none.
    package mutating func takeRoundTrip() -> Int? { echo.takeRoundTrip() }

    /// Learns the other end's clock from the envelope that granted the link: messages from before the first beat need
    /// the other end's time, too. `asked`: our clock when it was asked for.
    package mutating func learnClock(from welcome: Envelope, asked: Int, now: Int) {
        echo.heard(sentAt: welcome.sentAt, echo: asked, now: now)
    }

    // MARK: Sending

    /// Queues a message. Returns its number: it is handled when ``acknowledged`` has come so far.
    package mutating func send(_ message: [UInt8]) -> UInt64 {
        precondition(message.count <= bounds.message, "a message that the other end takes")
        var start = 0
        repeat {
            let end = min(message.count, start + bounds.payload)
            let piece = start == 0 && end == message.count ? message : Array(message[start..<end])
            waiting.append(Piece(bytes: piece, goesOn: end < message.count))
            bytesWaiting += piece.count
            queued += 1
            start = end
        } while start < message.count
        return queued
    }

    /// Takes the envelopes to send now: the mail that the window has room for, or a beat if no mail goes and one is
    /// due.
    package mutating func takeEnvelopes(now: Int) -> [Envelope] {
        var envelopes: [Envelope] = []
        while gone < waiting.count {
            let piece = waiting[gone]
            guard bytesUnderWay == 0 || bytesUnderWay + piece.bytes.count <= bounds.window else { break }
            gone += 1
            sent += 1
            bytesWaiting -= piece.bytes.count
            bytesUnderWay += piece.bytes.count
            underWay.append(UnderWay(number: sent, bytes: piece.bytes.count))
            envelopes.append(envelope(.mail, goesOn: piece.goesOn, payload: piece.bytes, now))
        }
        if gone == waiting.count {
            waiting = []
            gone = 0
        } else if gone > 256 {
            waiting.removeFirst(gone)
            gone = 0
        }
        if envelopes.isEmpty, isAcknowledgmentDue(now) || now - lastSent >= bounds.beat {
            envelopes.append(envelope(.beat, now))
        }
        if !envelopes.isEmpty {
            lastSent = now
            told = handled
            (bytesUntold, untoldSince) = (0, nil)
        }
        return envelopes
    }

    /// Whether a beat is to acknowledge what was handled.
    private mutating func isAcknowledgmentDue(_ now: Int) -> Bool {
        guard told < handled else { return false }
        let since = untoldSince ?? now
        untoldSince = since
        return now - since >= bounds.acknowledgment || bytesUntold >= min(bounds.prompt, bounds.window / 2)
    }

    private func envelope(_ kind: Envelope.Kind, goesOn: Bool = false, payload: [UInt8] = [], _ now: Int) -> Envelope {
        Envelope(
            kind, version: version, goesOn: goesOn, link: link, sequence: sent, acknowledged: handled, sentAt: now,
            echo: echo.answer(now: now), payload: payload)
    }

    // MARK: Receiving

    /// Takes an envelope of this link. After a fault the link is over.
    package mutating func receive(_ envelope: Envelope, now: Int) throws(LinkFault) -> Receipt {
        guard envelope.version == version else { throw .version(envelope.version) }
        let isBeat: Bool
        switch envelope.kind {
        case .mail: isBeat = false
        case .beat: isBeat = true
        case .announcement, .introduction, .welcome, .broken, .vacancy: throw .unexpected
        }
        let next = isBeat ? received : received + 1
        guard envelope.sequence <= next else { throw .gap(expected: next, came: envelope.sequence) }
        // A copy, or a beat that was overtaken. What it acknowledges was acknowledged since.
        guard envelope.sequence == next else { return .nothing }
        lastHeard = now
        echo.heard(sentAt: envelope.sentAt, echo: envelope.echo, now: now)
        try acknowledge(envelope.acknowledged)
        guard !isBeat else { return .nothing }
        received = next
        unhandled.append(UnderWay(number: next, bytes: envelope.payload.count))
        guard begun.count + envelope.payload.count <= bounds.message else { throw .excess }
        guard !envelope.goesOn else {
            begun += envelope.payload
            handlePieces()
            return .nothing
        }
        whole = received
        guard !begun.isEmpty else { return .message(envelope.payload, number: received) }
        let message = begun + envelope.payload
        begun = []
        return .message(message, number: received)
    }

    private mutating func acknowledge(_ number: UInt64) throws(LinkFault) {
        guard number <= sent else { throw .unexpected }
        guard number > acknowledged else { return }
        acknowledged = number
        let done = underWay.firstIndex { $0.number > number } ?? underWay.count
        for one in underWay[..<done] { bytesUnderWay -= one.bytes }
        underWay.removeFirst(done)
    }

    /// The message of that number, and all before it, have been handled here.
    package mutating func handled(upTo number: UInt64) {
        precondition(number <= received, "mail is handled when it has come")
        handle(upTo: number)
        finished = max(finished, number)
        handlePieces()
    }

    private mutating func handle(upTo number: UInt64) {
        guard number > handled else { return }
        handled = number
        let done = unhandled.firstIndex { $0.number > number } ?? unhandled.count
        for one in unhandled[..<done] { bytesUntold += one.bytes }
        unhandled.removeFirst(done)
    }

    /// Acknowledges the begin of a message, for which more room than the window may be wanted: it counts as handled
    /// once all before it is.
    private mutating func handlePieces() {
        if !begun.isEmpty, finished == whole { handle(upTo: received) }
    }

    /// Throws `silent` if the other end has been silent for too long.
    package func checkIsHeard(now: Int) throws(LinkFault) {
        if now - lastHeard > bounds.silence { throw .silent }
    }
}

/// A reason why a link is over.
package enum LinkFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Mail is missing.
    case gap(expected: UInt64, came: UInt64)
    /// The other end has been silent for too long.
    case silent
    /// A message is longer than it may be.
    case excess
    /// The other end speaks a version that was not agreed on.
    case version(UInt8)
    /// The other end acknowledges mail that it never had, or sends what belongs to no link.
    case unexpected
    /// Its mail cannot be read.
    case unreadable(FieldFault)
    /// The other end has given the link up.
    case givenUp
    /// The other end has left too much unhandled for too long.
    case behind
    /// Another hub has taken over.
    case replaced
    /// The hub may have lost its lease.
    case lapsed

    package var description: String {
        switch self {
        case .gap(let expected, let came): "mail \(came) came in place of \(expected)"
        case .silent: "nothing was heard for too long"
        case .excess: "a message is too long"
        case .version(let version): "mail of version \(version), which was not agreed on"
        case .unexpected: "what came belongs to no link"
        case .unreadable(let fault): "mail cannot be read: \(fault)"
        case .givenUp: "the other end has given the link up"
        case .behind: "it does not handle what it is sent"
        case .replaced: "another hub has taken over"
        case .lapsed: "the lease could not be renewed in time"
        }
    }
}
