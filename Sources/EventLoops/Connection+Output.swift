import Bytes
import Glibc

extension Connection {
    /// Bytes written that the socket has not taken.
    package var queuedBytes: Int {
        var count = segment.count + (backlog?.count ?? 0) + (tls?.unsentCount ?? 0)
        if !moreSegments.isEmpty {
            for segment in moreSegments { count += segment.count }
        }
        return count
    }

    /// Whether the socket has refused bytes that still wait. When they are gone, ``ConnectionHandler/drained(_:)`` is
    /// called.
    package var hasBacklog: Bool { flags.contains(.watchesOutput) }

    package func write(_ header: InlineBytes, _ body: RawSpan) {
        guard accepts(header.count + body.byteCount) else { return }
        if let backlog {
            backlog.append(header, body)
            loop.settleMuchOutput()
        } else {
            add(loop.output.append(header, body))
        }
    }

    package func write(_ header: InlineBytes, _ body: SharedBytes) {
        guard accepts(header.count + body.count) else { return }
        take(header, body)
    }

    /// Writes the one long body that a peer has asked for, whose length its maker bounds. It may pass the limit if the
    /// output before it is within the limit. The bound on all output (``OutputBudget``) counts it whole, as it is kept
    /// until it has left.
    package func writeAnswer(_ body: SharedBytes) {
        guard accepts(0) else { return }
        take(InlineBytes(), body)
    }

    private func take(_ header: InlineBytes, _ body: SharedBytes) {
        if let backlog {
            backlog.append(header, body)
            loop.settleMuchOutput()
        } else if body.count < Connection.copyLimit {
            add(loop.output.append(header, body))
        } else {
            moveToBacklog().append(header, body)
            markDirty()
        }
    }

    /// Shared bytes up to this length are copied into the turn's output; longer ones are sent from where they are.
    private static var copyLimit: Int { 16_384 }

    /// Bytes beyond the limit that a handler may write when it is told of the overflow: its good-bye.
    private static var lastWords: Int { 256 }

    /// Whether there is room for `count` bytes more; if not, the handler is told at the end of the turn.
    @inline(__always)
    private func accepts(_ count: Int) -> Bool {
        // The usual case: nothing waits but what this turn has written.
        if flags.isDisjoint(with: .refusing), backlog == nil, tls == nil, moreSegments.isEmpty,
            segment.count + count <= outputLimit
        {
            return true
        }
        return acceptsMore(count)
    }

    private func acceptsMore(_ count: Int) -> Bool {
        guard flags.isDisjoint(with: [.closing, .closed]) else { return false }
        guard !flags.contains(.overflowed) else {
            return flags.contains(.saysGoodBye) && queuedBytes + count <= outputLimit + Connection.lastWords
        }
        if queuedBytes + count <= outputLimit { return true }
        flags.insert(.overflowed)
        markDirty()
        return false
    }

    @inline(__always)
    private func add(_ added: Segment) {
        if segment.start == segment.end {
            segment = added
            markDirty()
        } else if moreSegments.isEmpty && segment.end == added.start {
            segment.end = added.end
        } else if let last = moreSegments.last, last.end == added.start {
            moreSegments[moreSegments.count - 1].end = added.end
        } else {
            moreSegments.append(added)
        }
        if loop.output.count > TurnOutput.softLimit { loop.sendOutput() }
    }

    /// Takes the segments out of the turn's output, to be sent from a backlog.
    @discardableResult
    func moveToBacklog() -> OutputBacklog {
        let backlog = backlog ?? OutputBacklog(ledger: loop.ledger)
        self.backlog = backlog
        forEachSegment { loop.output.withBytes(of: $0) { backlog.append($0) } }
        clearSegments()
        return backlog
    }

    func forEachSegment(_ body: (Segment) -> Void) {
        if segment.count > 0 { body(segment) }
        for segment in moreSegments { body(segment) }
    }

    func clearSegments() {
        segment = Segment(start: 0, end: 0)
        if !moreSegments.isEmpty { moreSegments = [] }
    }

    /// Gives the socket what it takes now; the rest becomes, or stays, the backlog. No handler is called.
    func sendOutput() {
        guard !flags.contains(.closed) else { return }
        if let tls { return sendOutput(through: tls) }
        if backlog == nil && segment.count > 0 {
            if moreSegments.isEmpty { sendSegment() } else { sendSegments() }
        }
        if backlog != nil && !flags.contains(.watchesOutput) { drainBacklog() }
    }

    /// The usual case: everything of the turn in one piece.
    private func sendSegment() {
        let sent = loop.output.withBytes(of: segment) { Transport.send($0, to: descriptor) }
        if sent == segment.count {
            segment = Segment(start: 0, end: 0)
        } else {
            keepRest(sent)
        }
    }

    private func sendSegments() {
        var vectors: [iovec] = []
        forEachSegment { segment in
            loop.output.withBytes(of: segment) {
                // The turn's output does not move during the call, and `sendmsg` only reads.
                vectors.append(iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count))
            }
        }
        let total = queuedBytes
        // More pieces than one call takes are left to the backlog.
        if vectors.count > 512 { vectors.removeSubrange(512...) }
        let sent = Transport.send(&vectors, to: descriptor)
        if sent == total { clearSegments() } else { keepRest(sent) }
    }

    /// Keeps what a write did not take for when there is room.
    private func keepRest(_ sent: Int) {
        if sent < 0 && errno != EAGAIN && errno != EINTR {
            clearSegments()
            return loop.end(self, .failed(errno: errno))
        }
        var skipped = max(sent, 0)
        var rest: [Segment] = []
        forEachSegment { segment in
            var segment = segment
            let cut = min(skipped, segment.count)
            segment.start += UInt32(cut)
            skipped -= cut
            if segment.count > 0 { rest.append(segment) }
        }
        segment = rest.first ?? Segment(start: 0, end: 0)
        moreSegments = Array(rest.dropFirst())
        moveToBacklog()
    }

    /// Sends from the backlog; watches for room if something is left.
    func drainBacklog() {
        if let tls { return drain(through: tls) }
        guard let backlog else { return }
        if let errno = backlog.drain(to: descriptor) { return loop.end(self, .failed(errno: errno)) }
        if backlog.count == 0 {
            self.backlog = nil
            flags.remove(.watchesOutput)
        } else {
            flags.insert(.watchesOutput)
        }
        updateInterest()
    }
}
