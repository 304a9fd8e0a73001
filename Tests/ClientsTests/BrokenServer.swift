import Bytes
import EventLoops
import HTTP1
import Synchronization
import WebSockets

/// A fault of a server of the tests.
enum ServerFault: String, CaseIterable, Sendable {
    // Instead of a good answer to the handshake:
    case wrongAccept, noAccept, noUpgrade, noConnection, unaskedSubprotocol, unaskedExtension, redirects, refuses
    case answersHTTP10, answersNoHTTP, hugeHead, neverAnswers, closesAtOnce, closesInHead, resetsInHead
    // Instead of a good frame for every message:
    case masks, reservedBit, reservedOpcode, badUTF8, badUTF8Early, oversized, hugeLength, longLength
    case controlTooLong, controlInFragments, continuesNothing, interrupts
    case badCloseCode, shortClose, badCloseReason, closesWithoutClose, truncates, neverCloses, floods
}

/// The behaviour of a server of the tests. By default it is a good one that echoes every message.
struct ServerManner: Sendable {
    /// Its fault, if any.
    var fault: ServerFault?
    /// Whether what it says leaves byte by byte, each in a segment of its own.
    var trickles = false
    /// The compression, for a client that offers it.
    var deflate: DeflateSettings?
    /// Whether its messages are in fragments of a byte each, with a ping and a pong that nobody asked for before every
    /// one.
    var fragments = false
    /// The bytes that it sends for the first message, in place of an answer.
    var says: [UInt8]?
    /// Whether it says that again and again, once for each place in it: cut in two there, in a segment each.
    var cutsEverywhere = false
}

/// The record of what a server of the tests has heard.
final class ServerLog: Sendable {
    struct Entries: Sendable {
        /// Payloads of the client's pongs.
        var pongs: [[UInt8]] = []
        /// The client's Close.
        var close: CloseCode?
        /// The server's messages that were compressed: bytes of each before and after.
        var compressed: [Compression] = []
    }

    struct Compression: Hashable, Sendable {
        let before: Int
        let after: Int
    }

    private let entries = Mutex(Entries())
    func note(_ change: (inout Entries) -> Void) { entries.withLock { change(&$0) } }
    var all: Entries { entries.withLock { $0 } }
}

/// A server that is good but for one fault, or for none.
final class BrokenServer: ConnectionHandler {
    private let manner: ServerManner
    private let log: ServerLog
    private var fault: ServerFault? { manner.fault }
    private var parser = RequestParser()
    private var webSocket: WebSocket?
    /// Bytes still to be sent, each piece in a segment of its own.
    private var waiting: [[UInt8]] = []
    private var closesWhenSaid = false
    private var hasSpoken = false

    init(_ manner: ServerManner, _ log: ServerLog) {
        self.manner = manner
        self.log = log
    }

