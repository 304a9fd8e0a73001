extension Conformance {
    /// Valid UTF-8 (RFC 3629): the borders of each length, and what Unicode only advises against.
    private static let valid: [[UInt8]] = [
        [0x00], [0x7F], [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80],
        [0xEF, 0xBF, 0xBD], [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF], [0xEF, 0xBB, 0xBF], [0xF0, 0x90, 0x80, 0x80],
        [0xF0, 0x9F, 0xBF, 0xBE], [0xF3, 0xBF, 0xBF, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF],
        Array("κόσμε Ünïcödé ✓ 🟩🟨⬛".utf8),
    ]

    /// Bytes that are no UTF-8, with the position of the first byte at which that is certain.
    private static let invalid: [(bytes: [UInt8], certain: Int)] = [
        ([0x80], 0), ([0xBF], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC2, 0x41], 1), ([0xC3, 0xC3], 1),
        ([0xE0, 0x80, 0x80], 1), ([0xE0, 0x9F, 0xBF], 1), ([0xE2, 0x82, 0x41], 2), ([0xED, 0xA0, 0x80], 1),
        ([0xED, 0xBF, 0xBF], 1), ([0xED, 0xA0, 0xBD, 0xED, 0xB0, 0x80], 1), ([0xF0, 0x80, 0x80, 0x80], 1),
        ([0xF0, 0x8F, 0xBF, 0xBF], 1), ([0xF0, 0x9F, 0x41, 0x80], 2), ([0xF4, 0x90, 0x80, 0x80], 1),
        ([0xF5, 0x80, 0x80, 0x80], 0), ([0xF8, 0x88, 0x80, 0x80, 0x80], 0),
        ([0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], 0), ([0xFE], 0), ([0xFF], 0),
    ]

    static let noPayload: [Answer] = [.close(1_007)]

    /// Section 8.1: text is UTF-8, over all fragments of a message together.
    static var text: [ConformanceCase] {
        var cases: [ConformanceCase] = []
        for bytes in valid {
            cases.append(.init("8.1", "text \(bytes)", frame(0x81, bytes), [.text(string(bytes))]))
            let pieces = bytes.flatMap { frame(0x00, [$0]) + frame(0x89) }
            let pongs = bytes.map { _ in Answer.pong([]) }
            cases.append(
                .init(
                    "8.1", "text \(bytes), a fragment and a ping for each byte", frame(0x01) + pieces + frame(0x80),
                    pongs + [.text(string(bytes))]))
            guard (2...4).contains(bytes.count) else { continue }
            let part = Array(bytes.dropLast())
            cases.append(.init("8.1", "text that ends within \(bytes)", frame(0x81, part), noPayload))
        }
        for (bytes, certain) in invalid {
            let stream = frame(0x81, [0x61]) + frame(0x81, bytes)
            cases.append(.init("8.1", "no text \(bytes)", stream, [.text("a"), .close(1_007)]))
            let pieces = bytes.flatMap { frame(0x00, [$0]) }
            cases.append(
                .init("8.1", "no text \(bytes) in fragments", frame(0x01, [0x61]) + pieces + frame(0x80), noPayload))
            let early = frame(0x81, letters(50) + bytes + letters(100)).dropLast(99 + bytes.count - certain)
            cases.append(.init("8.1", "no text \(bytes), known before the frame ends", Array(early), noPayload))
            cases.append(.init("8.1", "binary \(bytes)", frame(0x82, bytes), [.binary(bytes)]))
        }
        let fragments = frame(0x01, [0x61]) + frame(0x00, [0xE2]) + frame(0x80, [0x82])
        cases.append(.init("8.1", "fragments that end within a character", fragments, noPayload))
        let next = frame(0x81, [0xC3]) + frame(0x81, [0xA9])
        cases.append(.init("8.1", "a character may not go on in the next message", next, noPayload))
        return cases
    }

    /// Section 7: the closing handshake.
    static var closing: [ConformanceCase] {
        let afterClose = frame(0x81, [0x62]) + frame(0x89) + close(1_001)
        var cases: [ConformanceCase] = [
            .init("5.5.1", "a Close without a code", frame(0x88), [.close(nil)]),
            .init("5.5.1", "a Close of one byte", frame(0x88, [3]), fails),
            .init("5.5.1", "a Close with a reason", close(1_000, Array("καλά ✓".utf8)), [.close(1_000)]),
            .init("5.5", "the longest reason", close(1_000, letters(123)), [.close(1_000)]),
            .init("5.5", "a reason too long", close(1_000, letters(124)), fails),
            .init("5.5.1", "a reason that is no UTF-8", close(1_000, [0x61, 0xCE, 0xBA, 0xE1]), noPayload),
            .init("5.5.1", "a reason that ends within a character", close(1_000, [0xE2, 0x82]), noPayload),
            .init(
                "5.5.1", "messages after a Close are ignored", frame(0x81, [0x61]) + close(1_000) + afterClose,
                [.text("a"), .close(1_000)]),
            .init(
                "5.5.1", "faults after a Close are ignored", close(1_000) + frame(0xF3, masked: false),
                [.close(1_000)]),
        ]
        let defined: [UInt16] = [
            1_000, 1_001, 1_002, 1_003, 1_007, 1_008, 1_009, 1_010, 1_011, 1_012, 1_013, 1_014, 3_000, 3_999, 4_000,
            4_999,
        ]
        for code in defined { cases.append(.init("7.4", "code \(code)", close(code), [.close(Int(code))])) }
        let undefined: [UInt16] = [
            0, 1, 999, 1_004, 1_005, 1_006, 1_015, 1_016, 1_100, 1_999, 2_000, 2_999, 5_000, 5_999, 65_535,
        ]
        for code in undefined { cases.append(.init("7.4", "code \(code), which is none", close(code), fails)) }
        return cases
    }
}
