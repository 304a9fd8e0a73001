import Testing

@testable import Server

@Suite struct AddressLimitsTests {
    private final class Clock {
        var now = 1_000_000
    }

    @Test func anAddressGetsItsNumberAMinute() {
        let clock = Clock()
        var limits = AddressLimits(perMinute: 3) { clock.now }
        #expect((0..<3).map { _ in limits.take("a") } == [nil, nil, nil])
        #expect(limits.take("a") == 20_000)
        clock.now += 19_999
        #expect(limits.take("a") == 1)
        clock.now += 1
        #expect(limits.take("a") == nil)
        #expect(limits.take("a") == 20_000)
        clock.now += 60_000
        #expect((0..<4).map { _ in limits.take("a") == nil } == [true, true, true, false])
    }

    @Test func addressesDoNotShare() {
        var limits = AddressLimits(perMinute: 1) { 0 }
        #expect(limits.take("a") == nil)
        #expect(limits.take("b") == nil)
        #expect(limits.take("a") != nil)
    }

    @Test func memoryIsBounded() {
        var limits = AddressLimits(perMinute: 1) { 0 }
        #expect(limits.take("first") == nil)
        for number in 1..<50_000 { _ = limits.take("\(number)") }
        #expect(limits.take("1") == nil, "at the bound all are forgotten")
        #expect(limits.take("1") != nil)
    }
}
