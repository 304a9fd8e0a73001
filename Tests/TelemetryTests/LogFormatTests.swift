import TestKit
import Testing

@testable import Telemetry

/// Texts that could break a line, or be taken for more than a text.
@Suite struct LogFormatTests {
    private static let hostile = [
        "", " ", "\"", "\\", "\\\"", "\\u0000", "\\ud800", "a\nb", "\r\n", "x\n{\"level\":\"error\"}",
        "\",\"event\":\"forged\"", "}",
        "\u{0}", "\u{1B}[2J", "\u{7F}", "\u{85}", "\u{2028}\u{2029}", "\u{FEFF}", "\u{202E}", "\u{FFFE}", "\u{E000}",
        "é\u{301}", "🟩",
        // Bytes that are no UTF-8 reach a log as replacement characters.
        String(decoding: [0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0x22, 0x0A] as [UInt8], as: UTF8.self),
    ]

    private func line(_ format: LogFormat, _ value: LogValue) -> String {
        format.line(time: 0, level: .info, event: "e", fields: ["value": value, "last": true])
    }

    private func checkJSON(_ text: String) throws {
        let line = line(.json, .text(text))
        #expect(
            try JSONTree(parsing: line.utf8) == [
                "time": "1970-01-01T00:00:00.000Z", "level": "info", "event": "e", "value": .string(text), "last": true,
            ], "\(line)")
        #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    /// The fields of a line of text as a reader takes them apart: at blanks outside of quotes.
    private func fieldsOfText(_ line: String) -> [String] {
        var (fields, isQuoted, isEscaped) = ([""], false, false)
        for scalar in line.unicodeScalars {
            if !isQuoted, scalar == " " {
                fields.append("")
                continue
            }
            if scalar == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = scalar == "\\" && !isEscaped
            fields[fields.count - 1].unicodeScalars.append(scalar)
        }
        return fields
    }

    private func checkText(_ text: String) throws {
        let line = line(.text, .text(text))
        let fields = fieldsOfText(line)
        #expect(fields.count == 5 && fields.last == "last=true", "\(line)")
        let value = try #require(fields.dropFirst(3).first)
        #expect(value.hasPrefix("value="))
        let written = value.dropFirst(6)
        let read = written.utf8.first == UInt8(ascii: "\"") ? try JSONTree(parsing: written.utf8).text : String(written)
        #expect(read.map { Array($0.utf8) } == Array(text.utf8), "\(line)")
        #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test("A line of JSON is one object that gives hostile texts back", arguments: hostile)
    func json(_ text: String) throws { try checkJSON(text) }

    @Test("A line of text has as many fields as were logged, whatever they hold", arguments: hostile)
    func text(_ text: String) throws { try checkText(text) }

    @Test("Random texts are given back from both forms", arguments: [1, 2, 3, 4])
    func randomTexts(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: Bool.random(using: &random) ? 0...0x5C : 0...0xFF, using: &random)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            try checkJSON(text)
            try checkText(text)
        }
    }

    @Test("Numbers and flags are no strings in JSON")
    func typedValues() throws {
        for number in [0, -1, Int.max, Int.min] {
            #expect(line(.json, .number(number)).hasSuffix("\"value\":\(number),\"last\":true}"))
        }
        #expect(try JSONTree(parsing: line(.json, .flag(false)).utf8)["value"] == false)
    }

    @Test("A line of dropped lines is a sentence in text, and an object in JSON")
    func loss() throws {
        #expect(LogFormat.text.lineOfLoss(2, time: 0) == "2 lines of the log were dropped: it was not read")
        let json = try JSONTree(parsing: LogFormat.json.lineOfLoss(2, time: 0).utf8)
        #expect(
            json == [
                "time": "1970-01-01T00:00:00.000Z", "level": "warning", "event": "log_lines_dropped", "lines": 2,
            ])
    }
}
