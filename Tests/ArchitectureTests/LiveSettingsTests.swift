import Testing

/// Holds the settings that the table calls read again to the code that takes them while a server serves.
@Suite struct LiveSettingsTests {
    private static let folder = "Sources/Server/"

    /// The fields of `ServerConfiguration` in the table: those that are read again, and the others.
    private static func fields() throws -> (again: Set<String>, atStart: Set<String>) {
        let table = try SourceTree.file(folder + "Settings/ServerConfiguration+Table.swift").text
        var fields: (again: Set<String>, atStart: Set<String>) = ([], [])
        for setting in table.split(separator: "        Setting(").dropFirst() {
            let field = try #require(setting.firstMatch(of: #/\\\.(\w+),/#)).output.1
            if setting.contains("isReadAgain: true") {
                fields.again.insert(String(field))
            } else {
                fields.atStart.insert(String(field))
            }
        }
        return fields
    }

    /// The fields of a configuration that a file reads, or one of its functions.
    private static func read(in path: String, function: String? = nil) throws -> Set<String> {
        var text = Substring(SwiftText(try SourceTree.file(folder + path).text).text)
        if let function {
            let begin = try #require(text.firstRange(of: "func \(function)("))
            text = text[begin.lowerBound...]
            text = text[..<(try #require(text.firstRange(of: "\n    }"))).upperBound]
        }
        let fields = text.matches(of: #/\b[cC]onfiguration\.(\w+)/#.wordBoundaryKind(.simple))
        return Set(fields.map { String($0.output.1) })
    }

    @Test("Each setting that is read again is taken while a server serves, and no other")
    func takenAgain() throws {
        let (again, atStart) = try Self.fields()
        #expect(again.count > 10 && atStart.count > 10)
        // What only an initialiser reads is not taken again.
        var taken = try Self.read(in: "Start/TileraceServer.swift", function: "take")
        for function in ["take", "state", "limits"] {
            taken.formUnion(try Self.read(in: "Settings/LiveSettings.swift", function: function))
        }
        let certificates = try Self.read(in: "TLS/ServerTLS.swift").intersection(again)
        #expect(certificates == ["tlsCertificates", "tlsKeys"])
        #expect(again == taken.union(certificates))
        #expect(taken.isDisjoint(with: atStart))
    }
}
