import GameRules
import Testing

@testable import Sessions

@Suite struct SessionTokensTests {
    private let tokens = SessionTokens(key: [UInt8](repeating: 1, count: 32))
    private let player = PlayerID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)

    @Test func aTokenProvesItsPlayer() {
        let token = tokens.token(for: player)
        #expect(tokens.player(provedBy: token) == player)
        #expect(token.hasPrefix("v1.0123456789abcdeffedcba9876543210."))
        #expect(SessionTokens(key: [UInt8](repeating: 1, count: 32)).player(provedBy: token) == player)
    }

    @Test func anotherKeyProvesNothing() {
        let other = SessionTokens(key: [UInt8](repeating: 2, count: 32))
        #expect(other.player(provedBy: tokens.token(for: player)) == nil)
    }

    @Test func everyChangedCharacterBreaksIt() {
        let token = Array(tokens.token(for: player))
        for index in token.indices {
            for replacement: Character in ["0", "f", "x", ".", "é"] where token[index] != replacement {
                var changed = token
                changed[index] = replacement
                #expect(tokens.player(provedBy: String(changed)) == nil, "\(index) \(replacement)")
            }
            var shorter = token
            shorter.remove(at: index)
            #expect(tokens.player(provedBy: String(shorter)) == nil)
        }
    }

    @Test func anotherPlayersSignatureProvesNothing() {
        let mine = tokens.token(for: player).split(separator: ".")
        let theirs = tokens.token(for: PlayerID(high: 1, low: 2)).split(separator: ".")
        #expect(tokens.player(provedBy: "v1.\(theirs[1]).\(mine[2])") == nil)
    }

    @Test(arguments: [
        "", ".", "..", "v1", "v1..", "v2.{p}.{s}", "v1.{p}", "v1.{p}.", "v1.{p}.{s}.", "v1.{p}.{s}00", "V1.{p}.{s}",
    ])
    func malformedTokensProveNothing(form: String) {
        let parts = tokens.token(for: player).split(separator: ".")
        let token = form.replacing("{p}", with: parts[1]).replacing("{s}", with: parts[2])
        #expect(tokens.player(provedBy: token) == nil)
        #expect(tokens.player(provedBy: token + String(repeating: "a", count: 10_000)) == nil)
    }
}
