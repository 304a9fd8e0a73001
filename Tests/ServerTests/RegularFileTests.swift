import EventLoops
import Foundation
import SQLiteStorage
import TestKit
import Testing

@testable import Server

/// A named pipe that nobody writes to keeps whoever opens it waiting forever.
@Suite(.blocking, .timeLimit(.minutes(10))) struct RegularFileTests {
    private let scratch = NSTemporaryDirectory() + "tilerace-regular-\(UUID().uuidString)"

    private func withPipe(_ name: String, _ body: (String) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let pipe = scratch + "/" + name
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: pipe).deletingLastPathComponent().path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try #require(mkfifo(pipe, 0o600) == 0)
        try body(pipe)
    }

    private func fault(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return "none"
    }

    @Test("A pipe, a device and a folder are refused, and /dev/null is empty")
    func kinds() throws {
        try withPipe("pipe") { pipe in
            for path in [pipe, scratch, "/dev/zero"] {
                #expect(fault { _ = try RegularFile.read(path) } == "\(path): cannot be read: it is no regular file")
            }
            let none = "\(scratch)/none: cannot be read: No such file or directory"
            #expect(fault { _ = try RegularFile.read(scratch + "/none") } == none)
            #expect(try RegularFile.read("/dev/null") == [])
            let file = scratch + "/file"
            try Data("abc".utf8).write(to: URL(fileURLWithPath: file))
            #expect(try RegularFile.read(file) == Array("abc".utf8))
            #expect(try RegularFile.read(file, most: 2) == Array("ab".utf8))
        }
    }

    @Test("A file that cannot be examined is not reported as missing")
    func unseen() throws {
        try withPipe("pipe") { pipe in
            for path in [scratch + "/none", scratch + "/none/none", pipe + "/none"] {
                #expect(try !RegularFile.isThere(path), "\(path)")
            }
            #expect(try RegularFile.isThere(pipe) && RegularFile.isThere(scratch))
            let folder = try DataFolder(existing: scratch)
            // Root may look at everything, but nobody comes to the end of a link to itself.
            for name in ["invitations", "classroom", "password", "clock", "loop"] {
                try #require(symlink("\(scratch)/\(name)", "\(scratch)/\(name)") == 0)
            }
            let reason = "Too many levels of symbolic links"
            #expect(fault { _ = try Invitations(in: folder).all() } == "\(scratch)/invitations: \(reason)")
            #expect(fault { _ = try Roster(in: folder).people() } == "\(scratch)/classroom: \(reason)")
            #expect(fault { _ = try ServerPassword.read(from: folder) } == "\(scratch)/password: \(reason)")
            #expect(fault { _ = try folder.clockAnchor() } == "\(scratch)/clock: \(reason)")
            let loop = scratch + "/loop"
            #expect(fault { _ = try DataFolder(existing: loop) } == "data folder \(loop): \(reason)")
            var configuration = TestServer.configuration(loop)
            configuration.access = .password
            let faults = SettingsCheck(configuration).faults.map(\.description)
            #expect(faults.filter { $0.contains(reason) }.count == 1, "\(faults)")
            #expect(!faults.contains { $0.contains("no password") || $0.contains("is not there") }, "\(faults)")
        }
    }

    @Test("A pipe as a word list, a secret or a clock is refused")
    func settings() throws {
        try withPipe("en/answers-4.txt") { _ in
            #expect(fault { _ = try WordFiles.lexicon(folder: scratch, language: "en") }.contains("no regular file"))
        }
        try withPipe("words.txt") { _ in
            #expect(fault { _ = try WordFiles.offensive(folder: scratch) }.contains("no regular file"))
        }
        try withPipe("seed") { _ in
            let folder = try DataFolder(existing: scratch)
            #expect(fault { _ = try folder.secret(named: "seed") }.contains("no regular file"))
            #expect(fault { try folder.backUp(to: scratch + "/backup") }.contains("no regular file"))
        }
        try withPipe("clock") { _ in
            let folder = try DataFolder(existing: scratch)
            #expect(fault { _ = try folder.clockAnchor() }.contains("no regular file"))
        }
    }

    @Test("A pipe in the folder of the page is not served")
    func page() throws {
        try withPipe("pipe.js") { _ in
            try Data("<!doctype html>".utf8).write(to: URL(fileURLWithPath: scratch + "/index.html"))
            let files = try StaticFiles(folder: scratch)
            #expect(files.file(for: "/pipe.js") == nil && files.file(for: "/index.html") != nil)
        }
    }

    @Test("A pipe as a certificate or its key is refused")
    func certificates() throws {
        let certificate = try TestCertificate()
        try withPipe("pipe.pem") { pipe in
            for files in [
                TLSKeyPairFiles(certificate: pipe, key: certificate.key),
                TLSKeyPairFiles(certificate: certificate.certificate, key: pipe),
            ] {
                #expect(throws: TLSError.unreadable(file: pipe, reason: "it is no regular file")) {
                    _ = try TLSCredentials(reading: [files], protocols: ["http/1.1"])
                }
            }
        }
    }

    @Test("A pipe as a backup or a database is refused")
    func databases() throws {
        try withPipe("pipe") { pipe in
            let restored = try DataFolder(path: scratch + "/restored")
            #expect(fault { _ = try restored.restore(from: pipe) } == "\(pipe) is no backup of Tilerace")
        }
        try withPipe("tilerace.db") { pipe in
            #expect(
                fault { try SQLiteStorage(folder: scratch) { _ in }.close() }.contains("\(pipe) is no regular file"))
            #expect(fault { _ = try FolderReport(of: DataFolder(existing: scratch)) }.contains("no regular file"))
        }
    }
}
