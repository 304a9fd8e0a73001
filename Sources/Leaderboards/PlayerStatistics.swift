import GameRules

/// A player's statistics of the daily games of one puzzle line. They follow from the games alone, and the games from
/// their journals: no statistics are stored.
///
/// Games that were opened after their day was over (the archive) count for nothing here. Neither does the game of a
/// word that the player knew.
package struct PlayerStatistics: Hashable, Sendable {
    /// One game of the line.
    package struct Game: Hashable, Sendable {
        /// The standing of a game among those that count.
        package enum Standing: Hashable, Sendable {
            /// Opened on its day: counts.
            case live
            /// Opened when its day was over: does not count, and to the streak its day was missed.
            case archive
            /// Opened on its day by a player who had chosen its word: does not count, and streaks leave the day out.
            case known
        }

        /// The puzzle's day.
        package let day: Day
        /// Whether it counts.
        package let standing: Standing
        /// Its end; nil if it was opened and has not ended.
        package let end: End?

        /// The game of `day`.
        package init(day: Day, standing: Standing, end: End?) {
            self.day = day
            self.standing = standing
            self.end = end
        }
    }

    /// The end of a game.
    package struct End: Hashable, Sendable {
        /// Whether the aim was reached: the word was found, or any word.
        package let solved: Bool
        /// The number of accepted moves.
        package let turns: Int
        /// The points, in kinds of games that have points.
        package let points: Int?
        /// ms.
        package let elapsed: Int

        /// Such an end. Precondition: at least one move, in kinds of games without points.
        package init(solved: Bool, turns: Int, points: Int? = nil, elapsed: Int) {
            precondition(turns >= 1 || points != nil, "no game ends without a guess")
            self.solved = solved
            self.turns = turns
            self.points = points
            self.elapsed = elapsed
        }
    }

    /// The days of a line as the server's calendar has them.
    package struct Calendar {
        /// Today.
        package let today: Day
        /// The day before; usually the date before, but a zone that crosses the date line leaves a date out.
        package let dayBefore: (Day) -> Day
        /// Whether a game of that day that is under way can still be finished.
        package let canBeFinished: (Day) -> Bool

        /// Such a calendar.
        package init(today: Day, dayBefore: @escaping (Day) -> Day, canBeFinished: @escaping (Day) -> Bool) {
            self.today = today
            self.dayBefore = dayBefore
            self.canBeFinished = canBeFinished
        }
    }

    /// Games that have ended.
    package private(set) var played = 0
    /// Ended games in which the word was found.
    package private(set) var won = 0
    /// Days in a row with the word found, up to today or, if today's game has not ended, up to the day before. A game
    /// that is under way and can still be finished breaks no streak and adds nothing to it.
    package private(set) var currentStreak = 0
    /// The longest such row there ever was.
    package private(set) var longestStreak = 0
    /// Solves in i + 1 turns, at index i: for every row of today's games, and more if there were games with more. In
    /// kinds of games that have points: games by their points, as `Ranking.distribution` counts them.
    package private(set) var distribution: [Int]
    /// The most points of a game; nil without one, and in kinds of games that have no points.
    package private(set) var best: Int?
    /// The game of the latest day that has ended.
    package private(set) var last: Game?
    private let pointsBand: Int?
    private var solvedTurns = 0
    private var solvedTime = 0
    private var points = 0

    /// The statistics of `games` of one kind, in any order and no day twice; `rows` is how many rows a game has today.
    package init(_ games: [Game], of kind: PuzzleLine.Kind = .unnamed, rows: Int, calendar: Calendar) {
        pointsBand = kind.pointsBand
        distribution = Array(repeating: 0, count: pointsBand == nil ? rows : PointsBand.count)
        let inTime = games.filter { $0.standing != .archive }.sorted { $0.day < $1.day }
        for game in inTime where game.standing == .live {
            guard let end = game.end else { continue }
            count(end)
            last = game
        }
        countStreaks(inTime, calendar)
    }

    /// Solves in whole percent of the games played (``Percent``); 0 if there are none.
    package var percent: Int { Percent.of(won, in: played) }

    /// Mean number of guesses of the solved games; nil if there are none.
    package var averageTurns: Double? { won == 0 ? nil : Double(solvedTurns) / Double(won) }

    /// Mean points of all games, rounded; nil if there are none, and in kinds of games that have no points.
    package var averagePoints: Int? { best == nil ? nil : (2 * points + played) / (2 * played) }

    /// Mean ms of the solved games, rounded down; nil if there are none.
    package var averageTime: Int? { won == 0 ? nil : solvedTime / won }

    private mutating func count(_ end: End) {
        played += 1
        if let points = end.points { count(points: points) }
        guard end.solved else { return }
        won += 1
        solvedTurns += end.turns
        solvedTime += end.elapsed
        guard end.points == nil else { return }
        while distribution.count < end.turns { distribution.append(0) }
        distribution[end.turns - 1] += 1
    }

    private mutating func count(points: Int) {
        self.points += points
        best = max(best ?? 0, points)
        if let pointsBand { distribution[PointsBand.of(points, width: pointsBand)] += 1 }
    }

    /// `games` in the order of their days.
    private mutating func countStreaks(_ games: [Game], _ calendar: Calendar) {
        var streak = 0
        // The last day of which it is known that it did not break the streak.
        var kept: Day?
        for game in games {
            let isUnderWay = game.end == nil && calendar.canBeFinished(game.day)
            if let day = kept, day != calendar.dayBefore(game.day) { streak = 0 }
            if game.standing == .known {
                // A day whose word was known beforehand neither prolongs the streak nor ends it.
            } else if let end = game.end {
                streak = end.solved ? streak + 1 : 0
            } else if !isUnderWay {
                streak = 0
            }
            kept = game.day
            longestStreak = max(longestStreak, streak)
        }
        // A clock that was set back may leave games of days to come: those are no gap.
        guard let kept else { return }
        currentStreak = kept >= calendar.today || kept == calendar.dayBefore(calendar.today) ? streak : 0
    }
}
