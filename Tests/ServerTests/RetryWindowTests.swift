import Testing

@testable import Server

@Suite struct RetryWindowTests {
    @Test(
        "The window grows with the number of clients, from 1 s to 30 s",
        arguments: [(0, 1_000), (1, 1_000), (4_000, 1_000), (10_000, 2_500), (120_000, 30_000), (1_000_000, 30_000)])
    func growsWithTheClientsUpToABound(clients: Int, spread: Int) {
        let delays = RetryWindow(clients: clients).delays
        #expect(delays.count == spread)
        #expect(delays.lowerBound > 0)
    }

    @Test("Random delays spread over the whole window")
    func everyInstant() {
        let window = RetryWindow(clients: 10)
        let all = Set((0..<10_000).map { window.delay(UInt64($0) &* 0x9E37_79B9_7F4A_7C15) })
        #expect(all.isSubset(of: Set(window.delays)))
        #expect(all.count > 950)
        #expect(window.delays.contains(window.delay(.max)))
    }
}
