import GameRules
import Leaderboards
import Puzzles
import WordLists

/// A place in a ranking, as a client carries it from one page to the next: the score and the ID of a page's last entry,
/// encrypted. The place stays where it is, whoever comes or goes before it.
///
/// An ID that could be read would link a pseudonym in a room with a name on the server. So a cursor is readable, and
/// good, only for the server that made it and in the ranking for which it was made (``RankingKey``).
package struct RankingCursor: Hashable, Sendable {
    /// Bytes that authenticate the place; the encrypted place follows them.
    fileprivate static let tagLength = 16
    /// Bytes of a cursor: the tag, and 64 bits of the score and 128 of the ID.
    package static let length = tagLength + 24

    fileprivate let bytes: [UInt8]

    fileprivate init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads 80 lower-case hexadecimal digits; nil for anything else. Whether it was made by this server is not looked
    /// at.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 2 * RankingCursor.length, let bytes = [UInt8](hexadecimal: text) else { return nil }
        self.bytes = bytes
    }

    /// 80 lower-case hexadecimal digits.
    package var text: String { bytes.hexadecimal }
}

extension QueryFault {
    /// A cursor cannot be read, or is none of the ranking that was asked for.
    package static let badCursor = QueryFault.badRequest("after must be the next of a page of this ranking.")
}

/// The server's secret behind cursors, and behind the order of equals in a room's ranking. It follows from the seed, so
/// that cursors stay good after a restart.
///
/// Cursors are encrypted with a synthetic initialization vector (the construction of RFC 5297) over HMAC-SHA-256: the
/// tag is a code of the ranking's name and the place, and the place is encrypted with a code of the tag. Equal places
/// of one ranking have equal cursors, so that an answer keeps its entity tag; cursors of two rankings have nothing in
/// common.
struct RankingKey: Sendable {
    private let tags: KeyedHash
    private let streams: KeyedHash
    private let orders: KeyedHash

    /// The secret of the server with this seed.
    init(seed: Seed) {
        tags = seed.keyedHash(for: "ranking cursor tag v1")
        streams = seed.keyedHash(for: "ranking cursor stream v1")
        orders = seed.keyedHash(for: "ranking order v1")
    }

    /// The cursor of a place in the ranking called `scope`. A scope's name has no NUL.
    func cursor(of place: Ranking.Entry, in scope: String) -> RankingCursor {
        let plain = place.score.bits.bigEndianBytes + place.id.bytes
        let tag = tag(of: plain, in: scope)
        return RankingCursor(tag + masked(plain, by: tag))
    }

    /// The place of a cursor; nil if it was not made with this key for the ranking called `scope`.
    func place(of cursor: RankingCursor, in scope: String) -> Ranking.Entry? {
        let tag = Array(cursor.bytes.prefix(RankingCursor.tagLength))
        let plain = masked(Array(cursor.bytes.dropFirst(RankingCursor.tagLength)), by: tag)
        // All bytes are compared, so that the time that it takes tells nothing of the right tag.
        guard zip(tag, self.tag(of: plain, in: scope)).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0 else { return nil }
        return Ranking.Entry(
            score: RankScore(bits: UInt64(bigEndianBytes: plain[..<8])),
            id: PlayerID(high: UInt64(bigEndianBytes: plain[8..<16]), low: UInt64(bigEndianBytes: plain[16...])))
    }

    /// The ID under which a room's member is in the ranking called `scope`, and which orders equals there. It tells
    /// nothing of the player's own ID, and so of the order of equals in other rankings. A member who changes to a
    /// pseudonym, or back, gets another one: the cursors of both are not to be recognized as one player's.
    func alias(of player: PlayerID, hasPseudonym: Bool, in scope: String) -> PlayerID {
        let code = orders.code(for: Array(scope.utf8) + [0, hasPseudonym ? 1 : 0] + player.bytes)
        return PlayerID(high: UInt64(bigEndianBytes: code[..<8]), low: UInt64(bigEndianBytes: code[8..<16]))
    }

    private func tag(of plain: [UInt8], in scope: String) -> [UInt8] {
        Array(tags.code(for: Array(scope.utf8) + [0] + plain).prefix(RankingCursor.tagLength))
    }

    /// Encrypts or decrypts a place: one code of 32 bytes is enough for its 24.
    private func masked(_ bytes: [UInt8], by tag: [UInt8]) -> [UInt8] { zip(bytes, streams.code(for: tag)).map(^) }
}

extension PlayerID {
    fileprivate var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }
}

extension UInt64 {
    fileprivate var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) } }

    fileprivate init(bigEndianBytes bytes: some Sequence<UInt8>) { self = bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
