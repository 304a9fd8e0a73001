import Bus
import Foundation
import PostgreSQLStorage
import SQLiteStorage

extension ServerUser {
    /// The obstacles to what the settings name and the data folder has, and what each is about. `files` are those that
    /// the settings were read from.
    func obstacles(
        _ configuration: ServerConfiguration, files: [String]
    ) -> [(obstacle: Obstacle, subject: Finding.Subject)] {
        var found: [(obstacle: Obstacle, subject: Finding.Subject)] = []
        func add(_ name: String, _ obstacles: [Obstacle], as subject: Finding.Subject = .settings) {
            found += obstacles.map { obstacle in
                var obstacle = obstacle
                obstacle.sentence = "\(name): \(obstacle.sentence)"
                return (obstacle, subject)
            }
        }
        // The file may be a draft of what the server will read.
        add("configuration file", obstacles(files, .reading, .open).map(\.butNoFault))
        for (name, path) in [
            ("web", configuration.web), ("words", configuration.words), ("names", configuration.namesFolder),
            ("words-left-out", configuration.wordsLeftOut),
        ] { add(name, obstacles([path], .reading, .open)) }
        add("tls-certificate", obstacles(configuration.tlsCertificates, .reading, .open))
        add("tls-key", obstacles(configuration.tlsKeys, .reading, .group))
        // Neither keeps anybody from playing.
        add("acme-challenges", obstacles([configuration.acmeChallenges], .passing, .own).map(\.butNoFault))
        add("backups", obstacles(toBackups: configuration.backups).map(\.butNoFault))
        add("webhook", obstacles(toHooksOf: configuration))
        add("storage, bus", obstacles(toSharedOf: configuration))
        add("data folder", obstacles(toDataOf: configuration), as: .data)
        return found
    }

    /// The obstacles to what the settings of webhooks name, and to the key of signatures.
    func obstacles(toHooksOf configuration: ServerConfiguration) -> [Obstacle] {
        guard !configuration.webhook.isEmpty else { return [] }
        let addresses = configuration.webhook.compactMap { HookSettings.file(namedBy: $0) }
        let secret =
            configuration.webhookSecret.isEmpty
            ? "\(configuration.data)/\(HookSettings.secretName)" : configuration.webhookSecret
        return obstacles(addresses + [secret], .reading, .own)
            + obstacles([configuration.webhookAuthorities], .reading, .open)
    }

    private func obstacles(_ paths: [String?], _ use: Use, _ openness: Openness) -> [Obstacle] {
        paths.compactMap(\.self).filter { !$0.isEmpty }.compactMap { obstacle(to: $0, use, openness) }
    }

    private func obstacles(toBackups folder: String) -> [Obstacle] {
        guard !folder.isEmpty else { return [] }
        return [obstacle(to: folder, .writing, .own), obstacle(toMaking: folder)].compactMap(\.self).map { found in
            // Else what stands where a disk will be mounted would be opened, and filled.
            var found = found
            if let colon = found.sentence.range(of: ": ", options: .backwards) {
                found.sentence.replaceSubrange(colon, with: ", if its disk is mounted: ")
            }
            return found
        }
    }

    /// Files of the database's and the bus's addresses. An address that is none is told where it is read.
    private func obstacles(toSharedOf configuration: ServerConfiguration) -> [Obstacle] {
        var found: [Obstacle] = []
        if let database = try? DatabaseAddress(configuration.storage) {
            found += obstacles(database.secretFiles, .reading, .own)
            found += obstacles(database.publicFiles, .reading, .open)
        }
        if let bus = try? BusAddress(configuration.bus) {
            found += obstacles([bus.passwordFile, bus.key], .reading, .own)
            found += obstacles([bus.authorities, bus.certificate], .reading, .open)
        }
        return found
    }

    /// The files of the data folder that a server with these settings opens.
    private func obstacles(toDataOf configuration: ServerConfiguration) -> [Obstacle] {
        var read = DataFolder.secretNames + [DataFolder.clockName]
        var written = ["", FolderLock.fileName]
        if !DatabaseAddress.isMeant(by: configuration.storage) {
            written += SQLiteStorage.endings.map { SQLiteStorage.fileName + $0 }
        }
        if configuration.access == .password { read.append(ServerPassword.name) }
        if configuration.access != .open || !configuration.guests { read.append(Invitations.file) }
        if configuration.access == .classroom { read.append(Roster.file) }
        if !configuration.webhook.isEmpty {
            written += ["", "/waiting", "/dead"].map { HookSpool.name + $0 }
        }
        func paths(_ names: [String]) -> [String] { names.map { "\(configuration.data)/\($0)" } }
        return obstacles(paths(read), .reading, .own) + obstacles(paths(written), .writing, .own)
    }
}

extension ServerUser.Obstacle {
    /// An obstacle that keeps no server from starting.
    fileprivate var butNoFault: Self {
        var obstacle = self
        obstacle.isCertain = false
        return obstacle
    }
}
