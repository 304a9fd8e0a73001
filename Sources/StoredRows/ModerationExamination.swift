import Storage

/// The examination of acts and refused words: whether they can be read.
enum ModerationExamination {
    static func run<Row: StoredRow & ~Copyable>(
        _ rows: ExaminedRows<Row>, _ faults: inout FaultList
    ) throws(StorageError) {
        try rows.forEach("SELECT number, time, actor, verb, subject FROM admin_acts") { row throws(StorageError) in
            try faults.unlessCorrupt("act \(row.integer(0)) of the audit log") { _ throws(StorageError) in
                _ = try row.loggedAct()
            }
        }
        try rows.forEach("SELECT text, time, id FROM announcements") { row throws(StorageError) in
            try faults.unlessCorrupt("the announcement") { _ throws(StorageError) in
                _ = try row.announcement()
                _ = try row.integer(2, in: 1...1, "number of the announcement")
            }
        }
        try rows.forEach("SELECT word, time FROM words_left_out") { row throws(StorageError) in
            try faults.unlessCorrupt("a word that is left out") { _ throws(StorageError) in
                _ = try row.leftOutWord()
                _ = try row.instant(1)
            }
        }
        try rows.forEach("SELECT line, word, count, day FROM refused_words") { row throws(StorageError) in
            try faults.unlessCorrupt("a word that was refused") { _ throws(StorageError) in
                _ = try row.refusedWord()
                _ = try row.day(3, of: .standard)
            }
        }
    }
}
