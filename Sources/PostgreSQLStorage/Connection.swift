import CLibPQ
import Glibc
import Storage

/// One connection to the server, in pipeline mode from its first exchange on. Used by one thread at a time; its owner
/// sees to it. A connection that was `lost` is of no use any more.
final class Connection {
    /// The view of a transaction: each statement sees what is committed before it, or all see one state.
    enum Isolation: String {
        case readCommitted = "read committed"
        case repeatableRead = "repeatable read"
    }

    private let handle: OpaquePointer
    /// The names of prepared statements.
    private var names: [String: String] = [:]
    private var isPiped = false
    /// ms without a byte from the server after which it counts as gone.
    var patience: Int32
    /// The number of the server's process, for tests that end it.
    let backend: Int

    /// Connects, and makes the session what the engine relies on. `patience`: ms without a byte from the server after
    /// which it counts as gone. `idle`: ms after which the server ends a transaction in which nothing happens; as many
    /// if nil. `isolation`: of transactions that do not say another.
    init(
        to address: DatabaseAddress, schema: String, patience: Int32, idle: Int32? = nil,
        isolation: Isolation = .readCommitted
    ) throws(ConnectionFault) {
        // Options of the address override these. The smallest time-out that libpq takes is 2 s, for each host.
        let options = [
            ("application_name", "tilerace"), ("connect_timeout", "2"), ("target_session_attrs", "read-write"),
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "2"),
            ("dbname", address.text), ("client_encoding", "UTF8"),
        ]
        let (keywords, values) = (options.map { strdup($0.0) }, options.map { strdup($0.1) })
        defer { for text in keywords + values { free(text) } }
        guard
            let handle = pq_connect(
                keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil])
        else { throw .lost("no memory for a connection") }
        guard pq_is_up(handle) != 0 else {
            let text = Connection.line(pq_error_message(handle))
            pq_finish(handle)
            throw .lost(text)
        }
        self.handle = handle
        self.patience = patience
        backend = Int(pq_backend(handle))
        try execute(Connection.session(schema, patience, idle: idle ?? patience, isolation))
    }

    /// A commit that is not synced is none. Whoever is stopped within a transaction must not keep the lease from
    /// others: the server ends that transaction. Within half a minute the server also ends the session of a machine
    /// that is gone. By its own default that session would keep a lock of the schema, and a place among the
    /// connections, for two hours.
    private static func session(
        _ schema: String, _ patience: Int32, idle: Int32, _ isolation: Isolation
    ) -> String {
        """
        SET search_path TO "\(schema)";
        SET default_transaction_isolation TO '\(isolation.rawValue)';
        SET idle_in_transaction_session_timeout TO \(idle);
        SET statement_timeout TO \(patience);
        SET tcp_keepalives_idle TO 10;
        SET tcp_keepalives_interval TO 5;
        SET tcp_keepalives_count TO 2;
        SET tcp_user_timeout TO 20000;
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
        """
    }

    deinit { pq_finish(handle) }

    /// A setting that the server reports by itself, such as `server_encoding`.
    func parameter(_ name: String) -> String? { pq_parameter(handle, name).map { String(cString: $0) } }

    /// Runs SQL without parameters, several statements if need be, and drops their rows. Only before the first
    /// exchange. It waits for the server as exchanges do, and not as `PQexec`, which waits for ever.
    func execute(_ sql: String) throws(ConnectionFault) {
        precondition(!isPiped, "scripts come before exchanges")
        guard pq_set_nonblocking(handle, 1) == 0, pq_send_script(handle, sql) == 1 else { throw broken() }
        try flush()
        var refusal: ConnectionFault?
        while let result = try next() {
            defer { pq_clear(result) }
            if pq_status(result) == Int32(PQ_FATAL_ERROR.rawValue) { refusal = refusal ?? fault(of: result) }
        }
        if let refusal { throw refusal }
    }

    /// Sends all statements at once and returns their answers. The first one that the server refuses is thrown, and
    /// none behind it was run.
    func run(_ statements: [Statement]) throws(ConnectionFault) -> [Answer] {
        try run(apart: [statements])[0].get()
    }

    /// Sends all statements of all units at once. The units succeed or fail apart. Throws `lost` alone.
    func run(apart units: [[Statement]]) throws(ConnectionFault) -> [Result<[Answer], ConnectionFault>] {
        try send(units)
        try flush()
        var results: [Result<[Answer], ConnectionFault>] = []
        results.reserveCapacity(units.count)
        for unit in units { results.append(try receive(unit.count)) }
        return results
    }

    /// Has the server prepare statements that will be run, so that none of them takes longer for the first time.
    func prepare(_ texts: [String]) throws(ConnectionFault) {
        try enterPipeline()
        var fresh = 0
        for sql in texts where names[sql] == nil {
            try sendPreparation(of: sql)
            fresh += 1
        }
        try receivePreparations(fresh)
    }

    private func enterPipeline() throws(ConnectionFault) {
        guard !isPiped else { return }
        guard pq_set_nonblocking(handle, 1) == 0, pq_enter_pipeline(handle) == 1 else { throw broken() }
        isPiped = true
    }

    private func sendPreparation(of sql: String) throws(ConnectionFault) {
        let name = "s\(names.count)"
        guard pq_send_prepare(handle, name, sql, 0, nil) == 1 else { throw broken() }
        names[sql] = name
    }

    private func receivePreparations(_ count: Int) throws(ConnectionFault) {
        guard count > 0 else { return }
        // A sync of their own keeps the statements prepared when a request is refused.
        guard pq_pipeline_sync(handle) == 1 else { throw broken() }
        try flush()
        if case .failure(let fault) = try receive(count) { throw .lost("a statement is not understood: \(fault)") }
    }

    private func send(_ units: [[Statement]]) throws(ConnectionFault) {
        try enterPipeline()
        var fresh = 0
        for unit in units {
            for statement in unit where names[statement.sql] == nil {
                try sendPreparation(of: statement.sql)
                fresh += 1
            }
        }
        try receivePreparations(fresh)
        for unit in units {
            for statement in unit { try send(statement) }
            guard pq_pipeline_sync(handle) == 1 else { throw broken() }
        }
    }

    private func send(_ statement: Statement) throws(ConnectionFault) {
        guard let name = names[statement.sql] else { preconditionFailure("prepared before") }
        let parameters = ParameterBytes(statement.parameters)
        let isSent = parameters.bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                pq_send_prepared(
                    handle, name, Int32(parameters.places.count),
                    parameters.places.map { place in place.flatMap { bytes.baseAddress?.advanced(by: $0.lowerBound) } },
                    parameters.places.map { Int32($0?.count ?? 0) })
            }
        }
        guard isSent == 1 else { throw broken() }
    }

    /// Takes the results of `count` statements up to the end of their unit.
    private func receive(_ count: Int) throws(ConnectionFault) -> Result<[Answer], ConnectionFault> {
        var answers: [Answer] = []
        answers.reserveCapacity(count)
        var refusal: ConnectionFault?
        for _ in 0..<count {
            guard let result = try next() else { throw broken() }
            let answer = Answer(result)
            switch UInt32(pq_status(result)) {
            case PQ_COMMAND_OK.rawValue, PQ_TUPLES_OK.rawValue, PQ_EMPTY_QUERY.rawValue: answers.append(answer)
            case PQ_PIPELINE_ABORTED.rawValue: break
            default:
                let fault = fault(of: result)
                if case .lost = fault { throw fault }
                refusal = refusal ?? fault
            }
            guard try next() == nil else { throw .lost("the server answers one statement twice") }
        }
        guard let sync = try next() else { throw broken() }
        defer { pq_clear(sync) }
        guard pq_status(sync) == Int32(PQ_PIPELINE_SYNC.rawValue) else { throw fault(of: sync) }
        return refusal.map { .failure($0) } ?? .success(answers)
    }

    /// The next result, or nil at the end of those of one statement.
    private func next() throws(ConnectionFault) -> OpaquePointer? {
        while pq_is_busy(handle) != 0 {
            try flush()
            try wait(POLLIN)
            guard pq_consume(handle) == 1 else { throw broken() }
        }
        return pq_result(handle)
    }

    private func flush() throws(ConnectionFault) {
        while true {
            switch pq_flush(handle) {
            case 0: return
            case 1: break
            default: throw broken()
            }
            // The server may wait for us to read before it reads on.
            if try wait(POLLIN | POLLOUT) & Int16(POLLIN) != 0 {
                guard pq_consume(handle) == 1 else { throw broken() }
            }
        }
    }

    @discardableResult private func wait(_ events: Int32) throws(ConnectionFault) -> Int16 {
        var socket = pollfd(fd: pq_socket(handle), events: Int16(events), revents: 0)
        while true {
            let count = poll(&socket, 1, patience)
            if count > 0 { return socket.revents }
            if count == 0 { throw .lost("the server was silent for \(patience) ms") }
            guard errno == EINTR else { throw .lost("poll: \(String(cString: strerror(errno)))") }
        }
    }

    private func broken() -> ConnectionFault { .lost(Connection.line(pq_error_message(handle))) }

    /// Class 57P: the server goes down, crashed, or ended this session. 25006: it has become a standby.
    private func fault(of result: OpaquePointer) -> ConnectionFault {
        let text = Connection.line(pq_error_field(result, Int32(PQ_FIELD_MESSAGE.rawValue)) ?? pq_result_error(result))
        guard pq_is_up(handle) != 0, let state = pq_error_field(result, Int32(PQ_FIELD_SQLSTATE.rawValue)) else {
            return .lost(text)
        }
        let code = String(cString: state)
        return code.hasPrefix("57P") || code == "25006" ? .lost("\(text) (\(code))") : .refused(state: code, text: text)
    }

    /// The first line of a message: the second may repeat what was sent.
    private static func line(_ text: UnsafePointer<CChar>?) -> String {
        guard let text else { return "no reason" }
        let lines = String(cString: text).split(separator: "\n")
        return lines.first.map(String.init) ?? "the connection broke"
    }
}
