import GameRules
import Messages
import Testing

@testable import Sessions

/// Rates of a player for what takes long to judge, or stays for good.
@Suite struct LastingRateTests {
    private func world(_ change: (inout HubSettings) -> Void) throws -> HubWorld {
        var settings = HubSettings()
        change(&settings)
        return try HubWorld(settings: settings)
    }

    /// To look through a name takes as long as a thousand guesses.
    @Test("Names that are refused have a rate, asked before a name is looked at, for players and rooms alike")
    func refusedNames() throws {
        let world = try world { $0.refusedNameRate = TokenRate(everyMs: 1_000, burst: 2) }
        let client = try world.guest()
        #expect(client.ask(.rename(name: " ")).code == "bad_name")
        #expect(client.ask(.createRoom(name: " ", line: nil)).code == "bad_name")
        let refused = client.ask(.rename(name: "Ada"))
        #expect(refused.code == "rate_limited" && refused["retry"] as? Int == 1_000)
        #expect(client.ask(.createRoom(name: "Kites")).code == "rate_limited", "a good one is not looked at either")
        client.disconnect()
        world.tick()
        let again = world.connect(client.player)
        #expect(again.ask(.rename(name: " ")).code == "rate_limited")
        world.advance(ms: 1_000)
        #expect(again.ask(.rename(name: "Ada")).type == "renamed", "a name that is taken counts as no refusal")
        #expect(again.ask(.createRoom(name: "Kites")).type == "joined")
    }

    @Test("A new name beyond its own rate is refused before it is looked at")
    func renameRateComesFirst() throws {
        let world = try world {
            $0.renameRate = TokenRate(everyMs: 10_000, burst: 1)
            $0.refusedNameRate = TokenRate(everyMs: 1_000, burst: 1)
        }
        let client = try world.guest()
        #expect(client.ask(.rename(name: "Ada")).type == "renamed")
        for _ in 0..<3 { #expect(client.ask(.rename(name: " "))["retry"] as? Int == 10_000) }
    }

    /// Each is a row that stays.
    @Test("Games of past days have a rate, and one that was begun is shown without it")
    func pastDayRate() throws {
        let world = try world { $0.pastDayRate = TokenRate(everyMs: 6_000, burst: 2) }
        let client = try world.guest()
        let past = (1...3).map { PuzzleID(line: .standard, day: world.today.day.advanced(by: -$0)) }
        let ask = { (puzzle: PuzzleID) in client.ask(.open(puzzle: puzzle, hard: .off, archive: true)) }
        #expect(past.prefix(2).map { ask($0).type } == ["game", "game"])
        let refused = ask(past[2])
        #expect(refused.code == "rate_limited" && refused["retry"] as? Int == 6_000)
        #expect(ask(past[0]).type == "game")
        #expect(ask(world.today).type == "game")
        world.advance(ms: 6_000)
        #expect(ask(past[2]).type == "game")
    }
}
