import Bus
import CLinux
import Foundation
import SQLiteStorage

/// The user that a server runs as, for a command of root: root can open what that user may not. The kernel is asked in
/// the user's name, so that access lists count as they will for the server.
struct ServerUser: Sendable {
    /// A server's use of a file or folder.
    enum Use: Sendable {
        case reading, writing
    }

    let id: uid_t
    private let groups: [gid_t]

    /// The folder with those of services whose users systemd draws. Nobody else gets in, and a service finds its own
    /// at their usual places.
    private static let placeOfServices = "/var/lib/private"

    /// The user whose the data folder is. Nil where this process is no root, or there is nobody to ask for.
    init?(of configuration: ServerConfiguration) {
        let data = FileTrust.resolved(configuration.data)
        var folder = stat()
        guard geteuid() == 0, stat(data, &folder) == 0, folder.st_uid != 0 else { return nil }
        id = folder.st_uid
        groups = ServerUser.groups(of: folder.st_uid) ?? [folder.st_gid]
    }

    // MARK: The settings

    /// Something that the server needs and cannot use.
    struct Obstacle {
        let weight: Finding.Weight
        let subject: Finding.Subject
        /// The file or folder that was asked about.
        let path: String
        /// A sentence for a ``Finding``; it begins with the setting.
        let sentence: String
    }

    /// The obstacles among all that settings name and the data folder has. `files` are those that the settings were
    /// read from.
    func obstacles(_ configuration: ServerConfiguration, files: [String]) -> [Obstacle] {
        var found: [Obstacle] = []
        func look(_ name: String, _ paths: [String?], _ use: Use = .reading, _ subject: Finding.Subject = .settings) {
            for path in paths.compactMap(\.self) where !path.isEmpty {
                guard let (weight, sentence) = obstacle(to: path, use) else { continue }
                // Without backups people play all the same.
                let counted = name == "backups" ? .warning : weight
                found.append(Obstacle(weight: counted, subject: subject, path: path, sentence: "\(name): \(sentence)"))
            }
        }
        look("configuration file", files)
        look("web", [configuration.web])
        look("words", [configuration.words])
        look("words-left-out", [configuration.wordsLeftOut])
        look("names", [configuration.namesFolder])
        look("tls-certificate", configuration.tlsCertificates)
        look("tls-key", configuration.tlsKeys)
        look("acme-challenges", [configuration.acmeChallenges])
        look("backups", [configuration.backups], .writing)
        if let backups = obstacleToMaking(configuration.backups) { found.append(backups) }
        look("webhook", configuration.webhook.map { HookSettings.file(namedBy: $0) })
        look("webhook-secret", [configuration.webhookSecret])
        look("webhook-authorities", [configuration.webhookAuthorities])
        // One that is no address is told where it is read.
        if let bus = try? BusAddress(configuration.bus) {
            look("bus", [bus.passwordFile, bus.authorities, bus.certificate, bus.key])
        }
        let read = DataFolder.secretNames + DataFolder.furtherSecrets + [DataFolder.clockName]
        look("data folder", read.map { "\(configuration.data)/\($0)" }, .reading, .data)
        let written = ["", HookSpool.name] + SQLiteStorage.fileNames
        look("data folder", written.map { "\(configuration.data)/\($0)" }, .writing, .data)
        return found
    }

    /// Finds what keeps the server from using a file or folder; nil if nothing does, if there is none, or if that cannot
    /// be told. It is a warning where one more group would do: a service may have groups that no file of the system names.
    private func obstacle(to path: String, _ use: Use) -> (weight: Finding.Weight, sentence: String)? {
        let walk = PathWalk(path)
        guard walk.missing.isEmpty else { return nil }
        let way = places(walk)
        let others = groups + way.map(\.group).filter { $0 != 0 }
        for place in way {
            let isLast = place.path == way.last?.path
            let mode = isLast ? (use == .writing ? W_OK : R_OK) | (place.isFolder ? X_OK : 0) : X_OK
            guard isRefused(place.path, mode, groups) else { continue }
            let weight: Finding.Weight = isRefused(place.path, mode, others) ? .fault : .warning
            return (weight, sentence(about: place, of: path, isLast, use))
        }
        return nil
    }

    /// The obstacle to making the folder of backups; nil if there is none, or the folder is there.
    private func obstacleToMaking(_ folder: String) -> Obstacle? {
        let missing = PathWalk(folder).missing
        guard !folder.isEmpty, missing.count == 1 else { return nil }
        let parent = (missing[0] as NSString).deletingLastPathComponent
        guard isRefused(parent, W_OK | X_OK, groups) else { return nil }
        return Obstacle(
            weight: .warning, subject: .settings, path: folder,
            sentence: "backups: \(folder): is not there, and \(name), the server’s user, may not make it: "
                + "install -d -m 700 -o \(name) \(folder)")
    }

    // MARK: The way

    /// A folder on the way to a path, or what stands there.
    private struct Place {
        let path: String
        let group: gid_t
        let isFolder: Bool
    }

    /// Everything that is looked up on the way to a path, without links.
    private func places(_ walk: PathWalk) -> [Place] {
        walk.steps.compactMap { step in
            guard step.linkOwner == nil, step.place != ServerUser.placeOfServices,
                let status = FileTrust.status(step.place)
            else { return nil }
            return Place(path: step.place, group: status.st_gid, isFolder: status.st_mode & S_IFMT == S_IFDIR)
        }
    }

    /// Whether the kernel refuses that to the user, in so many words: it may not know the question.
    private func isRefused(_ path: String, _ mode: Int32, _ groups: [gid_t]) -> Bool {
        linux_access_as(id, groups, groups.count, path, mode) == EACCES
    }

    private static func groups(of user: uid_t) -> [gid_t]? {
        guard let entry = getpwuid(user) else { return nil }
        var groups = [gid_t](repeating: 0, count: 64)
        var count = Int32(groups.count)
        guard getgrouplist(entry.pointee.pw_name, entry.pointee.pw_gid, &groups, &count) >= 0 else { return nil }
        return Array(groups.prefix(Int(count)))
    }

    // MARK: The words

    private var name: String { getpwuid(id).map { String(cString: $0.pointee.pw_name) } ?? String(id) }

    private func sentence(about place: Place, of path: String, _ isLast: Bool, _ use: Use) -> String {
        guard isLast else {
            return "\(path): \(name), the server’s user, may not go into \(place.path): "
                + "put it where that user may, as certificate-hook does"
        }
        let what = use == .writing ? "write to it" : place.isFolder ? "look into it" : "read it"
        return "\(path): \(name), the server’s user, may not \(what): chown \(name) \(place.path)"
    }
}
