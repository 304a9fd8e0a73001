import Foundation
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
        var puzzle: String?
        var word: HostWord?
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

    /// Reads an answer. Throws for one that is none.
    init(_ json: [UInt8]) throws(ConfigurationFault) {
        // Foundation's own words name keys and types, which tell an operator nothing.
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(json)) else {
            throw ConfigurationFault(
                "the server answered in a way that this program does not know: are both of one version?")
        }
        if answer.error != nil {
            refusal = answer.text ?? "the server refused"
        } else if let players = answer.players {
            text = AdminReport.list(players.map(AdminReport.lines), "No player has that in the name.", answer.more)
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
        } else if let room = answer.room {
            text = (answer.changed == false ? "It was so already. " : "") + AdminReport.lines(room)
        }
    }

    private static func list(_ items: [String], _ none: String, _ more: Bool?) -> String {
        guard !items.isEmpty else { return none }
        return (items + (more == true ? ["There are more: look for a longer text."] : [])).joined(separator: "\n")
    }

    private static func lines(_ player: Player) -> String {
        var facts = [
            "came first \(time(player.since))", player.last_game.map { "last game \(time($0))" } ?? "no game yet",
        ]
        facts.append(player.connections > 0 ? "connected now" : "not connected")
        if let until = player.kept_until { facts.append("keeps the operator’s name until \(time(until))") }
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
