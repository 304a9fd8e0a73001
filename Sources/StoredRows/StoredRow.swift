import GameRules
import Storage

/// A row of a durable engine's answer, valid until the engine goes on. Columns count from 0. A value that does not read
/// back as it was written is `corrupt`.
///
/// The engines differ in how a column is fetched. How columns make records is the same, and stands in extensions.
package protocol StoredRow: ~Copyable {
    /// The integer of a column; 0 for NULL.
    func integer(_ column: Int32) -> Int
    /// The integer of a column; nil for NULL.
    func optionalInteger(_ column: Int32) -> Int?
    /// The text of a column, which must be UTF-8.
    func text(_ column: Int32) throws(StorageError) -> String
    /// The player whose 16 bytes, big-endian, a column has.
    func player(_ column: Int32) throws(StorageError) -> PlayerID
    /// The error for a column that has no such thing.
    func corrupt(_ what: String, _ column: Int32) -> StorageError
}

extension StoredRow where Self: ~Copyable {
    /// The bits of an integer, read without a sign.
    package func bits(_ column: Int32) -> UInt64 { UInt64(UInt(bitPattern: integer(column))) }

    /// A packed word.
    package func word(_ column: Int32) throws(StorageError) -> Word {
        guard let word = Word(packed: UInt64(bitPattern: Int64(integer(column)))) else { throw corrupt("word", column) }
        return word
    }

    /// A packed word, or nil for NULL.
    package func optionalWord(_ column: Int32) throws(StorageError) -> Word? {
        optionalInteger(column) == nil ? nil : try word(column)
    }

    /// A line of puzzles.
    package func line(_ column: Int32) throws(StorageError) -> PuzzleLine {
        guard let line = PuzzleLine(try text(column)) else { throw corrupt("puzzle line", column) }
        return line
    }

    /// The rules' judgement of a move.
    package func verdict(_ column: Int32) throws(StorageError) -> Verdict {
        guard let verdict = Verdict(packed: integer(column)) else { throw corrupt("verdict", column) }
        return verdict
    }

    /// A level of hard mode.
    package func hardMode(_ column: Int32) throws(StorageError) -> HardMode {
        guard let raw = UInt8(exactly: integer(column)), let mode = HardMode(rawValue: raw) else {
            throw corrupt("hard mode", column)
        }
        return mode
    }
}
