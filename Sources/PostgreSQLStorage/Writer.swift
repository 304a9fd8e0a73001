import GameRules
import Rooms
import Storage
import StoredRows

/// Commits groups of transactions on one connection, under the lease. Used on the writer's thread only.
final class Writer {
    /// Opens a connection for writing.
    private let connect: @Sendable () throws(ConnectionFault) -> Connection
    private let settlement: Settlement
    private let term: LeaseTerm
    /// The server's clock, in ms.
    private let now: @Sendable () -> Int
    /// Nil while the server cannot be reached.
    private var session: Connection?
    private(set) var lease: Lease
    private var fence = Fence()
    private var known = WorkingSet()
    /// Commits that the server has answered.
    private(set) var commits = 0
    /// Whether another server has the lease; for good.
    private(set) var isFenced = false
    /// Told of what could not be done in a transaction that is done all the same.
    private let report: @Sendable (StorageError) -> Void

    /// Takes a connection under which the lease was taken.
    init(
        _ session: Connection, _ lease: Lease, _ settlement: Settlement, _ term: LeaseTerm,
        now: @escaping @Sendable () -> Int,
        report: @escaping @Sendable (StorageError) -> Void,
        connect: @escaping @Sendable () throws(ConnectionFault) -> Connection
    ) throws(ConnectionFault) {
        self.session = session
        self.lease = lease
        self.settlement = settlement
        self.term = term
        self.now = now
        self.report = report
        self.connect = connect
        try begin(session)
    }

    /// The number of the server's process that writes, for tests that end it; nil while there is none.
    var backend: Int? { session?.backend }

    /// Commits for all of `group`; answers in the same order. See `Journal.submit` for who fails with whom. A write
    /// that is apart has a commit of its own.
    func commit(_ group: [CommitQueue.Entry]) -> [Result<Void, StorageError>] {
        let isApart = group.map { $0.transaction.writes.contains(where: \.isApart) }
        var answers: [Result<Void, StorageError>] = []
        answers.reserveCapacity(group.count)
        while answers.count < group.count {
            let rest = group[answers.count...]
            let end =
                isApart[answers.count]
                ? answers.count + 1 : isApart[answers.count...].firstIndex(of: true) ?? group.endIndex
            let run = Array(rest[..<end])
            answers += isApart[answers.count] ? [commitApart(run[0])] : commitSet(run)
        }
        return answers
    }

    /// Reconnects after a lost connection, and then settles whether the last commit succeeded. Does nothing while
    /// connected. Throws the reason why the writer cannot write.
    func recover() throws(StorageError) {
        guard !isFenced else { throw .fenced }
        guard session == nil else { return }
        do throws(ConnectionFault) {
            let fresh = try connect()
            let sent = now()
            try lease.renew(fresh, at: sent)
            term.renewed(at: sent)
            try begin(fresh)
            session = fresh
            settlement.settle()
        } catch {
            throw noted(error)
        }
    }

    /// Tries to make the connection again if it was lost. Whether that succeeds shows later.
    func recoverIfLost() {
        guard session == nil, !isFenced else { return }
        do throws(StorageError) { try recover() } catch { return }
    }

    /// Holds the lease for longer while nobody writes.
    func renewLease() {
        recoverIfLost()
        guard session != nil else { return }
        let sent = now()
        do throws(ConnectionFault) {
            _ = try run([lease.check(at: sent)])
            term.renewed(at: sent)
        } catch {
            _ = noted(error)
        }
    }

    /// Gives the lease back and ends.
    func close() {
        term.ended()
        if !isFenced, let session {
            do throws(ConnectionFault) { _ = try session.run([lease.release(at: now())]) } catch {
                report(error.storageError)
            }
        }
        session = nil
    }

    /// The number of the last game.
    private static let lastGame = Statement("SELECT coalesce(max(id), 0) FROM games")

    /// The statements to prepare for commits, without those of the lease. None depends on the rows of a commit.
    static let statements = ["BEGIN", "COMMIT", lastGame.sql] + Array(ChangeSet.statements.joined())

    private func begin(_ session: Connection) throws(ConnectionFault) {
        known.forgetAll()
        let answers = try session.run([Writer.lastGame])
        do throws(StorageError) {
            known.lastGame = try answers[0].first { row throws(StorageError) in row.integer(0) } ?? 0
        } catch {
            throw .lost("\(error)")
        }
    }

