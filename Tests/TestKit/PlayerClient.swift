import Foundation

/// A client that speaks the protocol: requests get numbers, and pushes are kept.
package final class PlayerClient {
    package let webSocket: WebSocketClient
    /// The line of a request that carries who this is.
    package let cookie: String
    /// Every message that came, oldest first.
    package private(set) var messages: [JSONTree] = []
    private var lastID = 0

    package init(_ webSocket: WebSocketClient, cookie: String) {
        self.webSocket = webSocket
        self.cookie = cookie
    }

    /// Sends a request, and answers its number.
    package func post(_ message: JSONTree) throws -> Int {
        lastID += 1
        guard case .object(var fields) = message else { throw SocketClientError.badAnswer(message.json) }
        fields["id"] = .number(Double(lastID))
        try webSocket.send(JSONTree.object(fields).json)
        return lastID
    }

    /// Sends a request and waits for the reply.
    package func ask(_ message: JSONTree) throws -> JSONTree {
        let id = try post(message)
        return try wait { $0["re"]?.integer == id }
    }

    /// Waits for a message; one that came before counts.
    package func wait(for matches: (JSONTree) -> Bool) throws -> JSONTree {
        if let message = messages.first(where: matches) { return message }
        let deadline = webSocket.socket.deadline
        while ContinuousClock.now < deadline {
            let message = try receive()
            if matches(message) { return message }
        }
        throw SocketClientError.timedOut
    }

    /// Waits for a push.
    package func push(_ type: String, where matches: (JSONTree) -> Bool = { _ in true }) throws -> JSONTree {
        try wait { $0["re"] == nil && $0.type == type && matches($0) }
    }

    /// Waits until the server has been told to stop: it refuses requests then. It is asked more seldom than it allows,
    /// since a busy machine may take seconds to begin.
    package func waitUntilDraining() throws {
        let deadline = webSocket.socket.deadline
        while try ask(["type": "ping"]).code != "draining" {
            guard ContinuousClock.now < deadline else { throw SocketClientError.timedOut }
            usleep(60_000)
        }
    }

    /// Forgets earlier messages, so that the next wait is for later ones.
    package func forget() { messages = [] }

    /// Waits for an event of a kind.
    package func event(_ kind: String) throws -> JSONTree { try push("event") { $0["event"]?["kind"]?.text == kind } }

    /// Reads on until the server closes, and answers with which code; nil if it ended without.
    package func closeCode() throws -> Int? {
        let deadline = webSocket.socket.deadline
        while ContinuousClock.now < deadline {
            switch try webSocket.next() {
            case .closed(let code, _): return Int(code)
            case .lost: return nil
            default: continue
            }
        }
        throw SocketClientError.timedOut
    }

    /// Reads one more message.
    @discardableResult
    package func receive() throws -> JSONTree {
        let deadline = webSocket.socket.deadline
        while ContinuousClock.now < deadline {
            switch try webSocket.next() {
            case .text(let text):
                let message = try JSONTree(parsing: Array(text.utf8))
                messages.append(message)
                return message
            case .ping, .pong: continue
            case .closed(let code, let reason): throw SocketClientError.badAnswer("closed \(code) \(reason)")
            case .lost: throw SocketClientError.ended
            }
        }
        throw SocketClientError.timedOut
    }
}
