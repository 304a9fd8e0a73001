import GameRules
import Rooms
import Testing

@testable import Sessions

@Suite struct LinkCodesTests {
    private let mika = PlayerID(high: 1, low: 1)
    private let noor = PlayerID(high: 2, low: 2)

    private func make(_ codes: inout LinkCodes, _ player: PlayerID, now: Int, seed: UInt64 = 1) -> String? {
        var random = SeededRandom(seed: seed)
        return codes.make(for: player, now: now) { Int(random.next() % UInt64($0)) }?.code
    }

    @Test("A link code leads to its player for ten minutes, however it is typed")
    func codeAndExpiry() throws {
        var codes = LinkCodes(capacity: 10)
        var random = SeededRandom(seed: 5)
        let link = try #require(codes.make(for: mika, now: 1_000) { Int(random.next() % UInt64($0)) })
        #expect(link.expires == 601_000)
        #expect(link.code.utf8.count == 8 && link.code.utf8.allSatisfy(RoomCode.characters.contains))
        #expect(codes.player(of: link.code, now: 600_999) == mika)
        #expect(codes.player(of: link.code, now: 601_000) == nil)
        let typed = link.code.lowercased()
        #expect(codes.player(of: " \(typed.prefix(4))-\(typed.suffix(4)) ", now: 2_000) == mika)
        for wrong in ["", String(link.code.dropLast()), link.code + "A", String(repeating: link.code, count: 100)] {
            #expect(codes.player(of: wrong, now: 2_000) == nil)
        }
    }

    @Test("A player's newer link code voids the older one")
    func aPlayerHasOne() throws {
        var codes = LinkCodes(capacity: 10)
        let first = try #require(make(&codes, mika, now: 0, seed: 1))
        let other = try #require(make(&codes, noor, now: 0, seed: 2))
        let second = try #require(make(&codes, mika, now: 0, seed: 3))
        #expect(Set([first, other, second]).count == 3)
        #expect(codes.player(of: first, now: 0) == nil)
        #expect(codes.player(of: second, now: 0) == mika)
        codes.void(of: mika)
        #expect(codes.player(of: second, now: 0) == nil)
        #expect(codes.player(of: other, now: 0) == noor)
        #expect(codes.count == 1)
    }

    @Test("A link code that is already in use is drawn again")
    func codesAreNeverTheSame() throws {
        var codes = LinkCodes(capacity: 10)
        let first = try #require(make(&codes, mika, now: 0))
        // The same numbers are drawn again, and then others.
        var (draws, random) = (0, SeededRandom(seed: 1))
        var others = SeededRandom(seed: 9)
        let second = codes.make(for: noor, now: 0) { below in
            draws += 1
            return Int((draws <= 8 ? random.next() : others.next()) % UInt64(below))
        }
        #expect(draws > 8)
        #expect(second?.code != first)
    }

    @Test("A full table refuses new link codes until one expires")
    func bounded() throws {
        var codes = LinkCodes(capacity: 3)
        let players = (0..<4).map { PlayerID(high: 3, low: $0) }
        for (index, player) in players.prefix(3).enumerated() {
            #expect(make(&codes, player, now: index, seed: UInt64(index)) != nil)
        }
        #expect(make(&codes, players[3], now: 10, seed: 8) == nil)
        #expect(codes.count == 3)
        // Who has one may have another, and what has ended makes room.
        #expect(make(&codes, players[2], now: 10, seed: 9) != nil)
        #expect(make(&codes, players[3], now: LinkCodes.lifetime, seed: 10) != nil)
        #expect(codes.count == 3)
        #expect(make(&codes, players[0], now: LinkCodes.lifetime, seed: 11) == nil, "the second has not ended yet")
    }
}
