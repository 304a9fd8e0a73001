import Bytes
import Clients
import EventLoops
import HTTP1
import TestKit
import Testing
import WebSockets

/// The outcome of a client of the tests.
struct Outcome {
    /// The lines that it has written down.
    let lines: [String]
    /// Whole messages after the server's welcome.
    let messages: [[UInt8]]
    let end: ClientEnd
    /// The messages that the server has heard.
    let server: ServerLog.Entries
    /// The messages that the client compressed.
    let compressed: [ServerLog.Compression]

    /// A client's story with a server of this manner. It says `messages` at once, and its Close when it has got
    /// `expecting` of them, or one for each of its own. It offers to compress as `deflate` says.
    static func of(
        _ manner: ServerManner, bounds: ClientBounds = ClientBounds(),
        saying messages: [(MessageKind, [UInt8])] = [(.text, Array("hello".utf8))], expecting: Int? = nil,
        deflate: DeflateSettings? = nil
    ) async throws -> Outcome {
        let group = try ShardGroup(count: 1)
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        let (server, client) = (ServerLog(), ServerLog())
        group.serve(socket, outputLimit: 4 << 20) { _ in BrokenServer(manner, server) }
        let (stream, continuation) = AsyncStream<([String], [[UInt8]], ClientEnd)>.makeStream()
        let location = ServerLocation(host: "127.0.0.1", port: socket.address.port)
        group.shards[0].execute { loop in
            let pool = deflate.map { settings in
                DeflatePool(settings) { before, after in
                    client.note { $0.compressed.append(ServerLog.Compression(before: before, after: after)) }
                }
            }
            let diary = Diary(saying: messages, expecting: expecting ?? messages.count, pool) {
                continuation.yield(($0, $1, $2))
            }
            var random = SplitMix(seed: 5)
            ClientSocket.open(
                location, at: socket.address, on: loop, bounds: bounds, random: { random.next() }, owner: diary)
        }
        let (lines, received, end) = try #require(await stream.first { _ in true })
        await group.stop(graceMilliseconds: 1_000)
        return Outcome(
            lines: lines, messages: received, end: end, server: server.all, compressed: client.all.compressed)
    }
}

/// Asks once over plain HTTP, opens a WebSocket, says what it is told to, and writes down all that happens.
private final class Diary: ClientSocketOwner {
    private let messages: [(MessageKind, [UInt8])]
    private let expecting: Int
    private let pool: DeflatePool?
    private var lines: [String] = []
    private var received: [[UInt8]] = []
    private let ended: ([String], [[UInt8]], ClientEnd) -> Void

    init(
        saying messages: [(MessageKind, [UInt8])], expecting: Int, _ pool: DeflatePool?,
        ended: @escaping ([String], [[UInt8]], ClientEnd) -> Void
    ) {
        self.messages = messages
        self.expecting = expecting
        self.pool = pool
        self.ended = ended
    }

    func connected(_ socket: ClientSocket) { socket.request(.get, "/plain") }

    func answered(_ response: Response, on socket: ClientSocket) {
        lines.append("\(response.status) \(String(decoding: response.body, as: UTF8.self))")
        socket.upgrade("/socket", subprotocols: ["good", "better"], deflate: pool)
    }

    func opened(_ agreement: ClientHandshake.Agreement, on socket: ClientSocket) {
        lines.append("open \(agreement.subprotocol ?? "-")" + (agreement.deflate == nil ? "" : ", compressed"))
        for (kind, message) in messages { socket.send(kind, message.span.bytes) }
    }

    func received(_ kind: MessageKind, _ message: RawSpan, on socket: ClientSocket) {
        lines.append("\(kind) \(message.byteCount) \(String(decoding: message.array.prefix(9), as: UTF8.self))")
        // The welcome comes first.
        if lines.count > 3 { received.append(message.array) }
        if lines.count == 3 + expecting { socket.close(.normal, reason: "done") }
    }

    func ended(_ socket: ClientSocket, _ end: ClientEnd) { ended(lines, received, end) }
}
