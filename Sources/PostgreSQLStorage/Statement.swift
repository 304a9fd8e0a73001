import GameRules
import Storage
import StoredRows

/// A statement with its parameters, which count from `$1`. Statements of the same text are prepared once on a
/// connection.
struct Statement: Sendable {
    let sql: String
    let parameters: [Parameter]

    init(_ sql: String, _ parameters: Parameter...) {
        self.sql = sql
        self.parameters = parameters
    }

    init(_ sql: String, parameters: [Parameter]) {
        self.sql = sql
        self.parameters = parameters
    }
}

/// A parameter of a statement. The statement casts it to its type, as all are sent in binary.
enum Parameter: Sendable {
    /// `bigint`, `text` or `bytea`: a text is sent as its bytes in UTF-8, for names too, which may hold a zero.
    case one(StoredValue)
    /// An array of these: a column of the rows of a set.
    case column([StoredValue], Element)

    /// The element type of an array.
    enum Element: UInt32, Sendable {
        case bytes = 17
        case integer = 20
        case text = 25
    }

    static func integer(_ value: Int) -> Parameter { .one(.integer(value)) }
    static func text(_ value: String) -> Parameter { .one(.text(value)) }
    static func player(_ value: PlayerID) -> Parameter { .one(.player(value)) }
    static func line(_ value: PuzzleLine) -> Parameter { .one(.text(value.text)) }
    static func day(_ value: Day) -> Parameter { .one(.day(value)) }
}

/// The parameters of a statement in PostgreSQL's binary formats, one behind the other.
struct ParameterBytes {
    private(set) var bytes: [UInt8] = []
    /// The place of each parameter in `bytes`; nil for NULL.
    private(set) var places: [Range<Int>?] = []

    init(_ parameters: [Parameter]) {
        places.reserveCapacity(parameters.count)
        for parameter in parameters { append(parameter) }
        // An empty text at the end has an address too.
        bytes.append(0)
    }

    private mutating func append(_ parameter: Parameter) {
        let start = bytes.count
        switch parameter {
        case .one(.null): return places.append(nil)
        case .one(let value): append(value)
        case .column(let values, let element): append(values, element)
        }
        places.append(start..<bytes.count)
    }

    /// The binary form of an array of one dimension: `array_send` in PostgreSQL's arrayfuncs.c.
    private mutating func append(_ values: [StoredValue], _ element: Parameter.Element) {
        bytes.reserveCapacity(bytes.count + 20 + values.count * 12)
        append(UInt32(values.isEmpty ? 0 : 1))
        append(UInt32(values.contains(.null) ? 1 : 0))
        append(element.rawValue)
        guard !values.isEmpty else { return }
        append(UInt32(values.count))
        append(UInt32(1))
        for value in values {
            switch value {
            case .integer: append(UInt32(8))
            case .player: append(UInt32(16))
            case .text(let text): append(UInt32(text.utf8.count))
            case .null: append(UInt32.max)
            }
            append(value)
        }
    }

    private mutating func append(_ value: StoredValue) {
        switch value {
        case .integer(let integer): append(UInt64(bitPattern: Int64(integer)))
        case .text(let text): bytes.append(contentsOf: text.utf8)
        case .player(let id):
            append(id.high)
            append(id.low)
        case .null: break
        }
    }

    private mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }
}
