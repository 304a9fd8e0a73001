import Testing

@testable import EventLoops

@Suite struct TLSTicketKeysTests {
    private let day = 2 * TLSTicketKeys.lifetime

    private func open(_ keys: TLSTicketKeys, _ key: TLSTicketKeys.Key, at now: Int64) -> Bool? {
        key.name.withUnsafeBufferPointer { keys.opening($0, now: now)?.isOld }
    }

    @Test("A ticket key seals for half a day and opens for half a day more")
    func aKeySealsForHalfADayAndOpensForAnother() {
        let keys = TLSTicketKeys()
        let first = keys.sealing(now: 1_000)
        #expect(keys.sealing(now: 1_000 + day / 2 - 1).name == first.name)
        #expect(open(keys, first, at: 1_000) == false)
        let second = keys.sealing(now: 1_000 + day / 2)
        #expect(second.name != first.name && second.cipherKey != first.cipherKey && second.macKey != first.macKey)
        #expect(open(keys, first, at: 1_000 + day - 1) == true)
        #expect(open(keys, first, at: 1_000 + day) == nil)
        #expect(open(keys, second, at: 1_000 + day - 1) == false)
        let third = keys.sealing(now: 1_000 + day)
        #expect(open(keys, first, at: 1_000 + day - 1) == nil)
        #expect(open(keys, second, at: 1_000 + day) == true)
        #expect(open(keys, third, at: 1_000 + day) == false)
    }

    @Test("An unknown key opens nothing")
    func anUnknownKeyOpensNothing() {
        let keys = TLSTicketKeys()
        #expect(open(keys, TLSTicketKeys().sealing(now: 0), at: 0) == nil)
    }
}
