import GameRules
import Rooms
import Storage

/// A database without a fault, unlike `StorageSample`, whose moves were played by nobody.
package enum SoundSample {
    /// Games of every kind and a room, all as they should be.
    package static var writes: [Write] {
        let crane = StorageSample.crane
        let mika = StorageSample.mika.id
        func move(_ row: Int, _ word: Word, _ elapsed: Int, credit: Int = 0) -> MoveRecord {
            MoveRecord(
                row: row, word: word, verdict: .marks(Pattern(judging: word, against: crane)), elapsed: elapsed,
                credit: credit)
        }
        let other = StorageSample.word(0, 1, 2, 3, 4)
        let today = StorageSample.mikasGame
        let yesterday = GameKey(player: mika, puzzle: StorageSample.yesterday)
        let practice = GameKey(player: mika, puzzle: PuzzleID(line: .standard, day: Day(number: 1)))
        let zoes = GameKey(player: StorageSample.zoe.id, puzzle: StorageSample.today)
        var writes: [Write] = [
            .createPlayer(StorageSample.mika), .createPlayer(StorageSample.zoe), .createRoom(StorageSample.room),
        ]
        for puzzle in [StorageSample.today, StorageSample.yesterday] {
            writes.append(.pinPuzzle(PinnedPuzzle(puzzle: puzzle, answer: crane, listVersion: "00ff")))
            writes += [
                .publishPuzzle(puzzle, at: 1_763_600_000_000, when: .before),
                .beginDay(puzzle.day, at: 1_763_600_000_000),
            ]
        }
        writes += [
            StorageSample.open(today), .appendMove(today, move(0, other, 900), finish: nil),
            // The credit of the second guess is more than the time since the first.
            .appendMove(
                today, move(1, crane, 700, credit: 400), finish: FinishRecord(solved: true, turns: 2, elapsed: 700)),
            .openGame(GameRecord(key: yesterday, openedAt: 0, hardMode: .off, isArchive: true)),
            .appendMove(
                yesterday, move(0, other, 5),
                finish: FinishRecord(solved: false, turns: 1, elapsed: 5, isRanked: false)),
            .openGame(
                GameRecord(key: practice, openedAt: 0, hardMode: .off, secret: PuzzleSecret(answer: crane))),
            .appendMove(practice, move(0, other, 5), finish: nil), StorageSample.open(zoes),
        ]
        writes += anagram
        writes += [
            .setBan(StorageSample.zoe.id, at: 1_763_700_005_000),
            .noteAct(
                AdminAct(
                    time: 1_763_700_005_000, actor: "command", verb: "ban-player",
                    subject: StorageSample.zoe.id.text)),
            .announce(StoredAnnouncement(text: "Cups at six", time: 1_763_700_006_000)),
            .leaveOut(LeftOutWord(word: "maple", time: 1_763_700_006_000)),
            .countRefused(
                StorageSample.today.day, [RefusedWord(line: .standard, word: other, count: 2)]),
        ]
        // The room had another code for a while.
        let codes = [StorageSample.code("FGHJK"), StorageSample.room.code].map { RoomEvent.code(code: $0) }
        writes += StorageSample.log(StorageSample.everyEvent + codes).map(StorageSample.append)
        return writes
    }

    /// A game in which the measured round trip fell from one word to the next.
    private static var anagram: [Write] {
        guard let line = PuzzleLine(kind: .anagram, language: "en", length: 5),
            let short = FoundLength(length: 3, points: 9), let long = FoundLength(length: 5, points: 75)
        else { preconditionFailure("lengths and points of the game") }
        let puzzle = PuzzleID(line: line, day: StorageSample.yesterday.day)
        let game = GameKey(player: StorageSample.mika.id, puzzle: puzzle)
        let can = StorageSample.word(2, 0, 13)
        return [
            .pinPuzzle(PinnedPuzzle(puzzle: puzzle, answer: StorageSample.crane, listVersion: "00ff")),
            .publishPuzzle(puzzle, at: 1_763_600_000_000, when: .before),
            .openGame(GameRecord(key: game, openedAt: 0, hardMode: .off, seconds: 90)),
            .appendMove(
                game, MoveRecord(row: 0, word: can, verdict: .found(short), elapsed: 900, credit: 80), finish: nil),
            .appendMove(
                game, MoveRecord(row: 1, word: StorageSample.crane, verdict: .found(long), elapsed: 900, credit: 75),
                finish: nil),
        ]
    }
}
