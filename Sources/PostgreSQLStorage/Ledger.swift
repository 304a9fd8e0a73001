import Storage

/// The known rows of a table, as the transaction under way leaves them. A transaction that fails is undone
/// here, in memory, before anything of it has been sent.
struct Ledger<Key: Hashable, Value> {
    /// Nil for a row that is known not to be there; a failure for one that cannot be read.
    typealias Entry = Result<Value?, StorageError>

    private var entries: [Key: Entry] = [:]
    private var undo: [(key: Key, entry: Entry?)] = []

    var count: Int { entries.count }

    /// Whether the row was looked up before.
    func knows(_ key: Key) -> Bool { entries[key] != nil }

    /// Returns the row; nil if there is none. Throws the fault that made it unreadable. Precondition: the row is known.
    func row(_ key: Key) throws(StorageError) -> Value? {
        guard let entry = entries[key] else { preconditionFailure("looked up before the transaction") }
        return try entry.get()
    }

    /// The row if it is known and there.
    func known(_ key: Key) -> Value? {
        guard case .success(let value)? = entries[key] else { return nil }
        return value
    }

    /// Notes what the database has.
    mutating func learn(_ key: Key, _ entry: Entry) { entries[key] = entry }

    /// Changes a row; nil deletes it.
    mutating func set(_ key: Key, _ value: Value?) {
        undo.append((key, entries.updateValue(.success(value), forKey: key)))
    }

    /// Keeps what was changed since the last call.
    mutating func keep() { undo.removeAll(keepingCapacity: true) }

    /// Undoes what was changed since `keep`.
    mutating func rollBack() {
        for change in undo.reversed() { entries[change.key] = change.entry }
        undo.removeAll(keepingCapacity: true)
    }

    /// Has a row looked up again. Precondition: nothing was changed since `keep`.
    mutating func forget(_ key: Key) { entries[key] = nil }

    mutating func forgetAll() {
        entries = [:]
        undo = []
    }
}
