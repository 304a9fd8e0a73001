import GameRules
import Puzzles
import Testing

@testable import Sessions

@Suite struct SessionTokensTests {
    private let tokens = SessionTokens(key: Self.bytes(1))
    private let player = PlayerID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
    private var claim: SessionClaim { SessionClaim(player: player, sessions: 3) }

    private static func bytes(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }
    private static func key(_ version: Int, _ byte: UInt8) -> SessionKey {
        SessionKey(version: version, bytes: bytes(byte))
    }

    /// A token as servers made them before keys had numbers.
    private func oldToken(_ byte: UInt8) -> String {
        let claim = "v1.\(player.text)"
        return "\(claim).\(KeyedHash(key: Self.bytes(byte)).code(for: Array(claim.utf8)).hexadecimal)"
    }

    @Test("A token proves the claim it was made for")
    func aTokenProvesItsClaim() {
        let token = tokens.token(for: claim)
        #expect(tokens.claim(provedBy: token) == claim)
        #expect(token.hasPrefix("1.0123456789abcdeffedcba9876543210.3."))
        #expect(SessionTokens(key: Self.bytes(1)).claim(provedBy: token) == claim)
    }

    @Test("A token proves nothing under another key")
    func anotherKeyProvesNothing() {
        let other = SessionTokens(key: Self.bytes(2))
        #expect(other.claim(provedBy: tokens.token(for: claim)) == nil)
        #expect(other.claim(provedBy: oldToken(1)) == nil)
    }

    @Test("The newest key signs, and every key verifies tokens of its own version")
    func newestKeySigns() {
        let both = SessionTokens(keys: [Self.key(2, 2), Self.key(1, 1)])
        #expect(both.token(for: claim).hasPrefix("2."))
        for token in [both.token(for: claim), tokens.token(for: claim)] {
            #expect(both.claim(provedBy: token) == claim)
        }
        // The version names the key: that another one would do is not enough.
        let swapped = SessionTokens(keys: [Self.key(1, 2), Self.key(2, 1)])
        #expect(swapped.claim(provedBy: both.token(for: claim)) == nil)
    }

    @Test("A token stays valid while its key is kept, and ends with it")
    func keysAreReplaced() {
        let token = tokens.token(for: claim)
        #expect(!tokens.replaceKeys(with: [Self.key(1, 1), Self.key(7, 7)]))
        #expect(tokens.claim(provedBy: token) == claim)
        #expect(tokens.token(for: claim).hasPrefix("7."))
        #expect(tokens.replaceKeys(with: [Self.key(7, 7)]), "a key is gone")
        #expect(tokens.claim(provedBy: token) == nil)
    }

    @Test("A token of the first form stays valid for the first key")
    func firstForm() {
        #expect(tokens.claim(provedBy: oldToken(1)) == SessionClaim(player: player, sessions: 0))
        let later = SessionTokens(keys: [Self.key(1, 1), Self.key(2, 2)])
        #expect(later.claim(provedBy: oldToken(1)) == SessionClaim(player: player, sessions: 0))
        #expect(SessionTokens(keys: [Self.key(2, 1)]).claim(provedBy: oldToken(1)) == nil, "it is of version 1")
    }

    @Test("A token with a changed or missing character proves nothing", arguments: [false, true])
    func changedCharacter(isOld: Bool) {
        let token = Array(isOld ? oldToken(1) : tokens.token(for: claim))
        for index in token.indices {
            for replacement: Character in ["0", "2", "4", "f", "x", ".", "é"] where token[index] != replacement {
                var changed = token
                changed[index] = replacement
                #expect(tokens.claim(provedBy: String(changed)) == nil, "\(index) \(replacement)")
            }
            var shorter = token
            shorter.remove(at: index)
            #expect(tokens.claim(provedBy: String(shorter)) == nil)
        }
    }

    @Test("A signature proves nothing for another claim")
    func anothersSignature() {
        let mine = tokens.token(for: claim).split(separator: ".")
        let other = PlayerID(high: 1, low: 2)
        #expect(tokens.claim(provedBy: "1.\(other.text).3.\(mine[3])") == nil)
        #expect(tokens.claim(provedBy: "1.\(player.text).4.\(mine[3])") == nil)
        #expect(tokens.claim(provedBy: "v1.\(player.text).\(mine[3])") == nil)
    }

    @Test(
        "A malformed token proves nothing",
        arguments: [
            "", ".", "..", "...", "1", "1...", "3.{p}.3.{s}", "1.{p}.3", "1.{p}.3.", "1.{p}.3.{s}.", "1.{p}.3.{s}00",
            "01.{p}.3.{s}", "+1.{p}.3.{s}", "1.{p}.03.{s}", "1.{p}.+3.{s}", "1.{p}.-3.{s}", "1.{p}..{s}", "v1.{p}.{s}",
            "v1.{p}.3.{s}", "1.{p}.{s}", "-1.{p}.3.{s}", "1.{p}.3.{S}", "99999999999999999999.{p}.3.{s}",
        ])
    func malformed(form: String) {
        let parts = tokens.token(for: claim).split(separator: ".")
        let token = form.replacing("{p}", with: parts[1]).replacing("{s}", with: parts[3])
            .replacing("{S}", with: parts[3].uppercased())
        #expect(tokens.claim(provedBy: token) == nil)
        #expect(tokens.claim(provedBy: token + String(repeating: "a", count: 10_000)) == nil)
    }
}
