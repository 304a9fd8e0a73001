import Foundation
import TestKit

/// `docs/protocol.md`, as a reader of it: its examples and its tables.
struct ProtocolPage {
    /// A fenced block of JSON.
    struct Example: CustomStringConvertible, Sendable {
        enum Direction: String {
            case client
            case server
            case http = "http-response"
        }
        let direction: Direction
        /// The heading above it.
        let section: String
        /// The line of the opening fence, from 1.
        let line: Int
        let json: JSONTree

        var description: String { "protocol.md:\(line)" }
    }

    let examples: [Example]
    /// Event kinds with the names of their fields.
    let eventKinds: [String: Set<String>]
    /// Error codes with the names of their further fields.
    let errors: [String: Set<String>]
    /// The values of `reason` in `bad_name`.
    let nameReasons: Set<String>
    /// Close codes, and whether a client should come back.
    let closes: [Int: String]
    /// The clues of `hard_mode`, by kind.
    let clues: [String: JSONTree]

    /// The page of this repository. Throws if a block is no JSON.
    init() throws {
        let path = TestServer.root + "/docs/protocol.md"
        let lines = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
            .components(separatedBy: "\n")
        examples = try ProtocolPage.examples(lines)
        eventKinds = Dictionary(
            uniqueKeysWithValues: ProtocolPage.rows(lines, under: "| kind |").map { row in
                (ProtocolPage.code(row[0])[0], Set(ProtocolPage.code(row[1])))
            })
        let errorRows = ProtocolPage.rows(lines, under: "| code | when |").map { row in
            (code: ProtocolPage.code(row[0])[0], more: ProtocolPage.code(row[2]))
        }
        errors = Dictionary(uniqueKeysWithValues: errorRows.map { ($0.code, Set($0.more.prefix(1))) })
        nameReasons = Set(errorRows.first { $0.code == "bad_name" }?.more.dropFirst() ?? [])
        closes = Dictionary(
            uniqueKeysWithValues: ProtocolPage.rows(lines, under: "| code | meaning |").flatMap { row in
                row[0].split(separator: " ").compactMap { Int($0) }.map { ($0, row[2]) }
            })
        let clueTexts = lines.flatMap(ProtocolPage.code).filter { $0.hasPrefix(#"{"kind":"#) }
        clues = Dictionary(
            try clueTexts.map { try JSONTree(parsing: Array($0.utf8)) }.map { ($0["kind"]?.text ?? "", $0) },
            uniquingKeysWith: { first, _ in first })
    }

    private static func examples(_ lines: [String]) throws -> [Example] {
        var examples: [Example] = []
        var section = ""
        var open: (direction: Example.Direction, line: Int, text: String)?
        for (index, line) in lines.enumerated() {
            if let block = open, line == "```" {
                let json = try JSONTree(parsing: Array(block.text.utf8))
                examples.append(Example(direction: block.direction, section: section, line: block.line, json: json))
                open = nil
            } else if open != nil {
                open?.text += line + "\n"
            } else if line.hasPrefix("#") {
                section = String(line.drop { $0 == "#" || $0 == " " })
            } else if line.hasPrefix("```json") {
                guard let direction = Example.Direction(rawValue: String(line.dropFirst("```json ".count))) else {
                    throw SocketClientError.badAnswer("line \(index + 1): \(line)")
                }
                open = (direction, index + 1, "")
            }
        }
        return examples
    }

    /// The cells of a table that begins with this text.
    private static func rows(_ lines: [String], under head: String) -> [[String]] {
        lines.drop { !$0.hasPrefix(head) }.prefix { $0.hasPrefix("|") }.dropFirst(2).map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// Returns the texts between backquotes.
    private static func code(_ text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}

extension ProtocolPage {
    /// Fields that need not be there, as the page says in words.
    private static let optional: Set = [
        "finish", "token", "words", "answer", "salt", "board", "reason", "result", "share",
    ]
    /// Fields that can be null, as the page says in words.
    private static let nullable: Set = ["host", "median", "you", "series", "next"]

    /// The difference between a real message and an example; nil if both have the same fields with the same kinds of
    /// values. `strictly`: whether fields that may be missing, empty or null must be as in the example too.
    func difference(
        _ real: JSONTree, from example: JSONTree, strictly: Bool, at path: String = ""
    ) -> String? {
        switch (real, example) {
        case (.object(let fields), .object(let documented)):
            if path.hasSuffix(".event") { return eventFault(fields, path) }
            if path.hasSuffix(".keyboard") { return keyboardFault(fields, path) }
            let loose = strictly ? [] : ProtocolPage.optional
            let extra = Set(fields.keys).symmetricDifference(documented.keys).subtracting(loose)
            guard extra.isEmpty else { return "\(path): \(extra.sorted())" }
            for (name, value) in fields {
                let inner = path + "." + name
                guard let expected = documented[name] else { continue }
                if !strictly, ProtocolPage.nullable.contains(name), value == .null || expected == .null { continue }
                if let fault = difference(value, from: expected, strictly: strictly, at: inner) { return fault }
            }
            return nil
        case (.array(let elements), .array(let documented)):
            if strictly, elements.isEmpty != documented.isEmpty { return "\(path): empty" }
            for element in elements {
                let faults = documented.map { difference(element, from: $0, strictly: strictly, at: path + "[]") }
                guard faults.contains(nil) else { return (faults.first ?? nil) ?? "\(path): elements not described" }
            }
            return nil
        case (.string, .string), (.number, .number), (.boolean, .boolean), (.null, .null): return nil
        default: return "\(path): \(real.json) for \(example.json)"
        }
    }

    private func eventFault(_ fields: [String: JSONTree], _ path: String) -> String? {
        guard let kind = fields["kind"]?.text, let names = eventKinds[kind] else { return "\(path): kind" }
        return Set(fields.keys) == names.union(["kind"]) ? nil : "\(path): \(kind) has \(fields.keys.sorted())"
    }

    private func keyboardFault(_ fields: [String: JSONTree], _ path: String) -> String? {
        let isSound = fields.allSatisfy { $0.key.count == 1 && (0...2).contains($0.value.integer ?? -1) }
        return isSound ? nil : path
    }

    /// The fault of an error by the table; nil if there is none.
    func errorFault(_ error: JSONTree) -> String? {
        guard let fields = error.fields, let code = error.code, let more = errors[code] else { return error.json }
        let names = Set(fields.keys).subtracting(["re", "type", "code", "message"])
        guard names == more else { return error.json }
        if let clue = fields["clue"] {
            guard let example = clues[clue["kind"]?.text ?? ""] else { return error.json }
            return difference(clue, from: example, strictly: true, at: "clue")
        }
        if code == "bad_name", !nameReasons.contains(fields["reason"]?.text ?? "") { return error.json }
        return nil
    }

    /// The fault of a message by the examples; nil if one of them is like it.
    func fault(of message: JSONTree) -> String? {
        if message.type == "error" { return errorFault(message) }
        let faults = examples.filter { $0.direction == .server && $0.json.type == message.type }.map {
            difference(message.withoutNumber, from: $0.json.withoutNumber, strictly: false)
        }
        if faults.contains(nil) { return nil }
        return "\(message.json): \(faults.compactMap(\.self))"
    }
}

extension JSONTree {
    /// A message without the number of the request that it answers: what is a reply here can be a push there.
    fileprivate var withoutNumber: JSONTree {
        guard case .object(var fields) = self else { return self }
        fields["re"] = nil
        return .object(fields)
    }
}
