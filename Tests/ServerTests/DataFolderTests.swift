import Foundation
import TestKit
import Testing

@testable import Server

@Suite(.blocking) struct DataFolderTests {
    /// A folder that goes with the test.
    private final class Scratch {
        let path = NSTemporaryDirectory() + "tilerace-folder-\(UUID().uuidString)"
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func mode(_ name: String = "") throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
            return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
        }

        func write(_ text: String, to name: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
        }
    }

    @Test("A secret is made once and is readable by its owner only")
    func secretIsMadeOnce() throws {
        let scratch = Scratch()
        let folder = try DataFolder(path: scratch.path)
        let seed = try folder.secret(named: "seed")
        #expect(seed.count == 32)
        #expect(try scratch.mode() == 0o700)
        #expect(try scratch.mode("/seed") == 0o600)
        #expect(try DataFolder(path: scratch.path).secret(named: "seed") == seed)
        #expect(try folder.secret(named: "session-key") != seed)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["seed", "session-key"])
    }

    private static let broken = [
        "", "\n", String(repeating: "0", count: 63), String(repeating: "0", count: 65),
        String(repeating: "0g", count: 32),
        String(repeating: "+f", count: 32), String(repeating: "é", count: 32), String(repeating: " 0", count: 32),
    ]

    @Test("A broken secret stops the start and is left as it is", arguments: broken)
    func brokenSecret(text: String) throws {
        let scratch = Scratch()
        let folder = try DataFolder(path: scratch.path)
        try scratch.write(text, to: "seed")
        do {
            _ = try folder.secret(named: "seed")
            Issue.record("a broken seed was taken")
        } catch {
            #expect(error.description == "\(folder.path)/seed: must hold 64 hexadecimal digits")
        }
        #expect(try String(contentsOfFile: scratch.path + "/seed", encoding: .utf8) == text, "it is left for the host")
    }

    @Test("A half-written secret left by a crash does not stop the next start")
    func leftoverFile() throws {
        let scratch = Scratch()
        let folder = try DataFolder(path: scratch.path)
        // In a container every start has the same process id.
        try scratch.write("half", to: "seed.new-\(getpid())")
        #expect(try folder.secret(named: "seed").count == 32)
    }

    @Test("Servers that start at once agree on one secret")
    func concurrentStarts() throws {
        let scratch = Scratch()
        let folder = try DataFolder(path: scratch.path)
        let seeds = Collected()
        DispatchQueue.concurrentPerform(iterations: 16) { _ in seeds.add(Result { try folder.secret(named: "seed") }) }
        #expect(Set(try seeds.values.map { try $0.get() }).count == 1)
    }

    @Test("A folder or secret that cannot be written is refused")
    func unwritable() throws {
        let scratch = Scratch()
        _ = try DataFolder(path: scratch.path)
        try scratch.write("", to: "file")
        #expect(throws: ConfigurationFault.self) { try DataFolder(path: scratch.path + "/file/inside") }
        #expect(throws: ConfigurationFault.self) {
            try DataFolder(path: scratch.path).secret(named: "missing/seed")
        }
    }

    @Test("A second server on one folder is refused with the folder's name")
    func twoServers() throws {
        let first = try TestServer()
        var bounds = ServerBounds()
        bounds.folderPatience = 30
        do {
            _ = try TileraceServer(
                TestServer.configuration(first.folder), bounds: bounds, lexicon: try TestServer.lexicon.get())
            Issue.record("two servers serve one folder")
        } catch {
            #expect(error.description.contains(first.folder))
            #expect(error.description.contains("another"))
        }
        #expect(try first.isHealthy)
    }

    @Test("A setting that this machine cannot satisfy is refused with the reason")
    func badSettings() throws {
        let first = try TestServer()
        let cases: [(String, (inout ServerConfiguration) -> Void)] = [
            ("127.0.0.1:\(first.server.port): another program listens there", { $0.port = first.server.port }),
            ("cannot listen on 192.0.2.1:0: this machine has no such address", { $0.address = "192.0.2.1" }),
            ("address: “home” is no IP address", { $0.address = "home" }), ("zone", { $0.zone = "Mars/Base" }),
            ("there is no index.html", { $0.web = TestServer.root + "/docs" }),
            ("file of words \(TestServer.root)/docs/words.txt", { $0.names = TestServer.root + "/docs" }),
            ("word list \(TestServer.root)/docs/en/answers-4.txt", { $0.words = TestServer.root + "/docs" }),
        ]
        for (text, change) in cases {
            let scratch = Scratch()
            do {
                let configuration = TestServer.configuration(scratch.path, change)
                _ = try TileraceServer(configuration, lexicon: text.hasPrefix("word") ? nil : TestServer.lexicon.get())
                Issue.record("it started: \(text)")
            } catch {
                #expect(error.description.contains(text))
            }
        }
    }
}

/// Results of several threads.
private final class Collected: Sendable {
    private let lock = NSLock()
    // Unsafe to the compiler: guarded by `lock`.
    nonisolated(unsafe) private var all: [Result<[UInt8], any Error>] = []

    func add(_ result: Result<[UInt8], any Error>) { lock.withLock { all.append(result) } }
    var values: [Result<[UInt8], any Error>] { lock.withLock { all } }
}
