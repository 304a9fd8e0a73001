import GameRules
import Leaderboards
import Storage
import Testing

private typealias Sample = StorageSample

extension StorageContract {
    /// Games with points and a time limit.
    @Sendable static func timedGames(_ subject: Subject) async throws {
        let probe = subject.probe
        _ = await probe.answers(to: Sample.everything)
        let line = try #require(PuzzleLine(kind: .anagram, language: "en", length: 5))
        let puzzle = PuzzleID(line: line, day: Sample.today.day)
        func game(_ player: PlayerID, at opened: Int, seconds: Int = 90) -> GameRecord {
            GameRecord(
                key: GameKey(player: player, puzzle: puzzle), openedAt: opened, hardMode: .off, seconds: seconds)
        }
        let mikas = game(Sample.mika.id, at: 1_000, seconds: 120)
        let zoes = game(Sample.zoe.id, at: 2_000)
        let practice = GameRecord(
            key: GameKey(player: Sample.mika.id, puzzle: PuzzleID(practice: 3, of: line)), openedAt: 5, hardMode: .off,
            secret: PuzzleSecret(answer: Sample.crane, tiles: Tiles(Sample.word(13, 2, 0, 4, 17))))
        #expect(await probe.write(.openGame(mikas), .openGame(zoes), .openGame(practice)) == nil)
        let timed = try await probe.timedGames()
        #expect(timed.map(\.key) == [zoes.key, mikas.key], "by their ends; without practice")
        #expect(timed.map(\.end) == [92_000, 121_000])
        #expect(try await probe.game(practice.key) == practice)
        let found = try #require(FoundLength(length: 5, points: 75))
        let move = MoveRecord(row: 0, word: Sample.crane, verdict: .found(found), elapsed: 7_000, credit: 30)
        let finish = FinishRecord(solved: true, turns: 1, points: 75, elapsed: 7_000, isHasty: true)
        let nothing = FinishRecord(solved: false, turns: 0, points: 0, elapsed: 0)
        #expect(await probe.write(.appendMove(mikas.key, move, finish: nil), .endGame(mikas.key, finish)) == nil)
        #expect(await probe.write(.endGame(zoes.key, nothing)) == nil)
        let ended = try #require(try await probe.game(mikas.key))
        #expect(ended.moves == [move] && ended.finish == finish && ended.seconds == 120)
        #expect(try await probe.game(zoes.key)?.finish == nothing)
        #expect(try await probe.timedGames() == [])
        let results = try await probe.foldedResults(of: line, days: puzzle.day...puzzle.day)
        #expect(
            Set(results.joined()) == [
                RankedResult(
                    player: Sample.mika.id, day: puzzle.day, score: .points(75, words: 1, elapsed: 7_000),
                    isHasty: true),
                RankedResult(player: Sample.zoe.id, day: puzzle.day, score: .points(0, words: 0, elapsed: 0)),
            ])
        let missing = GameKey(player: Sample.zoe.id, puzzle: Sample.yesterday)
        for write in [
            Write.endGame(mikas.key, finish), .endGame(missing, finish), .appendMove(zoes.key, move, finish: nil),
        ] {
            guard case .conflict? = await probe.write(write) else { Issue.record("\(write) is taken"); continue }
            probe.goOn()
        }
    }
}
