/// The kind of a frame (RFC 6455 section 5.2).
package enum Opcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// Close, ping and pong: short, never fragmented, allowed between the fragments of a message.
    package var isControl: Bool { rawValue & 8 != 0 }
}

/// The kind of a message.
@usableFromInline package enum MessageKind: Hashable, Sendable {
    /// UTF-8.
    case text
    /// Any bytes.
    case binary

    /// The opcode of the message's first frame.
    package var opcode: Opcode { self == .text ? .text : .binary }
}
