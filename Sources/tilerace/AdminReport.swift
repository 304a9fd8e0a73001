import Foundation
import Messages
import Server

/// A server's answer to its operator, in sentences.
struct AdminReport {
    /// The text of the answer.
    private(set) var text = ""
    /// Why nothing was; nil if something was.
    private(set) var refusal: String?

    private struct Answer: Decodable {
        var error: String?
        var text: String?
        var players: [Player]?
        var rooms: [Room]?
        var more: Bool?
        var reset: Reset?
        var room: Room?
        var changed: Bool?
        var words: [HostWord]?
        var left_out: [LeftOut]?
        var in_file: Int?
        var puzzle: String?
        var word: HostWord?
        var ban: Ban?
        var closed: Room?
        var refused: [RefusedWord]?
        var announcements: [Announcement]?
        var acts: [Act]?
        var link: Link?
        var sessions: [Session]?
        var ended: Int?
    }

    private struct Ban: Decodable {
        let id: String
        let name: String
        let since: Int?
    }

    private struct LeftOut: Decodable {
        let word: String
        let since: Int
    }

    private struct RefusedWord: Decodable {
        let line: String
        let word: String
        let count: Int
    }

    private struct Announcement: Decodable {
        let text: String
        let time: Int
    }

    private struct Act: Decodable {
        let number: Int
        let time: Int
        let actor: String
        let verb: String
        let subject: String
    }

    private struct Link: Decodable {
        let key: String
        let role: String
        let expires: Int
    }

    private struct Session: Decodable {
        let number: Int
        let role: String
        let began: Int
        let used: Int
        let expires: Int
    }

    private struct HostWord: Decodable {
        let puzzle: String
        let word: String
        let player: String?
    }

    private struct Player: Decodable {
        let id: String
        let name: String
        let since: Int
        let last_game: Int?
        let connections: Int
        let kept_until: Int?
        let banned: Int?
        let rooms: [String]
    }

    private struct Reset: Decodable {
        let id: String
        let before: String
        let name: String
        let kept_until: Int
        let rooms: [String]
        let unreadable: [String]
    }

    private struct Room: Decodable {
        struct State: Decodable {
            let listed: Bool
            let barred: Bool
            let members: Int
            let present: Int
            let watchers: Int
        }
        let room: String
        let number: Int
        let name: String
        let state: State?
    }

