import GameRules
import Messages
import Rooms
import TestKit

@testable import Sessions
@testable import Storage

// What a page fetches, besides what it says: answers to it are held to the spoiler gate as well.
extension Simulation {
    /// Somebody, perhaps nobody in particular, asks for something that has an address.
    func fetch() {
        let player = players[pick(players.count)]
        let isKnown = pick(3) > 0
        let id = isKnown ? player.id : nil
        let code = codes.randomElement(using: &random)
        let hub = server.hub
        let puzzle = PuzzleID(line: today.line, day: today.day.advanced(by: 1 - pick(5)))
        let answered: (String?, PuzzleID?) -> SessionHub.QueryReply = { [self] room, puzzle in
            { [self] reply in
                record((try? reply.get()) ?? Array("\(reply)".utf8), to: 0)
                guard case .success(let body) = reply else { return }
                counts.fetched += 1
                // Who does not say who it is may know what the player knows, and no more.
                let words = puzzle.map(publicWords) ?? []
                invariants.fetched(body, of: room, by: player, knowing: words)
            }
        }
        switch pick(6) {
        case 0: hub.rooms(then: answered(nil, nil))
        case 5: hub.today(then: answered(nil, nil))
        case 1:
            hub.leaderboard(
                today.text, isClean: false, room: code, player: id, for: nil, RankingSlice(), then: answered(code, nil))
        case 2:
            hub.puzzle(puzzle) { [self] reply in
                answered(nil, puzzle)(reply)
                guard case .success(let body) = reply, let told = try? JSONTree(parsing: body) else { return }
                // By the clock: midnight may have passed, and the server not have turned yet.
                let day = server.hub.currentDay
                if let fault = invariants.seals.told(told, of: puzzle, today: day) { violated(fault) }
            }
        default:
            guard let code, let room = RoomCode(code) else { return }
            if pick(3) == 0 {
                return hub.history(of: room, player: id, before: nil, limit: 20, then: answered(code, nil))
            }
            let events = invariants.state(of: code)?.series
            let race = events.map { RaceID.sprint(series: $0.number, round: max(1, $0.round - pick(2))) }
            hub.replay(
                of: pick(3) > 0 ? race ?? .daily(puzzle) : .daily(puzzle), in: room, player: id,
                then: answered(code, puzzle))
        }
    }

    /// What everybody may know of a day that is over: its word, and what was guessed. By `SecretWord.number`.
    private func publicWords(of puzzle: PuzzleID) -> Set<Int> {
        guard puzzle.day <= today.day.advanced(by: -2) else { return [] }
        let stored = storage.stored
        let words = stored.games.values.filter { $0.key.puzzle == puzzle }.flatMap { $0.moves.map(\.word) }
        return Set((words + [stored.pinned[puzzle]?.answer].compactMap(\.self)).map { SecretWord.number(text(of: $0)) })
    }

    /// Whether it is the word of a day that a player has not finished, and that is not over.
    func isDaily(_ word: Int, hiddenFrom player: SimulatedPlayer) -> Bool {
        let stored = storage.stored
        return stored.pinned.values.contains { pinned in
            pinned.puzzle.day > today.day.advanced(by: -2) && SecretWord.number(text(of: pinned.answer)) == word
                && stored.games[GameKey(player: player.id, puzzle: pinned.puzzle)]?.finish == nil
        }
    }

    /// Whether a player can be expected not to get through with a word as a name, having found it: not if it is the word of
    /// another game as well that others play, which the player cannot know. Counts it as spoken from now on.
    func speak(_ word: String, _ player: SimulatedPlayer) -> Bool {
        let isElsewhere =
            invariants.rounds.contains { $0.isOn && text(of: $0.answer) == word && !$0.isOver(for: player.id) }
            || storage.stored.pinned.values.contains { pinned in
                text(of: pinned.answer) == word
                    && storage.stored.games[GameKey(player: player.id, puzzle: pinned.puzzle)]?.finish == nil
            }
        guard !isElsewhere else { return false }
        spoken.insert(SecretWord.number(word))
        return true
    }
}
