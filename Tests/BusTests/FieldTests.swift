import TestKit
import Testing

@testable import Bus

@Suite struct FieldTests {
    @Test("Numbers at their bounds are read as they were written")
    func numbers() throws {
        var writer = FieldWriter()
        let counts = [0, 1, 127, 128, 16_383, 16_384, 1 << 40, Int.max]
        for count in counts { writer.count(count) }
        for number in [Int.min, -1, 0, 1, Int.max] { writer.number(number) }
        writer.fixed16(.max)
        writer.fixed32(.max - 1)
        writer.fixed64(.max - 2)
        var reader = FieldReader(writer.take())
        for count in counts { #expect(try reader.count(upTo: .max) == count) }
        for number in [Int.min, -1, 0, 1, Int.max] { #expect(try reader.number() == number) }
        #expect(try reader.fixed16() == .max && reader.fixed32() == .max - 1 && reader.fixed64() == .max - 2)
        try reader.finish()
    }

    @Test("A count at its bound is read, and the next one is refused")
    func countBound() throws {
        for limit in [0, 1, 127, 128, 300] {
            var writer = FieldWriter()
            writer.count(limit)
            writer.count(limit + 1)
            var reader = FieldReader(writer.take())
            #expect(try reader.count(upTo: limit) == limit)
            #expect(throws: FieldFault.excess) { try reader.count(upTo: limit) }
        }
    }

    @Test("A count has one form: zeros behind it, and ten bytes, are refused")
    func canonicalCount() {
        for bytes: [UInt8] in [[0x80, 0], [0xFF, 0x80, 0], Array(repeating: 0xFF, count: 9) + [1]] {
            var reader = FieldReader(bytes)
            #expect(throws: FieldFault.excess) { try reader.count(upTo: .max) }
        }
    }

    @Test("Text must be UTF-8, a flag 0 or 1, and nothing may follow the end")
    func values() {
        var text = FieldReader([1, 0xFF])
        #expect(throws: FieldFault.value("text")) { try text.text(upTo: 9) }
        var flag = FieldReader([2])
        #expect(throws: FieldFault.value("flag")) { try flag.flag() }
        var cut = FieldReader([3, 1, 2])
        #expect(throws: FieldFault.cut) { try cut.run(upTo: 9) }
        #expect(throws: FieldFault.trailing) { try FieldReader([1]).finish() }
    }

    @Test("Any bytes are read or refused, field by field", arguments: 0..<50)
    func anyBytes(seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            var reader = FieldReader(bytes)
            do throws(FieldFault) {
                while reader.remaining > 0 {
                    switch random.next() % 7 {
                    case 0: _ = try reader.count(upTo: 1_000)
                    case 1: _ = try reader.run(upTo: 30)
                    case 2: _ = try reader.optionalText(upTo: 30)
                    case 3: _ = try reader.number()
                    case 4: _ = try reader.flag()
                    case 5: _ = try reader.fixed16()
                    default: _ = try reader.byte()
                    }
                }
            } catch {
                #expect(reader.remaining >= 0)
            }
        }
    }
}
