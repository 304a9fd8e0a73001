import Bytes
import CLinux
import Glibc

/// A TCP connection of one shard, to be used on that shard only.
///
/// Writes are gathered: what is written during a turn of the loop leaves at its end, in one system call.
package final class Connection: ByteSink {
    struct Flags: OptionSet {
        let rawValue: UInt16

        /// The connection is in the loop's list of those with something to send or to finish.
        static let dirty = Flags(rawValue: 1)
        /// Watched for room to send.
        static let watchesOutput = Flags(rawValue: 2)
        static let readingPaused = Flags(rawValue: 4)
        static let inputEnded = Flags(rawValue: 8)
        /// No more writes; gone when everything is sent.
        static let closing = Flags(rawValue: 16)
        /// Everything is sent and our side shut; the peer's end is awaited.
        static let lingering = Flags(rawValue: 32)
        static let closed = Flags(rawValue: 64)
        static let overflowed = Flags(rawValue: 128)
        /// The connection is in the handler's call about the overflow, or after it.
        static let saysGoodBye = Flags(rawValue: 256)
        /// Unconsumed bytes are to be given to the handler although no new ones have come.
        static let reread = Flags(rawValue: 512)
        /// The backlog became empty after the socket had refused bytes.
        static let reportsDrained = Flags(rawValue: 1024)
        /// The peer's end has been read while reading was paused. TLS sends the end in a record of its own, which may
        /// come in one read with bytes that are kept for later.
        static let endHeld = Flags(rawValue: 2048)

        /// Flags with which no more output is accepted.
        static let refusing: Flags = [.closing, .closed, .overflowed]
        /// Flags that leave work for after the turn's output is sent.
        static let unfinished: Flags = [.closing, .overflowed, .reread, .reportsDrained]
    }

    /// The loop it belongs to.
    package let loop: EventLoop
    /// The connection's name for other threads.
    package let id: ConnectionID
    let descriptor: Int32
    // None of these is checked for exclusivity at run time, for the reasons of `EventLoop.output`. They are read and
    // written in single steps, during which nobody is called.
    @exclusivity(unchecked) var flags: Flags = []
    /// The events that epoll watches now.
    @exclusivity(unchecked) var interest: UInt32
    /// The connection's first segment in this turn's output; there is seldom another.
    @exclusivity(unchecked) var segment = Segment(start: 0, end: 0)
    /// The stored value of ``unfinishedInput``.
    @exclusivity(unchecked) private var unfinished: UInt32 = 0
    @exclusivity(unchecked) var moreSegments: [Segment] = []
    @exclusivity(unchecked) var backlog: OutputBacklog?
    /// Nil if the peer speaks plain TCP.
    @exclusivity(unchecked) var tls: TLSStream?
    /// Bytes that the handler did not consume.
    @exclusivity(unchecked) var carried: CarriedInput?
    @exclusivity(unchecked) var timer = TimerWheel<LoopTimer>.Token.none
    /// The reader of this connection's input. Set another one to change the protocol, as after an upgrade.
    @exclusivity(unchecked) package var handler: (any ConnectionHandler)?
    /// Most bytes that may wait to be sent.
    @exclusivity(unchecked) package var outputLimit: Int

    init(
        loop: EventLoop, id: ConnectionID, descriptor: Int32, interest: UInt32, tls: TLSStream? = nil, outputLimit: Int
    ) {
        self.loop = loop
        self.id = id
        self.descriptor = descriptor
        self.interest = interest
        self.tls = tls
        self.outputLimit = outputLimit
    }

    /// The peer's address. Nil if it is gone.
    package var remoteAddress: SocketAddress? {
        flags.contains(.closed) ? nil : SocketAddress(of: descriptor, by: getpeername)
    }

    /// The user at the other end of a local socket, when it connected. Nil if the system does not say.
    package var peerUser: UInt32? {
        flags.contains(.closed) ? nil : UInt32(exactly: linux_peer_user(descriptor))
    }

    /// The round trip between this kernel and the TCP peer's, in µs, measured by the acknowledgments of sent bytes. It
    /// is the least of the last minutes, or the smoothed one if that is less. Nil if the system does not say. A system
    /// call.
    package var kernelRoundTrip: Int? { flags.contains(.closed) ? nil : Transport.roundTrip(of: descriptor) }

    /// Whether it takes writes: neither closed nor being closed.
    package var isOpen: Bool { flags.isDisjoint(with: [.closing, .closed, .overflowed]) }

    /// Closes the connection when everything written so far is sent. The peer has so many ms to read it (a few seconds
    /// if nothing is said), and then a few seconds to close its side.
    package func close(sendingFor milliseconds: Int? = nil) {
        guard flags.isDisjoint(with: [.closing, .closed]) else { return }
        flags.insert(.closing)
        markDirty()
        loop.armLinger(self, milliseconds: milliseconds)
    }

    /// Closes it at once; what waits to be sent is lost.
    package func abort() {
        loop.end(self, .aborted)
    }

    /// Sets how much the kernel holds of what was sent, in bytes, in place of its own growing measure. More than that
    /// waits here, where it is counted and bounded.
    package func setSendBuffer(_ bytes: Int) {
        guard !flags.contains(.closed) else { return }
        var size = Int32(clamping: bytes)
        // It cannot fail on an open socket; if it did, the kernel's measure would do.
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Calls ``ConnectionHandler/timedOut(_:)`` after so many ms, in place of what was set before.
    package func setTimeout(milliseconds: Int) {
        guard flags.isDisjoint(with: [.closing, .closed]) else { return }
        loop.setTimer(self, milliseconds: milliseconds)
    }

    /// Takes back what ``setTimeout(milliseconds:)`` set.
    package func cancelTimeout() {
        guard flags.isDisjoint(with: [.closing, .closed]) else { return }
        loop.cancelTimer(self)
    }

    /// Stops reading, so that TCP slows the peer down. What was read and not consumed is kept.
    package func pauseReading() {
        flags.insert(.readingPaused)
        updateInterest()
    }

    /// Reads again, beginning with what was kept.
    package func resumeReading() {
        guard flags.contains(.readingPaused) else { return }
        flags.remove(.readingPaused)
        updateInterest()
        if carried != nil || flags.contains(.endHeld) {
            flags.insert(.reread)
            markDirty()
        }
    }

    /// Whether what comes is read.
    package var isReading: Bool { flags.isDisjoint(with: .readingPaused) }

    /// About the bytes of memory that the handler holds for what the peer has begun and not ended. They count as output
    /// that waits for the peer: a peer with many of them is cut like one that does not read (``OutputBudget``).
    package var unfinishedInput: Int {
        get { Int(unfinished) }
        set {
            // The connection has ended, and the handler's memory with it.
            let held = flags.contains(.closed) ? 0 : UInt32(clamping: newValue)
            guard held != unfinished else { return }
            loop.ledger.waiting += Int(held) - Int(unfinished)
            unfinished = held
        }
    }

    func markDirty() {
        guard flags.isDisjoint(with: [.dirty, .closed]) else { return }
        flags.insert(.dirty)
        loop.dirty.append(self)
    }

    /// Tells epoll what to watch for, if that has changed.
    func updateInterest() {
        guard !flags.contains(.closed) else { return }
        var wanted: UInt32 = 0
        // An ended input stays readable for ever: watched, it would wake us without end.
        if flags.isDisjoint(with: [.readingPaused, .inputEnded]) || flags.isDisjoint(with: [.inputEnded]) && isLeaving {
            wanted |= EPOLLIN.rawValue
        }
        if flags.contains(.watchesOutput) { wanted |= EPOLLOUT.rawValue }
        guard wanted != interest else { return }
        interest = wanted
        loop.watch(descriptor, wanted, token: id.token, operation: EPOLL_CTL_MOD)
    }

    /// Whether what comes is dropped, and only the end is waited for.
    var isLeaving: Bool { flags.contains(.lingering) }
}

/// Bytes that a handler did not consume. A box, so that the many connections without any pay one word.
final class CarriedInput {
    private var bytes = ByteBuffer()
    private let ledger: OutputLedger
    /// The last of the bytes came at this ms of the loop's clock at the earliest.
    private(set) var arrival: Int64
    /// About the bytes of memory that it takes.
    private(set) var memory = 0 {
        didSet { ledger.waiting += memory - oldValue }
    }

    init(_ bytes: RawSpan, arrival: Int64, ledger: OutputLedger) {
        self.ledger = ledger
        self.arrival = arrival
        append(bytes, arrival: arrival)
    }

    deinit { ledger.waiting -= memory }

    func append(_ added: RawSpan, arrival: Int64) {
        self.arrival = arrival
        bytes.reserveExactly(added.byteCount)
        bytes.append(added)
        memory = 64 + bytes.capacity
    }

    /// Offers the bytes to `consume`, which says how many of the last it leaves. Answers whether there are any.
    func offer(to consume: (UnsafeMutableRawBufferPointer) -> Int) -> Bool {
        let left = bytes.withUnsafeMutableBytes { consume($0) }
        bytes.removeFirst(bytes.count - left)
        return left > 0
    }
}
