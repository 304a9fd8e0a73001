import Server
import TestKit
import Testing

/// The form of a running server's log.
@Suite(.blocking) struct LogFormatSettingTests {
    /// The lines of a server from its start to its stop.
    private func lines(_ format: String?) throws -> [String] {
        let lines = LogLines()
        let server = try TestServer(shards: 1, log: lines) {
            $0.logLevel = .info
            if format == "json" { $0.logFormat = .json }
        }
        server.stop()
        return lines.all
    }

    @Test("Each line of a server's log is a JSON object where log-format is json")
    func json() throws {
        let events = try lines("json").map { try JSONTree(parsing: $0.utf8)["event"]?.text }
        #expect(events.contains("serving") && events.last == "stopped")
        #expect(!events.contains(nil))
    }

    @Test("A server's log is text where nothing else is set")
    func text() throws {
        let lines = try lines(nil)
        #expect(lines.contains { $0.contains("Z info serving address=127.0.0.1:") })
        #expect(lines.last?.hasSuffix("Z info stopped") == true)
    }
}
