import GameRules
import Leaderboards
import Puzzles
import WordLists

/// A position in a ranking, carried by a client from page to page: the encrypted score and ID of a page's last entry.
/// It stays valid when entries before it come or go.
///
/// A readable ID would link a pseudonym in a room with a name on the server. So a cursor can be read only by the server
/// that made it, and only in its ranking (``RankingKey``).
package struct RankingCursor: Hashable, Sendable {
    /// The length of the authentication tag in bytes. The encrypted position follows it.
    fileprivate static let tagLength = 16
    /// The length of a cursor in bytes: the tag, 64 bits of the score, and 128 bits of the ID.
    package static let length = tagLength + 24

    fileprivate let bytes: [UInt8]

    fileprivate init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads 80 lower-case hexadecimal digits; nil for anything else. Does not verify the tag.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 2 * RankingCursor.length, let bytes = [UInt8](hexadecimal: text) else { return nil }
        self.bytes = bytes
    }

    /// The cursor as 80 lower-case hexadecimal digits.
    package var text: String { bytes.hexadecimal }
}

extension QueryFault {
    /// The refusal of a cursor that is invalid, or belongs to another ranking.
    package static let badCursor = QueryFault.badRequest("after must be the next of a page of this ranking.")
}

/// The secret of cursors, and of the order of equal scores in a room's ranking. Derived from the seed, so cursors stay
/// valid after a restart.
///
/// Cursors are encrypted with a synthetic initialization vector (the construction of RFC 5297) over HMAC-SHA-256. The
/// tag is a code of the ranking's name and the position; the position is encrypted with a code of the tag. Equal
/// positions of one ranking have equal cursors, so that a response keeps its entity tag. Cursors of two rankings have
/// nothing in common.
struct RankingKey: Sendable {
    private let tags: KeyedHash
    private let streams: KeyedHash
    private let orders: KeyedHash

    /// Derives the secret from the server's seed.
    init(seed: Seed) {
        tags = seed.keyedHash(for: "ranking cursor tag v1")
        streams = seed.keyedHash(for: "ranking cursor stream v1")
        orders = seed.keyedHash(for: "ranking order v1")
    }

    /// Returns the cursor of a position in the ranking called `scope`. Precondition: the name has no NUL.
    func cursor(of place: Ranking.Entry, in scope: String) -> RankingCursor {
        let plain = place.score.bits.bigEndianBytes + place.id.bytes
        let tag = tag(of: plain, in: scope)
        return RankingCursor(tag + masked(plain, by: tag))
    }

    /// Returns the position of a cursor; nil if it was not made with this key for the ranking called `scope`.
    func place(of cursor: RankingCursor, in scope: String) -> Ranking.Entry? {
        let tag = Array(cursor.bytes.prefix(RankingCursor.tagLength))
        let plain = masked(Array(cursor.bytes.dropFirst(RankingCursor.tagLength)), by: tag)
        // Compares all bytes, so that the duration reveals nothing of the right tag.
        guard zip(tag, self.tag(of: plain, in: scope)).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0 else { return nil }
        return Ranking.Entry(
            score: RankScore(bits: UInt64(bigEndianBytes: plain[..<8])),
            id: PlayerID(high: UInt64(bigEndianBytes: plain[8..<16]), low: UInt64(bigEndianBytes: plain[16...])))
    }

    /// Returns the ID of a room's member in the ranking called `scope`, which also orders equal scores there. It
    /// reveals nothing of the player's own ID, and so of the order in other rankings. A switch to or from a pseudonym
    /// changes it, so that the cursors of both cannot be linked.
    func alias(of player: PlayerID, hasPseudonym: Bool, in scope: String) -> PlayerID {
        let code = orders.code(for: Array(scope.utf8) + [0, hasPseudonym ? 1 : 0] + player.bytes)
        return PlayerID(high: UInt64(bigEndianBytes: code[..<8]), low: UInt64(bigEndianBytes: code[8..<16]))
    }

    private func tag(of plain: [UInt8], in scope: String) -> [UInt8] {
        Array(tags.code(for: Array(scope.utf8) + [0] + plain).prefix(RankingCursor.tagLength))
    }

    /// Encrypts or decrypts a position: one code of 32 bytes covers its 24.
    private func masked(_ bytes: [UInt8], by tag: [UInt8]) -> [UInt8] { zip(bytes, streams.code(for: tag)).map(^) }
}

extension PlayerID {
    fileprivate var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }
}

extension UInt64 {
    fileprivate var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) } }

    fileprivate init(bigEndianBytes bytes: some Sequence<UInt8>) { self = bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
