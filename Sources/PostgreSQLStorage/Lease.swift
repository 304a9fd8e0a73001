import Storage

/// The right to write, which one server has at a time. The one row of the table `lease` has who holds it, and until
/// when by the database's clock. A takeover raises its generation, and every transaction that writes checks that its
/// own generation is still the one there (`tilerace_fence`). A server that slept and was replaced commits nothing.
struct Lease: Sendable {
    /// The holder's name, for people. Whoever has the same name is the same server, started again, and need not wait.
    let holder: String
    /// ms for which the lease is held after its renewal.
    let milliseconds: Int
    /// The print of the seed that draws the words; empty for whoever draws none, and may come to any.
    let seed: String
    /// The generation that is ours.
    private(set) var generation = 0
    /// The last generation that we have asked for. The answers of those after ours did not come: any of them may be in
    /// the database.
    private var asked = 0
    /// The instant (ms) from which our clock goes on: none that was told before us is later.
    private(set) var clock = 0

    /// The maximum ms by which the clocks of a new holder may be ahead of all others.
    static let mostAhead = 300_000

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
        /// The schema has another version than this program's: it was brought there while we waited.
        case otherVersion(Int)
        /// The lease is free, but our clocks are too far ahead of those of the database and of earlier holders: by so
        /// many ms.
        case clockAhead(milliseconds: Int)
    }

    /// Takes the lease if it is free or ours by name. Waits for a transaction that writes under the generation before,
    /// unless whoever began it has fallen silent (`ending`).
    ///
    /// `now` is our clock, 0 for one that keeps no time. `latest` is the later one of it and the machine's clock; 0 if
    /// they are not judged. A clock that is far ahead moves everybody's time and day, and nobody can move them back.
    mutating func take(
        _ session: Connection, at now: Int = 0, latest: Int = 0
    ) throws(ConnectionFault) -> Outcome {
        let answers = try session.run([
            shortening, ending,
            Statement(
                Lease.taking, .text(holder), .integer(milliseconds), .text(seed), .integer(now), .integer(latest),
                .integer(Lease.mostAhead), .integer(Migrations.all.count)), Lease.look,
        ])
        do throws(StorageError) {
            let taken = try answers[2].first { row throws(StorageError) in (row.integer(0), row.integer(1)) }
            if let taken {
                (generation, asked) = (taken.0, taken.0)
                clock = now == 0 ? taken.1 : taken.1 - milliseconds
                return .taken
            }
            if let other = try outcome(of: answers[3], latest: latest) { return other }
        } catch {
            throw .lost("the lease cannot be read: \(error)")
        }
        throw .lost("the table lease has no row")
    }

    /// Has a lease end soon that ends later than any that was just renewed. Such a lease is left where the database's
    /// clock was set back, or where the database is a copy whose clock is behind. If its holder died meanwhile, nobody
    /// could serve until the clock has come to the lease's end. A holder that lives has a whole lease from now on, and
    /// surely holds it for less.
    private var shortening: Statement {
        Statement(
            """
            UPDATE lease SET expires_at = clock_timestamp() + $1::bigint * INTERVAL '1 millisecond'
            WHERE expires_at > clock_timestamp() + $2::bigint * INTERVAL '1 millisecond'
            """, .integer(milliseconds), .integer(max(Lease.longest, 2 * milliseconds)))
    }

    /// Ends the sessions that keep the row of a lease that is over while they wait for their client. A large commit is
    /// run as it comes. A server that was stopped or cut off in the middle of sending one has the row locked. None of
    /// the database's time-outs counts that time: they begin where a transaction is idle between commands. Nothing of
    /// it was committed, and nothing acknowledged.
    private var ending: Statement {
        Statement(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE wait_event = 'ClientRead' AND pid <> pg_backend_pid()
                AND xact_start < clock_timestamp() - $1::bigint * INTERVAL '1 millisecond'
                AND EXISTS (SELECT 1 FROM lease WHERE expires_at <= clock_timestamp())
                AND pid IN (SELECT pid FROM pg_locks WHERE relation = 'lease'::regclass AND granted
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                    AND mode IN ('RowShareLock', 'RowExclusiveLock'))
            """, .integer(milliseconds / 2))
    }

    /// ms for which anybody holds a lease without renewing it.
    static let longest = 60_000

    /// No clock that anybody has told of is later, but for ours.
    private static let latestClock =
        "GREATEST(clock, (1000 * extract(epoch FROM clock_timestamp()))::bigint)"

    /// Leaves `clock` a whole lease behind the instant from which we go on: what we tell before we renew is earlier.
    private static let taking = """
        UPDATE lease SET holder = $1::text, generation = generation + 1,
            expires_at = clock_timestamp() + $2::bigint * INTERVAL '1 millisecond',
            seed = CASE $3::text WHEN '' THEN seed ELSE $3::text END,
            clock = CASE $4::bigint WHEN 0 THEN clock ELSE GREATEST(clock, $4::bigint) + $2::bigint END
        WHERE (expires_at <= clock_timestamp() OR holder = $1::text)
            AND ($3::text = '' OR seed IN ('', $3::text))
            AND $5::bigint <= \(latestClock) + $6::bigint
            AND (SELECT version FROM tilerace) = $7::bigint
        RETURNING generation, clock
        """

    /// The holder of the lease, the ms for which it has the lease yet, the seed's print, the latest clock, and the
    /// schema's version.
    private static let look = Statement(
        """
        SELECT holder, CASE WHEN expires_at <= clock_timestamp() THEN 0
            ELSE GREATEST(0, ceil(1000 * extract(epoch FROM expires_at - clock_timestamp()))) END::bigint, seed,
            \(latestClock), (SELECT version FROM tilerace)
        FROM lease
        """)

    /// The statements of a lease that is taken and held, for a connection that is to be ready for them.
    var statements: [String] {
        [shortening.sql, ending.sql, Lease.taking, Lease.look.sql, check().sql, release().sql]
    }

    private func outcome(of answer: Answer, latest: Int) throws(StorageError) -> Outcome? {
        try answer.first { (row) throws(StorageError) in
            let other = try row.text(2)
            guard seed.isEmpty || other.isEmpty || other == seed else { return .otherSeed }
            guard row.integer(4) == Migrations.all.count else { return .otherVersion(row.integer(4)) }
            let (name, lasts, ahead) = (try row.text(0), row.integer(1), latest - row.integer(3))
            guard ahead <= Lease.mostAhead || lasts > 0 && name != holder else {
                return .clockAhead(milliseconds: ahead)
            }
            return .held(by: name, milliseconds: lasts)
        }
    }

    /// Looks for how many ms another server has the lease yet, and takes nothing; 0 if it is free.
    func lasts(_ session: Connection) throws(ConnectionFault) -> Int {
        let answers = try session.run([shortening, Lease.look])
        do throws(StorageError) {
            return try answers[1].first { row throws(StorageError) in row.integer(1) } ?? 0
        } catch {
            throw .lost("\(error)")
        }
    }

    /// Takes the lease again under a new generation, if nobody else has taken it. What this server sent before under
    /// the old generation, and what may still be on its way, is then committed or never will be. Throws `refused` with
    /// `ConnectionFault.fenced` if another server has the lease. The generation alone does not say so: after a
    /// fail-over to a copy that was behind, another server may have been given the same number.
    ///
    /// A renewal whose answer is lost may be in the database or not, or come there yet. Each asks for a generation of
    /// its own, so that none that comes late undoes a later one. Renewals raise it by two, and a takeover by one. So a
    /// late renewal of a process that has died does not match the generation of its successor.
    ///
    /// `now` is the holder's clock, 0 for one that keeps no time.
    mutating func renew(_ session: Connection, at now: Int = 0) throws(ConnectionFault) {
        asked += 2
        let answers = try session.run([
            Statement(
                """
                UPDATE lease SET generation = $5::bigint,
                    expires_at = clock_timestamp() + $2::bigint * INTERVAL '1 millisecond',
                    clock = CASE $3::bigint WHEN 0 THEN clock ELSE GREATEST(clock, $3::bigint + $2::bigint) END
                WHERE generation >= $1::bigint AND generation < $5::bigint AND (generation - $1::bigint) % 2 = 0
                    AND holder = $4::text
                RETURNING generation
                """, .integer(generation), .integer(milliseconds), .integer(now), .text(holder), .integer(asked))
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

    /// The statement that stands first in every transaction that writes; it also holds the lease for longer. `now` is
    /// the holder's clock, 0 for one that keeps no time.
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
            WHERE generation = $1::bigint AND holder = $3::text
            """, .integer(generation), .integer(now), .text(holder))
    }
}

