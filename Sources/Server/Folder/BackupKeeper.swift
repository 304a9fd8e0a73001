import Dispatch
import Foundation
import PostgreSQLStorage
import Puzzles
import SQLiteStorage
import StoredRows
import Synchronization
import Telemetry

/// Makes backups of the running server when they are due, tries to restore each, and removes old ones once a new one is
/// good.
///
/// The folder is all that it remembers: which backups there are, and when they were made, their names say. Whatever has
/// another name and begins like ``work`` is what an interrupted one left, and goes before the next.
final class BackupKeeper: Sendable {
    /// The outcome of a look.
    enum Outcome: Hashable, Sendable {
        /// Nothing was due.
        case idle
        /// A good backup was made, and so many old ones were removed.
        case made(BackupName, removed: Int)
        /// The data that was backed up has faults. The backup is kept, and so is every older one.
        case faulty(BackupName)
        /// None was made, for this reason.
        case failed(String)
    }

    /// The ways to write a backup and to try it; tests have their own.
    struct Work: Sendable {
        /// Writes a backup to a file that is not there.
        let write: @Sendable (_ file: String) throws(ConfigurationFault) -> Void
        /// Makes everything of a backup in a folder that is not there, and returns what is wrong with it, in sentences.
        let restore: @Sendable (_ file: String, _ folder: String) throws(ConfigurationFault) -> [String]
        /// Returns the bytes of what is to be written; nil for about as many as the newest backup has.
        var size: @Sendable () -> Int? = { nil }
        /// Returns the free bytes of a folder's file system; nil if the system does not say.
        var freeSpace: @Sendable (_ folder: String) -> Int? = { DataFolder.freeSpace(at: $0) }
    }

    /// The beginning of all that is there only while a backup is made.
    static let work = ".tilerace-backup-"
    /// ms after which a backup that failed is tried again.
    static let pauseAfterFailure = 600_000
    /// Bytes that stay free beside a backup and its trial. Moves may go to the same disk meanwhile, and a database's
    /// write-ahead log cannot be shortened while it is copied.
    static let reserve = 64 << 20

    /// The folder with the backups.
    private let folder: String
    private let schedule: BackupSchedule
    private let kept: Int
    private let calendar: ServerCalendar
    private let logger: Logger
    private let metrics: ServerMetrics
    private let tools: Work
    private let queue = DispatchQueue(label: "tilerace.backups", qos: .utility)
    private let isStopped = Mutex(false)
    /// When the next try is, after one that failed.
    private let nextTry = Mutex<Int?>(nil)

    /// Nil where no folder is set for backups.
    convenience init?(
        _ configuration: ServerConfiguration, of data: DataFolder, _ calendar: ServerCalendar, _ logger: Logger,
        _ metrics: ServerMetrics
    ) {
        guard !configuration.backups.isEmpty else { return nil }
        let storage = configuration.storage
        self.init(
            in: configuration.backups, configuration.backupTime, kept: configuration.backupsKept, calendar, logger,
            metrics,
            tools: Work(
                write: { file throws(ConfigurationFault) in try data.backUp(to: file, storage: storage) },
                restore: { file, folder throws(ConfigurationFault) in
                    try DataFolder(path: folder).restore(from: file)
                },
                size: { DatabaseAddress.isMeant(by: storage) ? nil : data.databaseSize }))
    }

    init(
        in folder: String, _ schedule: BackupSchedule, kept: Int, _ calendar: ServerCalendar, _ logger: Logger,
        _ metrics: ServerMetrics, tools: Work
    ) {
        precondition(kept > 0, "the newest is kept")
        self.folder = PathWalk(folder).path
        self.schedule = schedule
        self.kept = kept
        self.calendar = calendar
        self.logger = logger
        self.metrics = metrics
        self.tools = tools
    }

    // MARK: The clock