    // MARK: The handshake

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        if webSocket != nil { return receiveFrames(&bytes, connection) }
        do {
            guard case .request(let request) = try parser.next(&bytes) else { return }
            if request.head.target.path == "/plain" {
                say(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8), connection)
            } else {
                let handshake = try ServerHandshake(
                    checking: request.head, subprotocols: ["good"], deflate: manner.deflate)
                answer(handshake, connection)
            }
        } catch {
            connection.abort()
        }
    }

    private func answer(_ handshake: ServerHandshake, _ connection: Connection) {
        let upgrade = "Upgrade: websocket\r\n"
        let token = "Connection: Upgrade\r\n"
        let accept = "Sec-WebSocket-Accept: \(handshake.accept)\r\n"
        func head(_ lines: String..., status: String = "HTTP/1.1 101 Switching Protocols") {
            say(Array((status + "\r\n" + lines.joined() + "\r\n").utf8), connection)
        }
        switch fault {
        case .wrongAccept: head(upgrade, token, "Sec-WebSocket-Accept: \(AcceptKey.answering(handshake.accept))\r\n")
        case .noAccept: head(upgrade, token)
        case .noUpgrade: head(token, accept)
        case .noConnection: head(upgrade, accept)
        case .unaskedSubprotocol: head(upgrade, token, accept, "Sec-WebSocket-Protocol: bad\r\n")
        case .unaskedExtension: head(upgrade, token, accept, "Sec-WebSocket-Extensions: permessage-deflate\r\n")
        case .redirects: head("Location: /else\r\nContent-Length: 0\r\n", status: "HTTP/1.1 302 Found")
        case .refuses: head("Content-Length: 4\r\n\r\nno", status: "HTTP/1.1 403 Forbidden")
        case .answersHTTP10: head(upgrade, token, accept, status: "HTTP/1.0 101 Switching Protocols")
        case .answersNoHTTP: say(Array("SSH-2.0-Server\r\n".utf8), connection)
        case .hugeHead: head(upgrade, "X: " + String(repeating: "x", count: 100_000) + "\r\n", token, accept)
        case .neverAnswers: break
        case .closesAtOnce: close(connection)
        case .closesInHead:
            say(Array("HTTP/1.1 101 Switching Protocols\r\nUpgr".utf8), connection)
            close(connection)
        case .resetsInHead: connection.abort()
        default:
            head("HTTP/1.1 103 Early Hints\r\n", status: "HTTP/1.1 102 Processing\r\n")
            let pool = handshake.deflate.map { _ in
                DeflatePool(manner.deflate ?? DeflateSettings()) { [log] before, after in
                    log.note { $0.compressed.append(ServerLog.Compression(before: before, after: after)) }
                }
            }
            webSocket = .server(messageLimit: 1 << 20, deflate: handshake.deflate, pool: pool)
            let extensions = handshake.deflate.map { "Sec-WebSocket-Extensions: \($0.text)\r\n" } ?? ""
            // Frames right behind the head, as the fastest of servers sends them.
            head(upgrade, token, accept, extensions, "Sec-WebSocket-Protocol: good\r\n")
            send(.text, "welcome", connection)
        }
    }

    // MARK: Frames

    private func receiveFrames(_ bytes: inout ReceivedBytes, _ connection: Connection) {
        let answers = CollectedBytes()
        do {
            while let event = try webSocket?.receive(&bytes, answeringTo: answers) {
                switch event {
                case .message(let kind, let payload):
                    let message = payload.array(in: bytes)
                    answer(kind, message, connection)
                case .pong(let payload):
                    let pong = payload.array(in: bytes)
                    log.note { $0.pongs.append(pong) }
                case .ping, .emptyFragment: break
                case .closed(let code, _):
                    log.note { $0.close = code }
                    if fault == .neverCloses { return }
                    say(answers.take(), connection)
                    close(connection)
                }
            }
        } catch {
            close(connection)
        }
        if fault != .neverCloses { say(answers.take(), connection) }
    }

    private func answer(_ kind: MessageKind, _ message: [UInt8], _ connection: Connection) {
        guard let says = manner.says else { return misbehave(kind, message, connection) }
        guard !hasSpoken else { return }
        hasSpoken = true
        guard manner.cutsEverywhere else { return say(says, connection) }
        say(pieces: (1..<says.count).flatMap { [Array(says[..<$0]), Array(says[$0...])] }, connection)
    }

    private func misbehave(_ kind: MessageKind, _ message: [UInt8], _ connection: Connection) {
        let long = [UInt8](repeating: 0x61, count: 2_000)
        switch fault {
        case .masks: say([0x81, 0x82, 1, 2, 3, 4, 0x61 ^ 1, 0x61 ^ 2], connection)
        case .reservedBit: say([0xC1, 1, 0x61], connection)
        case .reservedOpcode: say([0x83, 1, 0x61], connection)
        case .badUTF8: say([0x81, 2, 0xC0, 0xAF], connection)
        // Only the header of the rest ever comes: the fault is seen without it.
        case .badUTF8Early: say([0x01, 3, 0x61, 0xED, 0xA0, 0x80, 10], connection)
        case .oversized: say([0x82, 126, 0x07, 0xD0] + long, connection)
        case .hugeLength: say([0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], connection)
        case .longLength: say([0x82, 126, 0, 1, 0x61], connection)
        case .controlTooLong: say([0x89, 126, 0, 126] + long.prefix(126), connection)
        case .controlInFragments: say([0x09, 1, 0x61], connection)
        case .continuesNothing: say([0x80, 1, 0x61], connection)
        case .interrupts: say([0x01, 1, 0x61, 0x81, 1, 0x61], connection)
        case .badCloseCode: say([0x88, 2, 0x03, 0xED], connection)
        case .shortClose: say([0x88, 1, 0x03], connection)
        case .badCloseReason: say([0x88, 4, 0x03, 0xE8, 0xC3, 0x28], connection)
        case .closesWithoutClose: close(connection)
        case .truncates:
            say([0x82, 5, 0x61], connection)
            close(connection)
        case .neverCloses: break
        case .floods:
            for number in 0..<3_000 as Range<UInt16> {
                say([0x89, 2, UInt8(number >> 8), UInt8(truncatingIfNeeded: number)], connection)
            }
            send(kind, message, connection)
        default: send(kind, message, connection)
        }
    }

    private func send(_ kind: MessageKind, _ text: String, _ connection: Connection) {
        send(kind, Array(text.utf8), connection)
    }

    private func send(_ kind: MessageKind, _ message: [UInt8], _ connection: Connection) {
        let frame = CollectedBytes()
        webSocket?.send(kind, message.span.bytes, to: frame)
        say(manner.fragments ? BrokenServer.fragments(of: frame.take()) : frame.take(), connection)
    }

    /// Splits a frame of less than 126 bytes into one frame a byte and an empty one at the end. Control frames come
    /// before each. A longer frame stays as it is.
    private static func fragments(of frame: [UInt8]) -> [UInt8] {
        guard frame[1] < 126 else { return frame }
        var first = frame[0] & 0x7F
        var bytes: [UInt8] = []
        for byte in frame.dropFirst(2) {
            bytes += [0x89, 1, byte, 0x8A, 0, first, 1, byte]
            first = 0
        }
        return bytes + [0x89, 0, first | 0x80, 0]
    }

    /// Writes at once, or a byte in each turn of the loop.
    private func say(_ bytes: [UInt8], _ connection: Connection) {
        guard manner.trickles || manner.cutsEverywhere && hasSpoken else { return connection.write(bytes.span.bytes) }
        say(pieces: manner.trickles ? bytes.map { [$0] } : [bytes], connection)
    }

    /// Writes a piece in each turn of the loop.
    private func say(pieces: [[UInt8]], _ connection: Connection) {
        guard !closesWhenSaid else { return }
        let wasEmpty = waiting.isEmpty
        waiting += pieces
        if wasEmpty && !waiting.isEmpty { trickle(connection.id, connection.loop) }
    }

    /// Closes when all is said.
    private func close(_ connection: Connection) {
        closesWhenSaid = true
        if waiting.isEmpty { connection.close() }
    }

    private func trickle(_ id: ConnectionID, _ loop: EventLoop) {
        guard let connection = loop.connection(id) else { return }
        guard !waiting.isEmpty else {
            if closesWhenSaid { connection.close() }
            return
        }
        let piece = waiting.removeFirst()
        connection.write(piece.span.bytes)
        loop.after(milliseconds: 0, precisely: true) { [weak self] in self?.trickle(id, $0) }
    }

    func inputEnded(on connection: Connection) { connection.close() }
    func drained(_ connection: Connection) {}
    func overflowed(_ connection: Connection) { connection.abort() }
    func timedOut(_ connection: Connection) { connection.abort() }
    func stopping(_ connection: Connection) { connection.abort() }
    func closed(_ connection: Connection, because reason: ConnectionEnd) {}
}
