extension Conformance {
    static let fails: [Answer] = [.close(1_002)]
    private static let dataAndControl: [UInt8] = [0x81, 0x82, 0x01, 0x88, 0x89, 0x8A]

    /// Section 5.2: lengths in each of their three forms, at their borders.
    static var framing: [ConformanceCase] {
        var cases: [ConformanceCase] = []
        for length in [0, 1, 125, 126, 127, 128, 65_535, 65_536] {
            let some = Array(bytes.prefix(length))
            cases.append(.init("5.2", "text of \(length) bytes", frame(0x81, letters(length)), [.text(word(length))]))
            cases.append(.init("5.2", "binary of \(length) bytes", frame(0x82, some), [.binary(some)]))
        }
        let longer: [(Int, Int)] = [(125, 2), (0, 2), (65_535, 8), (1, 8), (126, 8)]
        for (length, size) in longer {
            let stream = frame(0x82, letters(length), lengthBytes: size)
            cases.append(.init("5.2", "\(length) bytes with a length of \(size) bytes", stream, fails))
        }
        cases.append(
            .init("5.2", "two in one read", frame(0x81, [0x61]) + frame(0x82, [1]), [.text("a"), .binary([1])]))
        let topBit: [UInt8] = [0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
        cases.append(.init("5.2", "a length with its top bit set", topBit, fails))
        let endless: [UInt8] = [0x82, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]
        cases.append(.init("5.2", "a length beyond any limit", endless, [.close(1_009)]))
        return cases
    }

    /// Sections 5.1 and 5.3: a client masks every frame.
    static var masking: [ConformanceCase] {
        var cases: [ConformanceCase] = []
        for first in dataAndControl {
            let stream = frame(0x82, [1]) + frame(first, [0x61, 0x62], masked: false)
            cases.append(.init("5.1", "\(hex(first)) without a mask", stream, [.binary([1]), .close(1_002)]))
            cases.append(.init("5.1", "\(hex(first)), empty, without a mask", frame(first, masked: false), fails))
        }
        let zeros: [UInt8] = [0x81, 0x83, 0, 0, 0, 0, 0x61, 0x62, 0x63]
        cases.append(.init("5.3", "a key of zeros", zeros, [.text("abc")]))
        let keys: [UInt8] = [0x01, 0x81, 1, 2, 3, 4, 0x60, 0x80, 0x82, 0xFF, 0, 0, 0, 0x9D, 0x63]
        cases.append(.init("5.3", "a key for each frame", keys, [.text("abc")]))
        return cases
    }

    /// Section 5.2: bits and opcodes that nothing defines.
    static var reserved: [ConformanceCase] {
        var cases: [ConformanceCase] = []
        let reservedBits: [UInt8] = [0x10, 0x20, 0x40, 0x30, 0x70]
        for bits in reservedBits {
            for first in dataAndControl {
                for payload: [UInt8] in [[], [0x61]] {
                    let stream = frame(0x81, [0x61]) + frame(first | bits, payload) + frame(0x81, [0x62])
                    let rule = "bits \(hex(bits)) on \(hex(first)) of \(payload.count) bytes"
                    cases.append(.init("5.2", rule, stream, [.text("a"), .close(1_002)]))
                }
            }
            let stream = frame(0x01, [0x61]) + frame(0x80 | bits, [0x62])
            cases.append(.init("5.2", "bits \(hex(bits)) on a continuation", stream, fails))
        }
        let opcodes: [UInt8] = [3, 4, 5, 6, 7, 0xB, 0xC, 0xD, 0xE, 0xF]
        for opcode in opcodes {
            let afterMessage = frame(0x82, [1]) + frame(0x80 | opcode)
            cases.append(.init("5.2", "opcode \(opcode)", afterMessage, [.binary([1]), .close(1_002)]))
            cases.append(.init("5.2", "opcode \(opcode) with bytes", frame(0x80 | opcode, [1, 2, 3]), fails))
            cases.append(.init("5.2", "opcode \(opcode), not final", frame(opcode, [1]), fails))
            let within = frame(0x01, [0x61]) + frame(0x80 | opcode, [1])
            cases.append(.init("5.2", "opcode \(opcode) within a message", within, fails))
        }
        return cases
    }

    /// Section 5.5: pings, pongs and what control frames may not be.
    static var control: [ConformanceCase] {
        var cases: [ConformanceCase] = []
        for length in [0, 1, 124, 125] {
            let some = Array(bytes.prefix(length))
            cases.append(.init("5.5.3", "a ping of \(length) bytes", frame(0x89, some), [.pong(some)]))
        }
        let controls: [UInt8] = [0x88, 0x89, 0x8A]
        for first in controls {
            let code: [UInt8] = [3, 0xE8]
            cases.append(.init("5.5", "\(hex(first)) of 126 bytes", frame(first, code + letters(124)), fails))
            cases.append(.init("5.5", "\(hex(first)) of 65,536 bytes", frame(first, letters(65_536)), fails))
            let fragments = frame(first & 0x0F, [3]) + frame(0x80, [0xE8])
            cases.append(.init("5.5", "\(hex(first)), fragmented", fragments, fails))
            cases.append(.init("5.5", "\(hex(first)), empty and not final", frame(first & 0x0F), fails))
        }
        cases.append(.init("5.5.3", "pongs that nobody asked for", frame(0x8A) + frame(0x8A, [1, 2])))
        let mixed = frame(0x8A, [1]) + frame(0x89, [2]) + frame(0x8A, [3])
        cases.append(.init("5.5.3", "pongs around a ping", mixed, [.pong([2])]))
        let digits: [UInt8] = Array(0..<10)
        cases.append(
            .init("5.5.3", "ten pings in order", digits.flatMap { frame(0x89, [$0]) }, digits.map { Answer.pong([$0]) })
        )
        cases.append(.init("5.5.2", "a ping that is no text", frame(0x89, [0xFF, 0xFE, 0]), [.pong([0xFF, 0xFE, 0])]))
        return cases
    }

    /// Section 5.4: messages in fragments, and control frames between them.
    static var fragmentation: [ConformanceCase] {
        let a = frame(0x01, [0x61])
        let digits: [UInt8] = Array(1..<9)
        let thousand = letters(1_000).flatMap { frame(0x00, [$0]) }
        let interleaved = digits.flatMap { frame(0x89, [$0]) + frame(0x8A, [$0]) + frame(0x00, [$0]) }
        let pongs = digits.map { Answer.pong([$0]) }
        return [
            .init("5.4", "two fragments", a + frame(0x80, [0x62]), [.text("ab")]),
            .init("5.4", "fragments without bytes", frame(0x01) + frame(0x00) + frame(0x80), [.text("")]),
            .init("5.4", "a byte and empty ones", frame(0x02) + frame(0x00, [7]) + frame(0x80), [.binary([7])]),
            .init("5.4", "a thousand fragments", frame(0x01) + thousand + frame(0x80), [.text(word(1_000))]),
            .init("5.4", "long fragments", frame(0x02, bytes) + frame(0x80, bytes), [.binary(bytes + bytes)]),
            .init(
                "5.4", "a ping between fragments", a + frame(0x89, [1]) + frame(0x80, [0x62]),
                [.pong([1]), .text("ab")]),
            .init(
                "5.4", "control frames between many fragments", frame(0x02, [0]) + interleaved + frame(0x80, [9]),
                pongs + [.binary(Array(0...9))]),
            .init("5.5.1", "a Close within a message", a + close(1_001) + frame(0x80, [0x62]), [.close(1_001)]),
            .init("5.4", "a continuation of nothing", frame(0x80, [0x61]), fails),
            .init("5.4", "an empty continuation of nothing", frame(0x00), fails),
            .init(
                "5.4", "a continuation after the end", a + frame(0x80, [0x62]) + frame(0x80, [0x63]),
                [.text("ab"), .close(1_002)]),
            .init("5.4", "text before the end of text", a + frame(0x81, [0x62]), fails),
            .init("5.4", "binary before the end of text", a + frame(0x02, [0x62]), fails),
            .init("5.4", "a fragment before the end of binary", frame(0x02) + frame(0x02), fails),
        ]
    }
}
