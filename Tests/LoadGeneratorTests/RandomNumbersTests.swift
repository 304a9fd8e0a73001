import Testing

@testable import tilerace

struct RandomNumbersTests {
    @Test("Random numbers do not repeat, and every bit changes")
    func noneComesTwiceAndEveryBitTurns() async {
        let numbers = RandomNumbers()
        let drawn = await withTaskGroup(of: [UInt64].self) { group in
            // More than are drawn at once, by several threads.
            for _ in 0..<4 { group.addTask { (0..<1_000).map { _ in numbers.next() } } }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(drawn).count == 4_000)
        for bit in 0..<64 {
            let set = drawn.count { $0 >> bit & 1 == 1 }
            #expect((1_700...2_300).contains(set), "bit \(bit): ten times what chance strays")
        }
    }
}
