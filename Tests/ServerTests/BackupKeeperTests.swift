import Foundation
import GameRules
import Puzzles
import SQLiteStorage
import Synchronization
import Telemetry
import TestKit
import Testing

@testable import Server

/// Backups that a server makes by itself: when, what becomes of the old ones, and what a failure leaves.
@Suite(.blocking) struct BackupKeeperTests {
    private static let hour = 3_600_000
    private static let morning = TestServer.morning

    /// A folder for backups, and what makes them: texts in place of databases.
    private final class World: Sendable {
        struct State {
            /// The error of writing, thrown after half of the file was written.
            var fault: ConfigurationFault?
            /// The error of the trial.
            var trialFault: ConfigurationFault?
            /// The faults of the restored database.
            var faults: [String] = []
            var written = 0
            /// Bytes that are free, and of what is to be written.
            var free: Int? = 1 << 40
            var size: Int?
            var lines: [String] = []
        }

        let path = NSTemporaryDirectory() + "tilerace-backups-" + UUID().uuidString
        let state = Mutex(State())
        let metrics = ServerMetrics(closeCodes: [])

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func keeper(_ schedule: BackupSchedule = .every(hours: 6), kept: Int = 3) throws -> BackupKeeper {
            BackupKeeper(
                in: path, schedule, kept: kept, try ServerCalendar(zone: "UTC"),
                Logger(
                    threshold: .info, format: .text, now: { 0 },
                    sink: { line in self.state.withLock { $0.lines.append(line) } }),
                metrics,
                tools: .init(
                    write: { file throws(ConfigurationFault) in try self.write(file) },
                    restore: { file, folder throws(ConfigurationFault) in try self.restore(file, folder) },
                    size: { self.state.withLock { $0.size } }, freeSpace: { _ in self.state.withLock { $0.free } }))
        }

        private func write(_ file: String) throws(ConfigurationFault) {
            let (number, fault) = state.withLock { state in
                state.written += 1
                return (state.written, state.fault)
            }
            let text = Data((fault == nil ? "backup \(number)" : "half").utf8)
            guard FileManager.default.createFile(atPath: fault == nil ? file : file + ".part", contents: text) else {
                throw ConfigurationFault("not made")
            }
            if let fault { throw fault }
        }

        private func restore(_ file: String, _ folder: String) throws(ConfigurationFault) -> [String] {
            let (fault, faults) = state.withLock { ($0.trialFault, $0.faults) }
            guard FileManager.default.fileExists(atPath: file), mkdir(folder, 0o700) == 0,
                FileManager.default.createFile(atPath: folder + "/tilerace.db", contents: nil)
            else { throw ConfigurationFault("no backup was written, or a trial is left over") }
            if let fault { throw fault }
            return faults
        }

        /// All names in the folder, but for the lock.
        var names: [String] {
            get throws {
                try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != FolderLock.fileName }.sorted()
            }
        }

        func text(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
        func logs(_ event: String) -> Int { state.withLock { $0.lines.count { $0.contains(" \(event) ") } } }
        var newest: Int { metrics.newestBackup.value }
    }

    private func name(_ instant: Int, isGood: Bool = true) -> BackupName {
        BackupName(second: instant / 1_000, isGood: isGood)
    }

