import TestKit
import Testing

/// The figures of `/metrics` on a server that is played on.
@Suite(.blocking) struct FigureTests {
    @Test("The metrics count and time each accepted guess and each commit", arguments: TestServer.shardCounts)
    func guessesAndCommitsAreTimed(shards: Int) throws {
        let server = try TestServer(shards: shards) { $0.metrics = true }
        let player = try server.player()
        let puzzle: JSONTree = "guess-en-5/2026-11-21"
        #expect(try player.ask(["type": "open", "puzzle": puzzle])["state"] == "playing")
        for (row, word) in ["crane", "slate"].enumerated() {
            let guess: JSONTree = [
                "type": "guess", "puzzle": puzzle, "row": .number(Double(row)), "word": .string(word),
            ]
            #expect(try player.ask(guess).type == "judged")
        }
        // A word that is none, and a guess again: neither is an accepted one.
        _ = try player.ask(["type": "guess", "puzzle": puzzle, "row": 2, "word": "zzzzz"])
        _ = try player.ask(["type": "guess", "puzzle": puzzle, "row": 0, "word": "crane"])
        let text = String(decoding: try server.ask("GET", "/metrics").body, as: UTF8.self)
        func value(_ name: String) -> Double? {
            text.split(separator: "\n").first { $0.hasPrefix(name + " ") }.flatMap {
                Double($0.dropFirst(name.count + 1))
            }
        }
        #expect(value("tilerace_guess_seconds_count") == 2)
        #expect(value(#"tilerace_guess_seconds_bucket{le="+Inf"}"#) == 2)
        let seconds = try #require(value("tilerace_guess_seconds_sum"))
        #expect(seconds > 0 && seconds < 60)
        #expect(try #require(value("tilerace_commit_seconds_count")) >= 3, "the game and two moves at least")
        #expect(value("tilerace_commit_failures_total") == 0)
    }
}