    /// Looks now and then whether a backup is due, on a thread of its own, until it is stopped. `now` is the wall
    /// clock, in ms since 1970-01-01 UTC. While it is not `isWanted`, another server makes them.
    func start(
        every milliseconds: Int, isWanted: @escaping @Sendable () -> Bool = { true },
        now: @escaping @Sendable () -> Int
    ) {
        queue.async { [weak self] in self?.note(isWanted: isWanted(), now: now()) }
        goOn(every: milliseconds, isWanted: isWanted, now: now)
    }

    private func goOn(
        every milliseconds: Int, isWanted: @escaping @Sendable () -> Bool, now: @escaping @Sendable () -> Int
    ) {
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
            guard let self, !isStopped.withLock({ $0 }) else { return }
            take(isWanted: isWanted(), now: now())
            goOn(every: milliseconds, isWanted: isWanted, now: now)
        }
    }

    /// Looks whether a backup is due, and makes it.
    func take(isWanted: Bool, now: Int) {
        guard isWanted else { return note(isWanted: false, now: now) }
        look(now: now)
    }

    /// Makes no further backup, and leaves the figures to who comes after it. Waits a moment for one that is under way:
    /// what is left of it when the program ends goes before the next.
    func stop() {
        isStopped.withLock { isStopped in
            isStopped = true
            setFigures(isWanted: false, newest: 0)
        }
        let done = WakeSignal()
        queue.async { done.signal() }
        done.wait(milliseconds: 1_000)
    }

    /// Makes a backup if one is due at `now`. Blocks until that is done.
    @discardableResult func look(now: Int) -> Outcome {
        // At each look: the disk with the backups may have gone meanwhile.
        defer { note(isWanted: true, now: now) }
        let waits = nextTry.withLock { next in next.map { now < $0 && now >= $0 - BackupKeeper.pauseAfterFailure } }
        guard waits != true else { return .idle }
        // One with faults counts too: what was played does not mend itself, and each try copies all of it.
        let newest = BackupName.newest(in: folder, now: now)
        guard schedule.isDue(at: now, newest: newest.map { $0.second * 1_000 }, in: calendar) else { return .idle }
        let began = ClockSource.monotonic()
        let outcome: Outcome
        do throws(ConfigurationFault) {
            outcome = try make(
                BackupName(second: now / 1_000, isGood: true),
                took: {
                    (ClockSource.monotonic() - began) / 1_000_000
                })
        } catch {
            outcome = .failed(error.description)
            logger.error("backup_failed", ["text": .text(error.description)])
        }
        let (result, isTriedAgain) =
            switch outcome {
            case .idle, .made: ("good", false)
            case .faulty: ("failed", false)
            case .failed: ("failed", true)
            }
        metrics.backups[result].add()
        nextTry.withLock { $0 = isTriedAgain ? now + BackupKeeper.pauseAfterFailure : nil }
        return outcome
    }

    /// Sets the figures. A server that makes no backups says so in them: the backups from before it stepped down grow
    /// old.
    private func note(isWanted: Bool, now: Int) {
        let newest = isWanted ? BackupName.newestGood(in: folder, now: now)?.second ?? 0 : 0
        isStopped.withLock { isStopped in
            if !isStopped { setFigures(isWanted: isWanted, newest: newest) }
        }
    }

    private func setFigures(isWanted: Bool, newest: Int) {
        metrics.makesBackups.set(isWanted ? 1 : 0)
        metrics.newestBackup.set(newest)
    }

    // MARK: A backup

    private func make(_ name: BackupName, took: () -> Int) throws(ConfigurationFault) -> Outcome {
        try BackupKeeper.prepare(folder)
        let lock = try ConfigurationFault.ofFile { () throws(OpenError) in try FolderLock(folder: folder) }
        defer { withExtendedLifetime(lock) {} }
        try clear()
        try checkRoom()
        let (file, trial) = ("\(folder)/\(BackupKeeper.work)new", "\(folder)/\(BackupKeeper.work)trial")
        let faults: [String]
        do throws(ConfigurationFault) {
            try tools.write(file)
            faults = try tools.restore(file, trial)
        } catch {
            // Room is what may be short, and the next try is some time away.
            try clear()
            throw error
        }
        guard faults.isEmpty else {
            let name = BackupName(second: name.second, isGood: false)
            try place(file, name)
            remove(BackupName.all(in: folder).filter { !$0.isGood && $0 != name })
            try clear()
            logger.error(
                "backup_has_faults",
                [
                    "file": .text(name.text), "faults": .number(faults.count), "first": .text(faults[0]),
                    "text": "older backups are kept: run tilerace doctor",
                ])
            return .faulty(name)
        }
        try place(file, name)
        try clear()
        let good = BackupName.all(in: folder).filter { $0.isGood && $0 != name }
        // Backups of a clock that was ahead go first: else each of them would push out a true one.
        let order = good.filter { $0 > name } + good.filter { $0 < name }
        let removed = remove(Array(order.dropLast(kept - 1)))
        logger.info(
            "backup_made",
            ["file": .text(name.text), "took_ms": .number(took()), "removed": .number(removed)])
        return .made(name, removed: removed)
    }

    /// Refuses to begin where the disk would be full before the trial is over: while it is, no move can be kept.
    private func checkRoom() throws(ConfigurationFault) {
        guard let free = tools.freeSpace(folder) else { return }
        let needed = BackupKeeper.room(for: tools.size() ?? BackupName.all(in: folder).last?.size(in: folder) ?? 0)
        guard free < needed else { return }
        throw ConfigurationFault(
            "backups: \(folder): \(free >> 20) MiB are free there, and a backup, its trial and a reserve want "
                + "\((needed + (1 << 20) - 1) >> 20): make room, or set backups to another disk")
    }

    /// Bytes that must be free for a backup of `size` bytes: it is restored beside itself to be tried, before an old
    /// one goes.
    static func room(for size: Int) -> Int { 2 * size + reserve }

    /// Makes the folder if it is missing, and refuses one in which others could put a backup of theirs. A forged backup
    /// has the keys of every server that is restored from it.
    private static func prepare(_ folder: String) throws(ConfigurationFault) {
        do throws(ConfigurationFault) {
            try FileTrust().checkWay(to: folder)
        } catch {
            throw ConfigurationFault("backups: \(error)")
        }
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw ConfigurationFault("backups: \(folder): \(String(cString: strerror(errno)))")
        }
        try check(folder)
    }

    /// Refuses a folder that is there and cannot be used by those of `trust`. A command of root passes the server's
    /// user.
    static func check(_ folder: String, _ trust: FileTrust = FileTrust()) throws(ConfigurationFault) {
        do throws(ConfigurationFault) {
            try trust.checkWay(to: folder)
            try trust.check(folder, .unwritable)
            guard access(folder, W_OK | X_OK) == 0 else {
                throw ConfigurationFault("\(folder): \(String(cString: strerror(errno)))")
            }
        } catch {
            throw ConfigurationFault("backups: \(error)")
        }
    }

    /// Removes what is there only while a backup is made.
    private func clear() throws(ConfigurationFault) {
        do {
            let files = FileManager.default
            for name in try files.contentsOfDirectory(atPath: folder) where name.hasPrefix(BackupKeeper.work) {
                try files.removeItem(atPath: "\(folder)/\(name)")
            }
        } catch {
            throw ConfigurationFault("backups: \(folder): \(error.localizedDescription)")
        }
    }

    /// Gives a backup its name, for good.
    private func place(_ file: String, _ name: BackupName) throws(ConfigurationFault) {
        let path = "\(folder)/\(name.text)"
        func fault() -> ConfigurationFault {
            ConfigurationFault("backups: \(path): \(String(cString: strerror(errno)))")
        }
        guard access(path, F_OK) != 0 else { throw ConfigurationFault("backups: \(path) is there already") }
        guard rename(file, path) == 0 else { throw fault() }
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw fault() }
    }

    /// Removes backups, and returns how many went.
    @discardableResult private func remove(_ names: [BackupName]) -> Int {
        names.count { name in
            guard unlink("\(folder)/\(name.text)") != 0 else { return true }
            let reason = String(cString: strerror(errno))
            logger.warning("backup_not_removed", ["file": .text(name.text), "text": .text(reason)])
            return false
        }
    }
}