    @Test("Backups are made when they are due, and of old ones as many stay as are to be kept")
    func retention() throws {
        let world = World()
        let keeper = try world.keeper()
        let instants = (0..<5).map { Self.morning + 6 * Self.hour * $0 }
        for (number, now) in instants.enumerated() {
            #expect(keeper.look(now: now) == .made(name(now), removed: max(0, number - 2) > 0 ? 1 : 0))
            #expect(keeper.look(now: now + 6 * Self.hour - 1_000) == .idle)
            #expect(world.newest == now / 1_000)
        }
        #expect(try world.names == instants.suffix(3).map { name($0).text })
        #expect(try world.text(name(instants[4]).text) == "backup 5")
        #expect(world.metrics.backups["good"].value == 5 && world.metrics.backups["failed"].value == 0)
        #expect(world.logs("backup_made") == 5)
        let attributes = try FileManager.default.attributesOfItem(atPath: world.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test("A new server goes on where the one before it was, by the names of the files")
    func restart() throws {
        let world = World()
        let morning = Self.morning
        #expect(try world.keeper(.daily(minute: 240)).look(now: morning) == .made(name(morning), removed: 0))
        let again = try world.keeper(.daily(minute: 240))
        world.metrics.newestBackup.set(0)
        #expect(again.look(now: morning + 17 * Self.hour) == .idle)
        #expect(world.newest == morning / 1_000, "a look that makes none sets the figure, too")
        let next = morning + 18 * Self.hour
        #expect(again.look(now: next) == .made(name(next), removed: 0))
    }

    @Test("A failure leaves nothing that looks like a backup, removes no old one, is told, and is tried again later")
    func failure() throws {
        let world = World()
        let keeper = try world.keeper(kept: 1)
        let morning = Self.morning
        #expect(keeper.look(now: morning) == .made(name(morning), removed: 0))
        for count in 0..<2 {
            world.state.withLock { state in
                state.fault = count == 0 ? ConfigurationFault("No space left on device") : nil
                state.trialFault = count == 1 ? ConfigurationFault("it is damaged") : nil
            }
            let now = morning + (6 + count) * Self.hour
            guard case .failed(let text) = keeper.look(now: now) else {
                Issue.record("it did not fail")
                return
            }
            #expect(["No space left on device", "it is damaged"][count] == text)
            #expect(try world.names == [name(morning).text], "the old one stays, and no part of the new one")
            #expect(world.newest == morning / 1_000)
            #expect(keeper.look(now: now + BackupKeeper.pauseAfterFailure - 1) == .idle, "not at every look")
            #expect(world.metrics.backups["failed"].value == count + 1 && world.logs("backup_failed") == count + 1)
        }
        world.state.withLock { ($0.fault, $0.trialFault) = (nil, nil) }
        let later = morning + 7 * Self.hour + BackupKeeper.pauseAfterFailure
        #expect(keeper.look(now: later) == .made(name(later), removed: 1))
        #expect(try world.names == [name(later).text])
    }

    @Test("No backup is begun for which, with its trial and a reserve for moves, the disk has no room")
    func room() throws {
        let world = World()
        let keeper = try world.keeper()
        #expect(keeper.look(now: Self.morning) == .made(name(Self.morning), removed: 0))
        var now = Self.morning
        func look(free: Int?, size: Int?) -> BackupKeeper.Outcome {
            world.state.withLock { ($0.free, $0.size) = (free, size) }
            now += 6 * Self.hour
            return keeper.look(now: now)
        }
        let needed = (200 << 20) + BackupKeeper.reserve
        guard case .failed(let text) = look(free: needed - 1, size: 100 << 20) else {
            Issue.record("it was made")
            return
        }
        #expect(text.contains("\(world.path): 263 MiB are free there, and") && text.contains(" want 264: "))
        #expect(world.state.withLock { $0.written } == 1, "nothing is written, so nothing fills the disk")
        #expect(try world.names == [name(Self.morning).text] && world.metrics.backups["failed"].value == 1)
        #expect(look(free: needed, size: 100 << 20) == .made(name(now), removed: 0))
        // "backup 2" has 8 bytes: where nobody knows what will be written, it is about what was written before.
        guard case .failed = look(free: BackupKeeper.reserve + 15, size: nil) else {
            Issue.record("it was made")
            return
        }
        #expect(look(free: BackupKeeper.reserve + 16, size: nil) == .made(name(now), removed: 0))
        #expect(look(free: nil, size: 100 << 20) == .made(name(now), removed: 1), "a system that does not say")
    }

    @Test("The remains of a killed backup are removed before the next one, and never counted as a backup")
    func killed() throws {
        let world = World()
        try FileManager.default.createDirectory(
            atPath: world.path + "/.tilerace-backup-trial", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: world.path)
        for left in [".tilerace-backup-new", ".tilerace-backup-new.part", ".tilerace-backup-trial/seed"] {
            #expect(FileManager.default.createFile(atPath: "\(world.path)/\(left)", contents: Data("half".utf8)))
        }
        #expect(FileManager.default.createFile(atPath: world.path + "/mine.txt", contents: nil))
        let keeper = try world.keeper()
        #expect(world.newest == 0)
        #expect(keeper.look(now: Self.morning) == .made(name(Self.morning), removed: 0))
        #expect(try world.names == ["mine.txt", name(Self.morning).text], "what is somebody else's stays")
    }

    @Test("A backup of what cannot have been played is kept apart, once, and removes no good one")
    func faulty() throws {
        let world = World()
        let keeper = try world.keeper(kept: 1)
        #expect(keeper.look(now: Self.morning) == .made(name(Self.morning), removed: 0))
        world.state.withLock { $0.faults = ["a game without a player"] }
        let (first, second) = (Self.morning + 6 * Self.hour, Self.morning + 12 * Self.hour)
        for now in [first, second] {
            #expect(keeper.look(now: now) == .faulty(name(now, isGood: false)))
            #expect(keeper.look(now: now + Self.hour) == .idle, "the fault is there until somebody mends it")
        }
        #expect(try world.names == [name(Self.morning).text, name(second, isGood: false).text])
        #expect(world.newest == Self.morning / 1_000 && world.metrics.backups["failed"].value == 2)
        #expect(world.logs("backup_has_faults") == 2)
        world.state.withLock { $0.faults = [] }
        let third = Self.morning + 18 * Self.hour
        #expect(keeper.look(now: third) == .made(name(third), removed: 1))
    }

    @Test("A clock that was ahead for a while keeps no backup from being made, nor the new one from staying")
    func clockWasAhead() throws {
        let world = World()
        let keeper = try world.keeper(kept: 2)
        for year in 1...3 { _ = keeper.look(now: Self.morning + year * 366 * 24 * Self.hour) }
        #expect(keeper.look(now: Self.morning) == .made(name(Self.morning), removed: 1))
        #expect(try world.names.contains(name(Self.morning).text))
        #expect(world.newest == Self.morning / 1_000, "files from days to come are not the newest")
        #expect(keeper.look(now: Self.morning + 6 * Self.hour) == .made(name(Self.morning + 6 * Self.hour), removed: 1))
        #expect(try world.names.contains(name(Self.morning).text), "those from days to come go first")
        #expect(
            keeper.look(now: Self.morning + 12 * Self.hour) == .made(name(Self.morning + 12 * Self.hour), removed: 1))
        #expect(try !world.names.contains(name(Self.morning).text))
    }

    @Test("The figures say that none is made by a server that decides no more, and by one that was stopped")
    func steppedDown() throws {
        let world = World()
        let keeper = try world.keeper()
        func figures() -> [Int] { [world.metrics.makesBackups.value, world.newest] }
        #expect(figures() == [0, 0])
        keeper.take(isWanted: true, now: Self.morning)
        #expect(figures() == [1, Self.morning / 1_000])
        keeper.take(isWanted: false, now: Self.morning + Self.hour)
        #expect(figures() == [0, 0], "what it made grows old, and nobody is to be woken")
        keeper.take(isWanted: true, now: Self.morning + 2 * Self.hour)
        #expect(figures() == [1, Self.morning / 1_000])
        keeper.stop()
        #expect(figures() == [0, 0])
        keeper.take(isWanted: true, now: Self.morning + 3 * Self.hour)
        #expect(figures() == [0, 0], "one that was under way says nothing after the next has begun")
    }

    @Test("The figures say that there is none when the disk with the backups has gone, and when none was ever made")
    func gone() throws {
        let world = World()
        let keeper = try world.keeper()
        world.state.withLock { $0.fault = ConfigurationFault("No space left on device") }
        keeper.take(isWanted: true, now: Self.morning)
        #expect(world.metrics.makesBackups.value == 1 && world.newest == 0)
        world.state.withLock { $0.fault = nil }
        let later = Self.morning + BackupKeeper.pauseAfterFailure
        #expect(keeper.look(now: later) == .made(name(later), removed: 0))
        try FileManager.default.removeItem(atPath: world.path)
        world.state.withLock { $0.fault = ConfigurationFault("Read-only file system") }
        keeper.take(isWanted: true, now: later + Self.hour)
        #expect(world.metrics.makesBackups.value == 1 && world.newest == 0)
    }

    @Test("A folder that others can write to, or that another server uses, is refused")
    func folders() throws {
        let world = World()
        let keeper = try world.keeper()
        try FileManager.default.createDirectory(atPath: world.path, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o770], ofItemAtPath: world.path)
        guard case .failed(let text) = keeper.look(now: 0) else {
            Issue.record("taken")
            return
        }
        #expect(text.hasPrefix("backups: \(world.path) can be written to by others") && text.contains("chmod go-w"))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: world.path)
        let lock = try FolderLock(folder: world.path)
        guard case .failed = keeper.look(now: Self.hour) else {
            Issue.record("taken")
            return
        }
        withExtendedLifetime(lock) {}
        let nowhere = BackupKeeper(
            in: world.path + "/none/none", .every(hours: 1), kept: 1, try ServerCalendar(zone: "UTC"), .silent,
            world.metrics, tools: .init(write: { _ in }, restore: { _, _ in [] }))
        guard case .failed = nowhere.look(now: 0) else {
            Issue.record("made")
            return
        }
        #expect(try world.names == [])
    }

