import GameRules
import Puzzles
import Rooms
import WordLists

/// A judge of finished races, who knows nothing but the document.
package struct ReplayJudge {
    /// The faults in the order of the document, at most ``faultsKept``. Empty if the document is sound.
    package private(set) var faults: [ReplayFault] = []
    /// The document.
    package let replay: Replay
    private let words: WordList?

    /// The maximum number of faults kept. A forged document can have as many as it has bytes.
    package static let faultsKept = 100

    /// Reads and judges a document. `key` is the public key that the server must have, nil for any. `words` gives the
    /// list that every guess must be in, nil for no such check. Throws `ReplayReadError` if the bytes are not a replay.
    package init(
        _ bytes: [UInt8], key: [UInt8]? = nil, words: (PuzzleLine) -> WordList? = { _ in nil }
    ) throws(ReplayReadError) {
        replay = try Replay(reading: bytes)
        let line = PuzzleLine(kind: .guess, language: replay.language, length: replay.length)
        self.words = line.flatMap(words)
        if Replay.compact(bytes) != replay.json {
            fault(
                "document", "is not as a server writes it: it has other fields, one of them twice, or in another form")
        }
        if let key, replay.key != key.hexadecimal { fault("key", "is not the one that was asked for") }
        if !replay.hasSoundSignature { fault("signature", "is not that of this document by its key") }
        if let line { judge(line) } else { fault("language", "is none, or there are no words of such a length") }
    }

    /// The number of accepted guesses in the document.
    package var moveCount: Int { replay.lanes.reduce(0) { $0 + $1.moves.count } }

    private mutating func fault(_ place: String, _ reason: String) {
        if faults.count < ReplayJudge.faultsKept { faults.append(ReplayFault(place, reason)) }
    }

    private mutating func judge(_ line: PuzzleLine) {
        judgeRace(line)
        guard GuessRules.rowCounts.contains(replay.rows) else { return fault("rows", "can be 4 to 10") }
        guard let alphabet = Alphabet(language: line.language) else {
            return fault("language", "is none that this program knows")
        }
        guard let answer = word(replay.answer, line, alphabet) else {
            return fault("answer", "\(ReplayFault.shown(replay.answer)) is no word of \(line.length) letters")
        }
        judgeCommitment()
        judgeSeal()
        guard let games = judgeLanes(of: line, answer, alphabet) else { return }
        judgeStandings(games)
    }

    /// Returns the word of a text. Nil unless the text is exactly what a server writes for that word.
    private func word(_ text: String, _ line: PuzzleLine, _ alphabet: Alphabet) -> Word? {
        do throws(SpellingError) {
            let word = try alphabet.word(text)
            let isExact = Array(alphabet.text(word).utf8) == Array(text.utf8)
            return word.count == line.length && isExact ? word : nil
        } catch {
            return nil
        }
    }

    // MARK: The race

    private mutating func judgeRace(_ line: PuzzleLine) {
        switch replay.kind {
        case .daily:
            guard let puzzle = PuzzleID(replay.race), puzzle.line == line else {
                return fault("race", "is no daily race of this language and length")
            }
            if replay.number != puzzle.number { fault("number", "is not that of the race: \(puzzle.number)") }
            if replay.sprint != nil { fault("sprint", "is not for daily races") }
        case .sprint:
            if replay.number != nil { fault("number", "is for daily races") }
            guard let sprint = replay.sprint else { return fault("sprint", "is missing") }
            judgeRound(sprint)
        }
    }

    private mutating func judgeRound(_ sprint: Replay.Round) {
        if sprint.series < 1 || RaceID.sprint(series: sprint.series, round: sprint.round).text != replay.race {
            fault("race", "is not the one that sprint.series and sprint.round name")
        }
        if !SprintSettings.roundCounts.contains(sprint.of) { fault("sprint.of", "can be 1 to 20") }
        if !(1...max(1, sprint.of)).contains(sprint.round) { fault("sprint.round", "is none of the series") }
        if HardMode(text: sprint.hard) == nil { fault("sprint.hard", "is no level") }
        let (limit, isFar) = sprint.ends.subtractingReportingOverflow(sprint.starts)
        if isFar || limit % 1_000 != 0 || !SprintSettings.limits.contains(limit / 1_000) {
            fault("sprint.ends", "is not 30 to 600 whole seconds after sprint.starts")
        }
        let (lasted, isLong) = sprint.over.subtractingReportingOverflow(sprint.starts)
        if isLong || lasted < -RoomState.countdown { fault("sprint.over", "is before the round was dealt") }
        let last = replay.lanes.compactMap(\.moves.last?.ms).max() ?? lasted
        if lasted < last { fault("sprint.over", "is before the last guess") }
    }

    private mutating func judgeCommitment() {
        guard let salt = Salt(hexadecimal: replay.salt) else { return fault("salt", "is not 32 hexadecimal digits") }
        let commitment: Commitment
        if let sprint = replay.sprint {
            guard let bytes = [UInt8](hexadecimal: sprint.epoch), bytes.count == 8 else {
                return fault("sprint.epoch", "is not 16 hexadecimal digits")
            }
            let epoch = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            commitment = Commitment(salt: salt, epoch: epoch, race: replay.race, answer: replay.answer)
        } else if let puzzle = PuzzleID(replay.race) {
            commitment = Commitment(salt: salt, puzzle: puzzle, answer: replay.answer)
        } else {
            return
        }
        if commitment.text != replay.commitment {
            fault("commitment", "is not that of the answer: that is \(commitment.text)")
        }
    }

    /// Checks the form of the seal, and that its instant fits the race's day. The instant itself is the server's own
    /// statement.
    private mutating func judgeSeal() {
        guard replay.version > Replay.firstVersion else {
            return replay.seal == nil ? () : fault("seal", "is not of version 1")
        }
        guard let seal = replay.seal, let puzzle = PuzzleID(replay.race), replay.kind == .daily else {
            return fault("seal", "is of daily races, and of all since version 2")
        }
        if !seal.isPlausible(for: puzzle.day) { fault("seal", "is not when it says, seen from the day of the race") }
    }

    // MARK: Games

    /// Judges the lanes and returns the games by seat. Nil if one cannot be judged to its end.
    private mutating func judgeLanes(of line: PuzzleLine, _ answer: Word, _ alphabet: Alphabet) -> [Seat: Game]? {
        guard replay.lanes.count <= RoomState.maximumMembers else {
            fault("lanes", "are more than \(RoomState.maximumMembers)")
            return nil
        }
        var games: [Seat: Game] = [:]
        var (isSound, seat) = (true, 0)
        for (index, lane) in replay.lanes.enumerated() {
            let place = "lanes[\(index)]"
            if lane.seat <= seat { fault("\(place).seat", "is not above the one before") }
            seat = max(seat, lane.seat)
            guard let hard = HardMode(text: lane.hard) else {
                fault("\(place).hard", "is no level")
                isSound = false
                continue
            }
            if let sprint = replay.sprint, sprint.hard != lane.hard { fault("\(place).hard", "is not sprint.hard") }
            let options = GameOptions(rows: replay.rows, hardMode: hard)
            var game = Game(of: line, secret: PuzzleSecret(answer: answer), options: options)
            isSound = judge(lane, of: line, place, &game, alphabet) && isSound
            games[lane.seat] = game
        }
        return isSound ? games : nil
    }

    /// Plays the moves of a lane. Returns false if one of them cannot be played.
    private mutating func judge(
        _ lane: Replay.Lane, of line: PuzzleLine, _ place: String, _ game: inout Game, _ alphabet: Alphabet
    ) -> Bool {
        for (row, move) in lane.moves.enumerated() {
            let place = "\(place).moves[\(row)]"
            guard let word = word(move.word, line, alphabet) else {
                fault("\(place).word", "\(ReplayFault.shown(move.word)) is no word of \(replay.length) letters")
                return false
            }
            judgeTime(move.ms, after: row == 0 ? 0 : game.move(at: row - 1).elapsed, "\(place).ms")
            do throws(MoveRefusal) {
                let played = try game.play(word, row: row, elapsed: move.ms, isInList: isInList).place
                let marks = game.move(at: played).verdict.text
                if marks != move.marks {
                    fault("\(place).marks", "is \(ReplayFault.shown(move.marks)), but \(move.word) has \(marks)")
                }
            } catch {
                fault("\(place).word", ReplayJudge.reason(error, alphabet))
                return false
            }
        }
        if lane.finish != game.result.map(Replay.Finish.init) {
            fault("\(place).finish", "does not follow from the moves")
        }
        return true
    }

    private mutating func judgeTime(_ ms: Int, after last: Int, _ place: String) {
        if ms < last { fault(place, "is before the guess before, or the start") }
        guard let sprint = replay.sprint else { return }
        let (limit, isFar) = sprint.ends.subtractingReportingOverflow(sprint.starts)
        if !isFar, ms >= limit { fault(place, "is after the time was out") }
    }

    /// Whether a word is in the list, if there is one.
    private func isInList(_ word: Word) -> Bool { words?.contains(word) ?? true }

    private static func reason(_ refusal: MoveRefusal, _ alphabet: Alphabet) -> String {
        switch refusal {
        case .guess(.gameOver), .anagram(.gameOver): "comes after the end of the game"
        case .guess(.notInWordList), .anagram(.notInDictionary): "is not in the word list"
        case .guess(.hardMode(let clue)): reason(clue, alphabet)
        case .anagram(.tooShort(let minimum)): "has fewer than \(minimum) letters"
        case .anagram(.notLayable(let letter)): "has \(alphabet.text(letter)), for which no tile is left"
        case .guess(.staleRow), .guess(.rowAhead), .guess(.wrongLength), .guess(.hardModeLocked), .noRow:
            preconditionFailure("rows are played in order, with words of the length")
        }
    }

    private static func reason(_ clue: HardModeClue, _ alphabet: Alphabet) -> String {
        switch clue {
        case .position(let position, let letter):
            "breaks hard mode: letter \(position + 1) must be \(alphabet.text(letter))"
        case .copies(let letter, let count):
            "breaks hard mode: it must have \(count) × \(alphabet.text(letter))"
        case .absent(let letter, let count):
            "breaks ultra hard mode: it can have no more than \(count) × \(alphabet.text(letter))"
        case .moved(let position, let letter):
            "breaks ultra hard mode: letter \(position + 1) is not \(alphabet.text(letter))"
        }
    }

    // MARK: Standings

    private mutating func judgeStandings(_ games: [Seat: Game]) {
        let isSprint = replay.kind == .sprint
        let expected = isSprint ? Replay.sprintStandings(of: games) : Replay.dailyStandings(of: games)
        if replay.standings.count != expected.count {
            fault("standings", "are \(replay.standings.count), and should be \(expected.count)")
        }
        for (index, pair) in zip(replay.standings, expected).enumerated() where pair.0 != pair.1 {
            let due = pair.1
            let points = due.points.map { " and \($0) points" } ?? ""
            fault("standings[\(index)]", "should be seat \(due.seat) with place \(due.place)\(points)")
        }
    }
}
