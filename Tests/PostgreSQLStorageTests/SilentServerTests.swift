import Foundation
import TestKit
import Testing

@testable import PostgreSQLStorage

/// Servers that let a client in and then say nothing more.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
struct SilentServerTests {
    /// Lets one client in as a primary of PostgreSQL 15, and ends the connection long after whoever waits should have.
    private final class SilentServer: Sendable {
        let port: UInt16
        private let listener: Int32

        init() throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            self.listener = listener
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isHeard = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &size) == 0
                }
            }
            port = UInt16(bigEndian: address.sin_port)
            try #require(isHeard)
            Thread.detachNewThread { SilentServer.serve(accept(listener, nil, nil)) }
        }

        deinit { close(listener) }

        private static func serve(_ client: Int32) {
            defer { close(client) }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            guard read(client, &bytes, bytes.count) > 0 else { return }
            let greeting = SilentServer.greeting
            _ = greeting.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            var socket = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
            while poll(&socket, 1, 10_000) > 0, read(client, &bytes, bytes.count) > 0 {}
        }

        /// AuthenticationOk, what a client looks at before it believes the server, the key, and ReadyForQuery.
        private static let greeting: [UInt8] = {
            func message(_ kind: Character, _ body: [UInt8]) -> [UInt8] {
                let count = UInt32(body.count + 4)
                return [kind.asciiValue ?? 0] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + body
            }
            let parameters = [
                ("server_version", "15.0"), ("server_encoding", "UTF8"), ("client_encoding", "UTF8"),
                ("in_hot_standby", "off"), ("default_transaction_read_only", "off"),
            ]
            let told = parameters.flatMap { message("S", Array($0.utf8) + [0] + Array($1.utf8) + [0]) }
            let end = message("K", [UInt8](repeating: 1, count: 8)) + message("Z", Array("I".utf8))
            return message("R", [0, 0, 0, 0]) + told + end
        }()
    }

    @Test("A server that falls silent as soon as it has let us in counts as gone after its time")
    func silenceAtFirst() throws {
        let server = try SilentServer()
        let text = "postgresql://a@127.0.0.1:\(server.port)/a?sslmode=disable&gssencmode=disable"
        let address = try DatabaseAddress(text)
        #expect(throws: ConnectionFault.lost("the server was silent for 300 ms")) {
            try Connection(to: address, schema: "a", patience: 300)
        }
    }
}
