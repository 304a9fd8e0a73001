import GameRules
import TestKit

@testable import Sessions
@testable import Storage

// What holds when nothing is under way.
extension Simulation {
    var openCodes: [String] { codes.filter(invariants.isOpen) }

    /// Somebody who should know more than is known.
    func firstBehind() -> String? {
        for player in players {
            for page in player.pages {
                if page.awaitsAnswers { return "player \(player.number) still waits for answers" }
                for code in openCodes {
                    guard page.entered.contains(code) else {
                        if invariants.state(of: code)?.door.keepsOut(player.id) == true { continue }
                        return "player \(player.number) cannot see \(code)"
                    }
                    let (known, last) = (page.rooms[code]?.sequence ?? -1, invariants.last(of: code))
                    guard known != last else { continue }
                    return "player \(player.number) knows \(code) up to \(known) of \(last) on connection "
                        + "\(page.connection.number)"
                }
            }
        }
        return nil
    }

    func checkRest() {
        if let behind = firstBehind() { violated(behind) }
        invariants.checkClocks()
        for room in server.hub.library.rooms.values {
            guard let due = room.state.nextDue(room.presenceForTimers(now: now)), due <= now else { continue }
            violated("what was due in \(room.toldCode.text) \(now - due) ms ago has not been done")
        }
        for puzzle in [PuzzleLine.standard, SimulatedWords.anagrams].map(puzzle) {
            var body: JSONTree?
            server.hub.documents.leaderboard(
                puzzle.text, isClean: false, room: nil, player: nil, for: nil, RankingSlice(limit: 1_000)
            ) {
                body = (try? $0.get()).flatMap { try? JSONTree(parsing: $0.json) }
            }
            settle()
            if let body { invariants.checkRanking(body, of: puzzle) } else { violated("there is no ranking") }
        }
        if let fault = invariants.resyncs.fault(after: storage.failures) { violated(fault) }
    }
}
