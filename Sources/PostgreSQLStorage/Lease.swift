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
    /// The generation that is ours.
    private(set) var generation = 0

    init(holder: String, milliseconds: Int) {
        self.holder = holder
        self.milliseconds = milliseconds
    }

    /// The answer of `take`.
    enum Outcome: Hashable, Sendable {
        case taken
        /// Another server has it, for so many ms yet unless it renews it.
        case held(by: String, milliseconds: Int)
    }

    /// Takes the lease if it is free or ours by name. Waits for a transaction that writes under the generation before.
    mutating func take(_ session: Connection) throws(ConnectionFault) -> Outcome {
        let answers = try session.run([
            Statement(
                """
                UPDATE lease SET holder = $1::text, generation = generation + 1,
                    expires_at = clock_timestamp() + $2::bigint * INTERVAL '1 millisecond'
                WHERE expires_at <= clock_timestamp() OR holder = $1::text RETURNING generation
                """, .text(holder), .integer(milliseconds)),
            Statement(
                """
                SELECT holder, GREATEST(0, ceil(1000 * extract(epoch FROM expires_at - clock_timestamp())))::bigint
                FROM lease
                """),
        ])
        if let number = try number(in: answers[0]) {
            generation = number
            return .taken
        }
        do throws(StorageError) {
            let other = try answers[1].first { (row) throws(StorageError) in
                Outcome.held(by: try row.text(0), milliseconds: row.integer(1))
            }
            if let other { return other }
        } catch {
            throw .lost("the lease cannot be read: \(error)")
        }
        throw .lost("the table lease has no row")
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

    /// To stand first in every transaction that writes; it also holds the lease for longer.
    var check: Statement {
        Statement(
            "SELECT tilerace_fence($1::bigint, $2::bigint)", .integer(generation), .integer(milliseconds))
    }

    /// Gives the lease back, so that the next server need not wait.
    var release: Statement {
        Statement("UPDATE lease SET expires_at = '-infinity' WHERE generation = $1::bigint", .integer(generation))
    }
}
