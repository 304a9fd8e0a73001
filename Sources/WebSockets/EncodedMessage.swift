import Bytes
import Synchronization

/// A server's message, or several in one piece, encoded once to be sent over any number of WebSockets, of any shards.
///
/// It is also compressed once, when the first WebSocket that may compress sends it. That copy refers to nothing before
/// it, so it suits every receiver whose window it fits, whatever that receiver got before. A sender with context
/// take-over may use its context and need not (RFC 7692 section 7.2.1). The copy costs such a sender its history. The
/// receiver's window now holds the copy, which the sender's compressor did not see. So the sender's next own message
/// begins afresh.
package struct EncodedMessage: Sendable {
    /// Header and payload; of several messages, one after the other.
    let frame: SharedBytes
    /// Nil if it is too short to be compressed with any settings, or must not be.
    private let copy: CompressedCopy?

    /// Bytes of the shortest message of which there can be a compressed copy.
    private static let shortest = 16

    /// Encodes a message. Text must be UTF-8. `mayBeCompressed`: false for a secret whose length, compressed, would
    /// tell of it.
    package init(_ kind: MessageKind, _ payload: RawSpan, mayBeCompressed: Bool = true) {
        var buffer = ByteBuffer()
        buffer.reserve(payload.byteCount + InlineBytes.capacity)
        buffer.append(FrameHeader(opcode: kind.opcode, length: payload.byteCount).encoded)
        buffer.append(payload)
        frame = buffer.share()
        let length = payload.byteCount
        let hasCopy = mayBeCompressed && length >= EncodedMessage.shortest
        copy = !hasCopy ? nil : CompressedCopy(.message(kind, length), longest: length)
    }

    /// Several messages one after the other, to be sent in one piece.
    package init(joining messages: [EncodedMessage]) {
        var buffer = ByteBuffer()
        buffer.reserve(messages.reduce(0) { $0 + $1.count })
        for message in messages { message.frame.withBytes { buffer.append($0) } }
        frame = buffer.share()
        let longest = messages.reduce(0) { max($0, $1.copy?.longest ?? 0) }
        copy = longest == 0 ? nil : CompressedCopy(.joined(messages), longest: longest)
    }

    /// Whether there can be a compressed form.
    package var mayBeCompressed: Bool { copy != nil }

    /// Calls `body` with the payload. Precondition: it is one message, and not several in one piece.
    package func withPayload<Result>(_ body: (RawSpan) -> Result) -> Result {
        frame.withBytes { bytes in
            // RFC 6455 section 5.2: the length stands in the second byte, or in the two or eight bytes behind it.
            let header =
                switch bytes.byte(at: 1) & 0x7F {
                case 126: 4
                case 127: 10
                default: 2
                }
            return body(bytes.extracting(header...))
        }
    }

    /// Whether both are the same memory: one message, encoded once.
    package func isSame(as other: EncodedMessage) -> Bool { frame === other.frame }

    /// Bytes on the wire, not compressed.
    package var count: Int { frame.count }

    /// The compressed form. Nil if there is no gain in it, or the receiver's window is too small.
    func compressed(for terms: DeflateTerms) -> SharedBytes? {
        guard let copy, copy.longest >= terms.settings.threshold, copy.reach(terms) <= terms.sends.window.size else {
            return nil
        }
        return copy.frame(terms, of: frame)
    }
}

/// The compressed form of a message, made when it is first asked for.
private final class CompressedCopy: Sendable {
    enum Content: Sendable {
        /// One message of so many bytes.
        case message(MessageKind, Int)
        /// Each of these, compressed or not.
        case joined([EncodedMessage])
    }

    /// The compressed frame, or none if it would not be shorter.
    private final class Outcome: Sendable {
        let frame: SharedBytes?
        init(_ frame: SharedBytes?) { self.frame = frame }
    }

    private let content: Content
    /// Bytes of the message, or of the longest one.
    let longest: Int
    private let outcome = AtomicLazyReference<Outcome>()

    init(_ content: Content, longest: Int) {
        self.content = content
        self.longest = longest
    }

    /// Bytes that it refers back at most: a window no larger than it can use.
    func reach(_ terms: DeflateTerms) -> Int { min(longest, terms.settings.sendWindow.size) }

    /// Two shards that ask at once both make it; all get the one that was ready first.
    func frame(_ terms: DeflateTerms, of whole: SharedBytes) -> SharedBytes? {
        if let made = outcome.load() { return made.frame }
        let frame =
            switch content {
            case .message(let kind, let length): compress(kind, length, whole, terms)
            case .joined(let messages): join(messages, terms)
            }
        return outcome.storeIfNil(Outcome(frame)).frame
    }

    private func compress(
        _ kind: MessageKind, _ length: Int, _ whole: SharedBytes, _ terms: DeflateTerms
    ) -> SharedBytes? {
        let deflater = terms.stock.takeDeflater(min(.holding(length), terms.settings.sendWindow))
        defer { terms.stock.give(deflater) }
        return whole.withBytes { bytes in
            terms.stock.compress(bytes.extracting((whole.count - length)...), with: deflater) { compressed in
                let header = FrameHeader(isCompressed: true, opcode: kind.opcode, length: compressed.byteCount).encoded
                guard header.count + compressed.byteCount < whole.count else { return nil }
                var buffer = ByteBuffer()
                buffer.reserve(compressed.byteCount + InlineBytes.capacity)
                buffer.append(header)
                buffer.append(compressed)
                return buffer.share()
            }
        }
    }

    private func join(_ messages: [EncodedMessage], _ terms: DeflateTerms) -> SharedBytes? {
        var buffer = ByteBuffer()
        var isShorter = false
        for message in messages {
            let compressed = message.compressed(for: terms)
            isShorter = isShorter || compressed != nil
            (compressed ?? message.frame).withBytes { buffer.append($0) }
        }
        return isShorter ? buffer.share() : nil
    }
}
