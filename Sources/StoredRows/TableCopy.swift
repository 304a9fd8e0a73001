import Storage

/// A database whose tables can be read in pieces. Between two pieces nobody else changes what is read.
package protocol TableSource {
    /// At most `most` rows of a table behind a key, or its first ones, in the order of their keys.
    func rows(
        of table: StoredTable, behind key: [StoredValue]?, most: Int
    ) throws(StorageError) -> [[StoredValue]]
    /// Throws `fenced` if somebody else may have changed the database since it was opened.
    func confirm() throws(StorageError)
}

/// A database that is being filled. Nobody can serve from it until it is whole.
package protocol TableTarget: TableSource {
    /// Notes for good that it is being filled. Must be called before all else that changes it.
    func begin() throws(StorageError)
    /// The key of a table's last row; nil if it has none.
    func lastKey(of table: StoredTable) throws(StorageError) -> [StoredValue]?
    /// Adds rows to a table, for good: all of them or none.
    func add(_ rows: [[StoredValue]], to table: StoredTable) throws(StorageError)
    /// Removes every row of every table: all of them or none.
    func removeAll() throws(StorageError)
    /// Does the slow work once all rows are there: the last step, which marks them as complete, must be short.
    func settle() throws(StorageError)
}

/// Why a database could not be copied.
package enum CopyFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The source cannot be read.
    case source(StorageError)
    /// The target cannot be written or read.
    case target(StorageError)
    /// The target does not have the row of this number, from 1 on, as the source has it.
    case different(table: String, row: Int)

    /// A sentence for the operator.
    package var description: String {
        switch self {
        case .source(.corrupt(let text)):
            "what is to be copied is damaged, and “tilerace doctor” says more: \(text)"
        case .source(let error): "what is to be copied cannot be read: \(CopyFault.text(error))"
        case .target(.conflict(let text)):
            "the copy does not take a row that cannot be, and “tilerace doctor” says which: \(text)"
        case .target(let error): "the copy cannot be written: \(CopyFault.text(error))"
        case .different(let table, let row): "row \(row) of \(table) is not the same in the copy"
        }
    }

    private static func text(_ error: StorageError) -> String {
        switch error {
        case .unavailable(let text), .conflict(let text), .corrupt(let text): text
        case .fenced, .superseded, .closed: "\(error)"
        }
    }

    /// Whether rows that an earlier copy has left may be the reason.
    fileprivate var mayBeOfOldRows: Bool {
        switch self {
        case .target(.conflict), .different: true
        case .source, .target: false
        }
    }
}

/// Copies every row of every table from one engine's database to another's, in pieces, and compares them.
///
/// It may be stopped at any instant. The next one goes on behind the rows that are there; if those are not the source's
/// any more, it begins anew.
package struct TableCopy<Source: TableSource, Target: TableTarget> {
    private let source: Source
    private let target: Target
    /// Most rows in memory on each side, and in one transaction.
    private let most: Int

    /// Prepares a copy into a target that is empty, or that an earlier copy has begun to fill.
    package init(from source: Source, to target: Target, most: Int = 500) {
        self.source = source
        self.target = target
        self.most = most
    }

    /// The number of rows of a table.
    package struct Count: Hashable, Sendable {
        package let table: StoredTable
        package let rows: Int
    }

    /// Copies what is missing, and then compares every row. Returns how many there are.
    package func run() throws(CopyFault) -> [Count] {
        let isBegun = try CopyFault.ofTarget { () throws(StorageError) in
            try target.begin()
            for table in StoredTable.all where try target.lastKey(of: table) != nil { return true }
            return false
        }
        do throws(CopyFault) {
            return try fill()
        } catch {
            guard isBegun, error.mayBeOfOldRows else { throw error }
        }
        try CopyFault.ofTarget { () throws(StorageError) in try target.removeAll() }
        return try fill()
    }

    private func fill() throws(CopyFault) -> [Count] {
        for table in StoredTable.all { try copy(table) }
        var counts: [Count] = []
        for table in StoredTable.all { counts.append(Count(table: table, rows: try compare(table))) }
        try CopyFault.ofTarget { () throws(StorageError) in try target.settle() }
        do throws(StorageError) { try source.confirm() } catch { throw .source(error) }
        return counts
    }

    private func copy(_ table: StoredTable) throws(CopyFault) {
        var key = try CopyFault.ofTarget { () throws(StorageError) in try target.lastKey(of: table) }
        while true {
            let rows = try piece(of: table, behind: key)
            guard let last = rows.last else { return }
            try CopyFault.ofTarget { () throws(StorageError) in try target.add(rows, to: table) }
            guard rows.count == most else { return }
            key = table.key(of: last)
        }
    }

    /// Returns the number of rows, which are the same on both sides.
    private func compare(_ table: StoredTable) throws(CopyFault) -> Int {
        var (key, count): ([StoredValue]?, Int) = (nil, 0)
        while true {
            let rows = try piece(of: table, behind: key)
            let copied = try CopyFault.ofTarget { () throws(StorageError) in
                try target.rows(of: table, behind: key, most: most)
            }
            guard rows == copied else {
                let same = zip(rows, copied).prefix { $0 == $1 }.count
                throw .different(table: table.name, row: count + same + 1)
            }
            count += rows.count
            guard rows.count == most, let last = rows.last else { return count }
            key = table.key(of: last)
        }
    }

    private func piece(of table: StoredTable, behind key: [StoredValue]?) throws(CopyFault) -> [[StoredValue]] {
        do throws(StorageError) {
            return try source.rows(of: table, behind: key, most: most)
        } catch {
            throw .source(error)
        }
    }
}

extension CopyFault {
    fileprivate static func ofTarget<T>(_ body: () throws(StorageError) -> T) throws(CopyFault) -> T {
        do throws(StorageError) { return try body() } catch { throw .target(error) }
    }
}
