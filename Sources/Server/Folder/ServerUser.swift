import CLinux
import Foundation

/// The user that a server runs as, for a command of root: root can open what that user may not. The kernel is asked in
/// the user's name, so that access lists count as they will for the server.
struct ServerUser: Sendable {
    /// A server's use of a file or folder.
    enum Use: Sendable {
        case reading, writing
        /// To open what is in a folder by its name.
        case passing

        fileprivate func mode(isFolder: Bool) -> Int32 {
            switch self {
            case .reading: isFolder ? R_OK | X_OK : R_OK
            case .writing: isFolder ? W_OK | X_OK : W_OK
            case .passing: X_OK
            }
        }

        fileprivate var words: String {
            switch self {
            case .reading: "read it"
            case .writing: "write to it"
            case .passing: "go into it"
            }
        }
    }

    /// A bound on those to whom a file may be opened.
    enum Openness: Sendable {
        /// Its owner alone.
        case own
        /// Root, and a group.
        case group
        /// Everybody.
        case open
    }

    /// Something that the server needs and cannot use.
    struct Obstacle {
        /// Whether that is so for sure. A service may have groups that no file of the system names.
        var isCertain: Bool
        /// The file or folder that was asked about.
        let path: String
        /// A sentence with advice for a ``Finding``; it begins with the path.
        var sentence: String
    }

    let id: uid_t
    private let groups: [gid_t]

    /// Parent folders of the folders of services whose users systemd draws. Nobody else gets in, and a service finds
    /// its own at their usual places.
    private static let placesOfServices = Set(
        ["lib", "cache", "log"].map { FileTrust.resolved("/var/\($0)") + "/private" })
    /// Entries of a folder that are asked about at most.
    private static let most = 10_000
    /// The group of nobody, which stands for one that is not known.
    private static let noGroup: gid_t = 65_534

    /// The user whose the data folder is. Nil where this process is no root, or there is nobody to ask for.
    init?(of configuration: ServerConfiguration) {
        var folder = stat()
        guard geteuid() == 0, stat(configuration.data, &folder) == 0, folder.st_uid != 0 else { return nil }
        id = folder.st_uid
        groups = ServerUser.groups(of: id) ?? [folder.st_gid == 0 ? ServerUser.noGroup : folder.st_gid]
    }

    /// Finds the obstacle that keeps the server from using a file or folder, or the content of a folder that is open to
    /// everybody. Nil if there is none, if there is no such file, or if that cannot be told.
    func obstacle(to path: String, _ use: Use, _ openness: Openness) -> Obstacle? {
        let walk = PathWalk(path)
        guard walk.missing.isEmpty else { return nil }
        let way = places(walk)
        let others = groups + way.map(\.group).filter { $0 != 0 }
        var found: Obstacle?
        for place in way {
            let isLast = place.path == way.last?.path
            let mode = isLast ? use.mode(isFolder: place.isFolder) : X_OK
            guard isRefused(place.path, mode, groups) else { continue }
            let isCertain = isRefused(place.path, mode, others) && linux_has_access_list(place.path) == 0
            let words =
                isLast
                ? "\(path): \(name), the server’s user, may not \(use.words)"
                : "\(path): \(name), the server’s user, may not go into \(place.path)"
            let advice = isCertain ? mending(of: place, isLast, use, openness) : place.adviceOnGroup
            // A certain obstacle goes before one that a group of the service may mend.
            if isCertain { return Obstacle(isCertain: true, path: path, sentence: "\(words): \(advice)") }
            if found == nil { found = Obstacle(isCertain: false, path: path, sentence: "\(words): \(advice)") }
        }
        return found ?? (openness == .open ? obstacle(in: path) : nil)
    }

    /// The obstacle to making a folder; nil if there is none, or the folder is there.
    func obstacle(toMaking folder: String) -> Obstacle? {
        let missing = PathWalk(folder).missing
        guard missing.count == 1 else { return nil }
        let parent = (missing[0] as NSString).deletingLastPathComponent
        guard var found = obstacle(to: parent, .writing, .own) else { return nil }
        if isRefused(parent, W_OK | X_OK, groups) {
            found.sentence =
                "\(folder): is not there, and \(name), the server’s user, may not make it: "
                + "install -d -m 700 -o \(name) \(folder)"
        }
        return Obstacle(isCertain: found.isCertain, path: folder, sentence: found.sentence)
    }

    // MARK: The way

    /// A folder on the way to a path, or what stands there.
    private struct Place {
        let path: String
        let owner: uid_t
        let group: gid_t
        let isFolder: Bool

        var adviceOnGroup: String {
            let name = getgrgid(group).map { String(cString: $0.pointee.gr_name) } ?? String(group)
            return "put SupplementaryGroups=\(name) into the unit of the service, unless it has that group"
        }
    }

    /// Everything that is looked up on the way to a path, without links.
    private func places(_ walk: PathWalk) -> [Place] {
        walk.steps.compactMap { step in
            guard step.linkOwner == nil, !ServerUser.placesOfServices.contains(step.place),
                let status = FileTrust.status(step.place)
            else { return nil }
            return Place(
                path: step.place, owner: status.st_uid, group: status.st_gid,
                isFolder: status.st_mode & S_IFMT == S_IFDIR)
        }
    }

    /// Looks at what is in a folder that can be entered.
    private func obstacle(in folder: String) -> Obstacle? {
        var seen = 0
        guard let entries = FileManager.default.enumerator(atPath: folder) else { return nil }
        while seen < ServerUser.most, let entry = entries.nextObject() as? String {
            seen += 1
            let path = folder + "/" + entry
            let isFolder = FileTrust.status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
            guard isRefused(path, Use.reading.mode(isFolder: isFolder), groups) else { continue }
            return Obstacle(
                isCertain: true, path: folder,
                sentence: "\(folder): \(name), the server’s user, may not read \(path): chmod -R go+rX \(folder)")
        }
        return nil
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

    // MARK: Advice

    private var name: String { getpwuid(id).map { String(cString: $0.pointee.pw_name) } ?? String(id) }

    /// Advice that opens a place to the server's user, and to no more than may be: a command, or words.
    private func mending(of place: Place, _ isLast: Bool, _ use: Use, _ openness: Openness) -> String {
        guard isLast else { return "put it where that user may go" }
        let path = place.path
        if place.owner == id {
            return "chmod u+\(use == .writing ? "rw" : "r")\(place.isFolder ? "x" : "") \(path)"
        }
        switch openness {
        case .own: return "chown \(name) \(path)"
        case .group:
            let group = getgrgid(groups[0]).map { String(cString: $0.pointee.gr_name) } ?? String(groups[0])
            return "chown root:\(group) \(path) && chmod 640 \(path)"
        case .open: return place.isFolder ? "chmod -R go+rX \(path)" : "chmod go+r \(path)"
        }
    }
}
