/// The deadlines of a WebSocket's client. One is for a step of the protocol (`hello`, a pong, the answer to a Close),
/// and one for the rest of a message. Times are in ms of the loop's clock. One timer serves all.
///
/// After `hello` the client is pinged now and then to detect a dead connection. Clients with a seat in a room are
/// checked more often, as others wait for them. Such a client is pinged when it has sent nothing, and counts as silent
/// if nothing arrives until the next check.
struct SocketDeadlines {
    /// The action that a check of an open, greeted WebSocket asks for.
    enum Step: Equatable {
        /// Nothing until the next check.
        case wait
        case ping
        /// Report the client to the hub as silent.
        case silent
        /// Close: the pong did not arrive in time.
        case end
    }

    private var stepEnds: Int64 = 0
    /// The deadline of a partial message; 0 without one.
    private var messageEnds: Int64 = 0
    /// The time of the last keep-alive ping or its pong.
    private var asked: Int64 = 0
    private var awaitsPong = false
    private var isAttended = false
    /// Whether anything arrived since the last check.
    private var wasHeard = false
    private(set) var isSilent = false

    /// When the timer is due.
    var end: Int64 { messageEnds > 0 ? min(messageEnds, stepEnds) : stepEnds }

    /// The next step has to be done within so many ms.
    mutating func expectStep(within milliseconds: Int, now: Int64) { stepEnds = now + Int64(milliseconds) }

    /// Whether the next step had to be done by now.
    func isStepDue(_ now: Int64) -> Bool { stepEnds <= now }

    // MARK: Messages

    /// Whether a message has come in part.
    var isInMessage: Bool { messageEnds > 0 }

    /// A message has come in part, and has to be there whole within so many ms.
    mutating func expectMessage(within milliseconds: Int, now: Int64) { messageEnds = now + Int64(milliseconds) }

    /// The message has come whole, or is wanted no more.
    mutating func endMessage() { messageEnds = 0 }

    /// Whether the message had to be there by now.
    func isMessageDue(_ now: Int64) -> Bool { messageEnds > 0 && messageEnds <= now }

    // MARK: Signs of life

    /// Bytes have come. Answers whether it was silent until now.
    mutating func bytesArrived() -> Bool {
        wasHeard = true
        defer { isSilent = false }
        return isSilent
    }

    /// A pong has come. Answers whether it was awaited; then the next step is to be looked at.
    mutating func answered(_ timeouts: Timeouts, now: Int64) -> Bool {
        guard awaitsPong else { return false }
        awaitsPong = false
        asked = now
        expectStep(within: isAttended ? timeouts.attention : timeouts.betweenPings, now: now)
        return true
    }

    /// The hub attends to it from now on, or does so no more.
    mutating func attend(_ isAttended: Bool, _ timeouts: Timeouts, now: Int64) {
        self.isAttended = isAttended
        guard isAttended else { return isSilent = false }
        stepEnds = min(stepEnds, now + Int64(timeouts.attention))
    }

    /// The next step is due.
    mutating func look(_ timeouts: Timeouts, now: Int64) -> Step {
        defer { wasHeard = false }
        guard awaitsPong else {
            if isAttended, wasHeard, now - asked < timeouts.betweenPings {
                expectStep(within: timeouts.attention, now: now)
                return .wait
            }
            awaitsPong = true
            asked = now
            expectStep(within: isAttended ? min(timeouts.attention, timeouts.pong) : timeouts.pong, now: now)
            return .ping
        }
        let left = Int(asked - now) + timeouts.pong
        guard left > 0 else { return .end }
        expectStep(within: isAttended ? min(timeouts.attention, left) : left, now: now)
        guard isAttended, !wasHeard, !isSilent else { return .wait }
        isSilent = true
        return .silent
    }
}
