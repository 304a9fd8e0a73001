import Storage

/// The right to write, which one server has at a time. The one row of the table `lease` has who holds it, and until
/// when by the database's clock. Whoever takes it over raises its generation, and every transaction that writes checks
/// that its own generation is still the one there (`tilerace_fence`). A server that slept and was replaced commits
/// nothing.
struct Lease: Sendable {
    /// The holder's name, for people. Whoever has the same name is the same server, started again, and need not wait.
    let holder: String
    /// ms for which the lease is held after its renewal.
    let milliseconds: Int
    /// The print of the seed that draws the words; empty for whoever draws none, and may come to any.
    let seed: String
    /// The generation that is ours.
    private(set) var generation = 0
    /// An instant (ms) that no holder's clock before us has come to.
    private(set) var clock = 0

    init(holder: String, milliseconds: Int, seed: String = "") {
        self.holder = holder
        self.milliseconds = milliseconds
        self.seed = seed
    }

    /// The answer of `take`.
    enum Outcome: Hashable, Sendable {
        case taken
        /// Another server has it, for so many ms yet unless it renews it.
        case held(by: String, milliseconds: Int)
        /// The database was played under another seed.
        case otherSeed
    }

    /// Takes the lease if it is free or ours by name. Waits for a transaction that writes under the generation before.
    mutating func take(_ session: Connection) throws(ConnectionFault) -> Outcome {
        let answers = try session.run([
            Statement(
                """
                UPDATE lease SET holder = $1::text, generation = generation + 1,
                    expires_at = clock_timestamp() + $2::bigint * INTERVAL '1 millisecond',
                    seed = CASE $3::text WHEN '' THEN seed ELSE $3::text END
                WHERE (expires_at <= clock_timestamp() OR holder = $1::text)
                    AND ($3::text = '' OR seed IN ('', $3::text))
                RETURNING generation, clock
                """, .text(holder), .integer(milliseconds), .text(seed)),
            Lease.look,
        ])
        do throws(StorageError) {
            let taken = try answers[0].first { row throws(StorageError) in (row.integer(0), row.integer(1)) }
            if let taken {
                (generation, clock) = taken
                return .taken
            }
            if let other = try outcome(of: answers[1]) { return other }
        } catch {
            throw .lost("the lease cannot be read: \(error)")
        }
        throw .lost("the table lease has no row")
    }

    /// The holder of the lease, the ms for which it has the lease yet, and the seed's print.
    private static let look = Statement(
        """
        SELECT holder, CASE WHEN expires_at <= clock_timestamp() THEN 0
            ELSE GREATEST(0, ceil(1000 * extract(epoch FROM expires_at - clock_timestamp()))) END::bigint, seed
        FROM lease
        """)

    private func outcome(of answer: Answer) throws(StorageError) -> Outcome? {
        try answer.first { (row) throws(StorageError) in
            let other = try row.text(2)
            guard seed.isEmpty || other.isEmpty || other == seed else { return .otherSeed }
            return .held(by: try row.text(0), milliseconds: row.integer(1))
        }
    }

    /// Looks for how many ms another server has the lease yet, and takes nothing; 0 if it is free.
    func lasts(_ session: Connection) throws(ConnectionFault) -> Int {
        let answers = try session.run([Lease.look])
        do throws(StorageError) {
            return try answers[0].first { row throws(StorageError) in row.integer(1) } ?? 0
        } catch {
            throw .lost("\(error)")
        }
    }

    /// Takes the lease again under a new generation, if nobody else has taken it. What this server sent before under
    /// the old generation, and what may still be on its way, is then committed or never will be. Throws `refused` with
    /// `ConnectionFault.fenced` if another server has the lease.
    mutating func renew(_ session: Connection) throws(ConnectionFault) {
        let answers = try session.run([
            Statement(
                """
                UPDATE lease SET generation = generation + 1,
                    expires_at = clock_timestamp() + $2::bigint * INTERVAL '1 millisecond'
                WHERE generation = $1::bigint RETURNING generation
                """, .integer(generation), .integer(milliseconds))
        ])
        guard let number = try number(in: answers[0]) else {
            throw .refused(state: ConnectionFault.fenced, text: "the lease is another server's")
        }
        generation = number
    }

    private func number(in answer: Answer) throws(ConnectionFault) -> Int? {
        do throws(StorageError) {
            return try answer.first { row throws(StorageError) in row.integer(0) }
        } catch {
            throw .lost("\(error)")
        }
    }

    /// To stand first in every transaction that writes; it also holds the lease for longer. `now` is the holder's
    /// clock, 0 for one that keeps no time.
    func check(at now: Int = 0) -> Statement {
        Statement(
            "SELECT tilerace_fence($1::bigint, $2::bigint, $3::bigint)", .integer(generation), .integer(milliseconds),
            .integer(now))
    }

    /// Gives the lease back, so that the next server need not wait, and goes on from the time that it is.
    func release(at now: Int = 0) -> Statement {
        Statement(
            """
            UPDATE lease SET expires_at = '-infinity', clock = CASE $2::bigint WHEN 0 THEN clock ELSE $2::bigint END
            WHERE generation = $1::bigint
            """, .integer(generation), .integer(now))
    }
}
