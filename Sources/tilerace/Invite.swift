import Foundation
import Server

/// `tilerace invite`: links by which newcomers come into a private server.
enum Invite {
    static let usage = """
        Usage: tilerace invite [--name TEXT] [--uses N] [--days N] [--config FILE] [--data FOLDER]
               tilerace invite --list [--config FILE] [--data FOLDER]
               tilerace invite --revoke N [--config FILE] [--data FOLDER]

        Makes an invitation to a private server, and prints its link, which is kept nowhere: whoever has it comes in. The
        server knows it at once.

        --name TEXT  words for the list, such as for whom it is; up to 60 characters, and no newcomer sees them
        --uses N     newcomers that may come in by it, 1 to 10000 (1)
        --days N     days for which it is good, 1 to 365 (14)
        --list       shows all invitations instead
        --revoke N   takes invitation N back instead; who came in by it stays
        """

    /// Runs the command, and ends the program.
    static func run(_ arguments: [String]) -> Never {
        do {
            say(try output(arguments, now: Int(Date().timeIntervalSince1970 * 1_000)))
            exit(0)
        } catch {
            fail("\(error)")
        }
    }

    /// Does what the arguments say and returns the command's output. `now` is in ms since 1970-01-01 UTC.
    static func output(_ arguments: [String], now: Int) throws(ConfigurationFault) -> String {
        var settings = arguments
        let lists = settings.contains("--list")
        settings.removeAll { $0 == "--list" }
        let name = try value(of: "--name", in: &settings)
        let uses = try number(of: "--uses", in: &settings)
        let days = try number(of: "--days", in: &settings)
        let revoked = try number(of: "--revoke", in: &settings)
        guard [lists, revoked != nil, name != nil || uses != nil || days != nil].count(where: \.self) <= 1 else {
            throw ConfigurationFault("command line: --list, --revoke and a new invitation are three commands")
        }
        let configuration = try Service.configuration(settings)
        let folder = try DataFolder(existing: configuration.data)
        try folder.checkTrustForCommand()
        let invitations = Invitations(in: folder)
        if lists { return list(try invitations.all(), now: now) }
        if let revoked {
            try invitations.revoke(revoked)
            return "Invitation \(revoked) is taken back."
        }
        let (invitation, token) = try invitations.add(name: name ?? "", uses: uses ?? 1, days: days ?? 14, now: now)
        let count = invitation.left == 1 ? "one newcomer" : "\(invitation.left) newcomers"
        let link = """
            \(configuration.addressForLinks)/#invite=\(token)
            Invitation \(invitation.number): for \(count), until \(day(invitation.expires)).
            """
        guard configuration.isClassroom else { return link }
        return link + "\nNobody comes in by it while access is classroom: “tilerace classroom add” makes codes."
    }

    private static func list(_ all: [Invitation], now: Int) -> String {
        guard !all.isEmpty else { return "There are no invitations." }
        return all.map { invitation in
            let isOver = now >= invitation.expires
            let left = isOver ? "over" : "for \(invitation.left) more"
            let state = invitation.left == 0 ? "used up or taken back" : left
            let name = invitation.name.isEmpty ? "" : "  \(TerminalText.visible(invitation.name))"
            return "\(invitation.number)  \(state), until \(day(invitation.expires))\(name)"
        }.joined(separator: "\n")
    }

    private static func day(_ instant: Int) -> String {
        Date(timeIntervalSince1970: Double(instant) / 1_000).formatted(.iso8601.year().month().day())
    }

    private static func value(of flag: String, in arguments: inout [String]) throws(ConfigurationFault) -> String? {
        guard let index = arguments.firstIndex(of: flag) else { return nil }
        guard index + 1 < arguments.count else { throw ConfigurationFault("command line: \(flag) wants a value") }
        let value = arguments[index + 1]
        arguments.removeSubrange(index...index + 1)
        return value
    }

    private static func number(of flag: String, in arguments: inout [String]) throws(ConfigurationFault) -> Int? {
        guard let text = try value(of: flag, in: &arguments) else { return nil }
        guard let number = Int(text) else { throw ConfigurationFault("command line: \(flag) wants a number") }
        return number
    }
}
