import Bytes
import Foundation
import Puzzles
import WordLists

/// An invitation to a private server, as the data folder keeps it: never the token itself, which is in the link alone.
package struct Invitation: Hashable, Sendable {
    /// Counts from 1, and names it for the host.
    package let number: Int
    /// SHA-256 of the token.
    let digest: [UInt8]
    /// Players that may still come in by it.
    package var left: Int
    /// ms since 1970-01-01 UTC after which it is void.
    package let expires: Int
    /// The host's words for it. No newcomer sees them.
    package let name: String

    /// Whether somebody may come in by it at `now`, in ms since 1970-01-01 UTC.
    package func isGood(at now: Int) -> Bool { left > 0 && now < expires }
}

/// The invitations of a data folder, in its file `invitations`: one a line, `NUMBER DIGEST LEFT EXPIRES NAME`.
package struct Invitations: Sendable {
    static let file = "invitations"
    static let mostBytes = 1 << 20
    private static let largestNumber = 1_000_000_000
    /// Invitations that are good at one time.
    static let most = 1_000
    package static let uses = 1...10_000
    package static let days = 1...365
    /// Characters that a name may have.
    package static let nameLengths = 0...60
    private static let tokenBytes = 16

    private let folder: DataFolder

    package init(in folder: DataFolder) { self.folder = folder }

    /// All of them, with those that are void and not yet forgotten.
    package func all() throws(ConfigurationFault) -> [Invitation] {
        let file = folder.path + "/" + Invitations.file
        guard try RegularFile.isThere(file) else { return [] }
        let lines = String(decoding: try RegularFile.read(file, most: Invitations.mostBytes), as: UTF8.self).split(
            separator: "\n")
        var all: [Invitation] = []
        for (index, line) in lines.enumerated() {
            guard let invitation = Invitations.parse(line) else {
                throw ConfigurationFault("\(file), line \(index + 1): is no invitation; remove it")
            }
            all.append(invitation)
        }
        return all
    }

    /// Adds one, and answers it with its token, which is nowhere else. Throws for what is out of bounds, and where
    /// there are as many as may be. Those that are void by `now` are forgotten.
    package func add(
        name: String, uses: Int, days: Int, now: Int
    ) throws(ConfigurationFault) -> (invitation: Invitation, token: String) {
        guard Invitations.uses.contains(uses) else {
            throw ConfigurationFault("uses: 1 to \(Invitations.uses.upperBound)")
        }
        guard Invitations.days.contains(days) else {
            throw ConfigurationFault("days: 1 to \(Invitations.days.upperBound)")
        }
        let isText = name.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && !"\u{2028}\u{2029}".unicodeScalars.contains($0)
        }
        guard Invitations.nameLengths.contains(name.count), name.utf8.count <= 240, isText else {
            throw ConfigurationFault("name: one line of \(Invitations.nameLengths.upperBound) characters at most")
        }
        let token = Base64.url.encode(randomBytes(Invitations.tokenBytes))
        return try change { (all, acts) throws(ConfigurationFault) in
            let number = (all.map(\.number).max() ?? 0) + 1
            all.removeAll { !$0.isGood(at: now) }
            guard all.count < Invitations.most else {
                throw ConfigurationFault("there are \(all.count) invitations; take some back first")
            }
            let invitation = Invitation(
                number: number, digest: Digest(of: Array(token.utf8)).bytes, left: uses,
                expires: now + days * 86_400_000, name: name)
            all.append(invitation)
            acts.append(FolderActs.Act(.invite, "invitation \(number)"))
            return (invitation, token)
        }
    }

    /// Takes one back. Players who came in by it stay. Throws if there is none of that number.
    package func revoke(_ number: Int) throws(ConfigurationFault) {
        try change { (all, acts) throws(ConfigurationFault) in
            guard all.contains(where: { $0.number == number }) else {
                throw ConfigurationFault("there is no invitation \(number)")
            }
            // It stays in the list, so that its number is not given again before it is forgotten.
            for index in all.indices where all[index].number == number { all[index].left = 0 }
            acts.append(FolderActs.Act(.revokeInvitation, "invitation \(number)"))
        }
    }

    /// Whether a token belongs to a good invitation.
    func isGood(_ token: String, now: Int) throws(ConfigurationFault) -> Bool {
        let digest = Digest(of: Array(token.utf8)).bytes
        return try all().contains { $0.digest == digest && $0.isGood(at: now) }
    }

    /// Lets somebody in by a token, once for each call: false if it belongs to no good invitation. What it used is on
    /// the disk when this returns.
    func redeem(_ token: String, now: Int) throws(ConfigurationFault) -> Bool {
        // Most that is no token costs no write, and no lock.
        guard try isGood(token, now: now) else { return false }
        let digest = Digest(of: Array(token.utf8)).bytes
        return try change { (all, _) throws(ConfigurationFault) in
            guard let index = all.firstIndex(where: { $0.digest == digest && $0.isGood(at: now) }) else { return false }
            all[index].left -= 1
            return true
        }
    }

    /// Changes the file, alone among the server and the commands, and notes the acts that the change is.
    private func change<Value>(
        _ body: (inout [Invitation], inout [FolderActs.Act]) throws(ConfigurationFault) -> Value
    ) throws(ConfigurationFault) -> Value {
        try folder.alone { () throws(ConfigurationFault) in
            var all = try all()
            let before = all
            var acts: [FolderActs.Act] = []
            let value = try body(&all, &acts)
            if all != before {
                let lines = all.map { "\($0.number) \($0.digest.hexadecimal) \($0.left) \($0.expires) \($0.name)\n" }
                try FolderActs(in: folder).during(acts, changing: Invitations.file) { () throws(ConfigurationFault) in
                    try folder.replace(Invitations.file, with: lines.joined())
                }
            }
            return value
        }
    }

    private static func parse(_ line: Substring) -> Invitation? {
        // By bytes: a name may begin with what Unicode joins with the blank before it.
        let words = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 4, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 5, let number = Int(words[0]), (1...Invitations.largestNumber).contains(number),
            let left = Int(words[2]), (0...Invitations.uses.upperBound).contains(left), let expires = Int(words[3]),
            let digest = [UInt8](hexadecimal: words[1]), digest.count == 32
        else { return nil }
        return Invitation(number: number, digest: digest, left: left, expires: expires, name: words[4])
    }
}
