import Foundation

/// The deliveries that wait and the dead letters, each a file of the data folder's `webhooks`. A file is there whole or
/// not at all, and is on the disk before anybody relies on it. The server and the command `webhook` share it.
package struct HookSpool: Sendable {
    private let waitingFolder: DataFolder
    private let deadFolder: DataFolder
    private let folder: DataFolder
    private let data: DataFolder

    static let name = "webhooks"
    private static let ending = ".json"
    private static let toldName = "told"

    /// Makes the folders that are missing. Throws if one is a link, or another user's.
    package init(in data: DataFolder) throws(ConfigurationFault) {
        self.data = data
        let path = data.path + "/" + HookSpool.name
        folder = try HookSpool.folder(path, of: data)
        waitingFolder = try HookSpool.folder(path + "/waiting", of: data)
        deadFolder = try HookSpool.folder(path + "/dead", of: data)
    }

    /// A folder of the server's user, also if root makes it for a server that was not there before. The server's user
    /// can put a link in its place: what root does in such a folder must not be done wherever that leads.
    private static func folder(_ path: String, of data: DataFolder) throws(ConfigurationFault) -> DataFolder {
        var (owner, status) = (stat(), stat())
        guard stat(data.path, &owner) == 0 else { throw fault(data.path) }
        if lstat(path, &status) != 0 {
            guard errno == ENOENT else { throw fault(path) }
            guard mkdir(path, 0o700) == 0 || errno == EEXIST, lstat(path, &status) == 0 else { throw fault(path) }
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw ConfigurationFault("\(path): it must be a folder, and is none, or a link")
        }
        if status.st_uid != owner.st_uid {
            // Nobody but root makes a folder that is root's.
            guard status.st_uid == 0, lchown(path, owner.st_uid, owner.st_gid) == 0 else {
                throw ConfigurationFault(
                    "\(path) belongs to user \(status.st_uid), and not to the server's, \(owner.st_uid)")
            }
        }
        return try DataFolder(path: path)
    }

    private static func fault(_ path: String) -> ConfigurationFault {
        ConfigurationFault("\(path): \(String(cString: strerror(errno)))")
    }

    // MARK: Reading

    /// Deliveries that wait, the oldest first. What is no delivery is left out. Throws if the folder cannot be listed.
    package func waiting() throws(ConfigurationFault) -> [HookDelivery] { try HookSpool.all(in: waitingFolder) }

    /// The dead letters, the oldest first. Throws if the folder cannot be listed.
    package func dead() throws(ConfigurationFault) -> [HookDelivery] { try HookSpool.all(in: deadFolder) }

    /// The number of dead letters. Throws if the folder cannot be listed.
    var deadCount: Int { get throws(ConfigurationFault) { try HookSpool.names(in: deadFolder).count } }

    /// Changes with every delivery that begins or ends to wait.
    var mark: FileMark { FileMark(of: waitingFolder.path) }

    private static func all(in folder: DataFolder) throws(ConfigurationFault) -> [HookDelivery] {
        try names(in: folder).compactMap { read($0, in: folder) }.sorted { ($0.made, $0.name) < ($1.made, $1.name) }
    }

    private static func names(in folder: DataFolder) throws(ConfigurationFault) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(ending) }
        } catch {
            throw ConfigurationFault("\(folder.path) cannot be listed: \(error.localizedDescription)")
        }
    }

    private static func read(_ name: String, in folder: DataFolder) -> HookDelivery? {
        // A file that is none of ours, or is damaged, is left for a person to look at.
        guard let bytes = try? RegularFile.read(folder.path + "/" + name, most: HookBounds.bytes),
            let delivery = try? JSONDecoder().decode(HookDelivery.self, from: Data(bytes)),
            delivery.name + ending == name, delivery.isPossible
        else { return nil }
        return delivery
    }

    // MARK: Writing

    /// Has a delivery wait. One that waits already stays as it is. Where too many wait it becomes a dead letter, which
    /// is returned. So does one that is too long to be read again, without its body.
    @discardableResult
    func add(_ delivery: HookDelivery) throws(ConfigurationFault) -> HookDelivery? {
        guard !FileManager.default.fileExists(atPath: path(of: delivery, in: waitingFolder)) else { return nil }
        var dead = delivery
        if HookSpool.text(of: delivery).utf8.count > HookBounds.bytes {
            dead.reason = "its body of \(delivery.body.utf8.count) bytes is too long"
            dead.body = ""
        } else if try HookSpool.names(in: waitingFolder).count >= HookBounds.waiting {
            dead.reason = "\(HookBounds.waiting) deliveries were waiting"
        } else {
            try write(delivery, in: waitingFolder)
            return nil
        }
        try bury(dead)
        return dead
    }

    /// Keeps what became of a try, for a delivery that still waits: it may have been dropped meanwhile.
    func update(_ delivery: HookDelivery) throws(ConfigurationFault) {
        guard FileManager.default.fileExists(atPath: path(of: delivery, in: waitingFolder)) else { return }
        try write(delivery, in: waitingFolder)
    }

    /// Ends the wait of a delivery that has arrived. Throws where the disk does not let go of it.
    func remove(_ delivery: HookDelivery) throws(ConfigurationFault) {
        try remove(delivery, from: waitingFolder)
    }

    /// Makes a delivery a dead letter. The oldest of these are removed where there are too many.
    func bury(_ delivery: HookDelivery) throws(ConfigurationFault) {
        try write(delivery, in: deadFolder)
        try remove(delivery)
        // It is buried, whatever the folder does not let go of: the next burial tries these again.
        do throws(ConfigurationFault) {
            let all = try dead()
            for old in all.prefix(max(0, all.count - HookBounds.dead)) { try remove(old, from: deadFolder) }
        } catch {
            return
        }
    }

    private func remove(_ delivery: HookDelivery, from folder: DataFolder) throws(ConfigurationFault) {
        let file = path(of: delivery, in: folder)
        guard unlink(file) != 0, errno != ENOENT else { return }
        throw ConfigurationFault("\(file): \(String(cString: strerror(errno)))")
    }

    /// Has a dead letter wait again, to be tried at once. Throws if there is none of that name.
    package func resend(_ name: String) throws(ConfigurationFault) {
        var delivery = try deadLetter(name)
        (delivery.tries, delivery.next, delivery.reason) = (0, 0, "")
        let waiting = HookSpool.name + "/waiting/" + delivery.name + HookSpool.ending
        try data.alone { () throws(ConfigurationFault) in
            let act = FolderActs.Act(.resendLetter, name)
            try FolderActs(in: data).during([act], changing: waiting) { () throws(ConfigurationFault) in
                try write(delivery, in: waitingFolder)
            }
        }
        try remove(delivery, from: deadFolder)
    }

    /// Removes a dead letter. Throws if there is none of that name.
    package func drop(_ name: String) throws(ConfigurationFault) {
        let letter = try deadLetter(name)
        try data.alone { () throws(ConfigurationFault) in
            try FolderActs(in: data).removing(FolderActs.Act(.dropLetter, name)) { () throws(ConfigurationFault) in
                try remove(letter, from: deadFolder)
            }
        }
    }

    private func deadLetter(_ name: String) throws(ConfigurationFault) -> HookDelivery {
        guard let found = try dead().first(where: { $0.name == name }) else {
            throw ConfigurationFault("there is no dead letter \(name)")
        }
        return found
    }

    private func path(of delivery: HookDelivery, in folder: DataFolder) -> String {
        folder.path + "/" + delivery.name + HookSpool.ending
    }

    private func write(_ delivery: HookDelivery, in folder: DataFolder) throws(ConfigurationFault) {
        try folder.replace(delivery.name + HookSpool.ending, with: HookSpool.text(of: delivery))
    }

    /// The contents of a delivery's file.
    static func text(of delivery: HookDelivery) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let bytes = try? encoder.encode(delivery) else { preconditionFailure("a delivery has texts and numbers") }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: The day

    /// The text of the last day that was told of; nil if none was.
    func told() throws(ConfigurationFault) -> String? {
        let file = folder.path + "/" + HookSpool.toldName
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        return String(decoding: try RegularFile.read(file, most: 64), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func keep(told day: String) throws(ConfigurationFault) { try folder.replace(HookSpool.toldName, with: day + "\n") }
}
