/// The text a player shares after a game: colours, turns and time, never a letter.
///
///     Tilerace No. 412 2/6* 0:21
///     ⬛⬛⬛⬛🟩
///     🟩🟩🟩🟩🟩
///     https://play.example.org/r/KYTE7
public struct ShareText: Hashable, Sendable {
    /// The squares that show the marks.
    public enum Palette: Sendable, CaseIterable {
        /// 🟩🟨⬛
        case standard
        /// 🟧🟦⬛, distinguishable without red and green.
        case highContrast

        fileprivate func square(_ mark: Mark) -> Character {
            switch (mark, self) {
            case (.correct, .standard): "🟩"
            case (.present, .standard): "🟨"
            case (.correct, .highContrast): "🟧"
            case (.present, .highContrast): "🟦"
            case (.absent, _): "⬛"
            }
        }
    }

    /// The kind of game that was played.
    public enum Occasion: Hashable, Sendable {
        /// The puzzle of a day, by `PuzzleID.number`.
        case day(Int)
        /// The puzzle of a day, played after its day.
        case archive(Int)
        /// A practice game.
        case practice

        fileprivate var text: String {
            switch self {
            case .day(let number): "No. \(number)"
            case .archive(let number): "No. \(number) (archive)"
            case .practice: "practice"
            }
        }
    }

    /// The text, lines divided by `\n`, no line end after the last.
    public let text: String

    /// Creates the text of a finished game; nil while the game is played.
    ///
    /// The turns are `X` for an unsolved game. A `*` marks a game that ended under hard mode of either level. `link`
    /// becomes the last line.
    public init?(
        of game: GuessGame, serverName: String, occasion: Occasion, palette: Palette = .standard, link: String? = nil
    ) {
        guard let result = game.result else { return nil }
        let turns = result.solved ? String(result.turns) : "X"
        let star = game.rules.hardMode > .off ? "*" : ""
        let time = ShareText.clock(milliseconds: result.elapsed)
        var lines = ["\(serverName) \(occasion.text) \(turns)/\(game.rules.rows)\(star) \(time)"]
        lines += game.journal.map { String($0.pattern.map(palette.square)) }
        if let link { lines.append(link) }
        text = lines.joined(separator: "\n")
    }

    /// Creates the text of a finished game of any kind; nil while the game is played.
    public init?(
        of game: Game, serverName: String, occasion: Occasion, palette: Palette = .standard, link: String? = nil
    ) {
        switch game {
        case .guess(let game):
            self.init(of: game, serverName: serverName, occasion: occasion, palette: palette, link: link)
        case .anagram(let game): self.init(of: game, serverName: serverName, occasion: occasion, link: link)
        }
    }

    /// Creates the text of a finished anagram game; nil while the game is played. One line for each length, longest
    /// first, with a block for each found word.
    ///
    ///     Tilerace anagram No. 412 · 188 points, 4 words
    ///     7 🟪
    ///     4 🟦🟦
    ///     3 🟦
    init?(of game: AnagramGame, serverName: String, occasion: Occasion, link: String? = nil) {
        guard let result = game.result else { return nil }
        let points = "\(game.points) point\(game.points == 1 ? "" : "s")"
        let words = "\(result.turns) word\(result.turns == 1 ? "" : "s")"
        var lines = ["\(serverName) anagram \(occasion.text) · \(points), \(words)"]
        for length in stride(from: game.tiles.count, through: AnagramRules.shortest, by: -1) {
            let count = game.journal.count { $0.word.count == length }
            guard count > 0 else { continue }
            let block = length == game.tiles.count ? "🟪" : "🟦"
            lines.append("\(length) " + String(repeating: block, count: count))
        }
        if let link { lines.append(link) }
        text = lines.joined(separator: "\n")
    }

    /// Formats a time as `0:21`, `12:05` or `1:00:00`, rounded down to whole seconds.
    static func clock(milliseconds: Int) -> String {
        let seconds = milliseconds / 1000
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let tail = two(seconds % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(tail)" : "\(minutes):\(tail)"
    }
}