    /// Reads the answer to a request. Throws for one that is none. `address`: the server's, for links.
    init(_ json: [UInt8], to request: AdminRequest, address: String) throws(ConfigurationFault) {
        // Foundation's own words name keys and types, which tell an operator nothing.
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(json)) else {
            throw ConfigurationFault(
                "the server answered in a way that this program does not know: are both of one version?")
        }
        if answer.error != nil {
            refusal = answer.text ?? "the server refused"
        } else if let players = answer.players {
            text = AdminReport.list(players.map(AdminReport.lines), answer.more, to: request)
        } else if let rooms = answer.rooms {
            text = AdminReport.list(
                rooms.map(AdminReport.lines), "No open room has that code, or that in its name.", answer.more)
        } else if let reset = answer.reset {
            text = AdminReport.lines(reset)
        } else if let words = answer.words {
            text = AdminReport.list(words.map(AdminReport.line), "No word is chosen for a coming day.", nil)
        } else if let puzzle = answer.puzzle {
            text =
                (answer.changed == false ? "It was so already. " : "")
                + (answer.word.map(AdminReport.line) ?? "The word of \(puzzle) will be drawn.")
        } else if let others = AdminReport.moderation(answer, address) {
            text = others
        } else if let room = answer.room {
            text = (answer.changed == false ? "It was so already. " : "") + AdminReport.lines(room)
        }
    }

    /// The sentences for what the admin page can do too.
    private static func moderation(_ answer: Answer, _ address: String) -> String? {
        if let ban = answer.ban {
            let state = ban.since == nil ? "may come in" : "is kept out"
            return (answer.changed == false ? "It was so already. " : "")
                + "Player \(ban.id), “\(TerminalText.visible(ban.name))”, \(state)."
        }
        if let room = answer.closed {
            return
                "Room \(room.room), “\(TerminalText.visible(room.name))”, is closed (room \(room.number) in the log)."
        }
        if let words = answer.left_out { return leftOut(words, inFile: answer.in_file ?? 0, answer.changed) }
        if let words = answer.refused {
            return list(words.map { "\($0.count)  \($0.word)  (\($0.line))" }, "Nothing was tried twice or more.", nil)
        }
        if let announcements = answer.announcements {
            return list(
                announcements.map { "Shown since \(time($0.time)): \(TerminalText.visible($0.text))" },
                "Nothing is announced.", nil)
        }
        if let acts = answer.acts {
            return list(
                acts.map { "\($0.number)  \(time($0.time))  \($0.actor)  \($0.verb)  \($0.subject)" },
                "Nothing was done.", nil)
                + (answer.more == true ? "\nThere are more: ask for those before \(acts.last?.number ?? 1)." : "")
        }
        if let link = answer.link {
            return "\(address)/admin#\(link.key)\nFor one \(link.role), once, until \(time(link.expires))."
        }
        if let sessions = answer.sessions {
            return list(
                sessions.map {
                    "\($0.number)  \($0.role), since \(time($0.began)), last seen \(time($0.used)), "
                        + "until \(time($0.expires)) or longer"
                }, "Nobody is in the admin page.", nil)
        }
        return answer.ended.map { "\($0) sessions and links are ended." }
    }

    /// The words that are left out, or after a change how many they are.
    private static func leftOut(_ words: [LeftOut], inFile: Int, _ isChanged: Bool?) -> String {
        let count = words.isEmpty ? "No word is" : words.count == 1 ? "1 word is" : "\(words.count) words are"
        let file = inFile > 0 ? " The file of words-left-out has \(inFile) more." : ""
        if let isChanged { return "\(isChanged ? "Done." : "It was so already.") \(count) left out.\(file)" }
        return (words.map { "\($0.word)  (since \(time($0.since)))" } + ["\(count) left out.\(file)"])
            .joined(separator: "\n")
    }

    private static func list(_ items: [String], _ none: String, _ more: Bool?) -> String {
        guard !items.isEmpty else { return none }
        return (items + (more == true ? ["There are more: look for a longer text."] : [])).joined(separator: "\n")
    }

    /// Players are the answer to two requests, of which one looks for nobody in particular.
    private static func list(_ players: [String], _ more: Bool?, to request: AdminRequest) -> String {
        guard request == .bans else { return list(players, "No player has that in the name.", more) }
        let rest = more == true ? "\nThere are more: these were banned last. Find others by their names." : ""
        return list(players, "Nobody is banned.", nil) + rest
    }

    private static func lines(_ player: Player) -> String {
        var facts = [
            "came first \(time(player.since))", player.last_game.map { "last game \(time($0))" } ?? "no game yet",
        ]
        facts.append(player.connections > 0 ? "connected now" : "not connected")
        if let until = player.kept_until { facts.append("keeps the operator’s name until \(time(until))") }
        if let banned = player.banned { facts.append("banned since \(time(banned))") }
        if !player.rooms.isEmpty { facts.append("in rooms \(player.rooms.joined(separator: ", "))") }
        return "\(player.id)  “\(TerminalText.visible(player.name))”\n    \(facts.joined(separator: "; "))"
    }

    private static func lines(_ reset: Reset) -> String {
        let (before, name) = (TerminalText.visible(reset.before), TerminalText.visible(reset.name))
        let until = time(reset.kept_until)
        var lines = ["Player \(reset.id) was “\(before)” and is “\(name)” now, until \(until) at least."]
        if !reset.rooms.isEmpty { lines.append("Told in the rooms \(reset.rooms.joined(separator: ", ")).") }
        if !reset.unreadable.isEmpty {
            lines.append(
                "These rooms cannot be read, so nobody enters them, and have the old name still: "
                    + "\(reset.unreadable.joined(separator: ", ")).")
        }
        return lines.joined(separator: "\n")
    }

    private static func line(_ word: HostWord) -> String {
        let knower = word.player.map { "; does not count for player \($0)" } ?? ""
        return "\(word.puzzle)  \(word.word)\(knower)"
    }

    private static func lines(_ room: Room) -> String {
        let place: String
        if let state = room.state {
            let lobby = state.barred ? "kept out of the lobby" : state.listed ? "in the lobby" : "not in the lobby"
            place = "\(lobby); \(state.members) members, \(state.present) here now, \(state.watchers) watching"
        } else {
            place = "nobody is there, so no lobby shows it"
        }
        return "\(room.room)  “\(TerminalText.visible(room.name))” (room \(room.number) in the log)\n    \(place)"
    }

    private static func time(_ instant: Int) -> String {
        Date(timeIntervalSince1970: Double(instant) / 1_000).formatted(
            .iso8601.dateSeparator(.dash).timeSeparator(.colon))
    }
}
