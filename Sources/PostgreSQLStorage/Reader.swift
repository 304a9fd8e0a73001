import Dispatch
import Storage
import Synchronization

/// Reads on one connection of its own. All reads that came while a round trip ran go into the next one.
///
/// The statements of a read are a unit of the pipeline. The server runs a unit in a transaction of its own, which ends
/// with it, also where a statement is refused. `SessionOpener.reading` has all statements of one unit see one state.
final class Reader: Sendable {
    /// A read: its statements, which see one state, and who wants the answers.
    struct Job: Sendable {
        let statements: [Statement]
        let answer: @Sendable (Result<[Answer], StorageError>) -> Void
    }

    private struct Waiting {
        var jobs: [Job] = []
        var isServed = false
        var isClosed = false
    }

    /// Most reads in one round trip: their answers are in memory at once.
    private static let atOnce = 64

    private let queue = DispatchQueue(label: "tilerace.storage.reader", qos: .userInitiated)
    private let waiting = Mutex(Waiting())
    /// Used on the queue only; nil while the server cannot be reached.
    private let session: Mutex<Connection?>
    /// The number of doubts (``Settlement``) when that connection was made.
    private let doubtsBefore = Atomic(0)
    private let connect: @Sendable () throws(ConnectionFault) -> Connection
    private let settlement: Settlement
    private let bound: Int
    /// ms for which reads wait for the outcome of a commit to be known.
    private let patience: Int

    /// Takes a connection that is used until it breaks.
    init(
        _ session: sending Connection, settlement: Settlement, bound: Int, patience: Int,
        connect: @escaping @Sendable () throws(ConnectionFault) -> Connection
    ) {
        self.session = Mutex(session)
        self.settlement = settlement
        self.bound = bound
        self.patience = patience
        self.connect = connect
    }

    /// Answers a read on the reader's thread.
    func add(_ job: Job) {
        let (refusal, mustWake) = waiting.withLock { waiting -> (StorageError?, Bool) in
            if waiting.isClosed { return (.closed, false) }
            guard waiting.jobs.count < bound else { return (.unavailable("\(bound) reads wait"), false) }
            waiting.jobs.append(job)
            defer { waiting.isServed = true }
            return (nil, !waiting.isServed)
        }
        if let refusal { return queue.async { job.answer(.failure(refusal)) } }
        if mustWake { queue.async { [self] in answerAll() } }
    }

    /// Does something on the reader's thread.
    func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Answers what waits and ends. Blocks until done.
    func close() {
        waiting.withLock { $0.isClosed = true }
        queue.sync {
            answerAll()
            session.withLock { $0 = nil }
        }
    }

    private func answerAll() {
        while true {
            let jobs = waiting.withLock { waiting in
                let jobs = Array(waiting.jobs.prefix(Reader.atOnce))
                waiting.jobs.removeFirst(jobs.count)
                if jobs.isEmpty { waiting.isServed = false }
                return jobs
            }
            if jobs.isEmpty { return }
            session.withLock { answer(jobs, on: &$0) }
        }
    }

    /// A connection that breaks is made again, once, unless somebody waits for the end: a read may be asked twice.
    private func answer(_ jobs: [Job], on session: inout Connection?) {
        var fault = StorageError.unavailable("it is not known yet what became of a commit")
        for attempt in 0..<2 where attempt == 0 || !waiting.withLock({ $0.isClosed }) {
            guard let doubts = settlement.wait(milliseconds: patience) else {
                fault = settlement.end ?? fault
                break
            }
            do throws(ConnectionFault) {
                // The writer has lost its connection since. This connection may lead to a standby by now, or to a
                // server that is cut off from the primary and answers from old data.
                if doubtsBefore.load(ordering: .relaxed) != doubts { session = nil }
                let ready = if let session { session } else { try connect() }
                session = nil
                doubtsBefore.store(doubts, ordering: .relaxed)
                let results = try ready.run(apart: jobs.map(\.statements))
                session = ready
                guard settlement.holds(since: doubts) else { continue }
                for (job, result) in zip(jobs, results) { job.answer(result.mapError(\.storageError)) }
                return
            } catch {
                fault = error.storageError
            }
        }
        // Reads that wait would get the same answer, each a time-out later.
        let waiting = waiting.withLock { waiting in
            defer { waiting.jobs = [] }
            return waiting.jobs
        }
        for job in jobs + waiting { job.answer(.failure(fault)) }
    }
}
