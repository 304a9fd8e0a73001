import GameRules
import Messages
import TestKit

@testable import Sessions
@testable import Storage

// What a page does with anagrams besides rounds of them.
extension SimulatedPage {
    /// Lays a word in one of its games, or opens the day's; when one is over, it asks what could have been found.
    func lay() {
        let today = simulation.puzzle(of: SimulatedWords.anagrams)
        guard let puzzle = ([today.text] + trays.keys.sorted()).randomElement(using: &simulation.random),
            let tray = trays[puzzle], let id = PuzzleID(puzzle)
        else { return ask(.open(puzzle: today, hard: .off)) }
        guard !tray.isOver else { return ask(.solutions(.game(id))) }
        let guess = ClientMessage.guess(
            puzzle: id, row: nil, word: simulation.laidWord(on: tray.tiles, from: source(of: id)))
        ask(guess)
        if simulation.pick(6) == 0 { ask(guess) }
    }

    /// The word that the tiles were made of, as the server has it.
    private func source(of puzzle: PuzzleID) -> String? {
        let stored = simulation.storage.stored
        let game = stored.games[GameKey(player: player.id, puzzle: puzzle)]
        return (game?.secret?.answer ?? stored.pinned[puzzle]?.answer).map(simulation.text)
    }

    /// Asks for the words that could be found and for their number, whether it may know them or not. It names a game of
    /// its own or none, or a round that is to start, runs, is over, or never was.
    func solve() {
        if simulation.pick(2) == 0, let code = entered.sorted().randomElement(using: &simulation.random) {
            let series = rooms[code]?.fields["series"]
            let round = max(1, (series?["round"]?.integer ?? 1) - simulation.pick(2))
            let race = "sprint-\(series?["series"]?.integer ?? 1)-\(round)"
            return solve(.round(room: code, race: race))
        }
        let own = trays.keys.sorted().compactMap { PuzzleID($0) }
        let days = (-2...1).map { simulation.puzzle(of: simulation.anyLine()).advanced(by: $0) }
        guard let puzzle = (own + days).randomElement(using: &simulation.random) else { return }
        solve(.game(puzzle))
    }

    private func solve(_ subject: SolutionsSubject) {
        ask(.counts(subject))
        ask(.solutions(subject))
    }

    /// A game of the archive, or one for practice, of either kind.
    func openAnother() {
        let line = simulation.anyLine()
        guard simulation.pick(2) == 0 else {
            let seconds = [nil, 0, 30, 300][simulation.pick(4)]
            return ask(.practice(line: line, hard: .off, seconds: seconds, isNew: simulation.pick(2) == 0))
        }
        let puzzle = simulation.puzzle(of: line).advanced(by: -1 - simulation.pick(3))
        ask(.open(puzzle: puzzle, hard: .off, archive: true))
    }

    /// Takes a board with tiles, or the answer to a word that was laid. False for games of another kind.
    func take(_ message: JSONTree, of puzzle: String) -> Bool {
        if let tiles = message["tiles"]?.text {
            trays[puzzle] = Tray(tiles: tiles, isOver: message["state"]?.text != "playing")
        } else if message["score"] == nil {
            return false
        } else if message["state"]?.text != "playing" {
            trays[puzzle]?.isOver = true
        }
        return true
    }

    /// Whether a word that is laid, or a question for what could be, may be refused so.
    func mayBeRefused(_ request: ClientMessage, _ code: String) -> Bool {
        switch request {
        case .guess(_, nil, _), .inRoom(_, .play(_, nil, _)):
            if code == "game_over", case .guess(let puzzle, _, _) = request { trays[puzzle.text]?.isOver = true }
            return ["not_layable", "not_in_word_list", "game_over"].contains(code)
        case .solutions, .counts:
            return ["not_over", "not_open", "bad_puzzle", "no_such_race", "not_in_room", "no_such_room"].contains(code)
        default: return false
        }
    }
}

extension PuzzleID {
    fileprivate func advanced(by days: Int) -> PuzzleID { PuzzleID(line: line, day: day.advanced(by: days)) }
}
