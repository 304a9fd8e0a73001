import GameRules
import Storage

/// A parameter of a statement.
package enum StoredValue: Hashable, Sendable {
    case integer(Int)
    case text(String)
    case player(PlayerID)
    case null
}

extension StoredValue {
    /// The number of a day.
    package static func day(_ day: Day) -> StoredValue { .integer(day.number) }
    /// A packed word.
    package static func word(_ word: Word) -> StoredValue { .integer(Int(word.packed)) }
    /// An integer of the same bits.
    package static func bits(_ bits: UInt64) -> StoredValue { .integer(Int(bitPattern: UInt(bits))) }
    /// 1 or 0.
    package static func flag(_ flag: Bool) -> StoredValue { .integer(flag ? 1 : 0) }
    /// The player, or NULL.
    package static func optional(_ player: PlayerID?) -> StoredValue { player.map { .player($0) } ?? .null }
    /// The integer, or NULL.
    package static func optional(_ integer: Int?) -> StoredValue { integer.map { .integer($0) } ?? .null }

    /// The marks two bits each, the first lowest, and above them, from bit 24, how many there are.
    package static func verdict(_ verdict: Verdict) -> StoredValue { .integer(verdict.packed) }

    /// The score of a game that is ranked; NULL for others.
    package static func score(_ finish: FinishRecord) -> StoredValue {
        finish.isRanked ? .integer(StoredScore.of(finish)) : .null
    }
}
