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
    /// Whether a word is in the list that every word must be in; nil without a list.
    private let isListed: ((Word) -> Bool)?

    /// The maximum number of faults kept. A forged document can have as many as it has bytes.
    package static let faultsKept = 100

    /// Reads and judges a document. `key` is the public key that the server must have, nil for any. `words` gives the
    /// list of a line that every word must be in, nil for no such check. Throws `ReplayReadError` if the bytes are not
    /// a replay.
    package init(
        _ bytes: [UInt8], key: [UInt8]? = nil, words: (PuzzleLine) -> ((Word) -> Bool)? = { _ in nil }
    ) throws(ReplayReadError) {
        replay = try Replay(reading: bytes)
        let line = PuzzleLine(kind: replay.board.kind, language: replay.language, length: replay.length)
        isListed = line.flatMap(words)
        if Replay.compact(bytes) != replay.json {
            fault(
                "document", "is not as a server writes it: it has other fields, one of them twice, or in another form")
        }
        if let key, replay.key != key.hexadecimal { fault("key", "is not the one that was asked for") }
        if !replay.hasSoundSignature { fault("signature", "is not that of this document by its key") }
        if let line { judge(line) } else { fault("language", "is none, or there are no words of such a length") }
    }

    /// Whether the words were looked up in a list.
    package var hasLookedUp: Bool { isListed != nil }

    /// The number of accepted moves in the document.
    package var moveCount: Int { replay.lanes.reduce(0) { $0 + $1.moves.count } }

    private mutating func fault(_ place: String, _ reason: String) {
        if faults.count < ReplayJudge.faultsKept { faults.append(ReplayFault(place, reason)) }
    }

    private mutating func judge(_ line: PuzzleLine) {
        // Documents of the guess game never name their kind, and all others do.
        if (replay.version > Replay.sealVersion) == (replay.board.kind == .unnamed) {
            fault("version", "is not that of such a game")
        }
        judgeRace(line)
        guard let options = judgeOptions() else { return }
        guard let alphabet = Alphabet(language: line.language) else {
            return fault("language", "is none that this program knows")
        }
        guard let answer = word(replay.answer, alphabet), answer.count == line.length else {
            return fault("answer", "\(ReplayFault.shown(replay.answer)) is no word of \(line.length) letters")
        }
        judgeCommitment()
        judgeSeal()
        let secret = judgeSecret(of: answer, on: line, alphabet)
        guard let games = judgeLanes(of: line, secret, options, alphabet) else { return }
        judgeStandings(games)
    }

    /// Returns the word of a text. Nil unless the text is exactly what a server writes for that word.
    private func word(_ text: String, _ alphabet: Alphabet) -> Word? {
        do throws(SpellingError) {
            let word = try alphabet.word(text)
            return alphabet.text(word).utf8.elementsEqual(text.utf8) ? word : nil
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
            judgeRound(sprint, of: line.kind)
        }
    }

    private mutating func judgeRound(_ sprint: Replay.Round, of kind: PuzzleLine.Kind) {
        if sprint.series < 1 || RaceID.sprint(series: sprint.series, round: sprint.round).text != replay.race {
            fault("race", "is not the one that sprint.series and sprint.round name")
        }
        if !SprintSettings.roundCounts.contains(sprint.of) { fault("sprint.of", "can be 1 to 20") }
        if !(1...max(1, sprint.of)).contains(sprint.round) { fault("sprint.round", "is none of the series") }
        _ = judgeLevel(sprint.hard, "sprint.hard")
        let (limit, isFar) = sprint.ends.subtractingReportingOverflow(sprint.starts)
        let limits = kind.limits ?? SprintSettings.limits
        if isFar || limit % 1_000 != 0 || !limits.contains(limit / 1_000) {
            let range = "\(limits.lowerBound) to \(limits.upperBound)"
            fault("sprint.ends", "is not \(range) whole seconds after sprint.starts")
        } else if let seconds = replay.board.seconds, seconds != limit / 1_000 {
            fault("seconds", "is not the time from sprint.starts to sprint.ends")
        }
        let (lasted, isLong) = sprint.over.subtractingReportingOverflow(sprint.starts)
        if isLong || lasted < -RoomState.countdown { fault("sprint.over", "is before the round was dealt") }
        let last = replay.lanes.compactMap(\.moves.last?.ms).max() ?? lasted
        if lasted < last { fault("sprint.over", "is before the last move") }
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
        // Sprints of the guess game have stayed at version 1.
        if replay.version > Replay.sealVersion, replay.kind == .sprint {
            return replay.seal == nil ? () : fault("seal", "is for daily races")
        }
        guard let seal = replay.seal, let puzzle = PuzzleID(replay.race), replay.kind == .daily else {
            return fault("seal", "is of daily races, and of all since version 2")
        }
        if !seal.isPlausible(for: puzzle.day) { fault("seal", "is not when it says, seen from the day of the race") }
    }

    // MARK: The board

    /// Returns what all games of the race have. Nil, with a fault, if no game can have it.
    private mutating func judgeOptions() -> GameOptions? {
        do throws(Replay.Board.Fault) {
            return try replay.board.options
        } catch {
            fault(error.field, "can be \(error.range.lowerBound) to \(error.range.upperBound)")
            return nil
        }
    }

    /// Checks that what players saw follows from the answer and the salt. Returns the secret.
    private mutating func judgeSecret(of answer: Word, on line: PuzzleLine, _ alphabet: Alphabet) -> PuzzleSecret {
        // A salt that is none is a fault of its own.
        guard let salt = Salt(hexadecimal: replay.salt) else {
            return PuzzleSecret(inAnyOrder: answer, of: line.kind)
        }
        let secret = PuzzleSecret(answer: answer, of: line, salt: salt)
        switch secret.shown(in: line.kind) {
        case .nothing: break
        case .tiles(let tiles):
            let text = alphabet.text(tiles.letters)
            if !text.utf8.elementsEqual((replay.board.tiles ?? "").utf8) {
                fault("tiles", "are not the answer’s letters in the order of the salt: that is \(text)")
            }
        }
        return secret
    }

    /// Returns the level of hard mode that a text names. Kinds of games without levels name none, and have `off`. Nil,
    /// with a fault, for any other text.
    private mutating func judgeLevel(_ text: String?, _ place: String) -> HardMode? {
        guard replay.board.hasHardMode else {
            if text != nil { fault(place, "is not for such a game") }
            return text == nil ? .off : nil
        }
        let level = text.flatMap { HardMode(text: $0) }
        if level == nil { fault(place, "is no level") }
        return level
    }

    // MARK: Games

    /// Judges the lanes and returns the games by seat. Nil if one cannot be judged to its end.
    private mutating func judgeLanes(
        of line: PuzzleLine, _ secret: PuzzleSecret, _ options: GameOptions, _ alphabet: Alphabet
    ) -> [Seat: Game]? {
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
            guard let hard = judgeLevel(lane.hard, "\(place).hard") else {
                isSound = false
                continue
            }
            if let sprint = replay.sprint, sprint.hard != lane.hard { fault("\(place).hard", "is not sprint.hard") }
            var options = options
            options.hardMode = hard
            var game = Game(of: line, secret: secret, options: options)
            isSound = judge(lane, place, &game, alphabet) && isSound
            games[lane.seat] = game
        }
        return isSound ? games : nil
    }

    /// Plays the moves of a lane. Returns false if one of them cannot be played.
    private mutating func judge(
        _ lane: Replay.Lane, _ place: String, _ game: inout Game, _ alphabet: Alphabet
    ) -> Bool {
        let most = replay.board.kind.turns.upperBound
        guard lane.moves.count <= most else {
            fault("\(place).moves", "are more than \(most)")
            return false
        }
        for (row, move) in lane.moves.enumerated() {
            guard judge(move, row, "\(place).moves[\(row)]", &game, alphabet) else { return false }
        }
        // Nobody can play any more, so the time of a timed game is over.
        game.end()
        if lane.finish != game.result.map(Replay.Finish.init) {
            fault("\(place).finish", "does not follow from the moves")
        }
        return true
    }

    /// Plays a move. Returns false if it cannot be played.
    private mutating func judge(
        _ move: Replay.Move, _ row: Int, _ place: String, _ game: inout Game, _ alphabet: Alphabet
    ) -> Bool {
        let length = replay.board.kind.hasFixedLength ? replay.length : nil
        guard let word = word(move.word, alphabet), word.count == length ?? word.count else {
            let kind = length.map { " of \($0) letters" } ?? ""
            fault("\(place).word", "\(ReplayFault.shown(move.word)) is no word\(kind)")
            return false
        }
        let last = row == 0 ? 0 : game.move(at: row - 1).elapsed
        judgeTime(move.ms, after: last, "\(place).ms")
        do throws(MoveRefusal) {
            // A time far back would overflow in the rules.
            let elapsed = max(last, move.ms)
            let outcome = try game.play(word, row: row, elapsed: elapsed, isInList: isListed ?? { _ in true })
            guard !outcome.isRepeated else {
                fault("\(place).word", "was found before")
                return false
            }
            compare(move, with: Replay.Verdict(game.move(at: outcome.place).verdict), place)
            return true
        } catch {
            // The time that is out is the fault, not the word.
            fault("\(place).\(error.isTooLate ? "ms" : "word")", ReplayJudge.reason(error, alphabet))
            return false
        }
    }

    /// Compares the verdict of a move with the one that is due.
    private mutating func compare(_ move: Replay.Move, with due: Replay.Verdict, _ place: String) {
        switch (move.verdict, due) {
        case (.marks(let told), .marks(let marks)):
            guard told != marks else { return }
            fault("\(place).marks", "is \(ReplayFault.shown(told)), but \(move.word) has \(marks)")
        case (.points(let told), .points(let points)):
            guard told != points else { return }
            fault("\(place).points", "is \(told), but \(move.word) has \(points)")
        case (.points, .marks): fault("\(place).marks", "is missing")
        case (.marks, .points): fault("\(place).points", "is missing")
        }
    }

    private mutating func judgeTime(_ ms: Int, after last: Int, _ place: String) {
        if ms < last { fault(place, "is before the move before, or the start") }
        // The clock of a timed game is a matter of its rules.
        guard let sprint = replay.sprint, replay.board.kind.limits == nil else { return }
        let (limit, isFar) = sprint.ends.subtractingReportingOverflow(sprint.starts)
        if !isFar, ms >= limit { fault(place, "is after the time was out") }
    }

    private static func reason(_ refusal: MoveRefusal, _ alphabet: Alphabet) -> String {
        switch refusal {
        case .guess(let refusal): refusal.reason(alphabet)
        case .anagram(let refusal): refusal.reason(alphabet)
        case .noRow, .noHardMode: preconditionFailure("moves are played with their rows")
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
            let score = due.score.map { ", score \($0)" } ?? ""
            let points = due.points.map { " and \($0) points" } ?? ""
            fault("standings[\(index)]", "should be seat \(due.seat) with place \(due.place)\(score)\(points)")
        }
    }
}
