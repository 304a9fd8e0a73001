import GameRules
import Storage
import StoredRows

/// The statements for acts of moderators. Acts are rare, so no statement writes a set of them.
enum ModerationStatements {
    static func note(_ act: AdminAct) -> [Statement] {
        [
            Statement(
                """
                INSERT INTO admin_acts (number, time, actor, verb, subject)
                SELECT coalesce(max(number), 0) + 1, $1::bigint, $2::text, $3::text, $4::text FROM admin_acts
                """, .integer(act.time), .text(act.actor), .text(act.verb), .text(act.subject)),
            Statement("DELETE FROM admin_acts WHERE time < $1::bigint", .integer(act.time - AdminAct.kept)),
            Statement(
                "DELETE FROM admin_acts WHERE number <= (SELECT max(number) FROM admin_acts) - $1::bigint",
                .integer(AdminAct.most)),
        ]
    }

    static func announce(_ new: StoredAnnouncement?) -> [Statement] {
        let removal = Statement("DELETE FROM announcements")
        guard let new else { return [removal] }
        return [
            removal,
            Statement(
                "INSERT INTO announcements (id, text, time) VALUES (1, $1::text, $2::bigint)", .text(new.text),
                .integer(new.time)),
        ]
    }

    static func leaveOut(_ new: LeftOutWord) -> [Statement] {
        [
            Statement(
                """
                INSERT INTO words_left_out (word, time) VALUES ($1::text, $2::bigint) ON CONFLICT (word) DO NOTHING
                """, .text(new.word), .integer(new.time))
        ]
    }

    static func bringBack(_ word: String) -> [Statement] {
        [Statement("DELETE FROM words_left_out WHERE word = $1::text", .text(word))]
    }

    static func count(_ words: [RefusedWord], on day: Day) -> [Statement] {
        // The last count of a word, if it comes twice.
        let last = Dictionary(words.map { ("\($0.line.text) \($0.word.packed)", $0) }, uniquingKeysWith: { $1 })
        let rows = Array(last.values)
        return [
            Statement(
                """
                INSERT INTO refused_words (day, line, word, count)
                SELECT $1::bigint, a, b, c FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS n (a, b, c)
                ON CONFLICT (day, line, word) DO UPDATE SET count = excluded.count
                """, .day(day), .column(rows.map { .text($0.line.text) }, .text),
                .column(rows.map { .word($0.word) }, .integer), .column(rows.map { .integer($0.count) }, .integer)),
            Statement(
                "DELETE FROM refused_words WHERE day <= $1::bigint", .day(day.advanced(by: -RefusedWord.daysKept))),
        ]
    }
}
