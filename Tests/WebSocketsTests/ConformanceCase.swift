import TestKit
import Testing

/// One rule of the protocol, as a stream of bytes and what an end that echoes must answer to it.
struct ConformanceCase: CustomTestStringConvertible, Sendable {
    /// The section of RFC 6455, or with `7692` before it of RFC 7692.
    let section: String
    /// The rule for this stream, in words.
    let rule: String
    /// The bytes of the peer, which is a client unless the case was made for one. A Close with 1000 follows, if the
    /// answers do not end with a close.
    let stream: [UInt8]
    /// The answers to the stream.
    let answers: [Answer]
    /// Whether permessage-deflate is agreed on, without parameters.
    var isCompressed = false

    var testDescription: String { "\(section): \(rule)" }

    init(
        _ section: String, _ rule: String, _ stream: [UInt8], _ answers: [Answer] = [], isCompressed: Bool = false
    ) {
        self.section = section
        self.rule = rule
        self.stream = stream
        self.answers = answers
        self.isCompressed = isCompressed
    }

    /// The stream with the Close.
    var wholeStream: [UInt8] { endsWithClose ? stream : stream + frame(0x88, [0x03, 0xE8]) }
    /// The answers with that to the Close.
    var allAnswers: [Answer] { endsWithClose ? answers : answers + [.close(1_000)] }

    private var endsWithClose: Bool {
        if case .close? = answers.last { return true }
        return false
    }
}

/// The catalogue: every rule of RFC 6455 and RFC 7692 that a server can break.
enum Conformance {
    static let all = forBothRoles + masking

    /// Cases that hold for clients as well.
    static let forBothRoles: [ConformanceCase] = {
        var cases = framing
        cases += reserved
        cases += control
        cases += fragmentation
        cases += text
        cases += closing
        cases += compression
        return cases
    }()

    static let bytes: [UInt8] = (0..<70_000).map { (index: Int) -> UInt8 in
        UInt8(truncatingIfNeeded: index &* 7 &+ index >> 8)
    }
    static func letters(_ count: Int) -> [UInt8] {
        (0..<count).map { (index: Int) -> UInt8 in UInt8(97 + (index * 5 + index / 26) % 26) }
    }
    static func word(_ count: Int) -> String { string(letters(count)) }
    static func hex(_ byte: UInt8) -> String { "0x" + String(byte, radix: 16) }
    static func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    /// A Close with a code and a reason.
    static func close(_ code: UInt16, _ reason: [UInt8] = []) -> [UInt8] {
        frame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason)
    }
}
