import GameRules
import Puzzles
import Synchronization

/// What a session token proves.
package struct SessionClaim: Hashable, Sendable {
    package let player: PlayerID
    /// How often the player had signed out everywhere when the token was made. Once that has become more, the token is
    /// void: only the hub knows.
    package let sessions: Int

    package init(player: PlayerID, sessions: Int) {
        self.player = player
        self.sessions = sessions
    }
}

/// A key that session tokens are signed with.
package struct SessionKey: Sendable {
    /// Names the key in tokens, from 1. Of several keys the one of the highest version signs.
    package let version: Int
    let hash: KeyedHash

    /// A key of 32 random bytes, which belong into the data folder and nowhere else.
    package init(version: Int, bytes: [UInt8]) {
        precondition(version >= 1, "versions count from 1")
        self.version = version
        hash = KeyedHash(key: bytes)
    }
}

/// Session tokens: `KEYVERSION.PLAYER.SESSIONS.SIGNATURE`, where the signature is an HMAC-SHA-256 over what stands
/// before it. The newest key signs and all verify, so that keys can be changed without logging anybody out. Tokens of
/// the first form, `v1.PLAYER.SIGNATURE`, are of version 1 and of sessions 0.
///
/// Shared by all shards, which see new keys from one request to the next.
package final class SessionTokens: Sendable {
    private let keys: Mutex<[SessionKey]>

    /// More bytes than any token has.
    private static let maximumBytes = 200
    private static let firstForm = "v1"

    /// Tokens under these keys: one at least, each with another version.
    package init(keys: [SessionKey]) {
        SessionTokens.check(keys)
        self.keys = Mutex(keys)
    }

    /// Tokens under one key, of version 1.
    package convenience init(key: [UInt8]) { self.init(keys: [SessionKey(version: 1, bytes: key)]) }

    /// Takes other keys from now on. Tokens of a key that is not among them prove nothing any more.
    package func replaceKeys(with keys: [SessionKey]) {
        SessionTokens.check(keys)
        self.keys.withLock { $0 = keys }
    }

    private static func check(_ keys: [SessionKey]) {
        precondition(!keys.isEmpty && Set(keys.map(\.version)).count == keys.count, "keys have versions of their own")
    }

    /// The token that proves a claim, under the newest key.
    package func token(for claim: SessionClaim) -> String {
        guard let key = keys.withLock({ $0.max { $0.version < $1.version } }) else { preconditionFailure("no keys") }
        let text = "\(key.version).\(claim.player.text).\(claim.sessions)"
        return "\(text).\(key.hash.code(for: Array(text.utf8)).hexadecimal)"
    }

    /// What a token proves; nil if the token is not of this server.
    package func claim(provedBy token: String) -> SessionClaim? {
        guard token.utf8.count <= SessionTokens.maximumBytes else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        let isFirstForm = parts.first.map { $0 == SessionTokens.firstForm } ?? false
        guard parts.count == (isFirstForm ? 3 : 4), let player = PlayerID(parts[1]),
            let version = isFirstForm ? 1 : SessionTokens.number(parts[0]),
            let sessions = isFirstForm ? 0 : SessionTokens.number(parts[2]),
            let code = parts.last.flatMap({ [UInt8](hexadecimal: $0) }),
            let key = keys.withLock({ $0.first { $0.version == version } }),
            key.hash.isCode(code, for: Array(parts.dropLast().joined(separator: ".").utf8))
        else { return nil }
        return SessionClaim(player: player, sessions: sessions)
    }

    /// A number in its one spelling, so that a token has one too.
    private static func number(_ text: Substring) -> Int? {
        guard let number = Int(text), number >= 0, String(number) == text else { return nil }
        return number
    }
}
