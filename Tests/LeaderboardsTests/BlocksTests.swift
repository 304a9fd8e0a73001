import GameRules
import TestKit
import Testing

@testable import Leaderboards

@Suite("Blocks")
struct BlocksTests {
    @Test("A search finds the first element that is not less, in ranges of any size and place", arguments: [1, 2, 3])
    func search(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for size in [1, 7, 8, 9, 31, 32, 33, 64, 200, 512] {
            var (numbers, hints, ids) = (Blocks<UInt64>(), Blocks<UInt16>(), Blocks<PlayerID>())
            let sorted = (0..<size).map { _ in UInt64.random(in: 1...300, using: &random) }.sorted()
            for number in sorted {
                numbers.append(number)
                hints.append(UInt16(number))
                ids.append(PlayerID(high: number, low: 0))
            }
            for _ in 0..<60 {
                let start = Int.random(in: 0...size, using: &random)
                guard start < size else { continue }
                let range = start..<Int.random(in: start...size, using: &random)
                let value = UInt64.random(in: 0...301, using: &random)
                let expected = range.first { sorted[$0] >= value } ?? range.upperBound
                #expect(numbers.first(notBelow: value, in: range) == expected)
                #expect(hints.first(notBelow: UInt16(value), in: range) == expected)
                #expect(ids.first(notBelow: PlayerID(high: value, low: 0), in: range) == expected)
            }
        }
    }

    @Test("Blocks insert, remove and move elements as an array does, within a node and between blocks")
    func changes() {
        var random = SplitMix(seed: 2)
        let node = 64
        var blocks = Blocks<UInt32>()
        for _ in 0..<(2 << Blocks<UInt32>.shift) / node { blocks.append(node: 0, size: node) }
        var array = (0..<UInt32(blocks.count)).map { $0 &* 7 }
        for (index, element) in array.enumerated() { blocks[index] = element }
        let starts = [0, 3 * node, 1 << Blocks<UInt32>.shift - node, 1 << Blocks<UInt32>.shift]
        for step in 0..<400 {
            let (from, to) = (starts[step % 4], starts[step / 4 % 4])
            let low = Int.random(in: 0..<node, using: &random)
            let high = Int.random(in: low..<node, using: &random)
            switch step % 3 {
            case 0:
                blocks.insert(UInt32(step), at: from + low, end: from + high)
                array.remove(at: from + high)
                array.insert(UInt32(step), at: from + low)
            case 1:
                blocks.remove(at: from + low, end: from + high + 1)
                array.insert(array[from + high], at: from + high + 1)
                array.remove(at: from + low)
            default:
                let target = to + Int.random(in: 0...(node - (high - low)), using: &random)
                let moved = Array(array[(from + low)..<(from + high)])
                blocks.move(high - low, from: from + low, to: target)
                array.replaceSubrange(target..<(target + moved.count), with: moved)
            }
        }
        #expect((0..<blocks.count).allSatisfy { blocks[$0] == array[$0] })
        #expect(
            (0..<blocks.count / node).allSatisfy { start in
                blocks.sum((start * node)..<((start + 1) * node))
                    == array[(start * node)..<((start + 1) * node)].reduce(0) { $0 + Int($1) }
            })
    }
}
