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
    }

    /// The kind of game that was played.
    public enum Occasion: Hashable, Sendable {
        /// The puzzle of a day, by `PuzzleID.number`.
        case day(Int)
        /// The puzzle of a day, played after its day.
        case archive(Int)
        /// A practice game.
        case practice

        var text: String {
            switch self {
            case .day(let number): "No. \(number)"
            case .archive(let number): "No. \(number) (archive)"
            case .practice: "practice"
            }
        }
    }

    /// The text, lines divided by `\n`, no line end after the last.
    public let text: String

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

    /// Formats a time as `0:21`, `12:05` or `1:00:00`, rounded down to whole seconds.
    static func clock(milliseconds: Int) -> String {
        let seconds = milliseconds / 1000
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let tail = two(seconds % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(tail)" : "\(minutes):\(tail)"
    }
}
