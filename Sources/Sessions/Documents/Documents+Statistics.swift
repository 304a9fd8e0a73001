import GameRules
import Leaderboards
import Messages
import Puzzles
import Storage

// What players ask about their own games.
extension Documents {
    /// `GET /api/v1/me/statistics`: how a player has done in a line. Made from the games themselves each time it is
    /// asked for.
    package func statistics(of player: PlayerID, line: PuzzleLine, then: @escaping Reply) {
        withHistory(of: player, line) { [self] result in
            guard case .success(let games) = result else { return then(result.map { _ in [] }) }
            let statistics = statistics(games)
            var json = JSONWriter()
            json.object { json in
                json.field("line", line.text)
                statistics.write(of: line, to: &json)
            }
            then(.success(json.bytes))
        }
    }

    private func statistics(_ games: [PlayedGame]) -> PlayerStatistics {
        let played = Set(games.map(\.day))
        let calendar = PlayerStatistics.Calendar(
            today: days.current,
            dayBefore: { [lists] day in
                // The zone's history is asked where there is a gap only: that takes time.
                let before = day.advanced(by: -1)
                return played.contains(before) || lists.hasDay(before) ? before : before.advanced(by: -1)
            },
            canBeFinished: { [current = days.current] in $0.advanced(by: 1) >= current })
        return PlayerStatistics(games.map { PlayerStatistics.Game($0) }, rows: settings.rows, calendar: calendar)
    }

    /// `GET /api/v1/me/games`: the days that a player has played, from the first to the last wanted; of these the last
    /// `most`.
    package func games(
        of player: PlayerID, line: PuzzleLine, from: Day?, to: Day?, most: Int, then: @escaping Reply
    ) {
        let last = min(to ?? days.current, days.current)
        let first = max(from ?? PuzzleID.firstDay, last.advanced(by: 1 - most))
        withHistory(of: player, line) { [self] result in
            guard case .success(let games) = result else { return then(result.map { _ in [] }) }
            var json = JSONWriter(reservingCapacity: 4_096)
            json.object { json in
                json.field("line", line.text)
                json.field("first", PuzzleID.firstDay.text)
                json.field("today", days.current.text)
                json.array("games") { json in
                    for game in games where first <= game.day && game.day <= last {
                        json.element { write(game, line, to: &$0) }
                    }
                }
            }
            then(.success(json.bytes))
        }
    }

    private func write(_ game: PlayedGame, _ line: PuzzleLine, to json: inout JSONWriter) {
        let canStillCount = !game.isArchive && days.canBeFinished(PuzzleID(line: line, day: game.day))
        json.field("day", game.day.text)
        guard let finish = game.finish else {
            json.field("state", "playing")
            return json.field("ranked", canStillCount)
        }
        json.field("state", finish.solved ? "solved" : "failed")
        json.field("turns", finish.turns)
        json.field("ms", finish.elapsed)
        json.field("ranked", finish.isRanked)
    }

    private func withHistory(
        of player: PlayerID, _ line: PuzzleLine, then: @escaping (Result<[PlayedGame], QueryFault>) -> Void
    ) {
        guard lists.words(of: line) != nil else { return then(.failure(.notFound("There are no such puzzles."))) }
        let storage = environment.storage
        context.ask({ storage.history(of: player, line: line, completion: $0) }) {
            then($0.mapError { _ in .unavailable })
        }
    }
}

extension PlayerStatistics.Game {
    /// A stored game. One that ended when it did not count any more has not ended as far as statistics go.
    fileprivate init(_ game: PlayedGame) {
        let end = game.finish.flatMap { finish in
            finish.isRanked
                ? PlayerStatistics.End(solved: finish.solved, turns: max(1, finish.turns), elapsed: finish.elapsed)
                : nil
        }
        self.init(day: game.day, isArchive: game.isArchive, end: end)
    }
}

extension PlayerStatistics {
    fileprivate func write(of line: PuzzleLine, to json: inout JSONWriter) {
        json.field("played", played)
        json.field("won", won)
        json.field("percent", percent)
        json.object("streak") { json in
            json.field("current", currentStreak)
            json.field("longest", longestStreak)
        }
        json.array("distribution") { json in
            for count in distribution { json.integer(count) }
        }
        if let turns = averageTurns, let time = averageTime {
            json.object("average") { json in
                json.field("turns", tenths: Int((turns * 10).rounded()))
                json.field("ms", time)
            }
        } else {
            json.null("average")
        }
        guard let last, let end = last.end else { return json.null("last") }
        json.object("last") { json in
            json.field("puzzle", PuzzleID(line: line, day: last.day).text)
            json.field("solved", end.solved)
            json.field("turns", end.turns)
            json.field("ms", end.elapsed)
        }
    }
}
