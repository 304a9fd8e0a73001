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

    /// Racers that a text names at most.
    static let named = 10

    /// The body of a delivery, of `HookBounds.body` bytes at most: JSON that would be longer leaves out the moves.
    func body(of event: HookEvent, server: String) -> [UInt8] {
        let whole = body(of: event, server, isShortened: false)
        return whole.count <= HookBounds.body ? whole : body(of: event, server, isShortened: true)
    }

    private func body(of event: HookEvent, _ server: String, isShortened: Bool) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: 1_024)
        json.object { json in
            switch self {
            case .json: HookFormat.write(event, server, isShortened, to: &json)
            case .text: json.field("text", HookText(event, server: server).escaped)
            case .content:
                json.field("content", HookText(event, server: server).plain)
                // Whatever somebody is called, nobody is called to the group by it.
                json.object("allowed_mentions") { $0.array("parse") { _ in } }
            }
        }
        return json.bytes
    }

    private static func write(
        _ event: HookEvent, _ server: String, _ isShortened: Bool, to json: inout JSONWriter
    ) {
        json.field("id", event.id)
        json.field("event", event.name)
        if event.isTest { json.field("test", true) }
        json.field("time", event.time)
        json.field("server", server)
        json.field("room", event.room)
        json.field("puzzle", event.puzzle.text)
        json.field("number", event.puzzle.number)
        if isShortened { json.field("shortened", true) }
        switch event.kind {
        case .dayOver(let racers): write(racers, isShortened, to: &json)
        case .record(let racers, let before, let day):
            write(racers, isShortened, to: &json)
            json.object("before") { json in
                json.field("day", day.text)
                write(before, to: &json)
            }
        }
    }

    private static func write(_ racers: [HookEvent.Racer], _ isShortened: Bool, to json: inout JSONWriter) {
        json.array("racers") { json in
            for racer in racers {
                json.element { json in
                    json.field("name", racer.name)
                    if !isShortened {
                        json.array("moves") { json in for move in racer.moves { json.string(move.text) } }
                    }
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

    /// The racers of whom it tells, the best first.
    var racers: [Racer] {
        switch kind {
        case .dayOver(let racers), .record(let racers, _, _): racers
        }
    }
}

/// An event as a text for people, which chat services take: of `HookBounds.text` characters at most, also as `escaped`.
struct HookText {
    /// The text without what a chat would take for a command.
    let plain: String

    /// The plain text, with what Slack and its likes read as a sign written out.
    var escaped: String { HookText.escaped(plain) }

    /// Makes the text of an event. What is too long loses colours first, those of the last racers before others', and
    /// then racers.
    init(_ event: HookEvent, server: String) {
        let named = min(HookFormat.named, event.racers.count)
        var (shown, coloured) = (named, named)
        var text = HookText.text(event, named: shown, coloured: coloured)
        while shown > 0, HookText.escaped(text).utf16.count > HookBounds.text {
            if coloured > 0 { coloured -= 1 } else { shown -= 1 }
            text = HookText.text(event, named: shown, coloured: coloured)
        }
        plain = text
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// The text with the first so many racers, and the colours of the first so many of them.
    private static func text(_ event: HookEvent, named: Int, coloured: Int) -> String {
        let puzzle = "\(event.puzzle.line.text), \(event.puzzle.day.text)"
        let room = tamed(event.room)
        var lines: [String]
        switch event.kind {
        case .dayOver(let racers):
            lines = ["\(room): the day is over (\(puzzle))"]
            lines += racers.prefix(named).enumerated().map { index, racer in
                "\(place(of: racer, among: racers)) \(tamed(racer.name)): \(words(racer.score)) "
                    + (index < coloured ? colours(racer) : "")
            }
            if racers.count > named { lines.append("… and \(racers.count - named) more") }
        case .record(let racers, let before, let day):
            let names = racers.prefix(named).map { tamed($0.name) }.joined(separator: ", ")
            let more = racers.count > named ? " … and \(racers.count - named) more" : ""
            lines = ["\(room): a record fell (\(puzzle))"]
            lines.append("\(names)\(more): \(words(racers.first?.score)). Before: \(words(before)), \(day.text)")
        }
        if event.isTest { lines.insert("This is a test of the webhook. Nobody played what follows.", at: 0) }
        return lines.map { $0.last == " " ? String($0.dropLast()) : $0 }.joined(separator: "\n")
    }

    /// A name that calls nobody and begins no link: behind what begins a mention stands a sign that nobody sees.
    private static func tamed(_ name: String) -> String {
        name.replacing("@", with: "@\u{200B}").replacing("://", with: ":\u{200B}//").replacing("`", with: "'")
    }

    /// Equal results share a place, and who is still under way has none.
    private static func place(of racer: HookEvent.Racer, among racers: [HookEvent.Racer]) -> String {
        guard let score = racer.score, let ahead = racers.firstIndex(where: { $0.score == score }) else { return "–" }
        return "\(ahead + 1)."
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
