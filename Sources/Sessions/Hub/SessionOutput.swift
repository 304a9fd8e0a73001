import Messages

/// The close codes with which the hub closes connections (`docs/protocol.md`).
package enum SessionEnd {
    /// The client kept sending in spite of `rate_limited`.
    package static let tooMuch: UInt16 = 4500
    /// More messages wait for the connection than may; the client should reconnect.
    package static let behind: UInt16 = 4002
    /// The player signed out everywhere, or was deleted.
    package static let signedOut: UInt16 = 4501
    /// The player is banned.
    package static let banned: UInt16 = 4502
}

/// A connection, as the hub sees it.
package protocol SessionOutput: AnyObject {
    /// Queues a message. Never blocks; the output decides what to do with a slow reader. `isGreeted`: whether `hello`
    /// has been answered with `welcome`, or is by this message.
    func send(_ message: OutgoingMessage, isGreeted: Bool)
    /// Closes with a close code of `docs/protocol.md`.
    func close(code: UInt16, reason: String)
    /// Tells the output whether the connection has a seat in a room. If so, the hub must be told when the connection
    /// falls silent (``SessionHub/fellSilent(_:)``), and when it is heard again. False at first.
    func attend(_ isAttended: Bool)
}

/// A message, encoded once for any number of receivers.
package final class OutgoingMessage {
    /// The encoded JSON.
    package let json: [UInt8]
    /// Whether the transport may compress the message. Not if it holds data for its receiver alone, as the compressed
    /// length reveals something of the content.
    package let mayBeCompressed: Bool
    /// The transport's own form of the message (a WebSocket frame), built for the first receiver and reused. Only the
    /// transport touches it.
    package var transportForm: AnyObject?

    /// A message of encoded JSON that may be compressed.
    package init(_ json: [UInt8]) {
        self.json = json
        mayBeCompressed = true
    }

    /// Encodes a message; `re` is the number of the answered request, nil for a push.
    package init(_ message: ServerMessage, re: Int? = nil) {
        json = message.encoded(re: re)
        mayBeCompressed = !message.isConfidential
    }
}
