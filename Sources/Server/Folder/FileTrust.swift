import Foundation
import SQLiteStorage

/// Checks who may change or read the files on which a server rests. A user who can write to its database, its keys or
/// its settings is the server.
package struct FileTrust: Hashable, Sendable {
    /// The users who may own and write: the server's own user, and root, from whom nothing can be kept.
    let owners: Set<uid_t>

    /// The trust of a process of this user.
    init(user: uid_t = geteuid()) { owners = [0, user] }

    /// The trust of a command on the files of `owner`: root looks after the folder of the server's user.
    init(commandOn owner: uid_t) {
        let user = geteuid()
        owners = user == 0 ? [0, owner] : [0, user]
    }

    /// The trust of a command that looks at what the settings name: root asks for the server's user, whose the data
    /// folder is.
    init(commandOn configuration: ServerConfiguration) {
        self.init(commandOn: FileTrust.owner(of: configuration.data))
    }

    /// The most that others than the owner may do.
    enum Demand: Hashable, Sendable {
        /// Nothing but read.
        case unwritable
        /// Nothing at all.
        case secret
        /// Nobody else may read the file. An exception is a file of root's that its group may read, as servers with a
        /// certificate of the machine's need.
        case keyOfMachine

        /// Bits of a mode that are not to be.
        fileprivate func refused(owner: uid_t) -> mode_t {
            switch self {
            case .unwritable: 0o022
            case .secret: 0o077
            case .keyOfMachine: owner == 0 ? 0o037 : 0o077
            }
        }

        fileprivate var mending: String {
            switch self {
            case .unwritable: "go-w"
            case .secret: "go="
            case .keyOfMachine: "g-w,o="
            }
        }
    }

    /// Returns the fault of a file or folder of this owner and mode, or nil. The fault is a sentence without its
    /// beginning, with the command that mends it.
    func fault(of path: String, owner: uid_t, mode: mode_t, demand: Demand) -> String? {
        guard owners.contains(owner) else {
            let user = owners.max() ?? 0
            return
                "\(path) belongs to user \(owner), and not to the one that the server runs as, or root: chown \(user) \(path)"
        }
        let excess = mode & demand.refused(owner: owner)
        guard excess != 0 else { return nil }
        let octal = String(mode & 0o7777, radix: 8)
        // Where a file is its owner's alone already but for the group's reading, that has to go too.
        let change = demand == .keyOfMachine && excess & 0o040 != 0 ? "go=" : demand.mending
        let what = excess & 0o022 != 0 ? "written to" : "read"
        let mending = FileTrust.mending(of: path, owner: owner, mode: mode, by: change, user: owners.max() ?? 0)
        return "\(path) can be \(what) by others than its owner (mode \(octal)): \(mending)"
    }

    /// The command or the words that mend a file or folder of this owner and mode. A folder that many share, as /tmp,
    /// or that is not the server's user's, is to stay as it is: others would lose it.
    static func mending(
        of path: String, owner: uid_t, mode: mode_t, by change: String, user: uid_t = geteuid()
    ) -> String {
        guard mode & S_IFMT == S_IFDIR, mode & 0o1000 != 0 || owner != user else { return "chmod \(change) \(path)" }
        return "take a folder of its own in it"
    }

    /// Throws what is wrong with a file or folder, or with the way to it where it is a link. One that is not there is
    /// not wrong.
    func check(_ path: String, _ demand: Demand) throws(ConfigurationFault) {
        if PathWalk.target(of: path) != nil { try checkWay(to: path) }
        guard let status = FileTrust.status(path),
            let fault = fault(of: path, owner: status.st_uid, mode: status.st_mode, demand: demand)
        else { return }
        throw ConfigurationFault(fault)
    }

    /// Refuses a file that others can write to, or read because its folder lets them in.
    func checkContent(_ path: String) throws(ConfigurationFault) {
        let folder = URL(fileURLWithPath: FileTrust.resolved(path)).deletingLastPathComponent().path
        let isOpen = FileTrust.status(folder).map { $0.st_mode & 0o011 != 0 } ?? true
        try check(path, isOpen ? .secret : .unwritable)
    }

    /// Refuses a place in which other users could put another folder or file. Either a folder above it is open to
    /// everybody without the sticky bit, or a link on the way to it is another user's.
    ///
    /// A folder above may be another user's, or writable by a group. Homes, mounts and user namespaces have such
    /// folders, and the person who chose the path chose them.
    func checkWay(to path: String) throws(ConfigurationFault) {
        for step in PathWalk(path).steps {
            if let owner = step.linkOwner, !owners.contains(owner) {
                throw ConfigurationFault(
                    "\(step.place) is a link that user \(owner) made: give the path that it leads to")
            }
            guard let folder = FileTrust.status(step.folder), folder.st_mode & S_IFMT == S_IFDIR,
                folder.st_mode & 0o1002 == 0o002
            else { continue }
            throw ConfigurationFault(
                "\(step.folder) can be written to by everybody, who could replace \(path): "
                    + FileTrust.wayOut(of: step.folder, owner: folder.st_uid))
        }
    }

    /// The command or the words that close a folder above a path to everybody: only its owner may.
    static func wayOut(of folder: String, owner: uid_t, user: uid_t = geteuid()) -> String {
        owner == user
            ? "chmod o-w \(folder)"
            : "it is user \(owner)'s, so take a place that is not below it, or ask for chmod o-w \(folder)"
    }

    /// Refuses a backup that others can write to, or read, or could put another one in place of.
    func checkBackup(_ path: String) throws(ConfigurationFault) {
        try checkWay(to: path)
        try checkContent(path)
        // The engine rolls back what a journal beside the file tells it to.
        for ending in SQLiteStorage.endings { try check(FileTrust.resolved(path) + ending, .unwritable) }
    }

    /// Refuses a link to a file in a folder that others can write to: they could put an older copy of it there, or
    /// none.
    func checkFolder(ofLink path: String) throws(ConfigurationFault) {
        guard PathWalk.target(of: path) != nil else { return }
        let folder = URL(fileURLWithPath: FileTrust.resolved(path)).deletingLastPathComponent().path
        try check(folder, .unwritable)
    }

    /// Refuses a file of settings that everybody may write to: it says where everything else is.
    package static func checkSettings(_ path: String) throws(ConfigurationFault) {
        guard let status = status(path), status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o002 != 0 else { return }
        throw ConfigurationFault("configuration file \(path) can be written to by everybody: chmod o-w \(path)")
    }

    /// The first file or folder in a tree that everybody may write to; nil if there is none among the first `most`.
    static func writableByAll(in folder: String, most: Int = 10_000) -> String? {
        func isWritable(_ path: String) -> Bool { status(path).map { $0.st_mode & 0o002 != 0 } ?? false }
        if isWritable(folder) { return folder }
        guard let entries = FileManager.default.enumerator(atPath: folder) else { return nil }
        var seen = 0
        while seen < most, let entry = entries.nextObject() as? String {
            seen += 1
            let path = folder + "/" + entry
            if isWritable(path) { return path }
        }
        return nil
    }

    /// The user that a file or folder belongs to; this process's if there is none.
    static func owner(of path: String) -> uid_t { status(path)?.st_uid ?? geteuid() }

    /// The system's record of a file or folder; nil if it is not there. Links are followed.
    static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// The path without any link; the path itself if it cannot be followed.
    static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