    /// Returns the meaning of a fault for callers. The connection is given up after every fault but a refusal of one
    /// transaction's rows. It may lead to a server that is a standby by now, and the next connection to another server.
    private func noted(_ fault: ConnectionFault) -> StorageError {
        let error = fault.storageError
        known.forgetAll()
        guard !error.isOfOneTransaction else { return error }
        let isNews = session != nil
        session = nil
        settlement.doubt()
        if error == .fenced {
            isFenced = true
            term.ended()
            settlement.end(error)
        }
        if isNews || isFenced { report(error) }
        return error
    }

    private func run(_ statements: [Statement]) throws(ConnectionFault) -> [Answer] {
        guard let session else { throw .lost("no connection") }
        return try session.run(statements)
    }
}

// Groups.
extension Writer {
    private func commitSet(_ group: [CommitQueue.Entry]) -> [Result<Void, StorageError>] {
        let before = fence
        let fault: StorageError
        do throws(StorageError) {
            return try tryCommit(group)
        } catch {
            fault = error
        }
        fence = before
        guard fault.isOfOneTransaction, group.count > 1 else { return group.map { failed($0, fault) } }
        // The tables refuse a group that the rules have admitted, so somebody else has written. Transactions are tried
        // one by one to find the refused ones.
        return group.map { commitSet([$0])[0] }
    }

    /// The answer to a transaction of a group that failed with `error`.
    private func failed(_ entry: CommitQueue.Entry, _ error: StorageError) -> Result<Void, StorageError> {
        guard fence.admits(entry.transaction) else { return .failure(.superseded) }
        let error = entry.refusal ?? error
        fence.failed(entry.transaction, error)
        return .failure(error)
    }

    private func tryCommit(_ group: [CommitQueue.Entry]) throws(StorageError) -> [Result<Void, StorageError>] {
        try recover()
        do throws(ConnectionFault) {
            known.trim()
            let tried = group.lazy.filter { $0.refusal == nil }.flatMap(\.transaction.writes)
            guard let session else { throw .lost("no connection") }
            try LookUps(for: tried, beyond: known).run(on: session, into: &known)
            let answers = group.map(judge)
            let statements = known.takeStatements()
            if !statements.isEmpty { try commit(statements) }
            return answers
        } catch {
            throw noted(error)
        }
    }

    /// Applies a transaction to what is known, or says why it is refused.
    private func judge(_ entry: CommitQueue.Entry) -> Result<Void, StorageError> {
        guard fence.admits(entry.transaction) else { return .failure(.superseded) }
        do throws(StorageError) {
            if let refusal = entry.refusal { throw refusal }
            try known.apply(entry.transaction.writes)
            return .success(())
        } catch {
            fence.failed(entry.transaction, error)
            return .failure(error)
        }
    }

    /// One round trip: the fence, the sets, and the commit. The server's word `COMMIT` alone says that it is durable.
    private func commit(_ statements: [Statement]) throws(ConnectionFault) {
        do throws(ConnectionFault) {
            let sent = now()
            let answers = try run([Statement("BEGIN"), lease.check(at: sent)] + statements + [Statement("COMMIT")])
            guard answers.last?.tag == "COMMIT" else { throw .lost("the server did not commit") }
            term.renewed(at: sent)
            commits += 1
        } catch {
            if case .refused = error { try rollBack() }
            throw error
        }
    }

    private func rollBack() throws(ConnectionFault) { _ = try run([Statement("ROLLBACK")]) }
}

// Writes that are apart.
extension Writer {
    /// Commits one transaction on its own: its writes run in the database one after the other, each seeing the earlier
    /// ones.
    private func commitApart(_ entry: CommitQueue.Entry) -> Result<Void, StorageError> {
        guard fence.admits(entry.transaction) else { return .failure(.superseded) }
        do throws(StorageError) {
            if let refusal = entry.refusal { throw refusal }
            try recover()
            try applyApart(entry.transaction.writes)
            return .success(())
        } catch {
            fence.failed(entry.transaction, error)
            return .failure(error)
        }
    }

    private func applyApart(_ writes: [Write]) throws(StorageError) {
        do throws(ApartFault) {
            let sent = now()
            try ask([Statement("BEGIN"), lease.check(at: sent)])
            var run: [Write] = []
            for write in writes {
                guard write.isApart else {
                    run.append(write)
                    continue
                }
                try flush(run)
                run = []
                try apply(write)
            }
            try flush(run)
            let answers = try ask([Statement("COMMIT")])
            guard answers.last?.tag == "COMMIT" else { throw .connection(.lost("the server did not commit")) }
            term.renewed(at: sent)
            commits += 1
        } catch {
            known.forgetAll()
            let outcome: StorageError
            switch error {
            case .connection(let fault): outcome = noted(fault)
            case .transaction(let error): outcome = error
            }
            guard outcome.isOfOneTransaction else { throw outcome }
            do throws(ConnectionFault) { try rollBack() } catch { throw noted(error) }
            throw outcome
        }
    }

