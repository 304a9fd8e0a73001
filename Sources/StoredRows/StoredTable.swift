import Storage

/// A table as both durable engines have it, for copies from one to the other.
package struct StoredTable: Hashable, Sendable {
    /// The form of a column's values.
    package enum Form: Hashable, Sendable {
        case integer
        case text
        /// The name of somebody or something, which may hold a zero byte.
        case name
        case player
    }

    /// A column, by its name in both engines.
    package struct Column: Hashable, Sendable {
        package let name: String
        package let form: Form
        package let isOptional: Bool

        fileprivate init(_ name: String, _ form: Form = .integer, isOptional: Bool = false) {
            self.name = name
            self.form = form
            self.isOptional = isOptional
        }

        fileprivate static func optional(_ name: String, _ form: Form = .integer) -> Column {
            Column(name, form, isOptional: true)
        }
    }

    package let name: String
    /// All columns, those of the key first.
    package let columns: [Column]
    /// The number of columns that are the key. Both engines put them in the same order.
    package let keyLength: Int

    private init(_ name: String, key: Int, _ columns: Column...) {
        self.name = name
        self.columns = columns
        keyLength = key
    }

    /// All tables. A row refers to rows of its own table and of those before it alone.
    package static let all = [
        StoredTable(
            "players", key: 1, Column("id", .player), Column("name", .name), Column("created_at"), Column("sessions"),
            Column("is_deleted"), .optional("name_reset_until"), .optional("banned_at"), Column("seen_on")),
        StoredTable(
            "pinned_puzzles", key: 2, Column("line", .text), Column("day"), Column("answer"),
            Column("list_version", .text), .optional("published_at"), .optional("played_at"),
            .optional("published_when", .text), .optional("known_to", .player)),
        StoredTable("days", key: 1, Column("day"), .optional("began_at")),
        StoredTable(
            "admin_acts", key: 1, Column("number"), Column("time"), Column("actor", .text), Column("verb", .text),
            Column("subject", .text)),
        StoredTable("announcements", key: 1, Column("id"), Column("text", .text), Column("time")),
        StoredTable("words_left_out", key: 1, Column("word", .text), Column("time")),
        StoredTable(
            "refused_words", key: 3, Column("day"), Column("line", .text), Column("word"), Column("count")),
        StoredTable(
            "games", key: 1, Column("id"), Column("player", .player), Column("line", .text), Column("day"),
            Column("opened_at"), Column("hard_mode"), Column("is_archive"), .optional("answer"), .optional("tiles"),
            .optional("seconds"), .optional("solved"), .optional("turns"), .optional("points"), .optional("elapsed"),
            .optional("score")),
        StoredTable(
            "moves", key: 2, Column("game"), Column("row"), Column("word"), Column("verdict"), Column("elapsed"),
            Column("credit")),
        StoredTable(
            "rooms", key: 1, Column("id"), Column("code", .text), Column("name", .name), Column("epoch"),
            Column("created_at"), Column("restored")),
        StoredTable("former_codes", key: 1, Column("code", .text), Column("room")),
        StoredTable(
            "room_events", key: 2, Column("room"), Column("sequence"), Column("time"), Column("event", .text)),
        StoredTable("seats", key: 2, Column("player", .player), Column("room"), Column("seat")),
        StoredTable(
            "seat_names", key: 4, Column("player", .player), Column("room"), Column("seat"), Column("sequence")),
        StoredTable(
            "races", key: 2, Column("room"), Column("first"), .optional("last"), Column("players"),
            Column("name", .text)),
    ]
}

extension StoredTable {
    /// The columns' names, with commas between them.
    package var columnNames: String { columns.map(\.name).joined(separator: ", ") }

    /// The key's columns, with commas between them.
    package var keyNames: String { columns[..<keyLength].map(\.name).joined(separator: ", ") }

    /// The part of a row that is its key.
    package func key(of row: [StoredValue]) -> [StoredValue] { Array(row[..<keyLength]) }

    /// The query for the rows behind a key, or for the first ones, in the order of their keys. Its parameters are the
    /// values of the key, if there is one, and the number of rows at most.
    ///
    /// - Parameters:
    ///   - parameter: a parameter of the engine's SQL, by its number, from 1 on, and its form.
    package func piece(isBehindKey: Bool, parameter: (_ number: Int, _ form: Form) -> String) -> String {
        let key = columns[..<keyLength].enumerated().map { parameter($0.offset + 1, $0.element.form) }
        let condition = isBehindKey ? "WHERE (\(keyNames)) > (\(key.joined(separator: ", "))) " : ""
        let limit = parameter(isBehindKey ? keyLength + 1 : 1, .integer)
        return "SELECT \(columnNames) FROM \(name) \(condition)ORDER BY \(keyNames) LIMIT \(limit)"
    }

    /// The query for the last key of the table.
    package var lastKey: String {
        let order = columns[..<keyLength].map { $0.name + " DESC" }.joined(separator: ", ")
        return "SELECT \(keyNames) FROM \(name) ORDER BY \(order) LIMIT 1"
    }
}

extension StoredRow where Self: ~Copyable {
    /// The values of a table's leading columns, which the row has in their order.
    package func values(_ columns: ArraySlice<StoredTable.Column>) throws(StorageError) -> [StoredValue] {
        var values: [StoredValue] = []
        values.reserveCapacity(columns.count)
        for (index, column) in columns.enumerated() {
            let place = Int32(index)
            guard !column.isOptional || optionalInteger(place) != nil else {
                values.append(.null)
                continue
            }
            switch column.form {
            case .integer: values.append(.integer(integer(place)))
            case .text, .name: values.append(.text(try text(place)))
            case .player: values.append(.player(try player(place)))
            }
        }
        return values
    }
}
