import Bytes
import Glibc
import HTTP1
import Server

/// Connections to a whole server, which lives as long as the program: what it is sent, and then the client's end.
///
/// Here a request meets all that is above the parser: routes, files, the hub, storage, and what a connection becomes by
/// a handshake. That the server is still there is shown by the next input; that it traps ends the program, and is a
/// finding.
enum ServerConnections {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        let server = try started()
        let answer: [UInt8]
        do throws(ServerExchange.Fault) {
            answer = try server.exchange(bytes)
        } catch {
            switch error {
            // No more sockets, ports or memory: not the server's doing, which listens as long as it lives.
            case .system(_, let errno) where errno != ECONNREFUSED && errno != ECONNRESET:
                throw Finding(description: error.description, isOfHarness: true)
            case .system, .noEnd: throw Finding(description: error.description)
            }
        }
        let asked = requests(in: bytes)
        // Requests behind the handshake of a WebSocket are none, and one that cannot be read is answered as well.
        let statuses = try statuses(of: answer, to: asked.methods)
        try Finding.unless(
            statuses.count <= asked.methods.count + (asked.isFaulty ? 1 : 0), "\(statuses) for \(asked.methods.count)")
        for status in statuses {
            // A fault of the server's own would be 500. Not implemented and not that version are the client's.
            try Finding.unless(
                status == 101 || (200..<500).contains(status) || [501, 503, 505].contains(status), "status \(status)")
        }
    }

    /// The server, which the first who asks for it starts.
    @discardableResult static func started() throws(Finding) -> FuzzedServer {
        do {
            return try FuzzedServer.shared.get()
        } catch {
            throw Finding(description: "the server does not start: \(error)", isOfHarness: true)
        }
    }

    /// Returns the requests that a server has to understand in the bytes.
    private static func requests(in bytes: [UInt8]) -> (methods: [HTTPMethod], isFaulty: Bool) {
        var parser = RequestParser(limits: ServerBounds().request)
        var methods: [HTTPMethod] = []
        var isFaulty = false
        ReceivedBytes.over(bytes) { input in
            do throws(HTTPError) {
                while let event = try parser.next(&input) {
                    if case .request(let request) = event { methods.append(request.head.method) }
                }
            } catch {
                isFaulty = true
            }
        }
        // One to HEAD has no body, even where it cannot be read to its end.
        if isFaulty, parser.methodUnderWay == .head { methods.append(.head) }
        return (methods, isFaulty)
    }

    /// The statuses of the answers, up to a handshake.
    private static func statuses(of answer: [UInt8], to methods: [HTTPMethod]) throws(Finding) -> [Int] {
        var statuses: [Int] = []
        var rest = answer[...]
        while !rest.isEmpty, statuses.last != 101 {
            let isHead = statuses.count < methods.count && methods[statuses.count] == .head
            var parser = ResponseParser(limits: ResponseLimits(), answersHead: isHead)
            var left = 0
            var fault: ResponseError?
            ReceivedBytes.over(Array(rest)) { input in
                do throws(ResponseError) {
                    if let response = try parser.next(&input) { statuses.append(response.status) } else { left = -1 }
                } catch {
                    fault = error
                }
                if left == 0 { left = input.remaining }
            }
            // Cut off in the middle of an answer: the server may break off a connection, but not a sentence.
            if let fault { throw Finding(description: "an answer that is none: \(fault)") }
            guard left >= 0 else { throw Finding(description: "half an answer after \(statuses)") }
            rest = rest.suffix(left)
        }
        return statuses
    }
}
