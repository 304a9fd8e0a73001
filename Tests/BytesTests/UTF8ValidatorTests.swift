import Bytes
import TestKit
import Testing

@Suite("UTF-8 in pieces")
struct UTF8ValidatorTests {
    private static func verdict(_ pieces: [[UInt8]]) -> Bool {
        var validator = UTF8Validator()
        for piece in pieces {
            let accepted = ByteBuffer.holding(piece).withBytes { validator.accepts($0) }
            if !accepted { return false }
        }
        return validator.isComplete
    }

    @Test("The validator agrees with Swift's decoder on every two- and three-byte beginning")
    func oracleOnEdges() {
        let edges: [UInt8] = [
            0, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4,
            0xFF,
        ]
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                for tail in [[], [0x80], [0x80, 0x80], [0x41]] as [[UInt8]] {
                    let bytes = [first, second] + tail
                    #expect(Self.verdict([bytes]) == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
                }
            }
        }
        for first in edges {
            for second in edges {
                for third in edges {
                    for fourth in edges {
                        let bytes = [first, second, third, fourth]
                        #expect(Self.verdict([bytes]) == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
                    }
                }
            }
        }
    }

    @Test("The validator agrees with Swift's decoder on every cut of random text")
    func oracleOnRandomText() {
        var draws = Chunker.Draws(seed: 7)
        for round in 0..<60 {
            var bytes = (0..<12).flatMap { _ -> [UInt8] in
                let ranges: [ClosedRange<UInt32>] = [
                    0x20...0x7E, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x1_0000...0x10_FFFF,
                ]
                let range = ranges[Int(draws.next() % 5)]
                let scalar = Unicode.Scalar(UInt32.random(in: range, using: &draws)) ?? "?"
                return Array(String(Character(scalar)).utf8)
            }
            if round % 2 == 1 {
                bytes[Int(draws.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: draws.next())
            }
            let expected = String(validating: bytes, as: UTF8.self) != nil
            for pieces in Chunker.cuts(of: bytes, random: 5) { #expect(Self.verdict(pieces) == expected, "\(bytes)") }
        }
    }

    @Test("Invalid text is refused at its first impossible byte")
    func failsFast() {
        var validator = UTF8Validator()
        let started = ByteBuffer.holding([0xF4]).withBytes { validator.accepts($0) }
        #expect(started && !validator.isComplete)
        let beyond = ByteBuffer.holding([0x90]).withBytes { validator.accepts($0) }
        #expect(!beyond)
    }
}

extension ByteBuffer {
    static func holding(_ bytes: [UInt8]) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.append(bytes)
        return buffer
    }
}
