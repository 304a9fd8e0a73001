extension Conformance {
    private static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
    private static func deflated(
        _ section: String, _ rule: String, _ stream: [UInt8], _ answers: [Answer]
    ) -> ConformanceCase {
        ConformanceCase("7692 \(section)", rule, stream, answers, isCompressed: true)
    }

    /// RFC 7692: compressed messages, with context take-over.
    static var compression: [ConformanceCase] { examples + rules + misplacedBits + notDeflate }

    /// The examples of RFC 7692.
    private static var examples: [ConformanceCase] {
        [
            deflated("7.2.3.1", "one block", frame(0xC1, hello), [.text("Hello")]),
            deflated(
                "7.2.3.1", "one block in two frames",
                frame(0x41, Array(hello.prefix(3))) + frame(0x80, Array(hello.dropFirst(3))),
                [.text("Hello")]),
            deflated(
                "7.2.3.2", "a message that refers to the one before",
                frame(0xC1, hello) + frame(0xC1, [0xF2, 0, 0x11, 0, 0]),
                [.text("Hello"), .text("Hello")]),
            deflated(
                "7.2.3.3", "a block that is not compressed",
                frame(0xC1, [0, 5, 0, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0]), [.text("Hello")]),
            deflated(
                "7.2.3.4", "a final block, and the byte after it",
                frame(0xC1, [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0, 0]),
                [.text("Hello")]),
            deflated(
                "7.2.3.5", "two blocks",
                frame(0xC1, [0xF2, 0x48, 0x05, 0, 0, 0, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0]),
                [.text("Hello")]),
            deflated("7.2.3.6", "an empty message", frame(0xC1, [0]), [.text("")]),
        ]
    }

    /// Cases that follow from the rules of RFC 7692.
    private static var rules: [ConformanceCase] {
        [
            deflated(
                "7.2.3.4", "a final block and nothing after it, twice",
                frame(0xC1, [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0])
                    + frame(0xC1, [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0]),
                [.text("Hello"), .text("Hello")]),
            deflated(
                "7.2.1", "a final block in the middle, and a reference across it",
                frame(0xC1, [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0] + [0xF2, 0, 0x11, 0, 0]), [.text("HelloHello")]),
            deflated(
                "7.2.3.4", "a reference across a final block of the message before",
                frame(0xC1, [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0, 0]) + frame(0xC1, [0xF2, 0, 0x11, 0, 0]),
                [.text("Hello"), .text("Hello")]),
            deflated(
                "6.1", "a message that is not compressed", frame(0x81, [0x61]) + frame(0xC1, hello),
                [.text("a"), .text("Hello")]),
            deflated(
                "7.2.2", "what is not compressed is not in the window",
                frame(0xC1, hello) + frame(0x82, Array("xyz".utf8)) + frame(0xC1, [0xF2, 0, 0x11, 0, 0]),
                [.text("Hello"), .binary(Array("xyz".utf8)), .text("Hello")]),
            deflated("6", "binary", frame(0xC2, hello), [.binary(Array("Hello".utf8))]),
            deflated(
                "6", "a frame for each byte, and empty ones, with pings",
                frame(0x41) + hello.flatMap { frame(0x00, [$0]) + frame(0x89, [$0]) } + frame(0x80),
                hello.map { .pong([$0]) } + [.text("Hello")]),
        ]
    }

    /// Section 6.1: the bit where it may not be.
    private static var misplacedBits: [ConformanceCase] {
        [
            deflated("6.1", "control frames are not compressed", frame(0xC9, hello), fails),
            deflated("6.1", "nor is a pong", frame(0xCA), fails),
            deflated("6.1", "nor is a Close", frame(0xC8, [3, 0xE8]), fails),
            deflated(
                "6.1", "the bit on a continuation", frame(0x41, Array(hello.prefix(3))) + frame(0xC0, hello), fails),
            deflated("6.1", "the bit on a continuation of plain text", frame(0x01, [0x61]) + frame(0xC0, hello), fails),
            deflated("6.1", "the bit on a continuation of nothing", frame(0xC0, hello), fails),
            deflated("6.1", "RSV2 beside it", frame(0xE1, hello), fails),
            deflated("6.1", "RSV3 alone", frame(0x91, [0x61]), fails),
            deflated("6.1", "a new message before the end", frame(0x41, hello) + frame(0xC1, hello), fails),
        ]
    }

    /// Section 7.2.2: what is no DEFLATE, or no text.
    private static var notDeflate: [ConformanceCase] {
        [
            deflated("7.2.2", "a block of a type that there is not", frame(0xC2, [0x07]), noPayload),
            deflated("7.2.2", "a stored block whose lengths differ", frame(0xC2, [0, 5, 0, 0, 0, 1]), noPayload),
            deflated("7.2.2", "a reference to before the beginning", frame(0xC1, [0xF2, 0, 0x11, 0, 0]), noPayload),
            deflated("7.2.2", "no bytes at all", frame(0xC1), noPayload),
            deflated("7.2.2", "a message that ends within a block", frame(0xC1, Array(hello.prefix(4))), noPayload),
            deflated("7.2.1", "a message with its tail left on", frame(0xC1, hello + [0, 0, 0xFF, 0xFF]), noPayload),
            deflated(
                "8.1", "bytes that are no UTF-8 once decompressed", frame(0xC1, [0, 1, 0, 0xFE, 0xFF, 0xFF, 0]),
                noPayload),
            deflated(
                "8.1", "known before the message ends", frame(0x41, [0, 3, 0, 0xFC, 0xFF, 0xFF, 0x61]), noPayload),
            deflated("8.1", "a character that does not end", frame(0xC1, [0, 1, 0, 0xFE, 0xFF, 0xE2, 0]), noPayload),
            deflated(
                "8.1", "a character over two compressed fragments",
                frame(0x41, [0, 1, 0, 0xFE, 0xFF, 0xC3]) + frame(0x80, [0, 1, 0, 0xFE, 0xFF, 0xA9, 0]), [.text("é")]),
        ]
    }
}
