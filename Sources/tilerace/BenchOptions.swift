import Clients
import GameRules
import LoadGenerator

/// The flags of `tilerace bench`.
struct BenchOptions {
    /// A fault in the command line.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    var location = ServerLocation(host: "127.0.0.1", port: 8080)
    /// Servers for the watchers, who are spread over them; none if they watch at the players' server.
    var watched: [ServerLocation] = []
    var plan = LoadPlan()
    /// The folder of the word lists, one folder per language.
    var words = "config/words"
    /// The language of the server's puzzle of today.
    var language = "en"
    /// The server's process; nil to look for who listens on the port.
    var process: Int32?
    var isJSON = false
    /// Whether the server may be one on a public address.
    var ownsServer = false

    /// One flag: its name, the name of its value (nil for a flag without one), its meaning, and its reader. The reader
    /// answers false for a text that it cannot use.
    private struct Flag: Sendable {
        let name: String
        let value: String?
        let meaning: String
        let read: @Sendable (String, inout BenchOptions) -> Bool
    }

    /// Servers to watch at, at most.
    private static let mostWatched = 16

    private static func number(
        _ name: String, _ meaning: String, _ path: WritableKeyPath<BenchOptions, Int> & Sendable
    ) -> Flag {
        Flag(name: name, value: "N", meaning: meaning) { text, options in
            guard let number = Int(text) else { return false }
            options[keyPath: path] = number
            return true
        }
    }

    /// Every flag, in the order of the help.
    private static let flags: [Flag] = [
        Flag(name: "url", value: "URL", meaning: "the server (ws://127.0.0.1:8080)") { text, options in
            guard let location = ServerLocation(text) else { return false }
            options.location = location
            return true
        },
        number("players", "players, who share the rooms (20)", \.plan.players),
        number("rooms", "rooms (5)", \.plan.rooms),
        number("watchers", "connections that watch, spread over the rooms (0)", \.plan.watchers),
        Flag(
            name: "watch-url", value: "URLS",
            meaning: "servers for the watchers, of several machines, with commas between; --url if left out"
        ) { text, options in
            let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
            options.watched = pieces.compactMap { ServerLocation(String($0)) }
            return options.watched.count == pieces.count && pieces.count <= BenchOptions.mostWatched
        },
        Flag(name: "rate", value: "R", meaning: "guesses a second in all (20); 0 for none") { text, options in
            guard let rate = Double(text) else { return false }
            options.plan.rate = rate
            return true
        },
        Flag(
            name: "closed", value: "N",
            meaning: "instead of a rate: N guesses under way, the next when one is answered"
        ) { text, options in
            options.plan.inFlight = Int(text)
            return options.plan.inFlight != nil
        },
        Flag(name: "idle", value: "N", meaning: "N connections that watch one quiet room: what each takes of memory") {
            text, options in
            guard let count = Int(text), count > 0 else { return false }
            options.plan.players = 1
            options.plan.rooms = 1
            options.plan.rate = 0
            options.plan.warmUp = 0
            options.plan.watchers = count
            return true
        },
        Flag(name: "sprint", value: nil, meaning: "rooms sprint: a fresh word each, ten rows") { _, options in
            options.plan.isSprint = true
            return true
        },
        Flag(name: "line", value: "LINE", meaning: "one of the server's lines, anagram-en-7; its first if left out") {
            text, options in
            options.plan.line = PuzzleLine(text)
            return options.plan.line?.isPractice == false
        },
        number("seconds", "seconds that are measured (10)", \.plan.seconds),
        number("warm-up", "seconds of the same load before them (2)", \.plan.warmUp),
        number("arrivals", "guests that are brought in at once (64)", \.plan.arrivals),
        Flag(name: "pid", value: "N", meaning: "the server's process; looked for on this machine if left out") {
            text, options in
            options.process = Int32(text)
            return options.process != nil
        },
        Flag(name: "words", value: "FOLDER", meaning: "folder with the word lists (config/words)") { text, options in
            options.words = text
            return !text.isEmpty
        },
        Flag(name: "language", value: "LL", meaning: "language of the server's puzzle (en)") { text, options in
            options.language = text
            return text.count == 2
        },
        Flag(name: "json", value: nil, meaning: "the report as JSON on the standard output") { _, options in
            options.isJSON = true
            return true
        },
        Flag(
            name: "i-own-this-server", value: nil,
            meaning: "lets the load go to an address that is not of this machine or a private network"
        ) { _, options in
            options.ownsServer = true
            return true
        },
    ]

    /// Reads the flags.
    init(_ arguments: [String]) throws(Fault) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard let flag = BenchOptions.flags.first(where: { "--\($0.name)" == argument }) else {
                throw Fault(description: "there is no flag “\(argument)” of bench; see “tilerace bench --help”")
            }
            var text = ""
            if flag.value != nil {
                guard let value = rest.popFirst() else { throw Fault(description: "\(argument) has no value") }
                text = value
            }
            guard flag.read(text, &self) else {
                throw Fault(description: "“\(text)” is no value for \(argument): \(flag.meaning)")
            }
        }
        if let fault = plan.fault { throw Fault(description: fault) }
        if location.isSecure || watched.contains(where: \.isSecure) {
            throw Fault(description: "bench does not speak TLS: use the server's plain port")
        }
    }

    /// The help.
    static var usage: String {
        let left = flags.map { "--\($0.name)" + ($0.value.map { " \($0)" } ?? "") }
        let width = left.map(\.count).max() ?? 0
        let lines = zip(left, flags).map { left, flag in
            "  \(left)\(String(repeating: " ", count: width - left.count))  \(flag.meaning)"
        }
        return """
            Usage: tilerace bench [--NAME VALUE …]

            Plays real games on a server over its real protocol, many at once, and says how long guesses take to their answer, to
            rivals and to watchers, and what the server needs for it. Guesses are due at planned instants, and time counts from
            there. It makes guests and rooms that stay in the server's storage: use a data folder of its own.
            docs/performance.md has the commands for the usual questions, and what a server must be started with.

            \(lines.joined(separator: "\n"))

            SIGINT ends it early with a report of what was measured. The exit code is 0 if every guess that was due was sent and
            answered, and every event came exactly once (to a watcher that did not keep up perhaps in a snapshot, which the
            report says), 2 if not, and 1 if there was no load.
            """
    }
}
