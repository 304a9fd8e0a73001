import Foundation

/// A JSON value, as a client in a test reads it.
package enum JSONTree: Hashable, Sendable {
    case object([String: JSONTree])
    case array([JSONTree])
    case string(String)
    case number(Double)
    case boolean(Bool)
    case null

    /// Throws for what is no JSON.
    package init(parsing bytes: some Sequence<UInt8>) throws {
        self.init(try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed))
    }

    private init(_ value: Any) {
        switch value {
        case let fields as [String: Any]: self = .object(fields.mapValues { JSONTree($0) })
        case let elements as [Any]: self = .array(elements.map { JSONTree($0) })
        case let text as String: self = .string(text)
        // Foundation's numbers know by their type that they were `true` or `false`.
        case let number as NSNumber where number.objCType.pointee == 0x63: self = .boolean(number.boolValue)
        case let number as NSNumber: self = .number(number.doubleValue)
        default: self = .null
        }
    }

    /// The field of an object; nil if there is none, or this is no object.
    package subscript(name: String) -> JSONTree? { fields?[name] }

    /// The fields, if it is an object.
    package var fields: [String: JSONTree]? {
        if case .object(let fields) = self { fields } else { nil }
    }

    /// The elements; none if it is no array.
    package var elements: [JSONTree] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The text, if it is a string.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if it is an integer.
    package var integer: Int? {
        if case .number(let number) = self { Int(exactly: number) } else { nil }
    }

    /// The field `type` of a message.
    package var type: String? { self["type"]?.text }
    /// The field `code` of an error.
    package var code: String? { self["code"]?.text }

    /// The tree as JSON text, with sorted names.
    package var json: String {
        switch self {
        case .object(let fields):
            "{"
                + fields.sorted { $0.key < $1.key }.map { "\(JSONTree.quoted($0.key)):\($0.value.json)" }
                .joined(separator: ",") + "}"
        case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
        case .string(let text): JSONTree.quoted(text)
        case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
        case .boolean(let value): String(value)
        case .null: "null"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            let needsEscape = scalar == "\"" || scalar == "\\" || scalar.value < 0x20
            guard needsEscape else { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"" + escaped.joined() + "\""
    }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .number(Double(value)) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(dictionaryLiteral elements: (String, JSONTree)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { first, _ in first }))
    }
}