    /// A failure of the connection, or of the transaction by the rules.
    private enum ApartFault: Error {
        case connection(ConnectionFault)
        case transaction(StorageError)
    }

    @discardableResult private func ask(_ statements: [Statement]) throws(ApartFault) -> [Answer] {
        do throws(ConnectionFault) { return try run(statements) } catch { throw .connection(error) }
    }

    private func flush(_ writes: [Write]) throws(ApartFault) {
        guard !writes.isEmpty else { return }
        do throws(ConnectionFault) {
            guard let session else { throw .lost("no connection") }
            try LookUps(for: writes, beyond: known).run(on: session, into: &known)
        } catch {
            throw .connection(error)
        }
        do throws(StorageError) { try known.apply(writes) } catch { throw .transaction(error) }
        try ask(known.takeStatements())
    }

    private func apply(_ write: Write) throws(ApartFault) {
        // The rows that it changes are not known any more. Those of other rooms stay: rows in play would be looked up
        // again after each piece of a forgotten room.
        defer { known.forget(after: write) }
        switch write {
        case .deletePlayer(let id, let name):
            try checkIsLeaving(id)
            try ask(DepartureStatements.delete(id, name: name))
        case .renameInLogs(let id, let name, let after, let end):
            try checkIsLeaving(id)
            try rename(id, to: name, after: after, through: end)
        case .forgetRoom(let room, let end):
            try checkIsClosed(room)
            try ask(QuietRoomStatements.forget(room, through: end))
        case .noteAct(let act): try ask(ModerationStatements.note(act))
        case .announce(let new): try ask(ModerationStatements.announce(new))
        case .leaveOut(let new): try ask(ModerationStatements.leaveOut(new))
        case .bringBack(let word): try ask(ModerationStatements.bringBack(word))
        case .countRefused(let day, let words): try ask(ModerationStatements.count(words, on: day))
        case .createPlayer, .renamePlayer, .resetName, .setBan, .noteVisit, .endSessions, .abandonSeat, .pinPuzzle,
            .unpinPuzzle, .publishPuzzle, .beginDay, .openGame, .appendMove, .endGame, .setHardMode, .forgetGame,
            .createRoom, .appendEvent:
            try flush([write])
        }
    }

    private func checkIsLeaving(_ id: PlayerID) throws(ApartFault) {
        let found = try ask(DepartureStatements.look(id)).map { $0.count > 0 }
        do throws(StorageError) {
            try WriteRules.deletePlayer(id, exists: found[0], seated: found[1])
        } catch {
            throw .transaction(error)
        }
    }

    private func checkIsClosed(_ room: RoomID) throws(ApartFault) {
        let found = try ask([QuietRoomStatements.look(room)])
        do throws(StorageError) {
            let isClosed = try found[0].first { row throws(StorageError) in try row.text(0).hasPrefix("-") }
            try WriteRules.forgetRoom(room, isClosed: isClosed)
        } catch {
            throw .transaction(error)
        }
    }

    /// Events that cannot be read stay as they are, and are reported.
    private func rename(
        _ player: PlayerID, to name: String, after: NamePlace?, through end: NamePlace
    ) throws(ApartFault) {
        let answers = try ask([DepartureStatements.names(of: player, after: after, through: end)])
        var renamed: [[StoredValue]] = []
        var unreadable = 0
        do throws(StorageError) {
            try answers[0].forEach { row throws(StorageError) in
                guard let logged = Writer.event(row) else { return unreadable += 1 }
                // It was renamed by a deletion that did not come to its end, and is asked for again.
                guard let event = logged.event.renamed(name, in: [row.integer(1)]) else { return }
                renamed.append([
                    .integer(row.integer(0)), .integer(logged.sequence), .text(StoredEvent.json(event)),
                ])
            }
        } catch {
            throw .transaction(error)
        }
        try ask([DepartureStatements.rename(renamed)])
        if unreadable > 0 {
            report(.corrupt("\(unreadable) events with names of player \(player.text) are not there, or no JSON"))
        }
    }

    private static func event(_ row: Row) -> LoggedEvent? {
        do throws(StorageError) { return try row.loggedEvent(2) } catch { return nil }
    }
}
