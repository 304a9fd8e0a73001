import GameRules
import Leaderboards
import Messages
import Sessions

/// The setting `webhook-format`: what a delivery says, and how the program that takes it wants that said.
enum HookFormat: String, Sendable, CaseIterable {
    /// Every figure, for programs of one's own.
    case json
    /// A text for a chat group, as Slack, Mattermost, Rocket.Chat and Google Chat take it.
    case text
    /// A text for a chat group, as Discord takes it.
    case content

    /// Racers that a text names: some services take 2,000 characters.
    static let named = 10

    /// The body of a delivery.
    func body(of event: HookEvent, server: String) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: 1_024)
        json.object { json in
            switch self {
            case .json: HookFormat.write(event, server, to: &json)
            case .text: json.field("text", HookText(event, server: server).escaped)
            case .content:
                json.field("content", HookText(event, server: server).plain)
                // Whatever somebody is called, nobody is called to the group by it.
                json.object("allowed_mentions") { $0.array("parse") { _ in } }
            }
        }
        return json.bytes
    }

    private static func write(_ event: HookEvent, _ server: String, to json: inout JSONWriter) {
        json.field("id", event.id)
        json.field("event", event.name)
        json.field("time", event.time)
        json.field("server", server)
        json.field("room", event.room)
        json.field("puzzle", event.puzzle.text)
        json.field("number", event.puzzle.number)
        switch event.kind {
        case .dayOver(let racers): write(racers, to: &json)
        case .record(let racers, let before, let day):
            write(racers, to: &json)
            json.object("before") { json in
                json.field("day", day.text)
                write(before, to: &json)
            }
        }
    }

    private static func write(_ racers: [HookEvent.Racer], to json: inout JSONWriter) {
        json.array("racers") { json in
            for racer in racers {
                json.element { json in
                    json.field("name", racer.name)
                    json.array("moves") { json in for move in racer.moves { json.string(move.text) } }
                    if let score = racer.score { write(score, to: &json) }
                }
            }
        }
    }

    private static func write(_ score: Score, to json: inout JSONWriter) {
        switch score {
        case .solved(let turns, let elapsed):
            json.field("solved", true)
            json.field("turns", turns)
            json.field("ms", elapsed)
        case .unsolved: json.field("solved", false)
        case .points(let points, let words, let elapsed):
            json.field("points", points)
            json.field("words", words)
            json.field("ms", elapsed)
        }
    }
}

extension HookEvent {
    /// The name of its kind.
    var name: String {
        switch kind {
        case .dayOver: "day_over"
        case .record: "record"
        }
    }
}

/// An event as a text for people.
struct HookText {
    /// Without what a chat would take for a command.
    let plain: String

    /// The same, with what Slack and its likes read as a sign written out.
    var escaped: String {
        plain.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    init(_ event: HookEvent, server: String) {
        let puzzle = "\(event.puzzle.line.text), \(event.puzzle.day.text)"
        let room = HookText.tamed(event.room)
        var lines: [String]
        switch event.kind {
        case .dayOver(let racers):
            lines = ["\(room): the day is over (\(puzzle))"]
            lines += racers.prefix(HookFormat.named).enumerated().map { index, racer in
                "\(index + 1). \(HookText.tamed(racer.name)): \(HookText.words(racer.score)) \(HookText.colours(racer))"
            }
            if racers.count > HookFormat.named { lines.append("… and \(racers.count - HookFormat.named) more") }
        case .record(let racers, let before, let day):
            let names = racers.prefix(HookFormat.named).map { HookText.tamed($0.name) }.joined(separator: ", ")
            lines = ["\(room): a record fell (\(puzzle))"]
            lines.append(
                "\(names): \(HookText.words(racers.first?.score)). Before: \(HookText.words(before)), \(day.text)")
        }
        plain = lines.map { $0.last == " " ? String($0.dropLast()) : $0 }.joined(separator: "\n")
    }

    /// A name that calls nobody and begins no link: behind what begins a mention stands a sign that nobody sees.
    private static func tamed(_ name: String) -> String {
        name.replacing("@", with: "@\u{200B}").replacing("://", with: ":\u{200B}//").replacing("`", with: "'")
    }

    private static func words(_ score: Score?) -> String {
        switch score {
        case nil: "still under way"
        case .unsolved?: "out"
        case .solved(let turns, let elapsed)?: "\(turns) \(turns == 1 ? "turn" : "turns"), \(clock(elapsed))"
        case .points(let points, let words, _)?: "\(points) points, \(words) \(words == 1 ? "word" : "words")"
        }
    }

    private static func clock(_ milliseconds: Int) -> String {
        let seconds = milliseconds / 1_000
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }

    /// A row of squares for each guess; nothing for found words, of which the figures say enough.
    private static func colours(_ racer: HookEvent.Racer) -> String {
        racer.moves.compactMap { move in
            guard case .marks(let pattern) = move else { return nil }
            return String(pattern.digits.map { $0 == "2" ? "🟩" : $0 == "1" ? "🟨" : "⬛" })
        }.joined(separator: " ")
    }
}