    @Test("A server makes backups while people play, which are restored and have what was played")
    func played() throws {
        var bounds = ServerBounds()
        bounds.betweenBackupLooks = 20
        let folder = NSTemporaryDirectory() + "tilerace-backups-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let data = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: data) }
        let first = try TestServer(folder: data)
        let cookie = try first.player().cookie
        first.stop()
        let server = try TestServer(bounds: bounds, folder: data) {
            $0.backups = folder
            $0.metrics = true
        }
        let deadline = ContinuousClock.now + .seconds(60)
        while BackupName.all(in: folder).isEmpty {
            #expect(try server.isHealthy)
            try #require(ContinuousClock.now < deadline)
            usleep(5_000)
        }
        let made = BackupName.all(in: folder)
        #expect(made.count == 1 && made[0].isGood)
        while try !String(decoding: server.ask("GET", "/metrics").body, as: UTF8.self)
            .contains("\ntilerace_newest_backup_timestamp_seconds \(made[0].second)\n")
        {
            try #require(ContinuousClock.now < deadline)
        }
        server.stop()
        #expect(BackupName.all(in: folder) == made, "one is made, and no more")
        let restored = folder + "-restored"
        defer { try? FileManager.default.removeItem(atPath: restored) }
        #expect(try DataFolder(path: restored).restore(from: "\(folder)/\(made[0].text)") == [])
        let again = try TestServer(folder: restored)
        #expect(try again.ask("POST", "/api/v1/session", fields: [cookie]).status == 200, "the guest of before")
    }
}
