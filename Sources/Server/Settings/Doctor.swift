import EventLoops
import Foundation
import GameRules
import PostgreSQLStorage
import Puzzles
import SQLiteStorage
import Telemetry

/// A look through all that a server rests on: its data, its settings and what they name, ports, certificates, the disk
/// and the clock. It changes nothing, and a server may run meanwhile.
package struct Doctor: Sendable {
    /// The content of the data folder, in a sentence; nil if it could not be looked through.
    package private(set) var summary: String?
    /// All that was found, in the order in which it was looked for.
    package private(set) var findings: [Finding] = []
    /// Why the data folder could not be looked through; nil if it was.
    package private(set) var obstacle: ConfigurationFault?

    private let senses: DoctorSenses

    /// A clock that was off for so many days is worth a look.
    private static let daysOff = 31

    /// Looks. Settings beside those that say where the data is have the whole server looked at, and not the data alone.
    package init(_ reading: SettingsReading, senses: DoctorSenses) {
        self.senses = senses
        let configuration = reading.configuration
        let isWhole = reading.sources.keys.contains { !["data", "storage"].contains($0) } || !reading.faults.isEmpty
        findings = reading.faults.map { Finding(.fault, .settings, sentence: $0.description) }
        findings += reading.slips.map { Finding(.warning, .settings, sentence: $0) }
        do throws(ConfigurationFault) {
            let folder = try DataFolder(existing: configuration.data)
            // First: whoever opens a database may shorten its log.
            checkDisk(folder, configuration)
            let report = try FolderReport(of: folder, storage: configuration.storage)
            summary = report.summary
            findings += report.faults.map { Finding(.fault, .data, sentence: $0) }
            guard isWhole else { return }
            checkClock(report.newestDay, configuration)
            checkPorts(configuration, server: senses.server(folder))
        } catch {
            obstacle = error
            guard isWhole else { return }
            checkPorts(configuration, server: nil)
        }
        let check = SettingsCheck(configuration, folder: false, files: reading.files)
        findings += check.findings.filter { $0.subject != .certificate }
        checkCertificates(configuration)
        checkWritable(configuration)
        checkBackups(configuration)
    }

    /// Whether something is wrong, and not only to be watched.
    package var hasFaults: Bool { obstacle != nil || findings.contains { $0.weight == .fault } }

    private mutating func add(
        _ weight: Finding.Weight, _ subject: Finding.Subject, at place: String, _ reason: String,
        advice: String? = nil
    ) {
        findings.append(Finding(weight, subject, at: place, reason, advice: advice))
    }

    /// The findings as a JSON object, for programs.
    package var json: String {
        let missing = obstacle.map {
            Finding(.fault, .data, sentence: $0.description, advice: "Name the server's folder with --config or --data")
        }
        return Finding.json([missing].compactMap(\.self) + findings, summary: summary)
    }

    // MARK: The machine

    private mutating func checkDisk(_ folder: DataFolder, _ configuration: ServerConfiguration) {
        guard let free = senses.freeSpace(folder.path) else { return }
        guard free >= ServerBounds().leastFreeSpace else {
            return add(.fault, .disk, at: folder.path, "only \(free >> 20) MiB are free there: moves will be refused")
        }
        guard !DatabaseAddress.isMeant(by: configuration.storage) else { return }
        let size = folder.databaseSize
        guard free < size else { return }
        add(
            .warning, .disk, at: folder.path,
            "\(free >> 20) MiB are free there, and the database has \(size >> 20) MiB: an update may need as much again"
        )
    }

    private mutating func checkClock(_ newest: Day?, _ configuration: ServerConfiguration) {
        if senses.isClockSynchronised() == false {
            add(.warning, .clock, at: "clock", "nobody sets it from the network, so it drifts, and midnight with it")
        }
        guard let newest, let today = SettingsReading.today(in: configuration.zone, at: senses.wall()) else { return }
        let passed = today.number - newest.number
        if passed < -1 {
            add(
                .fault, .clock, at: "clock",
                "it shows \(today.text), and \(newest.text) has begun here already: it is wrong now, or was then",
                advice: "Set the clock before the server is started again: words of days to come are shown as past ones"
            )
        } else if passed > Doctor.daysOff {
            add(
                .warning, .clock, at: "clock",
                "it shows \(today.text), and the newest day that began here is \(newest.text)",
                advice: "Set the clock, unless the server has been off for so long")
        }
    }

    private mutating func checkPorts(_ configuration: ServerConfiguration, server: Int32?) {
        for (name, port) in [("port", configuration.port), ("tls-redirect-port", configuration.tlsRedirectPort ?? 0)] {
            do throws(ConfigurationFault) {
                guard port != 0 else { continue }
                let address = try ServerSockets.address(of: configuration, port: port)
                checkPort(name, address, server)
            } catch {
                // An address that cannot be read is among the findings of the settings.
                continue
            }
        }
        if case .port(let address, _) = configuration.metricsAddress, address.port != 0 {
            checkPort("metrics-address", address, server)
        }
    }

    private mutating func checkPort(_ name: String, _ address: SocketAddress, _ server: Int32?) {
        do throws(EventLoopError) {
            if try senses.isFree(address) { return }
        } catch {
            guard server == nil else { return }
            return add(.fault, .port, at: name, "cannot listen on \(address)", advice: ListeningAdvice.text(for: error))
        }
        let listener = senses.listener(address.port)
        // The first process of a machine is systemd, which holds the port for the service.
        if listener == 1 || (server != nil && (listener == nil || listener == server)) { return }
        let who = listener.map { "process \($0)" } ?? "another program"
        guard server == nil else {
            return add(
                .warning, .port, at: name,
                "\(who) listens on \(address), and the server that runs on the folder does not",
                advice: "Nothing, if the server was given its port in another way; else see “ss -ltnp”")
        }
        add(.fault, .port, at: name, "\(who) listens on \(address) already", advice: "Stop it, or take another port")
    }

    // MARK: Files

    private mutating func checkCertificates(_ configuration: ServerConfiguration) {
        let tls: ServerTLS
        do throws(ConfigurationFault) {
            let trust = FileTrust(commandOn: configuration)
            guard let found = try ServerTLS(configuration, logger: .silent, trust: trust) else { return }
            tls = found
        } catch {
            return findings.append(Finding(.fault, .certificate, sentence: error.description))
        }
        for term in tls.credentials.terms {
            let (days, file) = (term.secondsLeft / 86_400, term.file)
            if term.secondsLeft < 0 {
                add(.fault, .certificate, at: file, "the certificate is over, and browsers refuse it")
            } else if term.isEarly {
                add(.fault, .certificate, at: file, "the certificate is not valid yet, or the clock is wrong")
            } else if term.secondsLeft < ServerTLS.warningTime {
                add(
                    .warning, .certificate, at: file, "the certificate ends in \(days) days",
                    advice: "Look why its client of ACME has not renewed it (docs/https.md)")
            }
        }
        guard let address = configuration.publicAddress, address.hasPrefix("https://") else { return }
        let host = ReachableAddresses.host(of: String(SitePath.origin(of: address).dropFirst("https://".count)))
        let name = String(host.filter { !"[]".contains($0) })
        guard !tls.credentials.covers(name) else { return }
        add(
            .warning, .certificate, at: "public-address", "no certificate of the server has the name \(name)",
            advice: "Nothing, if a proxy with a certificate of its own is in front; else get one with that name")
    }

    private mutating func checkBackups(_ configuration: ServerConfiguration) {
        guard !configuration.backups.isEmpty else { return }
        let folder = PathWalk(configuration.backups).path
        guard let newest = BackupName.newestGood(in: folder, now: senses.wall()) else {
            return add(
                .warning, .backup, at: folder, "no server has made a backup there",
                advice: "A server that runs makes one within a minute; if not, its log says why (backup_failed)")
        }
        let file = "\(folder)/\(newest.text)"
        checkRoom(for: newest, in: folder)
        let hours = (senses.wall() / 1_000 - newest.second) / 3_600
        if hours * 3_600_000 >= 2 * configuration.backupTime.period {
            add(
                .warning, .backup, at: file, "the newest backup is \(hours) hours old",
                advice: "The server's log says why there is no newer one (backup_failed)")
        }
        do {
            try FileTrust(commandOn: FileTrust.owner(of: folder)).checkBackup(file)
            try BackupFile(path: file).verify()
        } catch {
            findings.append(Finding(.fault, .backup, sentence: "\(file): \(error)"))
        }
    }

    /// A backup is written, and restored beside it to be tried, before an old one goes.
    private mutating func checkRoom(for newest: BackupName, in folder: String) {
        guard let size = newest.size(in: folder), let free = senses.freeSpace(folder) else { return }
        guard free < BackupKeeper.room(for: size) else { return }
        add(
            .warning, .disk, at: folder,
            "\(free >> 20) MiB are free there, and a backup has \(size >> 20) MiB: the next wants twice as much and "
                + "\(BackupKeeper.reserve >> 20) MiB")
    }

    private mutating func checkWritable(_ configuration: ServerConfiguration) {
        for (subject, folder) in [
            (Finding.Subject.page, configuration.web), (.words, configuration.words),
            (.words, configuration.namesFolder),
        ] {
            guard let path = FileTrust.writableByAll(in: folder) else { continue }
            add(
                .warning, subject, at: path, "everybody may change what is served",
                advice: "chmod -R o-w \(folder)")
        }
    }
}

extension SettingsReading {
    /// The date in a time zone, which may be none, at an instant in ms since 1970-01-01 UTC.
    static func today(in zone: String, at instant: Int) -> Day? {
        do throws(CalendarError) {
            var calendar = try ServerCalendar(zone: zone)
            return calendar.span(at: instant).day
        } catch {
            return nil
        }
    }
}

extension DataFolder {
    /// Bytes of the database in the folder and of its log of writes.
    var databaseSize: Int {
        ["", "-wal"].reduce(0) { sum, ending in
            var status = stat()
            let isThere = stat("\(path)/\(SQLiteStorage.fileName)\(ending)", &status) == 0
            return sum + (isThere ? Int(status.st_size) : 0)
        }
    }
}
