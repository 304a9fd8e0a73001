import GameRules
import Leaderboards
import Messages
import Puzzles
import Storage

// Documents about a player's own games.
extension Documents {
    /// The document of `GET /api/v1/me/statistics`, computed from the games at each request.
    package func statistics(of player: PlayerID, line: PuzzleLine, then: @escaping Reply<StatisticsDocument>) {
        withHistory(of: player, line) { [self] result in
            then(result.map { StatisticsDocument(statistics($0, of: line.kind), of: line) })
        }
    }

    private func statistics(_ games: [PlayedGame], of kind: PuzzleLine.Kind) -> PlayerStatistics {
        let played = Set(games.map(\.day))
        let calendar = PlayerStatistics.Calendar(
            today: days.current,
            dayBefore: { [puzzleSource] day in
                // The zone's calendar is slow, so it is asked only at a gap.
                let before = day.advanced(by: -1)
                return played.contains(before) || puzzleSource.hasDay(before) ? before : before.advanced(by: -1)
            },
            canBeFinished: { [current = days.current] in $0.advanced(by: 1) >= current })
        // A clock that was far ahead may have left games of days to come, which nobody believes any more.
        let believed = games.filter { $0.day <= days.current.advanced(by: DayTurn.daysAhead) }
        return PlayerStatistics(
            believed.map { PlayerStatistics.Game($0, standing($0)) }, of: kind, rows: settings.rows,
            calendar: calendar)
    }

    /// The standing of a game. Of those that do not count, only that of a word which the player had chosen was opened
    /// before its day was over.
    private func standing(_ game: PlayedGame) -> PlayerStatistics.Game.Standing {
        guard game.isArchive else { return .live }
        return days.wasOver(game.day, at: game.openedAt) ? .archive : .known
    }

    /// The document of `GET /api/v1/me/games`: the played days between the first and the last requested one; the last
    /// `most` of them.
    package func games(
        of player: PlayerID, line: PuzzleLine, from: Day?, to: Day?, most: Int,
        then: @escaping Reply<PlayedDaysDocument>
    ) {
        let last = min(to ?? days.current, days.current)
        let first = max(from ?? PuzzleID.firstDay, last.advanced(by: 1 - most))
        withHistory(of: player, line) { [self] result in
            then(
                result.map { games in
                    let shown = games.filter { first <= $0.day && $0.day <= last }
                    return PlayedDaysDocument(
                        line: line, first: PuzzleID.firstDay, today: days.current, games: shown.map { entry($0, line) })
                })
        }
    }

    private func entry(_ game: PlayedGame, _ line: PuzzleLine) -> PlayedDaysDocument.Game {
        guard let finish = game.finish else {
            let canStillCount = !game.isArchive && days.canBeFinished(PuzzleID(line: line, day: game.day))
            return PlayedDaysDocument.Game(day: game.day, end: nil, isRanked: canStillCount)
        }
        let end = PlayedDaysDocument.End(
            solved: finish.solved, turns: finish.turns, points: finish.points, elapsed: finish.elapsed)
        return PlayedDaysDocument.Game(day: game.day, end: end, isRanked: finish.isRanked)
    }

    private func withHistory(
        of player: PlayerID, _ line: PuzzleLine, then: @escaping (Result<[PlayedGame], QueryFault>) -> Void
    ) {
        guard puzzleSource.words(of: line) != nil else { return then(.failure(.notFound(.line))) }
        records.history(of: player, line: line) {
            then($0.mapError { _ in .unavailable })
        }
    }
}

extension PlayerStatistics.Game {
    /// Converts a stored game. A game that ended when it no longer counted is unfinished for statistics.
    fileprivate init(_ game: PlayedGame, _ standing: Standing) {
        let end = game.finish.flatMap { finish in
            finish.isRanked
                ? PlayerStatistics.End(
                    solved: finish.solved, turns: finish.points == nil ? max(1, finish.turns) : finish.turns,
                    points: finish.points, elapsed: finish.elapsed)
                : nil
        }
        self.init(day: game.day, standing: standing, end: end)
    }
}

extension StatisticsDocument {
    fileprivate init(_ statistics: PlayerStatistics, of line: PuzzleLine) {
        var average: Average?
        if let turns = statistics.averageTurns, let time = statistics.averageTime {
            average = Average(tenthsOfTurns: Int((turns * 10).rounded()), elapsed: time)
        }
        var last: Last?
        if let game = statistics.last, let end = game.end {
            last = Last(
                puzzle: PuzzleID(line: line, day: game.day), solved: end.solved, turns: end.turns,
                points: end.points, elapsed: end.elapsed)
        }
        var points: Points?
        if let average = statistics.averagePoints, let best = statistics.best {
            points = Points(average: average, best: best)
        }
        self.init(
            line: line, played: statistics.played, won: statistics.won, percent: statistics.percent,
            currentStreak: statistics.currentStreak, longestStreak: statistics.longestStreak,
            distribution: statistics.distribution, points: points, average: average, last: last)
    }
}
