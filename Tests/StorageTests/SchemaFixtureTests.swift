import Foundation
import GameRules
import Rooms
import Storage
import TestKit
import Testing

@testable import SQLiteStorage

/// Databases as every released version left them.
struct SchemaFixtureTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { "\(folder.path)/\(SQLiteStorage.fileName)" }

    private func open() throws -> SQLiteStorage {
        try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }
    }

    @Test("Every schema version has a fixture")
    func everyVersionHasOne() {
        #expect(SchemaFixtures.all.count == Migrations.current)
    }

    @Test("Every released schema is read", arguments: 1...SchemaFixtures.all.count)
    func everyReleasedSchemaIsRead(_ version: Int) async throws {
        try Connection(path: path, access: .readWrite, vfs: nil).execute(SchemaFixtures.all[version - 1])
        let before = LastVisit.day(of: Int(Date().timeIntervalSince1970) * 1_000)
        let engine = try open()
        let probe = StorageProbe(engine)
        var mika = try #require(try await probe.player(StorageSample.mika.id))
        // Nobody noted visits before: they count from the day after the migration, which has begun east of UTC.
        if version < 11 { #expect(mika.seenOn > before) }
        mika.seenOn = StorageSample.mika.seenOn
        #expect(mika == StorageSample.mika)
        let game = try #require(try await probe.game(StorageSample.mikasGame))
        #expect(game.moves == [StorageSample.first] && game.finish == nil && !game.isArchive && game.secret == nil)
        let room = try #require(try await probe.room(StorageSample.room.code))
        #expect(room.record.epoch == StorageSample.room.epoch && room.record.restored == (version > 2 ? 7 : 0))
        #expect(room.log[0] == StorageSample.log([StorageSample.everyEvent[0]])[0])
        guard version > 1 else { return engine.close() }
        let zoe = StorageSample.zoe.id
        let finished = try #require(try await probe.game(GameKey(player: zoe, puzzle: StorageSample.today)))
        #expect(finished.finish == FinishRecord(solved: true, turns: 2, elapsed: 9_000), "ranked, as all were")
        let day = StorageSample.today.day
        let results = try await probe.foldedResults(days: day.advanced(by: -1)...day).joined()
        #expect(Array(results) == [RankedResult(player: zoe, day: day, score: .solved(turns: 2, elapsed: 9_000))])
        #expect(try await probe.races(of: room.record.id).map(\.players) == [1])
        let logs = try await probe.roomLogs(of: zoe)
        #expect(logs.map(\.sitting.seats) == [[2, 3]], "also the seat that was given up")
        #expect(logs.first?.events.map(\.sequence) == [3, 4, 7, 8])
        engine.close()
        #expect(try lacks() == [])
    }

    /// Nobody noted when an old pin was published. A game that began on the day shows that it was by then; one from the
    /// archive shows nothing.
    @Test("An old pin counts as published when it was played at the latest")
    func oldPinsWerePublishedWhenTheyWerePlayedAtTheLatest() async throws {
        let more = """
            INSERT INTO pinned_puzzles VALUES ('guess-en-5', 20777, 182994370205581312, '00ff');
            INSERT INTO pinned_puzzles VALUES ('guess-en-5', 20776, 182994370205581312, '00ff');
            INSERT INTO pinned_puzzles VALUES ('guess-en-6', 20779, 182994370205581312, '00ff');
            UPDATE games SET opened_at = 1763700000500 WHERE id = 2;
            """
        try Connection(path: path, access: .readWrite, vfs: nil).execute(SchemaFixture3.sql + more)
        let engine = try open()
        let probe = StorageProbe(engine)
        let day = StorageSample.today.day
        let pins = try await probe.pinned(of: .standard, before: day.advanced(by: 9), limit: 9)
        #expect(pins.map(\.puzzle.day) == [day, day.advanced(by: -1), day.advanced(by: -2)])
        #expect(pins.map(\.publication) == [.played(1_763_700_000_500), .unknown, .unknown])
        #expect(try await probe.lastDay(before: day.advanced(by: 9)) == day, "also not by another line")
        #expect(try await probe.lastDay(before: day) == day.advanced(by: -1))
        engine.close()
    }

    @Test("Publications and days of version 4 are read")
    func publicationsAndDaysOfVersion4AreRead() async throws {
        try Connection(path: path, access: .readWrite, vfs: nil).execute(SchemaFixture4.sql)
        let engine = try open()
        let probe = StorageProbe(engine)
        let day = StorageSample.today.day
        #expect(
            try await probe.pinned(of: .standard, before: day.advanced(by: 9), limit: 9).map(\.publication)
                == [.at(1_763_710_000_000, .before), .at(1_763_690_000_000, .on), .played(1_763_600_000_000)])
        #expect(try await probe.lastDay(before: day.advanced(by: 9)) == day)
        engine.close()
    }

    @Test("Games with points of version 6 are read")
    func gamesWithPoints() async throws {
        try Connection(path: path, access: .readWrite, vfs: nil).execute(SchemaFixture6.sql)
        let engine = try open()
        let probe = StorageProbe(engine)
        let line = try #require(PuzzleLine(kind: .anagram, language: "en", length: 7))
        let puzzle = PuzzleID(line: line, day: StorageSample.today.day)
        func word(_ text: String) -> Word { Word(text.utf8.map { Letter($0 - 0x61) }) }
        let game = try #require(try await probe.game(GameKey(player: StorageSample.mika.id, puzzle: puzzle)))
        #expect(game.finish == FinishRecord(solved: true, turns: 3, points: 172, elapsed: 60_000))
        #expect(game.moves.map(\.word) == ["tea", "seat", "strange"].map(word))
        #expect(game.moves.map(\.verdict.text) == ["3:9", "4:16", "7:147"] && game.seconds == 90)
        let results = try await probe.foldedResults(of: line, days: puzzle.day...puzzle.day).joined()
        #expect(results.map(\.score) == [.points(172, words: 3, elapsed: 60_000)])
        let timed = try await probe.timedGames()
        #expect(timed.map(\.key.player) == [StorageSample.zoe.id] && timed.map(\.end) == [1_763_700_091_000])
        let practice = try #require(try await probe.practice(of: StorageSample.mika.id, line: line.forPractice))
        #expect(practice.secret == PuzzleSecret(answer: word("strange"), tiles: Tiles(word("gtrasen"))))
        #expect(practice.seconds == 180)
        engine.close()
    }

    /// Game 8 has 36 words at once behind a pause, game 9 one less, game 10 five words in 2,999 ms. Ten words 333 ms
    /// apart, those of game 12, were a burst by the rule of versions 8 to 11. Six words at the opening of the board, as
    /// in game 13, were none. The last word of game 14 has a time of 300 ms after the 35 before it, and a credit of 400
    /// ms more. So it was read 700 ms after them, which is no burst. No game that is not ranked is marked.
    @Test("Hasty games that ended before version 12 are marked by the times of their moves, and keep their scores")
    func hastyGames() async throws {
        let burst = Array(repeating: 80_000, count: 36)
        let grown = Array(burst.dropLast()) + [80_300]
        let more =
            SchemaFixtureTests.game(8, at: burst) + SchemaFixtureTests.game(9, at: Array(burst.dropLast()))
            + SchemaFixtureTests.game(10, at: Array(2_995...2_999))
            + SchemaFixtureTests.game(11, at: burst, isRanked: false)
            + SchemaFixtureTests.game(12, at: (0..<10).map { 80_000 + 333 * $0 })
            + SchemaFixtureTests.game(13, at: [0, 0, 0, 0, 0, 0, 60_000])
            + SchemaFixtureTests.game(14, at: grown, lastCredit: 409)
        try Connection(path: path, access: .readWrite, vfs: nil).execute(SchemaFixture7.sql + more)
        let engine = try open()
        let line = try #require(PuzzleLine(kind: .anagram, language: "en", length: 7))
        let day = StorageSample.today.day
        let results = try await StorageProbe(engine).foldedResults(of: line, days: day...day).joined()
        #expect(
            Set(results.map(\.score)) == [
                .points(172, words: 3, elapsed: 60_000), .points(324, words: 36, elapsed: 80_000),
                .points(315, words: 35, elapsed: 80_000), .points(45, words: 5, elapsed: 2_999),
                .points(90, words: 10, elapsed: 82_997), .points(63, words: 7, elapsed: 60_000),
                .points(324, words: 36, elapsed: 80_300),
            ])
        #expect(Set(results.filter(\.isHasty).map(\.player.low)) == [0x18, 0x20, 0x23], "of games 8, 10 and 13")
        engine.close()
    }

    /// A game of a player of its own in version 7, with its score as that wrote it, and a word at each instant. Each
    /// has 9 ms of credit, the last as much as is said.
    private static func game(
        _ id: Int, at instants: [Int], lastCredit: Int = 9, isRanked: Bool = true
    ) -> String {
        let (words, elapsed) = (instants.count, instants.last ?? 0)
        let score = 1 << 61 | (1 << 20 - 1 - 9 * words) << 40 | words << 30 | elapsed
        let player = "x'000000000000000000000000000000\(10 + id)'"
        let moves = instants.enumerated().map { row, instant in
            let credit = row == words - 1 ? lastCredit : 9
            return "INSERT INTO moves VALUES (\(id), \(row), 129619226775257088, 1099511824393, \(instant), \(credit));"
        }
        return """
            INSERT INTO players VALUES (\(player), 'P', 5, 0, 0, NULL);
            INSERT INTO games VALUES (\(id), \(player), 'anagram-en-7', 20778, 5, 0, 1, \(words), \(elapsed), 0, NULL,
                \(isRanked ? "\(score)" : "NULL"), \(9 * words), 90, NULL);
            """ + moves.joined()
    }

    @Test("Names reset in version 5 are read")
    func namesThatVersion5ResetAreRead() async throws {
        try Connection(path: path, access: .readWrite, vfs: nil).execute(SchemaFixture5.sql)
        let engine = try open()
        let probe = StorageProbe(engine)
        #expect(try await probe.player(StorageSample.mika.id)?.nameResetUntil == nil)
        #expect(try await probe.player(StorageSample.zoe.id)?.nameResetUntil == 1_763_800_000_000)
        engine.close()
    }

    @Test("Bans, acts, announcements and refused words of version 10 are read")
    func moderationOfVersion10IsRead() async throws {
        try Connection(path: path, access: .readWrite, vfs: nil).execute(SchemaFixture10.sql)
        let engine = try open()
        let probe = StorageProbe(engine)
        #expect(try await probe.bannedPlayers().map(\.id) == [StorageSample.zoe.id])
        #expect(try await probe.player(StorageSample.zoe.id)?.bannedAt == 1_763_700_005_000)
        #expect(try await probe.acts().map(\.act.verb) == ["ban-player"])
        #expect(
            try await probe.announcement() == StoredAnnouncement(text: "Cups at six", time: 1_763_700_006_000))
        let day = StorageSample.today.day
        #expect(try await probe.refusedWords(on: day...day).map(\.count) == [2])
        engine.close()
    }

    @Test("Words that were left out in version 13 are read")
    func leftOutOfVersion13IsRead() async throws {
        try Connection(path: path, access: .readWrite, vfs: nil).execute(SchemaFixture13.sql)
        let engine = try open()
        let found = try await StorageProbe(engine).wordsLeftOut()
        #expect(found == [LeftOutWord(word: "maple", time: 1_763_700_006_000)])
        engine.close()
    }

    @Test("Former codes of version 7 are read, and those that older logs name are found")
    func formerCodesAreRead() async throws {
        let named = """
            INSERT INTO room_events VALUES (9223372036854775807, 9, 1008, '{"code":{"code":"FGHJK"}}');
            INSERT INTO room_events VALUES (9223372036854775807, 10, 1009, '{"code":{"code":"QYACK"}}');
            """
        for sql in [SchemaFixture7.sql, SchemaFixture6.sql + named, SchemaFixture5.sql + named] {
            try Connection(path: path, access: .readWrite, vfs: nil).execute(sql)
            let engine = try open()
            let probe = StorageProbe(engine)
            #expect(try await probe.room(formerly: StorageSample.code("FGHJK"))?.id == StorageSample.room.id)
            #expect(try await probe.room(formerly: StorageSample.room.code) == nil, "it is the one of now")
            engine.close()
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
            }
        }
    }

    /// References to rows that are not there.
    private func lacks() throws -> [String] {
        try Connection(path: path, access: .readOnly, vfs: nil).all("PRAGMA foreign_key_check") {
            (row) throws(StorageError) in try row.text(0)
        }
    }

    /// An edit of a released schema would make two kinds of databases.
    @Test("A migrated database has the schema of a new one", arguments: 1...SchemaFixtures.all.count)
    func oldDatabasesBecomeWhatNewOnesAre(_ version: Int) throws {
        try open().close()
        let new = try schema()
        try FileManager.default.removeItem(atPath: path)
        try Connection(path: path, access: .readWrite, vfs: nil).execute(SchemaFixtures.all[version - 1])
        try open().close()
        #expect(try schema() == new)
    }

    private func schema() throws -> [String] {
        try Connection(path: path, access: .readOnly, vfs: nil).all(
            "SELECT name || ': ' || coalesce(sql, '') FROM sqlite_schema ORDER BY name"
        ) { (row) throws(StorageError) in try row.text(0) }
    }

    /// Indexes that are made from old logs are those that would have been kept. Races come from the logs of version 1,
    /// seats from those of version 2.
    @Test("Migration builds the indexes of old logs")
    func indexesOfOldLogsAreMade() async throws {
        let engine = try open()
        _ = await StorageProbe(engine).answers(to: StorageSample.everything)
        let races = try await StorageProbe(engine).races(of: StorageSample.room.id)
        let logs = try await StorageProbe(engine).roomLogs(of: StorageSample.zoe.id)
        #expect(races.count == 2 && logs.first?.sitting.seats == [2, 3])
        let names = try names()
        #expect(names.count == 4)
        engine.close()
        try Connection(path: path, access: .readWrite, vfs: nil).execute(
            """
            DROP TABLE races; DROP TABLE seat_names; DROP INDEX games_ranked;
            CREATE INDEX games_finished ON games (line, day) WHERE solved IS NOT NULL;
            DROP INDEX players_banned; DROP INDEX players_seen; ALTER TABLE players DROP COLUMN seen_on;
            ALTER TABLE players DROP COLUMN sessions; ALTER TABLE players DROP COLUMN is_deleted;
            ALTER TABLE players DROP COLUMN name_reset_until; ALTER TABLE players DROP COLUMN banned_at;
            DROP TABLE admin_acts; DROP TABLE announcements; DROP TABLE refused_words;
            DROP TABLE words_left_out;
            DROP INDEX games_timed; ALTER TABLE moves RENAME COLUMN verdict TO pattern;
            ALTER TABLE games DROP COLUMN points; ALTER TABLE games DROP COLUMN tiles; ALTER TABLE games DROP COLUMN seconds;
            ALTER TABLE games DROP COLUMN is_archive; ALTER TABLE games DROP COLUMN answer;
            ALTER TABLE games DROP COLUMN score; ALTER TABLE moves DROP COLUMN credit;
            ALTER TABLE rooms DROP COLUMN restored;
            ALTER TABLE pinned_puzzles RENAME TO later;
            CREATE TABLE pinned_puzzles (
                line TEXT NOT NULL, day INTEGER NOT NULL, answer INTEGER NOT NULL, list_version TEXT NOT NULL,
                PRIMARY KEY (line, day)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO pinned_puzzles SELECT line, day, answer, list_version FROM later; DROP TABLE later;
            DROP TABLE days; DROP TABLE former_codes;
            PRAGMA user_version=1
            """)
        let migrated = try open()
        #expect(try await StorageProbe(migrated).races(of: StorageSample.room.id) == races)
        let again = try await StorageProbe(migrated).roomLogs(of: StorageSample.zoe.id)
        #expect(again.map(\.sitting) == logs.map(\.sitting) && again.map(\.events) == logs.map(\.events))
        migrated.close()
        #expect(try self.names() == names)
    }

    /// Returns the places at which the logs have names.
    private func names() throws -> [String] {
        try Connection(path: path, access: .readOnly, vfs: nil).all(
            "SELECT hex(player) || ' ' || room || ' ' || seat || ' ' || sequence FROM seat_names"
        ) { (row) throws(StorageError) in try row.text(0) }
    }

    @Test("A newer schema is refused")
    func aNewerSchemaIsRefused() throws {
        try open().close()
        try Connection(path: path, access: .readWrite, vfs: nil).execute("PRAGMA user_version=99")
        #expect(throws: OpenError.newerSchema(found: 99, known: Migrations.current)) { try open() }
    }
}
