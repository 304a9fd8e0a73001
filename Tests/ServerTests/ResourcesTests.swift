import Foundation
import TestKit
import Testing

@testable import Server

/// The table of addresses, and the two pages that describe it: `docs/openapi.yaml` to programs, `docs/protocol.md` to
/// people.
@Suite struct ResourcesTests {
    /// A method at an address of the description: `GET`, `/api/v1/rooms/{room}/races`.
    private struct Operation: Hashable {
        let method: String
        let path: String

        /// The address with something that can be there for each parameter.
        var example: String {
            let values = [
                "line": "guess-en-5", "day": "2026-11-21", "period": "2026-11-21", "room": "KYTE7",
                "race": "sprint-1-1",
            ]
            return values.reduce(path) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
        }
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: TestServer.root + "/" + path)), as: UTF8.self)
    }

    private let operations: [Operation]
    private let resources: Resources

    init() throws {
        var operations: [Operation] = []
        var path = ""
        for line in try ResourcesTests.text("docs/openapi.yaml").split(separator: "\n") {
            if let match = line.wholeMatch(of: #/  (\/\S+):/#) { path = String(match.1) }
            if let match = line.wholeMatch(of: #/    (get|head|post|put|patch|delete):/#) {
                operations.append(Operation(method: match.1.uppercased(), path: path))
            }
        }
        self.operations = operations
        resources = Resources(files: try StaticFiles(folder: TestServer.root + "/web"), hasMetrics: true)
    }

    @Test("Every operation of docs/openapi.yaml exists with its methods")
    func describedExists() throws {
        #expect(operations.count >= 20)
        for (path, operations) in Dictionary(grouping: operations, by: \.path) {
            let segments = try #require(operations.first).example.split(separator: "/").map(String.init)
            let resource = try #require(resources.find(segments), "\(path)")
            var allowed = Set(resource.allowed.components(separatedBy: ", "))
            // Whatever has these has them by itself.
            allowed.subtract(["HEAD", "OPTIONS"])
            #expect(allowed == Set(operations.map(\.method)), "\(path)")
        }
    }

    /// Each word of the table of resources, with the number of segments from it on, is in a described address.
    @Test("Every resource of the server is described in docs/openapi.yaml")
    func existingIsDescribed() throws {
        let source = try ResourcesTests.text("Sources/Server/Routes/Resources.swift")
        let described = Set(
            operations.flatMap { operation in
                let segments = operation.path.split(separator: "/").map(String.init)
                return segments.indices.map { "\(segments[$0]) \(segments.count - $0)" }
            })
        var words = Set<String>()
        for match in source.matches(of: #/\("(?<word>[a-z.-]+)", (?<least>\d)(?:\.\.\.(?<most>\d))?\)/#) {
            let least = try #require(Int(match.least))
            for count in least...(match.most.flatMap { Int($0) } ?? least) { words.insert("\(match.word) \(count)") }
        }
        for match in source.matches(of: #/case "(?<word>[a-z.-]+)":/#) { words.insert("\(match.word) 1") }
        #expect(words.count >= 20)
        // What goes over that is no HTTP.
        #expect(words.subtracting(described) == ["socket 1"])
    }

    @Test("Every operation of docs/openapi.yaml is named in docs/protocol.md")
    func protocolPage() throws {
        let page = try ResourcesTests.text("docs/protocol.md")
        for operation in operations {
            // A page says it with examples of its own.
            let path = operation.path.replacing(#/\{[a-z]+\}/#, with: "[A-Za-z0-9-]+")
            let said = try Regex("`\(operation.method) \(path)[`?]")
            #expect(page.contains(said), "\(operation.method) \(operation.path)")
        }
        #expect(page.contains("`GET /api/v1/socket`"))
    }
}
