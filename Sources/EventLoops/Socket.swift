import Bytes
import CLinux
import Glibc

/// A connected TCP socket on its shard.
///
/// What is written in one turn of the loop leaves in one `send` at the turn's end (cork). Idle sockets hold no buffers.
package final class Socket: ByteSink {
    private enum State {
        /// Bytes go both ways.
        case open
        /// Nothing more is written; what waits is sent, then our side is shut.
        case flushing
        /// Our side is shut; what the peer still sends is thrown away, so that the kernel does not answer it with a
        /// reset, which could destroy our last words on their way.
        case lingering
        case closed
    }

    private let descriptor: CInt
    private unowned let loop: ShardLoop
    private let token: UInt64
    /// Who speaks the protocol. Set once, by the one who takes the socket.
    package var handler: (any SocketHandler)?
    /// Bytes that may wait for a peer that does not read.
    package var outputLimit = 1 << 20

    private var state = State.open
    private var output = ByteBuffer()
    /// Bytes at the front of `output` that have been sent.
    private var sent = 0
    private var kept = ByteBuffer()
    private var interest = Epoll.Interest.read
    private var isReadingPaused = false
    private var hasInputEnded = false
    private var isDirty = false
    private var hasWaited = false
    /// Tick at which the handler wants to be told, 0 for never; and whether the wheel holds an entry for this socket.
    private var deadlineTick = 0
    private var isOnWheel = false
    private var lingeredBytes = 0

    /// How long a shut socket waits for its peer, and how much it swallows meanwhile.
    private static let lingerMs = 2_000
    private static let lingerBytes = 1 << 20

    init(adopting descriptor: CInt, loop: ShardLoop, token: UInt64) throws(EventLoopError) {
        self.descriptor = descriptor
        self.loop = loop
        self.token = token
        try loop.epoll.add(descriptor, interest, token: token)
    }

    /// Bytes written that the kernel has not taken.
    package var queuedBytes: Int { output.count - sent }

    /// Whether it can still be written to.
    package var isOpen: Bool { state == .open }

    /// The peer's IP address as text; IPv4 also where it came through an IPv6 socket. Empty if the peer is gone.
    package var remoteAddress: String { SocketAddress.peer(of: descriptor)?.host ?? "" }

    // MARK: Writing

    package func write(_ bytes: InlineBytes) {
        guard state == .open else { return }
        output.append(bytes)
        markDirty()
    }

    package func write(_ span: RawSpan) {
        guard state == .open else { return }
        output.append(span)
        markDirty()
    }

    package func write(_ bytes: SharedBytes) {
        guard state == .open else { return }
        bytes.withUnsafeBytes { output.append($0) }
        markDirty()
    }

    private func markDirty() {
        guard !isDirty else { return }
        isDirty = true
        loop.flushLater(self)
    }

    /// Sends what waits, at the end of a turn or when the kernel has room again.
    func flush() {
        isDirty = false
        guard state == .open || state == .flushing else { return }
        while queuedBytes > 0 {
            let count = output.withUnsafeBytes { bytes in
                Glibc.send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, CInt(MSG_NOSIGNAL))
            }
            guard count >= 0 else {
                if errno == EINTR { continue }
                if errno == EAGAIN || errno == EWOULDBLOCK { return waitForRoom() }
                return close()
            }
            sent += count
        }
        output.release()
        sent = 0
        if interest.contains(.write) { setInterest(interest.subtracting(.write)) }
        if state == .flushing { return shutOutput() }
        if hasWaited {
            hasWaited = false
            handler?.drained(self)
        }
    }

    private func waitForRoom() {
        // What has gone is cut off once it is most of the buffer: each byte moves a bounded number of times.
        if sent > output.count / 2 {
            output.removeFirst(sent)
            sent = 0
        }
        hasWaited = true
        if !interest.contains(.write) { setInterest(interest.union(.write)) }
        if queuedBytes > outputLimit, state == .open { handler?.outputLimitReached(self) }
    }

    // MARK: Reading

    /// Offers no more bytes until `resumeReading`: for a handler that must answer first what it has.
    package func pauseReading() {
        guard state == .open, !isReadingPaused else { return }
        isReadingPaused = true
        setInterest(interest.subtracting(.read))
    }

    /// Offers bytes again, those kept first, later in this turn or the next.
    package func resumeReading() {
        guard state == .open, isReadingPaused else { return }
        isReadingPaused = false
        if !hasInputEnded { setInterest(interest.union(.read)) }
        if !kept.isEmpty || hasInputEnded { loop.offerLater(self) }
    }

    /// An event of the kernel's.
    func ready(_ what: Epoll.Interest) {
        if what.contains(.write) { flush() }
        if what.contains(.read), !isReadingPaused, !hasInputEnded {
            read()
        } else if !what.isDisjoint(with: .broken), state != .closed {
            // A broken socket that nobody reads would be reported for ever.
            close()
        }
    }

    private func read() {
        let buffer = loop.receiveBuffer
        let start = kept.count
        if start > 0 { kept.withUnsafeBytes { buffer.copyMemory(from: $0) } }
        let count = recv(descriptor, buffer.baseAddress.map { $0 + start }, ShardLoop.readBytes, 0)
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            return count == 0 ? endInput() : close()
        }
        if state == .lingering || state == .flushing {
            lingeredBytes += count
            if lingeredBytes > Socket.lingerBytes { close() }
            return
        }
        offer(start + count)
    }

    /// Offers the first `count` bytes of the receive buffer, and keeps what the handler leaves.
    private func offer(_ count: Int) {
        var input = ReceivedBytes(lending: UnsafeMutableRawBufferPointer(rebasing: loop.receiveBuffer[..<count]))
        handler?.received(&input, from: self)
        let left = input.remaining
        guard left > 0, state == .open else { return kept.release() }
        precondition(left <= ShardLoop.keptBytes, "a handler that takes nothing must pause reading")
        kept.removeAll()
        input.withRemaining { kept.append($0) }
    }

    /// Offers again what was kept; told that the input has ended when all of it was taken.
    func offerKept() {
        guard state == .open, !isReadingPaused else { return }
        if !kept.isEmpty {
            let count = kept.count
            kept.withUnsafeBytes { loop.receiveBuffer.copyMemory(from: $0) }
            offer(count)
        }
        if hasInputEnded, kept.isEmpty, !isReadingPaused, state == .open { handler?.inputEnded(self) }
    }

    private func endInput() {
        if state == .lingering { return close() }
        hasInputEnded = true
        setInterest(interest.subtracting(.read))
        if state == .open { handler?.inputEnded(self) }
    }

    private func setInterest(_ new: Epoll.Interest) {
        guard new != interest, state != .closed else { return }
        interest = new
        loop.epoll.change(descriptor, new, token: token)
    }

    // MARK: Time

    /// Asks for `deadlinePassed` in `ms`, in place of what was asked before; nil for never. Costs nothing on the way:
    /// the wheel holds one entry for a socket and looks again when that is due.
    package func setDeadline(inMs ms: Int?) {
        deadlineTick = ms.map { loop.tick(inMs: $0) } ?? 0
        guard deadlineTick > 0, !isOnWheel else { return }
        isOnWheel = true
        loop.watchDeadline(token, at: deadlineTick)
    }

    /// The wheel's entry is due.
    func deadlineDue(at tick: Int) {
        isOnWheel = false
        guard state != .closed, deadlineTick > 0 else { return }
        guard deadlineTick <= tick else {
            isOnWheel = true
            return loop.watchDeadline(token, at: deadlineTick)
        }
        deadlineTick = 0
        if state == .open { handler?.deadlinePassed(self) } else { close() }
    }

    // MARK: Closing

    /// Sends what waits, then shuts our side and waits a little for the peer's. Nothing can be written any more.
    package func closeAfterFlush() {
        guard state == .open else { return }
        state = .flushing
        isReadingPaused = false
        kept.release()
        if !hasInputEnded { setInterest(interest.union(.read)) }
        setDeadline(inMs: Socket.lingerMs)
        markDirty()
    }

    private func shutOutput() {
        guard !hasInputEnded else { return close() }
        state = .lingering
        shutdown(descriptor, CInt(SHUT_WR))
    }

    /// Closes at once; what waits is lost.
    package func close() {
        guard state != .closed else { return }
        state = .closed
        Glibc.close(descriptor)
        output.release()
        kept.release()
        loop.retire(token, self)
    }

    /// The turn is over: nobody is inside a call to the handler.
    func tellClosed() {
        let handler = self.handler
        self.handler = nil
        handler?.closed(self)
    }
}
