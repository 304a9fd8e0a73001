import Server
import TestKit
import Testing

/// Requests hidden in requests, over real sockets. A request that two parsers could read in two ways is refused and
/// ends the connection, so that no hidden request is ever answered.
@Suite(.blocking) struct SmugglingTests {
    /// A request that must not be answered. Only 204 with `Allow` could be its answer.
    private static let hidden = "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"

    private static func post(_ fields: String, _ body: String = "") -> String {
        "POST /api/v1/session HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
    }

    private static let attempts: [(String, Int)] = [
        // CL.TE and TE.CL, and their disguises.
        (post("Content-Length: 6\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + hidden), 400),
        (post("Transfer-Encoding: chunked\r\nContent-Length: 4", "5c\r\n" + hidden + "0\r\n\r\n"), 400),
        (post("Transfer-Encoding: xchunked\r\nContent-Length: 4", hidden), 400),
        (post("Transfer-Encoding : chunked", "0\r\n\r\n" + hidden), 400),
        (post("Transfer-Encoding: chunked\r\nTransfer-Encoding: x", "0\r\n\r\n" + hidden), 400),
        (post("Transfer-Encoding: x, chunked", "0\r\n\r\n" + hidden), 501),
        (post("Transfer-Encoding:\u{B}chunked", "0\r\n\r\n" + hidden), 400),
        (post("X: y\rTransfer-Encoding: chunked", "0\r\n\r\n" + hidden), 400),
        (post("X: y\nTransfer-Encoding: chunked", "0\r\n\r\n" + hidden), 400),
        (post("Transfer-Encoding:\r\n chunked", "0\r\n\r\n" + hidden), 400),
        (post("Transfer-Encoding: identity", hidden), 400),
        // CL.CL.
        (post("Content-Length: 0\r\nContent-Length: 44", hidden), 400), (post("Content-Length: 0, 44", hidden), 400),
        (post("Content-Length: +0", hidden), 400), (post("Content-Length: 0x0", hidden), 400),
        (post("Content-Length: 1 0", hidden), 400), (post("Content-Length : 0", hidden), 400),
        (post("Content-Length: \u{0}0", hidden), 400), (post("Content-Length: -1", hidden), 400),
        // Chunks.
        (post("Transfer-Encoding: chunked", "0\n\r\n" + hidden), 400),
        (post("Transfer-Encoding: chunked", "0;\n" + hidden), 400),
        (post("Transfer-Encoding: chunked", "2;a\nxx\r\n2a\r\n0\r\n\r\n" + hidden), 400),
        (post("Transfer-Encoding: chunked", "2\r\nabXX0\r\n\r\n" + hidden), 400),
        (post("Transfer-Encoding: chunked", "10000000000000000\r\n" + hidden), 413),
        (post("Transfer-Encoding: chunked", "-1\r\n" + hidden), 400),
        (post("Transfer-Encoding: chunked", "0\r\n" + hidden), 400),
        // Lines.
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + hidden, 400),
        ("GET / HTTP/1.1\r\nHost: a\n\n" + hidden, 400), ("GET / HTTP/1.1\r\n\r\n" + hidden, 400),
        ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n" + hidden, 400), ("GET /\tHTTP/1.1\r\nHost: a\r\n\r\n" + hidden, 400),
    ]

    @Test("A request that two parsers could read in two ways is refused, and the connection ends", arguments: attempts)
    func nothingHiddenIsAnswered(text: String, status: Int) throws {
        let server = try TestServer()
        // Behind a proper request on the same connection, as a proxy that shares connections would send it.
        let socket = try server.connect()
        try socket.send("GET /api/v1/health HTTP/1.1\r\nHost: a\r\n\r\n" + text)
        #expect(try socket.readAnswer().status == 200)
        let answer = try socket.readAnswer()
        #expect(answer.status == status && answer["connection"] == "close")
        #expect(try socket.readToEnd() == [])
        #expect(try server.isHealthy)
    }

    @Test("A body is never read as a request")
    func bodyIsNoRequest() throws {
        let server = try TestServer()
        let socket = try server.connect()
        let length = Self.hidden.utf8.count
        try socket.send(
            Self.post("Content-Length: \(length)", Self.hidden)
                + Self.post("Transfer-Encoding: chunked", String(length, radix: 16) + "\r\n\(Self.hidden)\r\n0\r\n\r\n")
                + "GET /api/v1/health HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n\(Self.hidden)"
        )
        #expect(try (0..<3).map { _ in try socket.readAnswer().status } == [201, 201, 200])
        #expect(try socket.readToEnd() == [])
    }

    /// Nothing is read ahead of a client that does not take its answers: this bounds what a pipeline costs.
    @Test("A long pipeline is answered in order")
    func longPipeline() throws {
        let server = try TestServer()
        let socket = try server.connect()
        let paths = (0..<200).map { ["/api/v1/health", "/nothing", "/style.css", "/api/v1/today"][$0 % 4] }
        try socket.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        let statuses = try paths.map { _ in try socket.readAnswer().status }
        #expect(statuses == paths.map { $0 == "/nothing" ? 404 : 200 })
    }
}
