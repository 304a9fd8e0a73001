import Foundation
import TestKit
import Testing

@testable import Server

/// The requests of a page at first sight fit into a bound, in bytes as sent.
@Suite struct PageBudgetTests {
    /// A sight of the page, and what `main.js` loads for it.
    struct Sight: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let route: String
        let parts: [String]
        /// Requests that are for no files: POST /session by who is not known yet, and GET /today on home. The socket is
        /// a connection, not a load.
        let calls: Int
        let kilobytes: Int
    }

    private static let sights = [
        Sight(
            testDescription: "home", route: "/", parts: ["components/home/home.js", "components/home/home.css"],
            calls: 2, kilobytes: 47),
        Sight(
            testDescription: "a visitor of a room", route: "/room/KYTE7",
            parts: ["components/race/race.js", "components/race/race.css", "components/door/door.js"], calls: 1,
            kilobytes: 50),
        Sight(
            testDescription: "a reload in mid-race", route: "/room/KYTE7",
            parts: ["components/race/race.js", "components/race/race.css", "kinds.js", "components/desk/desk.js"],
            calls: 0, kilobytes: 52),
    ]

    private let files: StaticFiles

    init() throws {
        files = try StaticFiles(folder: TestServer.root + "/web")
    }

    @Test("A first load takes at most 15 requests, and 47 KB on home, 50 at a door, 52 in mid-race", arguments: sights)
    func firstLoad(sight: Sight) throws {
        let load = try self.load(sight.parts, on: sight.route)
        let bytes = try load.map(sentBytes).reduce(0, +)
        print("\(sight.testDescription): \(load.count + sight.calls) requests, \(kilobytes(bytes)) KB, \(bytes)")
        #expect(load.count + sight.calls <= 15, "\(load)")
        #expect(bytes <= sight.kilobytes << 10)
    }

    @Test("A sprint adds at most 8 requests and 15 KB to a room whose page stands")
    func sprint() throws {
        let before = try load(PageBudgetTests.sights[1].parts + PageBudgetTests.sights[2].parts, on: "/room/KYTE7")
        let load = try self.load(["components/sprint/sprint.js", "components/sprint/sprint.css"], on: "/room/KYTE7")
            .subtracting(before)
        let bytes = try load.map(sentBytes).reduce(0, +)
        print("a sprint: \(load.count) requests, \(kilobytes(bytes)) KB")
        #expect(load.count <= 8, "\(load)")
        #expect(bytes <= 15 << 10)
    }

    // MARK: Reading the page

    /// The page, what it links to, and all that the modules import.
    private func load(_ parts: [String], on route: String) throws -> Set<String> {
        var load: Set = [route]
        // That sign is for home screens: no browser asks for it before somebody puts the page there.
        let page = try text(route).replacing(#/<link rel="apple-touch-icon"[^>]*>/#, with: "")
        for reference in page.matches(of: #/(?:href|src)="\/v\/[^\/]+(\/[^"]+)"/#) {
            load.insert(String(reference.1))
        }
        for part in ["main.js"] + parts { try add("/" + part, to: &load) }
        return load
    }

    private func add(_ path: String, to load: inout Set<String>) throws {
        load.insert(path)
        guard path.hasSuffix(".js") else { return }
        for reference in try text(path).matches(of: #/(?:^|\n)(?:import|export)\b(?:[^;]*?from)? ?"(\.[^"]+)";/#) {
            let url = URL(fileURLWithPath: path).deletingLastPathComponent().appending(path: String(reference.1))
            let module = url.standardizedFileURL.path
            if !load.contains(module) { try add(module, to: &load) }
        }
    }

    private func representations(_ path: String) throws -> [StaticFile.Representation] {
        try #require(files.file(for: path), "\(path)").file.representations
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try representations(path)[0].body.array, as: UTF8.self)
    }

    /// The bytes of a file for a browser that takes gzip.
    private func sentBytes(_ path: String) throws -> Int {
        let representations = try representations(path)
        return (representations.first { $0.coding == .gzip } ?? representations[0]).body.count
    }

    private func kilobytes(_ bytes: Int) -> String {
        String(format: "%.1f", Double(bytes) / 1_024)
    }
}
