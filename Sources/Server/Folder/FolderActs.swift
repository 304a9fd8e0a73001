import Foundation
import Storage

/// Acts of commands on files of a data folder. The folder's file `acts` has them, one a line as `TIME VERB SUBJECT`,
/// until the server has them in the audit log. An act is on the disk before what it is about.
struct FolderActs: Sendable {
    static let file = "acts"
    /// Acts that wait at most: as in the audit log, the oldest go.
    static let most = 10_000
    /// Bytes of the file that are read at most.
    private static let mostBytes = 1 << 20
    private static let subjectBytes = 0...64
    private static let times = 0...253_402_300_799_999

    /// The acts that commands do.
    enum Verb: String, CaseIterable {
        case setPassword = "set-password"
        case invite
        case revokeInvitation = "revoke-invitation"
        case addToClass = "add-to-class"
        case renewCode = "renew-code"
        case removeFromClass = "remove-from-class"
        case rotateKey = "rotate-key"
        case forgetKey = "forget-key"
        case resendLetter = "resend-letter"
        case dropLetter = "drop-letter"
    }

    /// An act that is done now.
    struct Act {
        let verb: Verb
        /// The number or player that it concerns; never a word, a name or a password.
        let subject: String

        init(_ verb: Verb, _ subject: String = "") {
            self.verb = verb
            self.subject = subject
        }
    }

    private let folder: DataFolder

    init(in folder: DataFolder) { self.folder = folder }

    private var path: String { folder.path + "/" + FolderActs.file }

    // MARK: Reading

    /// All that wait, the oldest first. A line that is no act is none.
    func all() throws(ConfigurationFault) -> [AdminAct] {
        guard try RegularFile.isThere(path) else { return [] }
        let text = String(decoding: try RegularFile.read(path, most: FolderActs.mostBytes), as: UTF8.self)
        return text.split(separator: "\n").compactMap(FolderActs.parse)
    }

    private static func parse(_ line: Substring) -> AdminAct? {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, let time = Int(words[0]), times.contains(time),
            let verb = Verb(rawValue: String(words[1])), subjectBytes.contains(words[2].utf8.count),
            words[2].utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { return nil }
        return AdminAct(time: time, actor: "command", verb: verb.rawValue, subject: String(words[2]))
    }

    // MARK: Writing

    /// Changes a file of the folder, which is these acts. Nothing is noted of what throws and leaves the file as it
    /// was. To be called alone on the folder.
    func during<Value>(
        _ acts: [Act], changing file: String, _ body: () throws(ConfigurationFault) -> Value
    ) throws(ConfigurationFault) -> Value {
        guard !acts.isEmpty else { return try body() }
        let before = try all()
        let mark = FileMark(of: folder.path + "/" + file)
        try write(before + stamped(acts))
        do throws(ConfigurationFault) {
            return try body()
        } catch {
            // Where the disk does not take this either, the log has an act that failed.
            if FileMark(of: folder.path + "/" + file) == mark { try? write(before) }
            throw error
        }
    }

    /// Removes something, which is this act: also where the disk has no room for the act before. To be called alone on
    /// the folder.
    func removing(_ act: Act, _ body: () throws(ConfigurationFault) -> Void) throws(ConfigurationFault) {
        let before = try all()
        let noted = before + stamped([act])
        // A full disk: there is room once the body has removed something.
        let isNoted = (try? write(noted)) != nil
        do throws(ConfigurationFault) {
            try body()
        } catch {
            // As above: at worst the log has an act that failed.
            if isNoted { try? write(before) }
            throw error
        }
        if !isNoted { try write(noted) }
    }

    /// Forgets acts that the audit log has.
    func remove(_ acts: [AdminAct]) throws(ConfigurationFault) {
        try folder.alone { () throws(ConfigurationFault) in
            let taken = Set(acts)
            try write(try all().filter { !taken.contains($0) })
        }
    }

    /// The acts with the time of the server's clock, by which the audit log forgets: the machine's may be set.
    private func stamped(_ acts: [Act]) -> [AdminAct] {
        // A damaged anchor stops no command: the server says what is wrong with it when it starts.
        let anchor = (try? folder.clockAnchor()) ?? nil
        let now = ServerClock(continuing: anchor).now
        return acts.map { AdminAct(time: now, actor: "command", verb: $0.verb.rawValue, subject: $0.subject) }
    }

    /// Puts these in the place of all that wait. To be called alone on the folder.
    func write(_ acts: [AdminAct]) throws(ConfigurationFault) {
        guard !acts.isEmpty else {
            unlink(path)
            return
        }
        let lines = acts.suffix(FolderActs.most).map { "\($0.time) \($0.verb) \($0.subject)\n" }
        try folder.replace(FolderActs.file, with: lines.joined())
    }
}
