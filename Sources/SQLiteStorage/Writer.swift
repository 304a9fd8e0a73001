import Storage
import StoredRows

/// Commits groups of transactions on the one connection that writes.
final class Writer {
    private let db: Connection
    private var fence = Fence()
    private var known = KnownHeads()
    /// Commits that reached the disk.
    private(set) var commits = 0

    /// Told of what could not be done in a transaction that is done all the same.
    private let report: @Sendable (StorageError) -> Void

    init(_ db: Connection, report: @escaping @Sendable (StorageError) -> Void) {
        self.db = db
        self.report = report
    }

    /// One commit for all of `group`; answers in the same order. See `Journal.submit` for who fails with whom.
    func commit(_ group: [CommitQueue.Entry]) -> [Result<Void, StorageError>] {
        let before = fence
        do throws(StorageError) {
            return try commitApart(group)
        } catch {
            let failure = undone(error)
            fence = before
            return group.map { entry in
                guard fence.admits(entry.transaction) else { return .failure(.superseded) }
                let failure = entry.refusal ?? failure
                fence.failed(entry.transaction, failure)
                return .failure(failure)
            }
        }
    }

    /// Conflicts and rows that cannot be read are seldom. So all transactions are written first without the copies of
    /// pages that SQLite keeps to undo one of them alone. If one fails so after all, all begin again with these copies.
    private func commitApart(_ group: [CommitQueue.Entry]) throws(StorageError) -> [Result<Void, StorageError>] {
        let before = fence
        do throws(StorageError) {
            return try tryCommit(group, apart: false)
        } catch {
            guard error.isOfOneTransaction else { throw error }
            known.forgetAll()
            try db.rollBack()
            fence = before
            return try tryCommit(group, apart: true)
        }
    }

    /// `apart`: a conflict of one transaction, or a row that it cannot read, undoes that one and becomes its answer;
    /// else it is thrown.
    private func tryCommit(
        _ group: [CommitQueue.Entry], apart: Bool
    ) throws(StorageError) -> [Result<Void, StorageError>] {
        var answers: [Result<Void, StorageError>] = []
        answers.reserveCapacity(group.count)
        var changes = false
        for entry in group {
            let failure: StorageError?
            if !fence.admits(entry.transaction) {
                failure = .superseded
            } else if let refusal = entry.refusal {
                fence.failed(entry.transaction, refusal)
                failure = refusal
            } else {
                if !changes { try db.run("BEGIN IMMEDIATE") }
                changes = true
                let writes = entry.transaction.writes
                failure = apart ? try applyApart(writes) : try apply(writes)
                if let failure { fence.failed(entry.transaction, failure) }
            }
            answers.append(failure.map { .failure($0) } ?? .success(()))
        }
        if changes {
            try db.run("COMMIT")
            commits += 1
        }
        return answers
    }

    /// Applies one transaction, or leaves no trace of it and returns what is its own fault. Any other failure is
    /// thrown.
    private func applyApart(_ writes: [Write]) throws(StorageError) -> StorageError? {
        try db.run("SAVEPOINT one")
        do throws(StorageError) {
            for write in writes { try apply(write) }
            try db.run("RELEASE one")
            return nil
        } catch {
            guard error.isOfOneTransaction, db.isInTransaction else { throw error }
            known.forgetAll()
            try db.run("ROLLBACK TO one")
            try db.run("RELEASE one")
            return error
        }
    }

    /// Applies one transaction; whatever it meets is thrown.
    private func apply(_ writes: [Write]) throws(StorageError) -> StorageError? {
        for write in writes { try apply(write) }
        return nil
    }

    private func apply(_ write: Write) throws(StorageError) {
        switch write {
        case .createPlayer(let player): try PlayerRows.create(player, db)
        case .renamePlayer(let id, let name): try PlayerRows.rename(id, name: name, db)
        case .resetName(let id, let name, let until): try PlayerRows.reset(id, name: name, until: until, db)
        case .setBan(let id, let instant): try PlayerRows.setBan(id, at: instant, db)
        case .noteVisit(let id, let day): try PlayerRows.noteVisit(of: id, on: day, db)
        case .endSessions(let id, let sessions): try PlayerRows.endSessions(id, sessions, db)
        case .deletePlayer(let id, let name):
            known.forgetAll()
            try PlayerRows.delete(id, name: name, db)
        case .renameInLogs(let id, let name, let after, let end):
            try PlayerRows.checkIsLeaving(id, db)
            let unreadable = try SittingRows.rename(id, to: name, after: after, through: end, db)
            if unreadable > 0 {
                report(.corrupt("\(unreadable) events with names of player \(id.text) are not there, or no JSON"))
            }
        case .abandonSeat(let id, let room, let time):
            try RoomRows.abandonSeat(of: id, in: room, time: time, &known, db)
        case .pinPuzzle(let puzzle): try PuzzleRows.pin(puzzle, db)
        case .unpinPuzzle(let puzzle): try PuzzleRows.unpin(puzzle, db)
        case .publishPuzzle(let puzzle, let instant, let when): try PuzzleRows.publish(puzzle, at: instant, when, db)
        case .beginDay(let day, let instant): try PuzzleRows.begin(day, at: instant, db)
        case .openGame(let game): try GameRows.open(game, db)
        case .appendMove(let key, let move, let finish): try GameRows.append(move, finish: finish, to: key, &known, db)
        case .endGame(let key, let finish): try GameRows.end(key, finish, &known, db)
        case .setHardMode(let key, let mode): try GameRows.setHardMode(mode, of: key, &known, db)
        case .forgetGame(let key): try GameRows.forget(key, &known, db)
        case .createRoom(let room): try RoomRows.create(room, db)
        case .appendEvent(let room, let event): try RoomRows.append(event, to: room, &known, db)
        case .forgetRoom(let room, let end): try QuietRoomRows.forget(room, through: end, &known, db)
        case .noteAct(let act): try ModerationRows.note(act, db)
        case .announce(let new): try ModerationRows.announce(new, db)
        case .leaveOut(let new): try ModerationRows.leaveOut(new, db)
        case .bringBack(let word): try ModerationRows.bringBack(word, db)
        case .countRefused(let day, let words): try ModerationRows.count(words, on: day, db)
        }
    }

    /// Rolls back after `error`, so that the connection is of use once the disk is. Returns what to answer.
    private func undone(_ error: StorageError) -> StorageError {
        known.forgetAll()
        do throws(StorageError) {
            try db.rollBack()
            return error
        } catch let second {
            return .unavailable("\(error); and to roll back failed: \(second)")
        }
    }
}
