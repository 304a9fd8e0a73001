import Foundation
import GameRules
import Glibc
import Storage
import TestKit
import Testing

@testable import SQLiteStorage

/// Places that cannot be written to: what is said, and that nothing acknowledged is lost.
struct BrokenPlaceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { "\(folder.path)/\(SQLiteStorage.fileName)" }

    private func open(_ limits: SQLiteStorage.Limits = SQLiteStorage.Limits()) throws -> SQLiteStorage {
        try SQLiteStorage(folder: folder.path, limits: limits, vfs: nil) { Issue.record("checkpoint: \($0)") }
    }

    /// Another program holds the file: writes are refused, not kept back, and are possible again once it lets go.
    @Test("Writes to a locked file fail as unavailable until it is free")
    func aLockedFileIsUnavailableUntilItIsFree() async throws {
        let engine = try open()
        let probe = StorageProbe(engine)
        #expect(await probe.write(.createPlayer(StorageSample.mika)) == nil)
        let other = try Connection(path: path, access: .existing, vfs: nil)
        try other.execute("BEGIN IMMEDIATE")
        let answer = await probe.write(.createPlayer(StorageSample.zoe))
        guard case .unavailable(let text) = answer else { throw answer ?? .closed }
        #expect(text.contains("locked"))
        #expect(try await probe.player(StorageSample.mika.id) == StorageSample.mika, "reads go on")
        #expect(try await probe.player(StorageSample.zoe.id) == nil)
        try other.execute("ROLLBACK")
        probe.goOn()
        #expect(await probe.write(.createPlayer(StorageSample.zoe)) == nil)
        engine.close()
    }

    /// A file that a server cannot open because another program has it for itself.
    @Test("A file held by another program stops the start with a sentence")
    func aFileHeldByAnotherProgramStopsTheStartWithASentence() throws {
        try open().close()
        let other = try Connection(path: path, access: .existing, vfs: nil)
        try other.execute("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE")
        let error = try #require(throws: OpenError.self) { try open() }
        guard case .storage(.unavailable) = error else { throw error }
        #expect("\(error)".contains("cannot be opened") && "\(error)".contains("locked"))
    }

    /// Tests may run as root, whom no mode keeps from writing; a file that is a folder is one that nobody can open.
    @Test("A file that cannot be opened stops the start with a sentence")
    func whatCannotBeOpenedStopsTheStartWithASentence() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let error = try #require(throws: OpenError.self) { try open() }
        guard case .folder(let text) = error else { throw error }
        #expect(text.contains(path) && "\(error)".hasPrefix("the data folder cannot be used"))
    }

    @Test("A read-only disk stops the start with a sentence")
    func aReadOnlyDiskStopsTheStartWithASentence() throws {
        // Nobody can write to what the kernel shows of itself.
        let error = try #require(throws: OpenError.self) {
            try SQLiteStorage(folder: "/proc/self/tilerace") { Issue.record("checkpoint: \($0)") }
        }
        guard case .folder(let text) = error else { throw error }
        #expect(text.hasPrefix("/proc/self/tilerace: "))
    }

    @Test("A full disk is told by its place, and not as the program writes it")
    func fullDisk() async throws {
        let disk = FaultyDisk()
        disk.set(.full)
        let error = try #require(throws: OpenError.self) {
            try SQLiteStorage(folder: folder.path, limits: SQLiteStorage.Limits(), vfs: disk.name) { _ in }
        }
        #expect("\(error)".hasSuffix(" is full") && "\(error)".contains("the disk of /"), "\(error)")
        disk.set(nil)
        let engine = try SQLiteStorage(folder: folder.path, limits: SQLiteStorage.Limits(), vfs: disk.name) { _ in }
        disk.set(.full)
        let answer = try #require(await StorageProbe(engine).write(.createPlayer(StorageSample.zoe)))
        #expect("\(answer)".hasPrefix("the disk of /") && "\(answer)".hasSuffix(" is full"), "\(answer)")
        disk.set(nil)
        engine.close()
        // A copy names the disk that it is written to.
        let text = "\(BackupError.database(.storage(.unavailable("the disk of /b is full"))))"
        #expect(text == "the copy failed: the disk of /b is full")
    }

    /// The disk becomes read-only under a running server, as Linux does after errors: no write is acknowledged, reads
    /// go on.
    @Test("On a disk that became read-only, writes fail as unavailable and reads go on")
    func aDiskThatBecomesReadOnlyIsUnavailable() async throws {
        let disk = FaultyDisk()
        let engine = try SQLiteStorage(folder: folder.path, limits: SQLiteStorage.Limits(), vfs: disk.name) { _ in }
        let probe = StorageProbe(engine)
        #expect(await probe.write(.createPlayer(StorageSample.mika)) == nil)
        disk.set(.readOnly)
        for _ in 0..<3 {
            let answer = await probe.write(.createPlayer(StorageSample.zoe))
            guard case .unavailable = answer else { throw answer ?? .closed }
            probe.goOn()
        }
        #expect(try await probe.player(StorageSample.mika.id) == StorageSample.mika)
        disk.set(nil)
        #expect(await probe.write(.createPlayer(StorageSample.zoe)) == nil)
        engine.close()
        let again = try open()
        #expect(try await StorageProbe(again).players([StorageSample.mika.id, StorageSample.zoe.id]).count == 2)
        again.close()
    }

    /// A page that goes bad under a running server. Reads that need it fail as corrupt, others go on, and nothing is
    /// written there.
    @Test("A damaged page is corrupt for reads that need it, and others go on")
    func aPageThatGoesBadIsCorruptForWhoNeedsIt() async throws {
        let engine = try open()
        _ = await StorageProbe(engine).answers(to: StorageSample.everything)
        engine.close()
        let root = try Connection(path: path, access: .readOnly, vfs: nil).first(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'pinned_puzzles'"
        ) { $0.integer(0) }
        let page = 4096 * (try #require(root) - 1)
        let url = URL(fileURLWithPath: path)
        var bytes = try Data(contentsOf: url)
        bytes.replaceSubrange(page..<page + 64, with: repeatElement(0x55, count: 64))
        try bytes.write(to: url)
        let damaged = try open()
        let probe = StorageProbe(damaged)
        let error = await #expect(throws: StorageError.self) { try await probe.pinned(StorageSample.today) }
        guard case .corrupt = error else { throw error ?? .closed }
        let pin = Write.pinPuzzle(
            PinnedPuzzle(puzzle: StorageSample.yesterday, answer: StorageSample.crane, listVersion: ""))
        guard case .corrupt = await probe.write(pin) else { throw StorageError.closed }
        probe.goOn()
        #expect(try await probe.player(StorageSample.mika.id) == StorageSample.mika)
        #expect(await probe.write(.renamePlayer(StorageSample.mika.id, name: "Mi")) == nil)
        damaged.close()
    }
}
