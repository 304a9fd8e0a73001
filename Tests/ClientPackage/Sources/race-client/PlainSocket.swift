import Glibc

/// The parts of HTTP/1.1 and RFC 6455 that a game needs, over a blocking socket to this machine. Foundation's WebSocket
/// refuses on Linux where libcurl was built without it, as on Debian.
struct PlainSocket {
    enum Failure: Error {
        case noConnection, ended
        case answer(String)
        /// A frame that this does not read.
        case frame(UInt8)
    }

    private let descriptor: Int32
    private let port: UInt16
    private var input: [UInt8] = []

    /// Connects to 127.0.0.1.
    init(port: UInt16) throws {
        self.port = port
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // What hangs ends: the server answers within milliseconds.
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw Failure.noConnection }
    }

    // MARK: HTTP

    /// The body of the answer to a request that ends its connection.
    func post(_ path: String) throws -> [UInt8] {
        var socket = self
        try write(
            Array(
                "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .utf8))
        let head = try socket.head()
        guard head.hasPrefix("HTTP/1.1 201 ") else { throw Failure.answer(head) }
        while (try? socket.fill()) != nil {}
        return socket.input
    }

    /// The socket after the handshake.
    func upgraded(_ path: String, subprotocol: String) throws -> PlainSocket {
        var socket = self
        try write(
            Array(
                """
                GET \(path) HTTP/1.1\r
                Host: 127.0.0.1:\(port)\r
                Connection: Upgrade\r
                Upgrade: websocket\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Protocol: \(subprotocol)\r
                \r

                """.utf8))
        let head = try socket.head()
        // The answer to the key of RFC 6455 section 1.3, which is this one.
        guard head.hasPrefix("HTTP/1.1 101 "), head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") else {
            throw Failure.answer(head)
        }
        return socket
    }

    /// The lines up to the first empty one.
    private mutating func head() throws -> String {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let start = input.indices.first(where: { input[$0...].starts(with: end) }) {
                defer { input.removeFirst(start + end.count) }
                return String(decoding: input[..<start], as: UTF8.self)
            }
            try fill()
        }
    }

    // MARK: Frames

    /// Sends a text message in one frame. The mask is zeros: what goes to this machine passes no proxy.
    func send(_ text: [UInt8]) throws {
        let length: [UInt8] =
            text.count < 126
            ? [0x80 | UInt8(text.count)] : [0x80 | 126, UInt8(text.count >> 8), UInt8(text.count & 255)]
        try write([0x81] + length + [0, 0, 0, 0] + text)
    }

    /// The next text message. A ping is answered; fragments and compression were not agreed on.
    mutating func receive() throws -> [UInt8] {
        while true {
            let head = try take(2)
            var length = Int(head[1])
            if length >= 126 { length = try take(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) } }
            let payload = try take(length)
            switch head[0] {
            case 0x81: return payload
            case 0x89: try write([0x8A, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload)
            default: throw Failure.frame(head[0])
            }
        }
    }

    private mutating func take(_ count: Int) throws -> [UInt8] {
        while input.count < count { try fill() }
        defer { input.removeFirst(count) }
        return Array(input.prefix(count))
    }

    // MARK: Bytes

    private mutating func fill() throws {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { throw Failure.ended }
        input += bytes.prefix(count)
    }

    private func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure.ended }
            rest = rest.dropFirst(count)
        }
    }
}

/// The text of a file.
func contents(of path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw PlainSocket.Failure.ended }
    defer { fclose(file) }
    var (text, bytes): ([UInt8], [UInt8]) = ([], .init(repeating: 0, count: 65_536))
    while case let count = fread(&bytes, 1, bytes.count, file), count > 0 { text += bytes.prefix(count) }
    return String(decoding: text, as: UTF8.self)
}