extension Lease {
    /// The answer of `reserve`.
    enum Reservation: Hashable, Sendable {
        /// Nobody else can take it meanwhile.
        case reserved(generation: Int)
        /// Another server has it, for so many ms yet unless it renews it.
        case held(by: String, milliseconds: Int)
    }

    /// Keeps the lease of a schema of any version from others for so many ms, for a server that migrates that schema.
    /// The other columns of the lease depend on the version. A server with the same name can then take it.
    static func reserve(
        _ session: Connection, for holder: String, milliseconds: Int
    ) throws(ConnectionFault) -> Reservation {
        let answers = try session.run([
            Statement(reserving, .text(holder), .integer(milliseconds)), Statement(lookOfAnyVersion),
        ])
        do throws(StorageError) {
            if let generation = try answers[0].first({ row throws(StorageError) in row.integer(0) }) {
                return .reserved(generation: generation)
            }
            let held = try answers[1].first { row throws(StorageError) in (try row.text(0), row.integer(1)) }
            if let held { return .held(by: held.0, milliseconds: held.1) }
        } catch {
            throw .lost("the lease cannot be read: \(error)")
        }
        throw .lost("the table lease has no row")
    }

    /// Gives back a lease that was reserved or taken, in a schema of any version.
    static func vacation(of generation: Int) -> Statement {
        Statement("UPDATE lease SET expires_at = '-infinity' WHERE generation = $1::bigint", .integer(generation))
    }

    private static let reserving = """
        UPDATE lease SET holder = $1::text, generation = generation + 1,
            expires_at = clock_timestamp() + $2::bigint * INTERVAL '1 millisecond'
        WHERE expires_at <= clock_timestamp() OR holder = $1::text
        RETURNING generation
        """

    private static let lookOfAnyVersion = """
        SELECT holder, CASE WHEN expires_at <= clock_timestamp() THEN 0
            ELSE GREATEST(0, ceil(1000 * extract(epoch FROM expires_at - clock_timestamp()))) END::bigint
        FROM lease
        """
}
