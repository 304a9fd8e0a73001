import Dispatch
import Synchronization
import Sessions
import Testing

@testable import Server

@Suite struct AddressLimitsTests {
    /// The network of the number `index`.
    private func client(_ index: Int) -> ClientNetwork {
        ClientNetwork(IPAddress(high: 0x2001_0DB8 << 32 | UInt64(index), low: 1))
    }

    @Test("An address gets its number a minute, and a refusal names the wait")
    func perMinute() {
        let limits = AddressLimits(perMinute: 3)
        #expect((0..<3).map { _ in limits.take(client(1), now: 1_000_000) } == [nil, nil, nil])
        #expect(limits.take(client(1), now: 1_000_000) == 20_000)
        #expect(limits.take(client(1), now: 1_019_999) == 1)
        #expect(limits.take(client(1), now: 1_020_000) == nil)
        #expect(limits.take(client(1), now: 1_020_000) == 20_000)
        #expect((0..<4).map { _ in limits.take(client(1), now: 1_080_000) == nil } == [true, true, true, false])
    }

    @Test("An address gets its number a second after the burst")
    func perSecond() {
        let limits = AddressLimits(perSecond: 50, burst: 100)
        var taken = 0
        for ms in 0..<10_000 where limits.take(client(1), now: ms) == nil { taken += 1 }
        // The burst, and 50 in each of ten seconds (less the part of one that the last ms leaves open).
        #expect((599...600).contains(taken))
        #expect((0..<101).map { _ in limits.take(client(2), now: 0) == nil }.filter { $0 }.count == 100)
    }

    @Test("One address does not use up another's allowance")
    func addressesDoNotShare() {
        let limits = AddressLimits(perMinute: 1)
        #expect(limits.take(client(1), now: 0) == nil)
        #expect(limits.take(client(2), now: 0) == nil)
        #expect(limits.take(client(1), now: 0) != nil)
    }

    @Test("Memory is bounded, and addresses that are silent are forgotten first")
    func boundedMemory() {
        let limits = AddressLimits(perMinute: 1)
        let generation = AddressLimits.generation
        #expect(limits.take(client(0), now: 0) == nil)
        for index in 1..<generation * 3 {
            _ = limits.take(client(index), now: 0)
            // A client that goes on asking is remembered, however many other clients come.
            if index % 10_000 == 0 { #expect(limits.take(client(0), now: 0) != nil) }
        }
        #expect(limits.count <= 2 * generation)
        #expect(limits.take(client(generation * 3 - 1), now: 0) != nil)
        #expect(limits.take(client(1), now: 0) == nil, "silent for two generations")
    }

    @Test("Several threads together take each token once")
    func severalThreads() {
        let limits = AddressLimits(perMinute: 1_000)
        let taken = Atomic(0)
        let client = client(1)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<1_000 where limits.take(client, now: 0) == nil { taken.add(1, ordering: .relaxed) }
        }
        #expect(taken.load(ordering: .relaxed) == 1_000)
    }
}
