extension ShareText {
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
}

extension ShareText.Palette {
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
