import Bytes
import EventLoops
import Glibc
import Messages

/// A connection of a program of the operator's: a request a line, an answer a line, one after the other. Both are JSON
/// objects.
final class ControlConnection: ConnectionHandler {
    private unowned let shard: ServerShard
    private let bounds: ControlBounds
    /// Whether a request waits for its answer.
    private var isBusy = false
    /// Whether nothing more is read, and the connection ends with the answer that is waited for.
    private var isEnding = false
    /// Whether a line was begun whose end has not come.
    private var hasBegunLine = false

    /// Whether it has one of the places.
    private let isServed: Bool

    init(_ connection: Connection, shard: ServerShard, bounds: ControlBounds) {
        self.shard = shard
        self.bounds = bounds
        let isTrusted = ControlConnection.trusts(connection.peerUser)
        isServed = isTrusted && shard.controlServed < bounds.connections
        guard !isServed else {
            shard.controlServed += 1
            connection.setTimeout(milliseconds: bounds.patience)
            return
        }
        shard.controlRefused += 1
        isEnding = true
        // To hear it takes a descriptor until the peer has closed its side.
        guard shard.controlRefused <= bounds.refusals else {
            connection.abort()
            return
        }
        let refusal =
            isTrusted
            ? AdminRefusal(.tooManyConnections, "\(bounds.connections) such connections are open. Try again.")
            : AdminRefusal(.notAllowed, "Only root and the user that the server runs as may do this.")
        refuse(refusal, connection)
    }

    /// Whether a user may do what an operator may. The mode of the socket says the same; a folder can be mounted, or
    /// its modes changed.
    static func trusts(_ user: UInt32?, own: UInt32 = geteuid()) -> Bool { user == own || user == 0 }

    // MARK: Reading

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        while !isBusy, !isEnding, bytes.remaining > 0 {
            guard let line = takeLine(&bytes, on: connection) else { return }
            handle(line, connection)
        }
        // What comes after the last that is read is nobody's.
        if isEnding { bytes.consumeAll() }
    }

    /// The next line without its end; nil if it has not come, or is too long.
    private func takeLine(_ bytes: inout ReceivedBytes, on connection: Connection) -> [UInt8]? {
        let (most, end) = (bounds.line, UInt8(ascii: "\n"))
        let found: (line: [UInt8]?, count: Int) = bytes.withRemaining { rest in
            let count = min(rest.byteCount, most + 1)
            let line = (0..<count).prefix { rest.unsafeLoad(fromByteOffset: $0, as: UInt8.self) != end }
                .map { rest.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
            return (line.count < count ? line : nil, count)
        }
        hasBegunLine = found.line == nil && found.count > 0
        if let line = found.line {
            bytes.consume(line.count + 1)
            return line
        }
        if found.count > most {
            refuse(AdminRefusal(.tooLong, "A request has at most \(most) bytes."), connection)
            bytes.consumeAll()
        }
        return nil
    }

    private func handle(_ line: [UInt8], _ connection: Connection) {
        let request: AdminRequest
        do throws(AdminRefusal) {
            request = try AdminRequest(decoding: line)
        } catch {
            return answer(error.encoded, connection)
        }
        guard let hub = shard.mailroom?.hub, shard.node?.decides ?? true else {
            let text =
                if let node = shard.node?.link.hubNode {
                    "This server is not the one that decides now: that is \(node). Ask on that machine."
                } else {
                    "No server of the cluster decides now. Try again."
                }
            return answer(AdminRefusal(.unavailable, text).encoded, connection)
        }
        isBusy = true
        connection.cancelTimeout()
        connection.pauseReading()
        hub.administration.administer(request, by: .command) { [weak self, weak connection] result in
            guard let self, let connection else { return }
            isBusy = false
            switch result {
            case .success(let done): answer(done.encoded, connection)
            case .failure(let refusal): answer(refusal.encoded, connection)
            }
            if isEnding { return connection.close(sendingFor: bounds.patience) }
            connection.resumeReading()
        }
    }

    // MARK: Answering

    private func answer(_ json: [UInt8], _ connection: Connection) {
        guard connection.isOpen else { return }
        connection.write((json + [UInt8(ascii: "\n")]).span.bytes)
        connection.setTimeout(milliseconds: bounds.patience)
    }

    /// Says why, and ends.
    private func refuse(_ refusal: AdminRefusal, _ connection: Connection) {
        isEnding = true
        answer(refusal.encoded, connection)
        connection.close(sendingFor: bounds.patience)
    }

    /// Ends, with the answer that is waited for.
    private func end(_ connection: Connection) {
        isEnding = true
        if !isBusy { connection.close(sendingFor: bounds.patience) }
    }

    // MARK: The connection

    func inputEnded(on connection: Connection) {
        guard hasBegunLine, !isBusy, !isEnding else { return end(connection) }
        refuse(AdminRefusal(.badRequest, "A request ends with a line feed."), connection)
    }
    func drained(_ connection: Connection) {}
    func overflowed(_ connection: Connection) { connection.abort() }
    func timedOut(_ connection: Connection) {
        refuse(AdminRefusal(.timeOut, "No request came within \(bounds.patience / 1_000) s."), connection)
    }
    func stopping(_ connection: Connection) { end(connection) }
    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        if isServed { shard.controlServed -= 1 } else { shard.controlRefused -= 1 }
    }
}
