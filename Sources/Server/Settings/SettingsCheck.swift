import Bus
import EventLoops
import Foundation
import PostgreSQLStorage
import Puzzles
import SQLiteStorage
import Synchronization
import Telemetry

/// Looks at what settings name (files, folders, lists, certificates), as a start does: all of it, and not up to the
/// first fault. It listens nowhere, asks no database, and makes and changes nothing.
package struct SettingsCheck: Sendable {
    private var found: [(weight: Finding.Weight, subject: Finding.Subject, sentence: String)] = []

    /// All that would keep a server from starting.
    package var faults: [ConfigurationFault] { sentences(.fault).map { ConfigurationFault($0) } }
    /// Sentences that a server would only warn with.
    package var warnings: [String] { sentences(.warning) }
    /// Both, with what each is about.
    var findings: [Finding] { found.map { Finding($0.weight, $0.subject, sentence: $0.sentence) } }

    /// Looks at what is there now. `folder`: also at the data folder. `files`: those that the settings were read from.
    package init(_ configuration: ServerConfiguration, folder: Bool = true, files: [String] = []) {
        checkListening(configuration)
        checkShared(configuration)
        collect(.settings) { () throws(ConfigurationFault) in
            try ConfigurationFault.wrapping("zone") { () throws(CalendarError) in
                _ = try ServerCalendar(zone: configuration.zone)
            }
        }
        collect(.words) { () throws(ConfigurationFault) in
            _ = try WordFiles.lexicons(configuration)
        }
        collect(.words) { () throws(ConfigurationFault) in
            _ = try WordFiles.offensive(folder: configuration.namesFolder)
        }
        collect(.page) { () throws(ConfigurationFault) in
            _ = try StaticFiles(folder: configuration.web, publicAddress: configuration.publicAddress)
        }
        checkCertificates(configuration)
        collect(.settings) { () throws(ConfigurationFault) in _ = try Challenges(configuration) }
        if folder {
            collect(.data) { () throws(ConfigurationFault) in try SettingsCheck.checkFolder(configuration.data) }
        }
        checkBackups(configuration)
        collect(.settings) { () throws(ConfigurationFault) in
            let trust = FileTrust(commandOn: configuration)
            if let settings = try HookSettings(configuration, trust) { _ = try CurlTransport(settings) }
        }
        collect(.settings) { () throws(ConfigurationFault) in try SettingsCheck.checkFigures(configuration) }
        checkUser(configuration, files)
        guard configuration.access != .open || !configuration.guests else { return }
        collect(.settings) { () throws(ConfigurationFault) in
            // The first start makes it. Nobody has been invited until then, and nobody is on a roster.
            guard try DataFolder.isThere(configuration.data) else {
                guard configuration.access != .password else { throw Entrance.noPassword(in: configuration.data) }
                return
            }
            let folder = try DataFolder(existing: configuration.data)
            if configuration.access == .password { _ = try Entrance.password(in: folder) }
            _ = try Invitations(in: folder).all()
            if configuration.access == .classroom { _ = try Roster(in: folder).people() }
        }
    }

    /// Asks for the server's user where root does: root has opened all of this. What keeps a server from starting
    /// already is told once.
    private mutating func checkUser(_ configuration: ServerConfiguration, _ files: [String]) {
        guard let user = ServerUser(of: configuration) else { return }
        let told = sentences(.fault)
        for (obstacle, subject) in user.obstacles(configuration, files: files) {
            let isTold = told.contains { $0.contains("\(obstacle.path) ") || $0.contains("\(obstacle.path): ") }
            guard !isTold else { continue }
            found.append((obstacle.isCertain ? .fault : .warning, subject, obstacle.sentence))
        }
    }

    /// Refuses a classroom whose figures stand where its pupils can read them: they count the guesses of rivals.
    static func checkFigures(_ configuration: ServerConfiguration) throws(ConfigurationFault) {
        guard configuration.access == .classroom, configuration.metrics, configuration.metricsAddress == nil else {
            return
        }
        throw ConfigurationFault(
            "metrics: would tell the pupils of a classroom how much was guessed, at the port of the game; "
                + "set metrics-address, and they stand there alone")
    }

    private func sentences(_ weight: Finding.Weight) -> [String] {
        found.filter { $0.weight == weight }.map(\.sentence)
    }

    private mutating func collect(_ subject: Finding.Subject, _ body: () throws(ConfigurationFault) -> Void) {
        do throws(ConfigurationFault) {
            try body()
        } catch {
            // A folder that cannot be looked at stands in the way of several looks.
            guard !found.contains(where: { $0.sentence == error.description }) else { return }
            found.append((.fault, subject, error.description))
        }
    }

    private mutating func checkListening(_ configuration: ServerConfiguration) {
        collect(.settings) { () throws(ConfigurationFault) in
            _ = try ServerSockets.address(of: configuration, port: configuration.port)
        }
        if configuration.port != 0, configuration.port == configuration.tlsRedirectPort {
            found.append(
                (.fault, .settings, "tls-redirect-port: is the same as port; take another, usually 80"))
        }
        checkFiguresAddress(configuration)
        if let address = configuration.publicAddress, address.hasPrefix("http://"),
            !configuration.tlsCertificates.isEmpty
        {
            found.append(
                (.warning, .settings, "public-address: begins with http://, but the server speaks HTTPS"))
        }
    }

    /// Looks at the address for figures. A port of the game is a fault, as they can never be served there. A socket
    /// without a place is a warning, as a service makes its folder at the start.
    private mutating func checkFiguresAddress(_ configuration: ServerConfiguration) {
        guard let figures = configuration.metricsAddress else { return }
        let ports = [("port", configuration.port), ("tls-redirect-port", configuration.tlsRedirectPort ?? 0)]
        for (name, port) in ports {
            // An address that cannot be read is told already.
            guard let address = SocketAddress(host: configuration.address, port: port) else { continue }
            collect(.settings) { () throws(ConfigurationFault) in try figures.check(besides: address, of: name) }
        }
        if let obstacle = figures.obstacle { found.append((.warning, .settings, obstacle)) }
    }

    /// Checks the addresses of database and bus, without connecting.
    private mutating func checkShared(_ configuration: ServerConfiguration) {
        collect(.settings) { () throws(ConfigurationFault) in
            if DatabaseAddress.isMeant(by: configuration.storage) {
                _ = try OpenStorage.address(configuration.storage)
            } else if !configuration.bus.isEmpty {
                throw Candidate.noDatabase
            }
        }
        guard !configuration.bus.isEmpty else { return }
        collect(.settings) { () throws(ConfigurationFault) in
            _ = try ConfigurationFault.wrapping("bus") { () throws(BusFault) in try BusAddress(configuration.bus) }
        }
    }

    /// A folder for backups that cannot be used is no reason not to play: a disk may be mounted later.
    private mutating func checkBackups(_ configuration: ServerConfiguration) {
        guard !configuration.backups.isEmpty else { return }
        let walk = PathWalk(configuration.backups)
        let data = PathWalk(configuration.data).path
        if walk.path == data {
            found.append((.warning, .settings, "backups: is the data folder; take another, not below it"))
            return
        }
        if walk.path.hasPrefix(data.hasSuffix("/") ? data : data + "/") {
            // Whoever restores empties the data folder first.
            let sentence = "backups: \(walk.path) is below the data folder, and lost with it; take a folder beside it"
            found.append((.warning, .settings, sentence))
        }
        do throws(ConfigurationFault) {
            if walk.missing.isEmpty {
                // Root asks for the server's user, to whom both folders belong.
                try BackupKeeper.check(walk.path, FileTrust(commandOn: configuration))
            } else if walk.missing.count > 1 {
                throw ConfigurationFault("backups: \(walk.path): the folder above it is not there")
            }
        } catch {
            found.append((.warning, .settings, error.description))
        }
    }

    private mutating func checkCertificates(_ configuration: ServerConfiguration) {
        let lines = Mutex<[String]>([])
        let logger = Logger(
            threshold: .warning, format: .text, now: { 0 },
            sink: { line in lines.withLock { $0.append(SettingsCheck.text(of: line)) } })
        collect(.certificate) { () throws(ConfigurationFault) in
            _ = try ServerTLS(configuration, logger: logger, trust: FileTrust(commandOn: configuration))
        }
        found += lines.withLock { $0.map { (.warning, .certificate, "tls-certificate: \($0)") } }
    }

    /// The event and fields of a line of the log, without its instant and its level.
    private static func text(of line: String) -> String {
        String(line.split(separator: " ", maxSplits: 2).last ?? "")
    }

    /// A folder that is there must be trusted; for one that is not, the way to it.
    private static func checkFolder(_ path: String) throws(ConfigurationFault) {
        // Throws where that cannot be told. A path that may not be looked at is missing to a walk.
        _ = try DataFolder.isThere(path)
        let walk = PathWalk(path)
        guard walk.missing.isEmpty else {
            do throws(ConfigurationFault) {
                try FileTrust().checkWay(to: path)
            } catch {
                throw ConfigurationFault("data folder: \(error)")
            }
            let parent = (walk.missing[0] as NSString).deletingLastPathComponent
            var status = stat()
            let isFolder = stat(parent, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            guard isFolder, access(parent, W_OK | X_OK) == 0 else {
                throw ConfigurationFault(
                    "data folder \(walk.path): is not there, and cannot be made: \(parent): "
                        + String(cString: strerror(isFolder ? errno : ENOTDIR)))
            }
            return
        }
        try checkContents(of: DataFolder(existing: path))
    }

    /// Refuses a data folder on which no server starts. What a first start makes need not be there.
    private static func checkContents(of folder: DataFolder) throws(ConfigurationFault) {
        try folder.checkTrustForCommand()
        do throws(OpenError) {
            try BackupFile.checkIsRestored(folder.path)
        } catch {
            throw ConfigurationFault("data folder \(folder.path): \(error)")
        }
        try folder.checkIsWhole()
        let missing = try folder.missingSecrets
        if !missing.contains("seed") { _ = try folder.secret(named: "seed") }
        if !missing.contains(SessionKeyFile.name) { _ = try SessionKeyFile(of: folder).keys() }
        _ = try folder.clockAnchor()
    }
}
