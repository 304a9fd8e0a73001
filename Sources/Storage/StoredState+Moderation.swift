import GameRules

// Reads for those who run the server.
extension StoredState {
    /// The banned players, as `ModerationStore.bannedPlayers(limit:)` orders them.
    func bannedPlayers(limit: Int) -> [PlayerRecord] {
        let banned = players.values.filter { $0.bannedAt != nil && !deleted.contains($0.id) }
        let ordered = banned.sorted { a, b in
            let (x, y) = (a.bannedAt ?? 0, b.bannedAt ?? 0)
            return x == y ? (a.id.high, a.id.low) < (b.id.high, b.id.low) : x > y
        }
        return Array(ordered.prefix(limit))
    }

    /// A piece of the audit log, as `ModerationStore.acts(before:limit:)` reads it.
    func acts(before number: Int?, limit: Int) -> [LoggedAct] {
        Array(acts.reversed().filter { logged in number.map { logged.number < $0 } ?? true }.prefix(limit))
    }

    /// The words that are left out, as `ModerationStore.wordsLeftOut()` orders them.
    var wordsLeftOut: [LeftOutWord] {
        leftOut.map { LeftOutWord(word: $0.key, time: $0.value) }
            .sorted { $0.word.utf8.lexicographicallyPrecedes($1.word.utf8) }
    }

    /// Refused words, as `ModerationStore.refusedWords(on:limit:)` reads them.
    func refusedWords(on days: ClosedRange<Day>, limit: Int) -> [RefusedWord] {
        var sums: [RefusedWord.Key: Int] = [:]
        for (day, counts) in refused where days.contains(day) { sums.merge(counts, uniquingKeysWith: +) }
        let words = sums.map { RefusedWord(line: $0.key.line, word: $0.key.word, count: $0.value) }
        let ordered = words.sorted { a, b in
            if a.count != b.count { return a.count > b.count }
            // As the durable engines order them: by the integer that a word is stored as.
            let (x, y) = (Int64(bitPattern: a.word.packed), Int64(bitPattern: b.word.packed))
            return a.line == b.line ? x < y : a.line.text < b.line.text
        }
        return Array(ordered.prefix(limit))
    }
}
