import CLibPQ
import GameRules
import Storage
import StoredRows

/// The server's answer to one statement.
final class Answer {
    fileprivate let result: OpaquePointer

    /// Takes the result over.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { pq_clear(result) }

    /// The number of rows.
    var count: Int { Int(pq_rows(result)) }

    /// The server's word for what was done: `COMMIT`.
    var tag: String { String(cString: pq_tag(result)) }

    /// The first row, read by `read`; nil if there is none.
    func first<T>(_ read: (Row) throws(StorageError) -> T) throws(StorageError) -> T? {
        count == 0 ? nil : try read(Row(answer: self, index: 0))
    }

    /// Every row, read by `read`.
    func all<T>(_ read: (Row) throws(StorageError) -> T) throws(StorageError) -> [T] {
        var rows: [T] = []
        rows.reserveCapacity(count)
        for index in 0..<count { rows.append(try read(Row(answer: self, index: Int32(index)))) }
        return rows
    }

    /// Every row, one after the other.
    func forEach(_ body: (Row) throws(StorageError) -> Void) throws(StorageError) {
        for index in 0..<count { try body(Row(answer: self, index: Int32(index))) }
    }
}

/// A row of an answer, with values in PostgreSQL's binary formats.
struct Row: StoredRow {
    private let answer: Answer
    private let index: Int32

    fileprivate init(answer: Answer, index: Int32) {
        self.answer = answer
        self.index = index
    }

    private func isNull(_ column: Int32) -> Bool { pq_is_null(answer.result, index, column) != 0 }

    private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: pq_value(answer.result, index, column), count: Int(pq_length(answer.result, index, column)))
    }

    /// An integer or flag of 1, 2, 4 or 8 bytes.
    func integer(_ column: Int32) -> Int {
        let bytes = bytes(column)
        return switch bytes.count {
        case 8: Int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
        case 4: Int(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 2: Int(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case 1: Int(bytes[0])
        default: 0
        }
    }

    func optionalInteger(_ column: Int32) -> Int? { isNull(column) ? nil : integer(column) }

    func text(_ column: Int32) throws(StorageError) -> String {
        guard !isNull(column) else { throw corrupt("text", column) }
        guard let text = String(validating: bytes(column), as: UTF8.self) else { throw corrupt("UTF-8", column) }
        return text
    }

    func player(_ column: Int32) throws(StorageError) -> PlayerID {
        let bytes = bytes(column)
        guard bytes.count == 16 else { throw corrupt("player id", column) }
        return PlayerID(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }

    func corrupt(_ what: String, _ column: Int32) -> StorageError {
        .corrupt("no \(what) in column \(column) of row \(index)")
    }
}
