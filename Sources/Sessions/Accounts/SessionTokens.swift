import COpenSSL
import Foundation
import GameRules
import Puzzles
import Storage
import Synchronization

/// The claim that a session token proves.
package struct SessionClaim: Hashable, Sendable {
    package let player: PlayerID
    /// The player's sign-out number when the token was issued. A higher number voids the token, which only the hub can
    /// check.
    package let sessions: Int

    package init(player: PlayerID, sessions: Int) {
        self.player = player
        self.sessions = sessions
    }
}

/// A key that signs session tokens.
package struct SessionKey: Sendable {
    /// The version of the key in tokens, from 1. The key of the highest version signs.
    package let version: Int
    let hash: KeyedHash

    /// A key of 32 random bytes, which must be kept in the data folder only.
    package init(version: Int, bytes: [UInt8]) {
        precondition(version >= 1, "versions count from 1")
        self.version = version
        hash = KeyedHash(key: bytes)
    }
}

/// Session tokens: `KEYVERSION.PLAYER.SESSIONS.SIGNATURE`, where the signature is an HMAC-SHA-256 (RFC 2104) over the
/// text before it. The newest key signs and all keys verify, so that keys can be rotated without signing anybody out.
/// Tokens of the first form, `v1.PLAYER.SIGNATURE`, have key version 1 and sign-out number 0.
///
/// Shared by all shards. New keys apply from the next request on.
package final class SessionTokens: Sendable {
    private let keys: Mutex<[SessionKey]>

    /// An upper bound of the size of a token in bytes.
    private static let maximumBytes = 200
    private static let firstForm = "v1"

    /// Tokens under these keys. Precondition: at least one key, and different versions.
    package init(keys: [SessionKey]) {
        SessionTokens.check(keys)
        self.keys = Mutex(keys)
    }

    /// Tokens under one key, of version 1.
    package convenience init(key: [UInt8]) { self.init(keys: [SessionKey(version: 1, bytes: key)]) }

    /// Replaces the keys. Tokens of a removed key prove nothing any more. Returns whether one was removed.
    @discardableResult
    package func replaceKeys(with keys: [SessionKey]) -> Bool {
        SessionTokens.check(keys)
        let before = Set(prints)
        self.keys.withLock { $0 = keys }
        return !before.isSubset(of: prints)
    }

    private static func check(_ keys: [SessionKey]) {
        precondition(!keys.isEmpty && Set(keys.map(\.version)).count == keys.count, "keys have versions of their own")
    }

    /// The prints of the keys, the newest first: they tell whether another server has the same ones, and nothing else.
    package var prints: [[UInt8]] {
        keys.withLock { $0 }.sorted { $0.version > $1.version }.map { $0.hash.code(for: Array("tilerace print".utf8)) }
    }

    /// Issues the token that proves a claim, under the newest key.
    package func token(for claim: SessionClaim) -> String {
        guard let key = keys.withLock({ $0.max { $0.version < $1.version } }) else { preconditionFailure("no keys") }
        let text = "\(key.version).\(claim.player.text).\(claim.sessions)"
        return "\(text).\(key.hash.code(for: Array(text.utf8)).hexadecimal)"
    }

    /// Verifies a token and returns its claim; nil if it is not a token of this server.
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

    // MARK: Stage keys

    /// The number of bytes of a stage key.
    private static let stageKeyBytes = 16
    /// The number of characters of a stage key: base64url (RFC 4648) without padding.
    package static let stageKeyLength = 22

    /// Returns the stage key of a room, under the newest key: with it a watcher finds the room under any code.
    package func stageKey(of room: RoomID) -> String {
        guard let key = keys.withLock({ $0.max { $0.version < $1.version } }) else { preconditionFailure("no keys") }
        return SessionTokens.stageKey(of: room, under: key)
    }

    /// Whether `text` is the stage key of a room. Takes the same time for every text of the right length, and for every
    /// room.
    package func isStageKey(_ text: String, of room: RoomID) -> Bool {
        guard text.utf8.count == SessionTokens.stageKeyLength else { return false }
        // Not the secret's digits into those of keys: that would take longer for some rooms.
        let typed = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            case UInt8(ascii: "+"), UInt8(ascii: "/"): UInt8(0)
            default: byte
            }
        }
        return keys.withLock { $0 }.reduce(false) { isRight, key in
            let right = SessionTokens.digits(ofStageKey: room, under: key)
            return CRYPTO_memcmp(typed, right, typed.count) == 0 || isRight
        }
    }

    private static func stageKey(of room: RoomID, under key: SessionKey) -> String {
        String(decoding: digits(ofStageKey: room, under: key), as: UTF8.self)
            .replacing("+", with: "-").replacing("/", with: "_")
    }

    /// The digits of a stage key in plain base64. Tokens begin with a version, so no token's text is that of a stage
    /// key.
    private static func digits(ofStageKey room: RoomID, under key: SessionKey) -> [UInt8] {
        let code = key.hash.code(for: Array("stage \(room.number)".utf8))
        return Array(Data(code.prefix(stageKeyBytes)).base64EncodedString().utf8.prefix(stageKeyLength))
    }

    /// Reads a number in canonical form, so that each token has only one spelling.
    private static func number(_ text: Substring) -> Int? {
        guard let number = Int(text), number >= 0, String(number) == text else { return nil }
        return number
    }
}
