import GameRules
import Puzzles

/// Session tokens: `v1.PLAYER.SIGNATURE`, where the signature is an HMAC-SHA-256 over what stands before it. The version
/// names the key, so that keys can be changed without logging anybody out.
package struct SessionTokens: Sendable {
    private let key: KeyedHash
    private static let version = "v1"

    /// Tokens under a key of 32 random bytes, which belongs into the data folder and nowhere else.
    package init(key: [UInt8]) { self.key = KeyedHash(key: key) }

    /// The token that proves to be `player`.
    package func token(for player: PlayerID) -> String {
        let claim = "\(SessionTokens.version).\(player.text)"
        return "\(claim).\(key.code(for: Array(claim.utf8)).hexadecimal)"
    }

    /// The player whom a token proves; nil if the token is not of this server.
    package func player(provedBy token: String) -> PlayerID? {
        guard token.utf8.count <= 200 else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == SessionTokens.version, let player = PlayerID(parts[1]),
            let code = [UInt8](hexadecimal: parts[2]), key.isCode(code, for: Array("\(parts[0]).\(parts[1])".utf8))
        else { return nil }
        return player
    }
}
