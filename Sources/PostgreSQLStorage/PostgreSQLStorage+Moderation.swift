import GameRules
import Storage
import StoredRows

extension PostgreSQLStorage {
    package func bannedPlayers(limit: Int, completion: @escaping StorageReply<[PlayerRecord]>) {
        read(
            completion,
            Statement(
                """
                SELECT \(Self.playerFields) FROM players WHERE banned_at IS NOT NULL
                ORDER BY banned_at DESC, id LIMIT $1::bigint
                """, .integer(limit))
        ) { answers throws(StorageError) in
            try answers[0].all { row throws(StorageError) in try row.playerRecord() }
        }
    }

    package func acts(before number: Int?, limit: Int, completion: @escaping StorageReply<[LoggedAct]>) {
        read(
            completion,
            Statement(
                """
                SELECT number, time, actor, verb, subject FROM admin_acts WHERE number < $1::bigint
                ORDER BY number DESC LIMIT $2::bigint
                """, .integer(number ?? .max), .integer(limit))
        ) { answers throws(StorageError) in
            try answers[0].all { row throws(StorageError) in try row.loggedAct() }
        }
    }

    package func announcement(completion: @escaping StorageReply<StoredAnnouncement?>) {
        read(completion, Statement("SELECT text, time FROM announcements")) { answers throws(StorageError) in
            try answers[0].first { row throws(StorageError) in try row.announcement() }
        }
    }

    package func wordsLeftOut(completion: @escaping StorageReply<[LeftOutWord]>) {
        read(completion, Statement("SELECT word, time FROM words_left_out ORDER BY word")) {
            answers throws(StorageError) in
            try answers[0].all { row throws(StorageError) in try row.leftOutWord() }
        }
    }

    package func refusedWords(
        on days: ClosedRange<Day>, limit: Int, completion: @escaping StorageReply<[RefusedWord]>
    ) {
        read(
            completion,
            Statement(
                """
                SELECT line, word, sum(greatest(-1, least(count, 2147483647)))::bigint AS total FROM refused_words
                WHERE day BETWEEN $1::bigint AND $2::bigint
                GROUP BY line, word ORDER BY total DESC, line, word LIMIT $3::bigint
                """, .day(days.lowerBound), .day(days.upperBound), .integer(limit))
        ) { answers throws(StorageError) in
            try answers[0].all { row throws(StorageError) in try row.refusedWord() }
        }
    }
}
