import GameRules
import Storage
import StoredRows

/// The tables `admin_acts`, `announcements`, `words_left_out` and `refused_words`.
enum ModerationRows {
    static func note(_ act: AdminAct, _ db: Connection) throws(StorageError) {
        try db.run(
            "INSERT INTO admin_acts (time, actor, verb, subject) VALUES (?, ?, ?, ?)", .integer(act.time),
            .text(act.actor), .text(act.verb), .text(act.subject))
        try db.run("DELETE FROM admin_acts WHERE time < ?", .integer(act.time - AdminAct.kept))
        try db.run(
            "DELETE FROM admin_acts WHERE number <= (SELECT max(number) FROM admin_acts) - ?",
            .integer(AdminAct.most))
    }

    static func announce(_ new: StoredAnnouncement?, _ db: Connection) throws(StorageError) {
        try db.run("DELETE FROM announcements")
        guard let new else { return }
        try db.run(
            "INSERT INTO announcements (id, text, time) VALUES (1, ?, ?)", .text(new.text), .integer(new.time))
    }

    static func leaveOut(_ new: LeftOutWord, _ db: Connection) throws(StorageError) {
        try db.run(
            "INSERT INTO words_left_out (word, time) VALUES (?, ?) ON CONFLICT DO NOTHING", .text(new.word),
            .integer(new.time))
    }

    static func bringBack(_ word: String, _ db: Connection) throws(StorageError) {
        try db.run("DELETE FROM words_left_out WHERE word = ?", .text(word))
    }

    static func count(_ words: [RefusedWord], on day: Day, _ db: Connection) throws(StorageError) {
        for word in words {
            try db.run(
                """
                INSERT INTO refused_words (day, line, word, count) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET count = excluded.count
                """, .day(day), .text(word.line.text), .word(word.word), .integer(word.count))
        }
        try db.run("DELETE FROM refused_words WHERE day <= ?", .day(day.advanced(by: -RefusedWord.daysKept)))
    }

    static func acts(before number: Int?, limit: Int, _ db: Connection) throws(StorageError) -> [LoggedAct] {
        try db.all(
            "SELECT number, time, actor, verb, subject FROM admin_acts WHERE number < ? ORDER BY number DESC LIMIT ?",
            .integer(number ?? .max), .integer(limit)
        ) { row throws(StorageError) in try row.loggedAct() }
    }

    static func announcement(_ db: Connection) throws(StorageError) -> StoredAnnouncement? {
        try db.first("SELECT text, time FROM announcements") { row throws(StorageError) in try row.announcement() }
    }

    static func wordsLeftOut(_ db: Connection) throws(StorageError) -> [LeftOutWord] {
        try db.all("SELECT word, time FROM words_left_out ORDER BY word") { row throws(StorageError) in
            try row.leftOutWord()
        }
    }

    static func refused(
        on days: ClosedRange<Day>, limit: Int, _ db: Connection
    ) throws(StorageError) -> [RefusedWord] {
        try db.all(
            """
            SELECT line, word, sum(max(-1, min(count, 2147483647))) AS total FROM refused_words WHERE day BETWEEN ? AND ?
            GROUP BY line, word ORDER BY total DESC, line, word LIMIT ?
            """, .day(days.lowerBound), .day(days.upperBound), .integer(limit)
        ) { row throws(StorageError) in try row.refusedWord() }
    }
}
