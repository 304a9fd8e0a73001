import Bytes
import EventLoops
import HTTP1
import WebSockets

/// The WebSockets of one shard, and the state that they share. Used on that shard only; it hangs on the shard's loop.
final class EchoRoom: TurnEnd {
    /// Most that a broadcast waits for others, in ms.
    private static let longestPause = 10
    /// Bytes of broadcasts that wait at most.
    private static let gatheredBytes = 65_536

    let service: EchoService
    /// Shared by all of them. Nil if nothing is compressed.
    let deflate: DeflatePool?
    private unowned let loop: EventLoop
    private var members: [EchoSocket] = []
    private var spareReader: RequestReader?

    private var pacer = FlushPacer(longestPause: EchoRoom.longestPause)
    /// Broadcasts that wait.
    private var gathered: [EncodedMessage] = []
    private var gatheredCount = 0
    private var wait: TimerToken?
    /// Broadcasts leave at the end of this turn.
    private var isFlushing = false

    private init(_ service: EchoService, loop: EventLoop) {
        self.service = service
        deflate = service.deflate.map { DeflatePool($0) }
        self.loop = loop
        loop.turnEnds.append(self)
    }

    /// The room of a loop, made when first asked for.
    static func of(_ loop: EventLoop, _ service: EchoService) -> EchoRoom {
        if let room = loop.attachment as? EchoRoom { return room }
        let room = EchoRoom(service, loop: loop)
        loop.attachment = room
        return room
    }

    func add(_ socket: EchoSocket) {
        // A connection that comes now is not sent earlier broadcasts.
        flush()
        socket.place = members.count
        members.append(socket)
    }

    func remove(_ socket: EchoSocket) {
        guard socket.place >= 0 else { return }
        let last = members.removeLast()
        guard last !== socket else { return }
        members[socket.place] = last
        last.place = socket.place
    }

    // MARK: Requests

    /// A parser for a request. Nearly all come in one read: then it goes back, and no connection ever owns one.
    func takeReader() -> RequestReader {
        defer { spareReader = nil }
        return spareReader ?? RequestReader()
    }

    /// Gives back a parser that stands before a request.
    func giveBack(_ reader: RequestReader) {
        spareReader = reader
    }

    // MARK: Broadcasts

    /// Sends a message to everybody on all shards.
    func broadcast(_ message: EncodedMessage) {
        for shard in service.shards.shards {
            if shard.owns(loop) {
                deliver(message)
            } else {
                shard.execute { [service] in EchoRoom.of($0, service).deliver(message) }
            }
        }
    }

    private func deliver(_ message: EncodedMessage) {
        gathered.append(message)
        gatheredCount += message.count
        switch pacer.departure(ofMessageAt: EventLoop.nanoseconds()) {
        case .now: flush()
        case .withWaiting: if gatheredCount > EchoRoom.gatheredBytes { flush() }
        case .later(let time):
            // Rounded up to the grain of the timer.
            let pause = max(time - EventLoop.nanoseconds(), 0)
            wait = loop.after(milliseconds: Int((pause + 999_999) / 1_000_000), precisely: true) { [weak self] _ in
                self?.flush()
            }
        }
    }

    /// Hands what waits to the connections, which send it at the end of the turn.
    private func flush() {
        guard !gathered.isEmpty else { return }
        if let wait { loop.cancel(wait) }
        wait = nil
        pacer.flushBegins(at: EventLoop.nanoseconds())
        isFlushing = true
        let message = gathered.count == 1 ? gathered[0] : EncodedMessage(joining: gathered)
        gathered.removeAll(keepingCapacity: true)
        gatheredCount = 0
        for member in members { member.send(message) }
    }

    func turnEnded() {
        guard isFlushing else { return }
        isFlushing = false
        pacer.flushEnds(at: EventLoop.nanoseconds())
    }
}

/// A parser in a box, to be handed from hand to hand.
final class RequestReader {
    private var parser = RequestParser()

    /// See ``HTTP1/RequestParser/next(_:)``.
    func next(_ bytes: inout ReceivedBytes) throws(HTTPError) -> RequestParser.Event? {
        try parser.next(&bytes)
    }
}
