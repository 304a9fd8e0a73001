extension ShareText {
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
}
