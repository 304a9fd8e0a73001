/// Why a WebSocket is closed (RFC 6455 section 7.4).
package struct CloseCode: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    package let rawValue: UInt16

    /// Any number. Only those with ``isSendable`` may go on the wire.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The conversation is done.
    package static let normal = CloseCode(rawValue: 1000)
    /// The server goes down, or the page is left.
    package static let goingAway = CloseCode(rawValue: 1001)
    /// The peer broke the protocol.
    package static let protocolError = CloseCode(rawValue: 1002)
    /// A message of a kind that is not served here.
    package static let unsupportedMessage = CloseCode(rawValue: 1003)
    /// The peer's Close had no code. Never on the wire.
    package static let noStatus = CloseCode(rawValue: 1005)
    /// A message that is not what its kind says: text that is not UTF-8, compressed bytes that are no DEFLATE.
    package static let invalidPayload = CloseCode(rawValue: 1007)
    /// A message longer than the limit.
    package static let messageTooLong = CloseCode(rawValue: 1009)

    /// Whether a Close frame may carry it. These are the codes that RFC 6455 section 7.4.1 and the IANA registry define
    /// for the wire. The ranges of libraries (3000) and applications (4000) are allowed too.
    package var isSendable: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
